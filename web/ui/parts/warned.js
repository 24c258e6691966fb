// Warnings of one item or one answer, as they are said together.
import { t, also } from '../i18n.js';
await also('said');
/** @typedef {import('../types.js').Problem} Problem */

/** "Everything" is not said beside what is left out of it. @param {Problem[]} list @returns {Problem[]} */
export const warned = list =>
  list.some(w => w.code === 'repeating_excluded')
    ? list.map(w => (w.code === 'deletes_everything' ? { ...w, message: t('page-warn-deletes-single') } : w))
    : list;
