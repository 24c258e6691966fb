// One quiet notification when something was proposed while nobody looked; only where the person said so.
import { signal, computed } from '../vendor/preact.js';
import { get } from '../api.js';
import { t } from '../i18n.js';
import { openSet, go, choiceOf } from './app.js';

const has = 'Notification' in globalThis;
const asked = choiceOf('notices'),
  allowed = signal(has ? Notification.permission : 'denied');
/** 'on', 'off', 'denied' by the browser, or 'never' where it has none: about this screen, so kept in it. */
export const notices = computed(() =>
  !has ? 'never' : allowed.value === 'denied' ? 'denied' : asked.value === 'on' && allowed.value === 'granted' ? 'on' : 'off',
);
/** @param {boolean} on */
export async function want(on) {
  allowed.value = on && Notification.permission === 'default' ? await Notification.requestPermission() : Notification.permission;
  asked.value = on && allowed.value === 'granted' ? 'on' : 'off';
}
/** Says how much waits. One at a time: a later wake takes the place of an earlier one, and makes no sound. */
export async function tell() {
  if (notices.value !== 'on' || !document.hidden) return;
  const sets = /** @type {import('../types.js').SetSummary[]} */ ((await get('/api/change-sets?status=open&limit=50')).change_sets).filter(s =>
      ['wake', 'agent'].includes(s.source.kind),
    ),
    last = sets.at(-1);
  if (!last) return;
  const n = new Notification(t('page-notice-title'), {
    body: t('page-notice-text', { n: sets.reduce((sum, s) => sum + s.open, 0) }),
    tag: 'countersign-wake',
    silent: true,
  });
  n.onclick = () => {
    window.focus();
    if (sets.length === 1) openSet(last.id);
    else go('inbox');
    n.close();
  };
}
