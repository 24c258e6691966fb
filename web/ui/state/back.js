// Taking back what was applied: each is a proposal of its own.
import { ApiError, post } from '../api.js';
import { t } from '../i18n.js';
import { attempt, byKeys, dialog, openSet, tell, toast } from './app.js';
import { apply, put, receipts, toApply } from './sheet.js';
/** @typedef {import('../types.js').SetView} SetView */

/** Proposes taking an entry back, and opens the proposal. @param {number} seq @param {{ items?: number[], conflicts?: 'stop' | 'with_later' | 'keep', now?: string }} [opts] `now`: at once, and what is said to be taken back */
export async function undo(seq, { now, ...body } = {}) {
  const keyed = byKeys();
  try {
    const set = /** @type {SetView} */ (await post(`/api/ledger/${seq}/undo`, body));
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
      dialog.value = { kind: 'undo', conflict: e.details, go: (/** @type {'with_later' | 'keep'} */ conflicts) => undo(seq, { ...body, conflicts }) };
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
