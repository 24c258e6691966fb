// What is written somewhere and not sent yet: kept by where it is written, for when the page is left or read anew.
import { signal } from '../vendor/preact.js';

/** Counts that something begins or ceases to be kept, for who shows where. */
const began = signal(0);
/** What this page knows, also where the browser keeps nothing. @type {Map<string, unknown>} */
const here = new Map();
const name = (/** @type {string} */ where) => `unsent ${where}`;
/** @param {string} where @returns {any} what was written there; null where nothing waits */
export function unsent(where) {
  try {
    if (!here.has(where)) here.set(where, JSON.parse(sessionStorage.getItem(name(where)) ?? 'null'));
  } catch {
    /* forbidden, or not ours: nothing waits */
  }
  return here.get(where) ?? null;
}
/** @param {string} where @param {unknown} what nothing, once it was sent or given up */
export function keepUnsent(where, what) {
  if (Boolean(what) !== Boolean(unsent(where))) began.value++;
  here.set(where, what || null);
  try {
    if (what) sessionStorage.setItem(name(where), JSON.stringify(what));
    else sessionStorage.removeItem(name(where));
  } catch {
    /* full or forbidden: kept for this page only */
  }
}
/** Where an item's changes are kept, and where the text is that is put in its file's place. @param {number} set @param {number} n */
export const places = (set, n) => [`item ${set}.${n}`, `text ${set}.${n}`];
/** Something was written at an item and is not saved: drawn anew when that changes. @param {number} set @param {number} n */
export const begunAt = (set, n) => began.value >= 0 && places(set, n).some(unsent);
