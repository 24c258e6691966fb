// Several rows at once: chosen by Ctrl or Shift and a click, by keys, or by their boxes. A row that can be chosen is a `.pick`, has its number in `data-id`, and a way to be at it in a `.pick-at`.
import { signal } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { say } from '../state/app.js';
import { focusAt } from './bits.js';

/** Their numbers, in the order they were chosen. */
export const picked = signal(/** @type {number[]} */ ([]));
/** Where a range begins. @type {number | null} */
let anchor = null;
/** The rows there are, in their order. */
export const rows = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.pick')]);
const idOf = (/** @type {HTMLElement} */ row) => Number(row.dataset.id);
const at = (/** @type {EventTarget | null} */ el) => /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (el).closest('.pick'));
const tell = () => say(t('page-picked-n', { n: picked.value.length }));

/** Chooses a row, or no longer. @param {HTMLElement} row */
export function pick(row) {
  const id = idOf(row);
  anchor = id;
  picked.value = picked.value.includes(id) ? picked.value.filter(x => x !== id) : [...picked.value, id];
  tell();
}
/** Chooses all from the row that was chosen last to this one. @param {HTMLElement} row */
export function pickTo(row) {
  const all = rows(),
    from = all.findIndex(r => idOf(r) === anchor),
    to = all.indexOf(row);
  if (from < 0) return pick(row);
  const between = all.slice(Math.min(from, to), Math.max(from, to) + 1).map(idOf);
  picked.value = [...new Set([...picked.value, ...between])];
  tell();
}
export function pickAll() {
  picked.value = rows().map(idOf);
  tell();
}
export function pickNone() {
  picked.value = [];
  anchor = null;
}
/** Moves from a row to another, and takes both where Shift is held. @param {HTMLElement} row @param {(at: number) => number} to @param {boolean} both */
export function step(row, to, both) {
  const all = rows(),
    i = to(all.indexOf(row));
  if (both && !picked.value.includes(idOf(row))) pick(row);
  focusAt(
    all.map(r => /** @type {HTMLElement} */ (r.querySelector('.pick-at'))),
    i,
  );
  const next = all[Math.max(0, Math.min(all.length - 1, i))];
  if (both && next) pickTo(next);
}
/** A click that chooses, and does not open. @param {MouseEvent} e */
export function pickByClick(e) {
  const el = /** @type {HTMLElement} */ (e.target),
    row = at(el);
  if (!row || !(e.ctrlKey || e.metaKey || e.shiftKey) || el.closest('.edit, input, .ic')) return;
  e.preventDefault();
  e.stopPropagation();
  if (e.shiftKey) pickTo(row);
  else pick(row);
}
/** Words are not marked by the click that ends a range. @param {MouseEvent} e */
export const markNothing = e => {
  if (e.shiftKey && at(e.target) && !(/** @type {HTMLElement} */ (e.target).closest('.edit'))) e.preventDefault();
};
