// Trying a command in a copy of its folder: what it did there is a change set to sign. Loaded when asked for.
import { t } from '../i18n.js';
import { post } from '../api.js';
import { attempt, notify, openSet } from '../state/app.js';

/** @param {number} set @param {number} n */
export const tryOut = (set, n) =>
  attempt(async () => {
    /** @type {import('../types.js').CommandPreview} */
    const tried = await post(`/api/change-sets/${set}/items/${n}/preview`, {});
    const last = tried.output.trim().split('\n').pop() ?? '',
      how = tried.timed_out ? t('page-cmd-timeout') : tried.exit === 0 ? '' : t('page-cmd-exit', { code: String(tried.exit ?? '?') });
    const all = tried.left_out.length,
      named = tried.left_out.slice(0, 5).join(', ') + (all > 5 ? ` … +${all - 5}` : ''),
      left = all ? t('page-try-left', { paths: named }) : '';
    notify(
      t(tried.change_set ? 'page-try-made' : 'page-try-nothing', { n: tried.change_set?.items.length ?? 0 }),
      [how, left, last].filter(Boolean).join(' · '),
      'info',
    );
    if (tried.change_set) openSet(tried.change_set.id);
  });
