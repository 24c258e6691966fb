// One quiet notification when something was proposed while nobody looked; only where the person said so.
import { signal } from '../vendor/preact.js';
import { get } from '../api.js';
import { t } from '../i18n.js';
import { openSet, go } from './app.js';

const KEY = 'notices';
const has = 'Notification' in globalThis;
const kept = () => {
  try {
    return localStorage.getItem(KEY) === 'on';
  } catch {
    return false;
  }
};
/** 'on', 'off', 'denied' by the browser, or 'never' where it has none: about this screen, so kept in it. */
export const notices = signal(
  !has ? 'never' : Notification.permission === 'denied' ? 'denied' : kept() && Notification.permission === 'granted' ? 'on' : 'off',
);
/** @param {boolean} on */
export async function want(on) {
  const granted = on && (Notification.permission === 'granted' || (await Notification.requestPermission()) === 'granted');
  notices.value = granted ? 'on' : Notification.permission === 'denied' ? 'denied' : 'off';
  try {
    localStorage.setItem(KEY, granted ? 'on' : 'off');
  } catch {
    /* private mode: lasts as long as the page */
  }
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
