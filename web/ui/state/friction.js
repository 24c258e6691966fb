// How much it takes to apply: a press, a press that is held, or the number typed, by how much is deleted and whether it can be taken back.
import { dialog } from './app.js';
import { lasts } from './sheet.js';
import { t } from '../i18n.js';
import { runs } from '../parts/runs.js';
/** @typedef {import('../types.js').SetView} SetView */
/** @typedef {import('../types.js').ItemView} Item */

/** From so many deletions on a press is held; above `TYPED` the server asks, and the number is typed. */
const HELD = 5;
const TYPED = 20;
/** What is deleted, and how many that is. @param {Item[]} items */
const deleted = items => {
  const gone = items.filter(i => i.verb === 'delete'),
    files = gone.filter(i => i.file).length,
    n = gone.reduce((sum, i) => sum + Math.max(1, i.preview_total), 0);
  return { n, effect: () => t(!files ? 'page-effect-deletes' : files === gone.length ? 'page-apply-erase' : 'page-effect-gone', { n }) };
};
/** The effect where something cannot be taken back: commands where there is nothing else. @param {Item[]} items */
const lasting = items => (items.every(i => i.kind === 'command') ? runs(items) : t('page-effect-applies', { n: items.length }));
/** Asks for a press that is held, where so much is deleted or something cannot be taken back; what was taken back is deleted without it. Where the server asks because of a file, its question says that as well. @param {SetView} s @param {Item[]} items @param {() => void} go */
export function holds(s, items, go) {
  const gone = deleted(items),
    stay = items.filter(lasts),
    many = gone.n >= HELD && gone.n <= TYPED && s.source.kind !== 'undo' && s.source.kind !== 'rewind';
  if ((!many && !stay.length) || items.some(i => i.file?.sensitive)) return false;
  ask(s, stay, { hold: true, effect: stay.length ? lasting(items) : gone.effect(), counts: { deletes: gone.n, updates: 0 }, go });
  return true;
}
/** The server asks before so many, or before such files: the question is about all that is applied, and says what of it stays. @param {SetView} s @param {Item[]} items @param {{ deletes: number, updates: number, sensitive?: string[] }} counts @param {() => void} go */
export function asked(s, items, counts, go) {
  const stay = items.filter(lasts),
    sensitive = counts.sensitive?.length ?? 0,
    more = sensitive > 0 && items.length > sensitive;
  ask(s, stay, { hold: sensitive > 0 && stay.length > 0, ...(more ? { effect: t('page-effect-applies', { n: items.length }) } : {}), counts, go });
}
/** @param {SetView} s @param {Item[]} stay @param {{ hold: boolean, effect?: string, counts: object, go: () => void }} how */
const ask = (s, stay, how) => {
  dialog.value = { kind: 'confirm', lasting: stay, begun: s.items.some(i => i.applied_by !== null), title: s.title, ...how };
};
