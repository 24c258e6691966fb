// Commands that are tried in a copy of their folder: one of an item at a time, with what came of it.
import { signal } from '../vendor/preact.js';
import { ApiError, post } from '../api.js';
import { openSet } from './app.js';
import { currentId } from './sheet.js';
/** @typedef {import('../types.js').CommandPreview} Tried */
/** @typedef {{ busy: boolean, tried: Tried | null, wrong: { message: string, hint: string } | null }} Try */

/** By set and item, as it was then. */
const tries = signal(/** @type {Record<string, Try>} */ ({}));
/** @param {number} set @param {import('../types.js').ItemView} i */
const key = (set, i) => `${set}.${i.n} ${i.digest}`;
/** @param {number} set @param {import('../types.js').ItemView} i */
export const tryOf = (set, i) => tries.value[key(set, i)] ?? null;
/** It came to its end well, and all it did can be signed. @param {Tried} t */
export const smooth = t => t.exit === 0 && !t.timed_out && !t.left_out.length && !t.ignored && !t.lost;
/** @param {number} set @param {import('../types.js').ItemView} i */
export async function tryOut(set, i) {
  const at = key(set, i),
    put = (/** @type {Try} */ t) => {
      tries.value = { ...tries.value, [at]: t };
    };
  if (tries.peek()[at]?.busy) return;
  put({ busy: true, tried: null, wrong: null });
  try {
    const tried = /** @type {Tried} */ (await post(`/api/change-sets/${set}/items/${i.n}/preview`, {}));
    put({ busy: false, tried, wrong: null });
    // What did not go smoothly is read first.
    if (tried.change_set && smooth(tried) && currentId.peek() === set) openSet(tried.change_set.id);
  } catch (e) {
    if (!(e instanceof ApiError)) throw e;
    put({ busy: false, tried: null, wrong: { message: e.message, hint: e.hint ?? '' } });
  }
}
