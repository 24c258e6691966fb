// What was written at an item and not saved would be lost by applying it as it stands: that is asked about first.
import { dialog } from './app.js';
import { keepUnsent, places, begunAt } from './unsent.js';
import { t } from '../i18n.js';
/** @typedef {import('../types.js').SetView} SetView */
/** @typedef {import('../types.js').ItemView} Item */

/** @param {SetView} s @param {Item[]} items what is to be applied @param {() => void} go @returns {boolean} whether something was written at one of them */
export function asks(s, items, go) {
  const begun = items.filter(i => begunAt(s.id, i.n));
  if (!begun.length) return false;
  dialog.value = {
    kind: 'needs',
    title: t('page-unsaved-title', { n: begun.length }),
    text: t('page-unsaved-text'),
    items: begun.map(i => i.label),
    yes: t('page-unsaved-apply'),
    go: () => {
      for (const where of begun.flatMap(i => places(s.id, i.n))) keepUnsent(where, null);
      go();
    },
  };
  return true;
}
