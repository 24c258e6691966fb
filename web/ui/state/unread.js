// What of long changes this page has shown.
import { signal } from '../vendor/preact.js';
/** @typedef {import('../types.js').SetView} SetView */
/** @typedef {import('../types.js').ItemView} Item */

/** Long changes of files that this page has shown to their end, as they were then. */
const shownWhole = signal(/** @type {string[]} */ ([]));
/** @param {number} set @param {Item} i */
const asOf = (set, i) => `${set}.${i.n} ${i.digest}`;
/** @param {number} set @param {Item} i */
export const seen = (set, i) => {
  if (!shownWhole.peek().includes(asOf(set, i))) shownWhole.value = [...shownWhole.value, asOf(set, i)];
};
/** More lines than are shown at a glance, that nobody has opened here. @param {SetView} s @param {Item} i */
export const unread = (s, i) =>
  i.file !== null && i.file !== undefined && i.file.added + i.file.removed > GLANCE && !shownWhole.value.includes(asOf(s.id, i));
/** So many lines of a difference are shown at first (COMMANDS-AND-FILES.md "Files"). */
export const GLANCE = 400;
