// Change sets as they are shown: which are known, how they stand, and what Apply would do. What is done to them is in `sheet.js`, which is fetched when there is one.
import { signal, computed } from '../vendor/preact.js';
import { ApiError, get } from '../api.js';
import { t, word } from '../i18n.js';
import { route, say, tell, watch, hear, online } from './app.js';
/** @typedef {import('../types.js').SetView} SetView */
/** @typedef {import('../types.js').ItemView} Item */
/** @typedef {import('../types.js').Receipt} Receipt */

export const sets = signal(/** @type {Record<number, SetView>} */ ({}));
/** A newer version that waits because the person is at a row: nothing under a finger is redrawn. */
export const waiting = signal(/** @type {Record<number, { set: SetView, changed: number }>} */ ({}));
/** "v2: 2 changed", per set. */
export const versions = signal(/** @type {Record<number, { version: number, changed: number }>} */ ({}));
export const receipts = signal(/** @type {Record<number, Receipt>} */ ({}));
export const applying = signal(/** @type {number | null} */ (null));
/** How many items the apply under way carries out: those it signs and those signed before. */
export const applyingCount = signal(0);
/** The items that this page had applied, while it waits for the answer. */
export const under = signal(/** @type {number[]} */ ([]));
/** Whether an item is being carried out, by this page or another. @param {SetView} set @param {Item} item */
export const underWay = (set, item) => item.status === 'applying' || (applying.value === set.id && under.value.includes(item.n));
/** An apply nobody answered, per set: the same call with the same key can be sent again without harm. @type {import('../vendor/preact.js').Signal<Record<number, { key: string, body: any }>>} */
export const unsure = signal({});
export const currentId = computed(() => Number(route.value.q.set) || null);
export const current = computed(() => (currentId.value ? (sets.value[currentId.value] ?? null) : null));
/** The item in the inspector. */
export const openItem = signal(/** @type {number | null} */ (null));

/** What an item needs is applied, or `chosen` with it. @param {SetView} s @param {Item} i @param {(d: Item) => boolean} chosen @returns {boolean} */
const needsMet = (s, i, chosen) =>
  i.needs.every(n => {
    const d = s.items.find(x => x.n === n);
    return !d || d.status === 'applied' || chosen(d);
  });
/** Can be signed as it stands. @param {Item} i */
export const signable = i => ['pending', 'deferred', 'failed', 'unknown'].includes(i.status) && !i.problems.length;
/** Whether what it does cannot be taken back: a rule is revoked, and a command that only looks leaves nothing. @param {Item} i */
export const lasts = i => !i.reversible && i.kind !== 'rule' && i.command?.undo !== 'nothing';
/** Waits to be carried out as it stands; what may have happened already does not. @param {Item} i */
export const due = i => i.status === 'confirmed' || (signable(i) && i.status !== 'unknown');
/** Can be signed together with all the others of its set: what nobody decided on yet. What was put off is decided, and what needs it waits with it; what cannot be taken back, or failed, is signed by itself. @param {SetView} s @param {Item} i @returns {boolean} */
export const signableInAll = (s, i) =>
  i.status === 'confirmed' ||
  (!lasts(i) &&
    !['deferred', 'failed'].includes(i.status) &&
    (due(i) || (i.status === 'blocked' && !i.problems.length)) &&
    needsMet(s, i, d => signableInAll(s, d)));
/** What could be signed, and is left out together with what it needs. @param {SetView} s */
export const leftWithNeeds = s =>
  s.items.filter(i => ['pending', 'blocked'].includes(i.status) && !i.problems.length && !lasts(i) && !needsMet(s, i, d => signableInAll(s, d)));
/** Drawn as marked though nothing is stored: Apply signs it. @param {SetView} s @param {Item} i @returns {boolean} */
export const premarked = (s, i) =>
  i.preselected &&
  !lasts(i) &&
  !i.problems.length &&
  s.status !== 'expired' &&
  (i.status === 'pending' || i.status === 'blocked') &&
  needsMet(s, i, d => marked(s, d));
/** @param {SetView} s @param {Item} i */
export const marked = (s, i) => (i.status === 'confirmed' && !unheard(s, i)) || premarked(s, i);
/** What Apply would sign and do: marked items, or all that can be signed. @param {SetView} s @param {boolean} [all] */
export const toApply = (s, all = false) => s.items.filter(i => (all ? signableInAll(s, i) : marked(s, i)));

/** What this page writes and is answered. Decisions go one after the other (`queue`), so that a later answer never overtakes an earlier one; `writing` of them have no answer yet. `writes` counts what was begun and what was answered: a set that was read across one of these may be older than what is shown. */
export const flow = { queue: /** @type {Promise<unknown>} */ (Promise.resolve()), writing: 0, writes: 0 };
/** Verdicts on their way to the server: an answer to an earlier one must not take them off the screen. @type {Map<string, Partial<Item>>} */
export const sent = new Map();
/** Decided on while nobody answers: it is sent again when the server is back. @param {SetView} s @param {Item} i */
export const unheard = (s, i) => !online.value && sent.has(`${s.id}.${i.n}`);
/** @param {SetView} set */
const withSent = set => ({
  ...set,
  items: set.items.map(i => {
    const part = sent.get(`${set.id}.${i.n}`);
    return part ? { ...named(i), ...part } : named(i);
  }),
});
/** What has no title is called so, not by empty quotation marks. @param {Item} i @returns {Item} */
const named = i => (i.op?.op === 'create' && !String(i.op.title ?? '').trim() ? { ...i, label: t('page-no-title'), target: t('page-no-title') } : i);
/** Sets that this page wrote to: news of them may be older than the answer it got. @type {Set<number>} */
const mine = new Set();
/** Takes a set as the server has it. @param {SetView} set @param {boolean} [own] the person caused it */
export function put(set, own = false) {
  if (own) {
    flow.writes++;
    mine.add(set.id);
  }
  const before = sets.value[set.id];
  if (before && before.version < set.version) {
    const old = new Map(before.items.map(i => [i.n, i.digest]));
    const changed = set.items.filter(i => old.get(i.n) !== i.digest).length + before.items.filter(i => !set.items.some(x => x.n === i.n)).length;
    if (!own && currentId.value === set.id && document.activeElement?.closest('.rows')) {
      waiting.value = { ...waiting.value, [set.id]: { set, changed } };
      say(t('page-version-waiting', { version: String(set.version), changed }));
      return;
    }
    if (!own) {
      versions.value = { ...versions.value, [set.id]: { version: set.version, changed } };
      say(t('page-version-note', { version: String(set.version), changed }));
    }
  }
  sets.value = { ...sets.value, [set.id]: withSent(set) };
}
/** Sets the server does not have. */
export const missing = signal(/** @type {number[]} */ ([]));
/** Sets that are being read, and whether to read once more. @type {Map<number, { again: boolean, done: Promise<void> }>} */
const reading = new Map();
/** Reads a set. Reads of one set go one after the other, and never put what is older than a write of ours. @param {number} id @returns {Promise<void>} */
export function loadSet(id) {
  const under = reading.get(id);
  if (under) {
    under.again = true;
    return under.done;
  }
  const one = { again: true, done: Promise.resolve() };
  reading.set(id, one);
  one.done = read(id, one).finally(() => reading.delete(id));
  return one.done;
}
/** @param {number} id @param {{ again: boolean }} one */
async function read(id, one) {
  try {
    while (one.again) {
      one.again = false;
      await flow.queue;
      const before = flow.writes,
        set = await get(`/api/change-sets/${id}`);
      if (before === flow.writes) put(set);
      else one.again = true;
    }
  } catch (e) {
    if (e instanceof ApiError && e.status === 404) missing.value = [...missing.value, id];
    else tell(e);
  }
}
watch((what, touched) => {
  const id = currentId.value;
  if (id && applying.value === null && (touched?.has(id) ?? (what.includes('inbox') || what.includes('todos')))) loadSet(id);
});
hear(news => {
  const { set: id, version, set_status: status, blast, resolved_at, view: item } = news,
    s = sets.value[id];
  if (!s) return;
  // What ended is under way no more, though the apply that it belongs to is.
  if (applying.value === id && ['applied', 'failed', 'unknown'].includes(item.status)) under.value = under.value.filter(n => n !== item.n);
  const was = s.items.find(i => i.n === item.n);
  // What is being read or written may be newer, as may be what was answered before; another version is shown as a whole.
  if (s.version !== version || flow.writing || reading.has(id) || (mine.has(id) && was?.status !== item.status)) {
    loadSet(id);
    return;
  }
  put({ ...s, status, blast, resolved_at, items: s.items.map(i => (i.n === item.n ? item : i)) });
  if (id === currentId.value && item.status === 'drifted' && was?.status !== 'drifted') say(`${item.label}. ${word('page-status', item.status)}`);
});
