// How quickly items were signed: said back to the person, kept nowhere else.
import { signal } from '../vendor/preact.js';
import { settings } from './app.js';
/** @typedef {import('../types.js').SetView} SetView */
/** @typedef {import('../types.js').ItemView} Item */

/** So many signatures within so many milliseconds are quicker than reading. */
const MANY = 8;
const WITHIN = 10_000;

/** What was signed lately: when, of which set, and whether it deletes. @type {{ at: number, set: number, n: number, deletes: boolean }[]} */
let lately = [];
/** "11 signed in 6 s, 2 were deletes": per set. */
export const hasty = signal(/** @type {Record<number, { n: number, seconds: number, deletes: number, first: number }>} */ ({}));

/** @param {SetView} s @param {Item[]} items @param {number} at when, by the event: a page that was busy hears of it late */
export function signed(s, items, at) {
  if (settings.value?.settings.attention === 'off') return;
  lately = lately.filter(x => at - x.at <= WITHIN && !(x.set === s.id && items.some(i => i.n === x.n)));
  for (const i of items) lately.push({ at, set: s.id, n: i.n, deletes: i.verb === 'delete' });
  const here = lately.filter(x => x.set === s.id),
    deletes = here.filter(x => x.deletes);
  if (here.length < MANY) return;
  const seconds = Math.max(1, Math.round((at - Math.min(...here.map(x => x.at))) / 1000));
  hasty.value = { ...hasty.value, [s.id]: { n: here.length, seconds, deletes: deletes.length, first: (deletes[0] ?? here[0])?.n ?? 0 } };
}
/** The person has looked, or knows. @param {number} id */
export function calm(id) {
  const { [id]: _, ...rest } = hasty.value;
  hasty.value = rest;
  lately = lately.filter(x => x.set !== id);
}
