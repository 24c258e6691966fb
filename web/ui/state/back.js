// Taking back what was applied: each is a proposal of its own.
import { ApiError, post } from '../api.js';
import { t } from '../i18n.js';
import { attempt, byKeys, dialog, openSet, tell, toast } from './app.js';
import { apply, put, receipts, toApply } from './sheet.js';
/** @typedef {import('../types.js').SetView} SetView */

/** @typedef {{ items?: number[], conflicts?: 'stop' | 'with_later' | 'keep', now?: string }} Opts `now`: at once, and what is said to be taken back */
/** Proposes taking an entry back, and opens the proposal. @param {number} seq @param {Opts} [opts] */
export const undo = (seq, opts) => takeBack(`/api/ledger/${seq}/undo`, opts);
/** The same of all that a set did, in one apply or several. @param {number} id */
export const undoSet = id => takeBack(`/api/change-sets/${id}/undo`);

/** @param {string} where @param {Opts} [opts] */
async function takeBack(where, { now, ...body } = {}) {
  const keyed = byKeys();
  try {
    const set = /** @type {SetView} */ (await post(where, body));
    put(set, true);
    // From a toast there is nothing to look over: the person takes back what they did a moment ago.
    if (now) {
      await apply(set.id, toApply(set, true));
      const r = receipts.value[set.id];
      if (r?.outcome === 'applied') toast(t('page-undone-x', { what: now }));
      else if (r) toast(r.text);
      else openSet(set.id);
    } else openSet(set.id, keyed);
  } catch (e) {
    if (e instanceof ApiError && e.code === 'undo_conflict')
      dialog.value = {
        kind: 'undo',
        conflict: e.details,
        go: (/** @type {'with_later' | 'keep'} */ conflicts) => takeBack(where, { ...body, conflicts }),
      };
    else tell(e);
  }
}
/** Proposes going back to the state right after an entry. @param {number} to */
export async function rewind(to) {
  const keyed = byKeys();
  await attempt(async () => {
    const set = /** @type {SetView} */ (await post('/api/rewind', { to }));
    put(set, true);
    openSet(set.id, keyed);
  });
}
/** Takes a set that something else of the page made. @param {SetView} set */
export function adopt(set) {
  put(set, true);
  openSet(set.id);
}
