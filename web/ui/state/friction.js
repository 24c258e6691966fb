// How much it takes to apply: a press, a press that is held, or the number typed, by how much is deleted.
import { dialog } from './app.js';
import { t } from '../i18n.js';
/** @typedef {import('../types.js').SetView} SetView */
/** @typedef {import('../types.js').ItemView} Item */

/** From so many deletions on a press is held; above `TYPED` the server asks, and the number is typed. */
const HELD = 5;
const TYPED = 20;
/** Asks for a press that is held, where so much is deleted; what was taken back is deleted without it. @param {SetView} s @param {Item[]} items @param {() => void} go */
export function holds(s, items, go) {
  const gone = items.filter(i => i.verb === 'delete'),
    n = gone.reduce((sum, i) => sum + Math.max(1, i.preview_total), 0);
  if (n < HELD || n > TYPED || s.source.kind === 'undo' || s.source.kind === 'rewind') return false;
  const files = gone.filter(i => i.file).length,
    effect = t(!files ? 'page-effect-deletes' : files === gone.length ? 'page-apply-erase' : 'page-effect-gone', { n });
  dialog.value = { kind: 'confirm', hold: true, effect, counts: { deletes: n, updates: 0 }, title: s.title, go };
  return true;
}
