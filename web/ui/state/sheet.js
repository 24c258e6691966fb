// Change sets under review: what is decided, edited, applied and taken back. How they stand is in `sets.js`.
import { batch } from '../vendor/preact.js';
import { ApiError, get, post, call, onceKey } from '../api.js';
import { t, word, also } from '../i18n.js';
import { begunAt } from './unsent.js';
import { settings, say, tell, notify, toast, attempt, back, dialog, online } from './app.js';
import {
  sets,
  waiting,
  receipts,
  applying,
  applyingCount,
  under,
  underWay,
  unsure,
  signable,
  lasts,
  premarked,
  marked,
  toApply,
  unheard,
  sent,
  flow,
  put,
  loadSet,
} from './sets.js';
export * from './sets.js';
/** @typedef {import('../types.js').SetView} SetView */
/** @typedef {import('../types.js').ItemView} Item */
/** @typedef {import('../types.js').Receipt} Receipt */

/** Takes a signature, if only after a rejection. @param {Item} i */
export const canSign = i => signable(i) || i.status === 'confirmed' || i.status === 'rejected';
/** Of several, those that one press signs: what is not decided yet. @param {Item[]} items */
export const signableTogether = items => items.filter(i => signable(i) && i.status === 'pending');
/** What was put off, where nothing else is left to be applied: it can be taken up again. @param {SetView} s */
export const putOff = s => (toApply(s, true).length ? [] : s.items.filter(i => i.status === 'deferred' && !unheard(s, i)));
/** Can still be decided one way or the other. @param {Item} i */
export const undecidedYet = i =>
  !i.rejected_with && ['pending', 'deferred', 'drifted', 'invalid', 'blocked', 'confirmed', 'rejected', 'failed', 'unknown'].includes(i.status);
/** Wants a decision yet. @param {Item} i */
const stillOpen = i => !i.rejected_with && ['pending', 'blocked', 'drifted'].includes(i.status);
/** What Apply could still do of a set. @param {SetView} s */
export const ahead = s => s.items.filter(i => stillOpen(i) || ['confirmed', 'deferred'].includes(i.status));
/** @param {SetView} s */
export function tally(s) {
  const n = {
    marked: 0,
    signed: 0,
    rejected: 0,
    deferred: 0,
    open: 0,
    running: 0,
    applied: 0,
    drifted: 0,
    undone: 0,
    failed: 0,
    unknown: 0,
    invalid: 0,
    total: s.items.filter(i => i.status !== 'retracted').length,
  };
  for (const i of s.items) {
    if (unheard(s, i)) n.open++;
    else if (i.status === 'confirmed') {
      n.signed++;
      n.marked++;
    } else if (premarked(s, i)) n.marked++;
    else if (i.status === 'rejected') n.rejected++;
    else if (i.status === 'deferred') n.deferred++;
    else if (underWay(s, i)) n.running++;
    else if (/^(applied|undone|failed|unknown|invalid|drifted)$/.test(i.status)) n[/** @type {'applied'} */ (i.status)]++;
    if (stillOpen(i) && !marked(s, i) && !unheard(s, i)) n.open++;
  }
  return n;
}

/** @param {number} id */
export function showWaiting(id) {
  const set = waiting.value[id]?.set;
  const { [id]: _, ...rest } = waiting.value;
  waiting.value = rest;
  if (set) {
    /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
    put(set);
  }
}
/** How quickly it was signed is told by the event, which is over when what counts it is there. @param {SetView} s @param {Item[]} items */
function signed(s, items) {
  const at = window.event?.timeStamp ?? performance.now();
  import('./attention.js').then(m => m.signed(s, items, at), tell);
}
/** @template T @param {() => Promise<T>} f @returns {Promise<T | undefined>} */
function enqueue(f) {
  flow.writing++;
  const p = flow.queue
    .then(() => {
      flow.writes++;
      return attempt(f);
    })
    .finally(() => flow.writing--);
  flow.queue = p;
  return p;
}
/** Sends a decision until it is answered. Where nobody answered it may have arrived all the same: what is stored tells, and only what still stands as it was shown is decided again. @param {number} id @param {Item[]} items @param {keyof typeof STORED} verdict @param {() => Promise<SetView>} ask @returns {Promise<SetView>} */
async function heard(id, items, verdict, ask) {
  for (let lost = false; ;)
    try {
      if (!lost) return await ask();
      const set = /** @type {SetView} */ (await get(`/api/change-sets/${id}`)),
        now = items.map(was => ({ was, i: set.items.find(x => x.n === was.n) }));
      if (now.every(({ i }) => i?.status === STORED[verdict])) return set;
      if (now.every(({ was, i }) => i?.digest === was.digest && i.status === was.status)) lost = false;
      else {
        notify(t('page-stale'), t('page-unheard', { list: items.map(i => i.label).join(', ') }));
        return set;
      }
    } catch (e) {
      if (!(e instanceof ApiError) || e.status !== 0) throw e;
      lost = true;
      // Drawn anew: whose verdict is not there yet is told by `unheard`.
      await back();
    }
}
/** The verdict that an item got by the last answer to this page. @type {Map<string, ReturnType<typeof asShown>['was']>} */
const answered = new Map();
/** @param {number} id @param {number} n @param {Partial<Item>} part */
function patchItem(id, n, part) {
  const s = sets.value[id];
  if (s) sets.value = { ...sets.value, [id]: { ...s, items: s.items.map(i => (i.n === n ? { ...i, ...part } : i)) } };
}
const VERDICT = /** @type {const} */ ({ pending: 'undecided', confirmed: 'confirmed', rejected: 'rejected', deferred: 'deferred' });
/** An item as it is shown: by its digest, and by its verdict where it has one of its own. @param {Item} i @returns {import('../types.js').SignItem} */
export const asShown = i => {
  const was = i.rejected_with ? undefined : VERDICT[/** @type {keyof typeof VERDICT} */ (i.status)];
  return { item: i.n, digest: i.digest, ...(was ? { was } : {}) };
};
/** What stood before an item was decided on here, while it is as it was. @type {Map<string, { digest: string, verdict: 'confirmed' | 'deferred' | 'undecided' }>} */
const prior = new Map();
const STORED = { confirmed: 'confirmed', rejected: 'rejected', deferred: 'deferred', undecided: 'pending' };
/** @param {SetView} s @param {Item} item @param {'confirmed' | 'rejected' | 'deferred' | 'undecided'} verdict @param {string} [reason] @returns {Promise<void>} */
export async function decide(s, item, verdict, reason) {
  if (verdict === 'confirmed' && !canSign(item)) {
    toast(t('page-cannot-sign', { label: item.label }));
    return;
  }
  // What fell with another is as it was when that one's rejection is taken back.
  const fell = item.rejected_with && s.items.find(i => i.n === item.rejected_with);
  if (fell) {
    if (verdict === 'undecided') await decide(s, fell, verdict);
    else say(t('page-cannot-sign', { label: item.label }));
    return;
  }
  if (!undecidedYet(item)) return;
  // Nothing is signed yet where a mark of the proposal is taken away: that is the person's word, stored like any other.
  if (verdict === 'undecided' && premarked(s, item)) verdict = 'deferred';
  if (verdict === 'confirmed') signed(s, [item]);
  if (verdict === 'confirmed' && settings.value?.settings.applyAsISign) {
    await apply(s.id, [item]);
    return;
  }
  if (verdict !== 'confirmed') withdraw(s.id, [item]);
  const stands = sets.value[s.id]?.items.find(i => i.n === item.n && i.digest === item.digest) ?? item,
    { digest, was } = asShown(stands);
  // Turned down or put off by mistake: it stands again as it did before.
  const key = `${s.id}.${item.n}`,
    unsigned = verdict === 'undecided' && stands.status === 'confirmed',
    last = prior.get(key);
  prior.delete(key);
  const stood = verdict === 'undecided' && last?.digest === digest && !settings.value?.settings.applyAsISign ? last.verdict : undefined,
    remarked = !unsigned && stood === 'undecided';
  if (stood) verdict = unsigned ? 'deferred' : stood;
  else if (verdict !== 'undecided') {
    if (stands.status === 'deferred' || (stands.status === 'confirmed' && verdict !== 'confirmed'))
      prior.set(key, { digest, verdict: stands.status });
    else if (premarked(s, stands)) prior.set(key, { digest, verdict: 'undecided' });
  }
  const part = { status: /** @type {any} */ (STORED[verdict]), reason: reason ?? null, ...(unsigned || remarked ? { preselected: remarked } : {}) };
  patchItem(s.id, item.n, part);
  const now = sets.value[s.id],
    c = now && tally(now);
  say(t('page-decided', { label: item.label, verdict: word('page-status', STORED[verdict]), n: c?.marked ?? 0, of: c?.total ?? 0 }));
  const again = sent.has(key);
  sent.set(key, part);
  const done = await enqueue(async () => {
    try {
      const ask = (/** @type {{ verdict: string, reason?: string, was?: string }} */ body) =>
        call('PUT', `/api/change-sets/${s.id}/items/${item.n}/decision`, { ...body, digest });
      // What it was decided upon may be an earlier word of this page, which was still on its way.
      const before = again ? (answered.get(key) ?? was) : was;
      let set = await heard(s.id, [stands], verdict, () => ask({ verdict, ...(reason ? { reason } : {}), ...(before ? { was: before } : {}) }));
      // A signature that was taken back leaves no mark of the proposal behind: it is signed by the person, or not at all.
      if (unsigned && set.items.some(i => i.n === item.n && premarked(set, i)))
        set = await heard(
          s.id,
          set.items.filter(i => i.n === item.n),
          'deferred',
          () => ask({ verdict: 'deferred', was: 'undecided' }),
        );
      const now = set.items.find(i => i.n === item.n);
      if (now) answered.set(key, asShown(now).was);
      if (sent.get(key) === part) sent.delete(key);
      put(set, true);
      if (verdict !== 'confirmed') forget(s.id, [item]);
      return true;
    } finally {
      if (sent.get(key) === part) sent.delete(key);
    }
  });
  if (!done) loadSet(s.id);
}
/** One verdict for many, in one transaction. @param {SetView} s @param {Item[]} items @param {'confirmed' | 'rejected' | 'deferred' | 'undecided'} verdict */
export async function decideAll(s, items, verdict) {
  const list = items.filter(i => (verdict === 'confirmed' ? signable(i) : undecidedYet(i)));
  if (!list.length) return;
  if (verdict === 'confirmed') signed(s, list);
  else withdraw(s.id, list);
  const shown = list.map(asShown),
    part = {};
  for (const i of list) sent.set(`${s.id}.${i.n}`, part);
  const done = await enqueue(async () => {
    let set;
    try {
      set = await heard(s.id, list, verdict, () => post(`/api/change-sets/${s.id}/decisions`, { verdict, items: shown }));
    } finally {
      for (const i of list) if (sent.get(`${s.id}.${i.n}`) === part) sent.delete(`${s.id}.${i.n}`);
    }
    put(set, true);
    if (verdict !== 'confirmed') forget(s.id, list);
    say(t('page-decided-many', { n: list.length, verdict: word('page-status', STORED[verdict]) }));
    return true;
  });
  if (!done) loadSet(s.id);
}
/** Changes an item: its arguments, excluded targets, or what it builds on. @param {SetView} s @param {Item} item @param {{ args?: any, exclude?: number[], include?: number[], rebase?: true, hunks?: number[], content?: string }} change */
export async function edit(s, item, change) {
  return enqueue(async () => {
    put(await call('PATCH', `/api/change-sets/${s.id}/items/${item.n}`, { digest: item.digest, ...change }), true);
    say(t(change.rebase ? 'page-rebased' : 'page-edited', { label: item.label }));
    return true;
  });
}

/** What was to be changed, and is not there any more. @param {Item} item */
export const goneOf = item => item.drift.find(d => d.field === 'exists' && d.now === false);
const EDITED = new Set([
  'create',
  'update',
  'bulk_update',
  'move_occurrence',
  'skip_occurrence',
  'complete_occurrence',
  'complete',
  'set_status',
  'make_rule',
  'run_command',
]);
/** Items whose arguments, or whose text, the page can edit. @param {Item} item */
export const canEdit = item => !goneOf(item) && ((item.op?.op === 'write_file' && item.status !== 'drifted') || EDITED.has(item.op?.op));
/** Applies go one after the other too: what is signed while one is under way is not lost. @type {Promise<unknown>} */
let turn = Promise.resolve();
/** Applies whose turn has not come, each with its items as they were shown when it was pressed. @typedef {{ id: number, items: Item[], held: boolean }} Pressed @type {Set<Pressed>} */
const pressed = new Set();
/** Signs `items` and applies them with whatever is signed already. @param {number} id @param {Item[]} items */
export function apply(id, items, held = false) {
  const one = { id, items, held };
  pressed.add(one);
  // What was decided before it goes first, and waits as well.
  if (!online.value && flow.writing) toast(t('page-apply-later'));
  turn = turn
    .then(() => applyNow(one))
    .finally(() => pressed.delete(one))
    .catch(tell);
  return turn;
}
/** Sends again what nobody answered. @param {number} id */
export const askAgain = id => apply(id, []);
/** The last word counts: what is turned down is taken out of the applies that wait. @param {number} id @param {Item[]} items */
function withdraw(id, items) {
  for (const one of pressed) if (one.id === id) one.items = one.items.filter(i => !items.some(x => x.n === i.n));
}
/** What was turned down is not asked for again. @param {number} id @param {Item[]} items */
function forget(id, items) {
  if (unsure.value[id]?.body.sign.some((/** @type {{ item: number }} */ x) => items.some(i => i.n === x.item))) setUnsure(id);
}
/** @param {number} id @param {{ key: string, body: any }} [call] */
function setUnsure(id, call) {
  const { [id]: _, ...rest } = unsure.value;
  unsure.value = call ? { ...rest, [id]: call } : rest;
  if (!call) return;
  // When the server is back, by itself; less and less often where it answers everything else.
  const n = (tries.get(call.key) ?? 0) + 1;
  tries.set(call.key, n);
  setTimeout(async () => {
    await back();
    if (unsure.value[id] === call) askAgain(id);
  }, 1000 * n);
}
/** How often an apply was sent, by its key. @type {Map<string, number>} */
const tries = new Map();
/** Until nothing is on its way. */
async function settled() {
  await sending;
  for (let last; last !== flow.queue;) await (last = flow.queue);
}
/** Still what was shown when it was pressed, or signed since. @param {Item} was @param {Item} i */
const asPressed = (was, i) =>
  i.digest === was.digest && (i.status === was.status || i.status === 'confirmed' || (i.status === 'pending' && was.status === 'blocked'));
/** @param {Pressed} one */
async function applyNow(one) {
  const { id } = one,
    // Fetched first: nothing is waited for between looking at the items and signing them.
    commands = one.items.filter(i => i.kind === 'command').length > 1 ? await import('./commands.js') : null,
    // Texts of its question too.
    friction =
      !one.held && sets.value[id]?.items.some(i => i.verb === 'delete' || lasts(i))
        ? (await Promise.all([import('./friction.js'), also('review')]))[0]
        : null,
    needs = sets.value[id]?.items.some(i => i.needs.length > 0) ? (await Promise.all([import('./needs.js'), also('review')]))[0] : null,
    unsaved = sets.value[id]?.items.some(i => begunAt(id, i.n)) ? (await Promise.all([import('./unsaved.js'), also('review')]))[0] : null;
  await settled();
  const lost = unsure.value[id];
  if (lost && pressed.has(one)) {
    // It may have been carried out: its own key tells, before anything is signed anew.
    await sendApply(id, lost.key, lost.body);
    await settled();
  }
  const s = sets.value[id];
  if (!s || !pressed.has(one)) return;
  const both = one.items.map(was => ({ was, i: s.items.find(x => x.n === was.n) })),
    left = both.flatMap(({ was, i }) => (i && asPressed(was, i) ? [i] : [])),
    fresh = left.filter(i => i.status !== 'confirmed');
  if (!left.length) {
    if (both.some(({ was, i }) => i?.digest !== was.digest)) notify(t('page-stale'), t('page-stale-hint'), 'info');
    return;
  }
  const all = s.items.filter(i => i.status === 'confirmed' || left.includes(i));
  if (unsaved?.asks(s, all, () => apply(id, one.items, one.held))) return;
  if (
    needs?.asks(
      s,
      all,
      more => apply(id, [...one.items, ...more], one.held),
      only => apply(id, only, one.held),
    )
  )
    return;
  if (friction?.holds(s, all, () => apply(id, one.items, true))) return;
  // Several commands run one after the other, each with a verdict.
  if (commands && left.length > 1 && left.every(i => i.kind === 'command')) {
    const run = await commands.startRun(s, fresh.map(asShown));
    await loadSet(id);
    for (const next of pressed) if (!run || next.id === id) pressed.delete(next);
    return;
  }
  await sendApply(id, onceKey(), { digest: s.digest, sign: fresh.map(asShown) });
}
/** The apply that was sent last, also one that a dialog or "Ask again" sent. */
let sending = Promise.resolve();
/** @param {number} id @param {string} key @param {any} body */
export const sendApply = (id, key, body) => (sending = send(id, key, body));
/** @param {number} id @param {string} key @param {any} body */
async function send(id, key, body) {
  flow.writes++;
  applying.value = id;
  const signed = sets.value[id]?.items.filter(i => i.status === 'confirmed') ?? [];
  applyingCount.value = body.sign.length + signed.length;
  under.value = [...body.sign.map((/** @type {{ item: number }} */ s) => s.item), ...signed.map(i => i.n)];
  setUnsure(id);
  say(t('page-applying', { n: applyingCount.value }));
  try {
    applied(await post(`/api/change-sets/${id}/apply`, body, { key }));
  } catch (e) {
    // Whoever pressed these did not know of this.
    pressed.clear();
    if (!(e instanceof ApiError)) {
      tell(e);
      return;
    }
    if (e.code === 'confirmation_required' || e.code === 'confirmation_mismatch') {
      const [m] = await Promise.all([import('./friction.js'), also('review')]),
        s = sets.value[id];
      if (s)
        m.asked(
          s,
          s.items.filter(i => under.value.includes(i.n)),
          e.details.counts,
          () => sendApply(id, onceKey(), { ...body, confirm: e.details.token }),
        );
    } else if (e.code === 'drifted') {
      notify(t('page-drifted-refused', { n: e.details?.items?.length ?? 1 }), t('page-drifted-hint'));
      applying.value = null;
      await loadSet(id);
    } else if (e.code === 'stale') {
      notify(t('page-stale'), t('page-stale-hint'), 'info');
      applying.value = null;
      await loadSet(id);
    } else if (e.code === 'already_settled' && e.details?.status === 'applied') {
      notify(t('page-applied-elsewhere'), '', 'info');
      applying.value = null;
      await loadSet(id);
    } else if (e.code === 'cannot_apply' && e.details?.items?.length) {
      await also('review');
      const label = (/** @type {number} */ n) => sets.value[id]?.items.find(i => i.n === n)?.label ?? String(n);
      const why = e.details.items.map(
        (/** @type {{ n: number, problem: import('../types.js').Problem }} */ x) => `${label(x.n)}: ${x.problem.message}`,
      );
      notify(why.join('; '), t('page-cannot-apply-hint'));
      applying.value = null;
      await loadSet(id);
    } else if (e.status === 0) {
      setUnsure(id, { key, body });
      say(t('page-unsure'));
    } else {
      tell(e);
      applying.value = null;
      await loadSet(id);
    }
  } finally {
    applying.value = null;
  }
}
/** @param {Receipt} r */
function applied(r) {
  flow.writes++;
  batch(() => {
    receipts.value = { ...receipts.value, [r.change_set.id]: r };
    sets.value = { ...sets.value, [r.change_set.id]: r.change_set };
  });
  say(r.text);
  // The button that had the focus is gone; the keyboard goes on at the receipt.
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) /** @type {HTMLElement | null} */ (document.querySelector('.receipt'))?.focus();
  });
}

/** The open folder an item is about. @param {Item} i */
export const folderOf = i => i.file?.workspace ?? i.command?.workspace ?? null;
/** What sets were found to be about, so that a row does not walk over all of them. @type {WeakMap<SetView, string[]>} */
const about = new WeakMap();
/** The open folders a set is about. @param {SetView} s @returns {string[]} */
export function folders(s) {
  const known = about.get(s) ?? [...new Set(s.items.flatMap(i => folderOf(i) ?? []))];
  about.set(s, known);
  return known;
}
