// A change set as a card in the thread: what it is and where it stands. Decisions are made on the sheet.
import { html, h } from '../vendor/preact.js';
import { t, also } from '../i18n.js';
import { runs } from './runs.js';
import { openSet } from '../state/app.js';
import { sets, missing, tally, toApply, apply, applying, decideAll, due, lasts, putOff } from '../state/sheet.js';
import { oneLine } from '../hidden.js';
import { Icon } from './bits.js';
await also('said');
/** @typedef {import('../types.js').SetView} SetView */

/** One word for where a set stands. @param {SetView} s */
export function standing(s) {
  const n = tally(s),
    has = (/** @type {string} */ st) => s.items.some(i => i.status === st);
  if (applying.value === s.id || has('applying')) return 'applying';
  if (s.status === 'expired') return 'expired';
  if (has('unknown')) return 'unknown';
  if (has('drifted')) return 'drifted';
  if (has('failed')) return 'failed';
  if (s.status === 'resolved') {
    if (has('applied') || has('undone')) return has('applied') ? 'applied' : 'undone';
    const ours = /** @type {const} */ (['replaced', 'withdrawn']).find(why => s.items.some(i => i.status === 'retracted' && i.reason === why));
    return s.items.every(i => i.status === 'retracted') ? (ours ?? 'rejected') : 'rejected';
  }
  if (s.items.length && s.items.every(i => i.status === 'invalid')) return 'invalid';
  if (n.signed && !s.items.some(i => ['pending', 'blocked', 'deferred'].includes(i.status))) return 'signed';
  return n.signed || n.rejected || n.applied || n.deferred ? 'partly' : 'ready';
}
const TONE = {
  applying: 'running',
  expired: 'rejected',
  unknown: 'failed',
  drifted: 'drifted',
  failed: 'failed',
  applied: 'applied',
  undone: 'undone',
  rejected: 'rejected',
  withdrawn: 'undone',
  replaced: 'undone',
  invalid: 'failed',
  signed: 'confirmed',
  partly: 'pending',
  ready: 'pending',
};
/** @param {{ set: SetView }} p */
export const Standing = ({ set }) => {
  const s = standing(set);
  return html`<span class="st" data-state=${TONE[s]}>${t(`page-set-${s}`)}</span>`;
};

/** "3 to add · 2 to change · 1 to delete", without what is not there: items, as the rows, the tally, the inbox and the terminal count them. What becomes of how many todos is said by the line of its effect. @param {import('../types.js').Counts} c */
export const countsLine = c =>
  /** @type {const} */ (['add', 'change', 'delete', 'run'])
    .filter(k => c[k])
    .map(k => t(`page-count-${k}`, { n: c[k] }))
    .join(' · ') || t('page-count-none');
/** What is over says what became of its items; what is not, what they would do. @param {SetView} s */
export function inShort(s) {
  if (s.status !== 'resolved') return countsLine(s.counts);
  const n = tally(s);
  return (
    /** @type {const} */ (['applied', 'undone', 'rejected', 'deferred'])
      .filter(k => n[k] > 0)
      .map(k => `${n[k]} ${t(`page-n-${k}`, { n: n[k] })}`)
      .join(' · ') || countsLine(s.counts)
  );
}
/** The line of truth beside a button that applies: how much of it cannot be taken back, and which commands those are that it runs. @param {{ items: import('../types.js').ItemView[] }} p */
export const Lasting = ({ items }) => {
  const n = items.filter(lasts).length;
  return html`${n > 0 && html`<p class="truth">${h(Icon, { name: 'triangle-alert', size: 14 })}<span>${t('page-lasting', { n })}</span></p>`}${items.length > 1 && items.every(i => i.kind === 'command') && html`<p class="clip">${items.map((i, k) => html`${k > 0 && ', '}<code key=${i.n}>${oneLine(i.command?.command ?? i.label)}</code>`)}</p>`}`;
};
/** The label of a button that applies: the effect, where it is one thing; all, where it is all. @param {SetView} s @param {import('../types.js').ItemView[]} items @param {boolean} [all] */
export function applyLabel(s, items, all = false) {
  const gone = items.filter(i => i.verb === 'delete');
  const only = (/** @type {string} */ kind) => items.length > 0 && items.every(i => i.kind === kind);
  if (only('command')) return runs(items);
  if (gone.length === items.length && only('file')) return t('page-apply-erase', { n: items.length });
  if (gone.length === items.length && only('todo')) return t('page-apply-deletes', { n: gone.reduce((n, i) => n + Math.max(1, i.preview_total), 0) });
  if (!items.length) return t('page-apply-none');
  if (!all) return t('page-apply', { n: items.length });
  // "All" is said only where nothing is left out that could be done.
  const out = s.items.filter(i => due(i) && !items.includes(i));
  return t(out.some(lasts) ? 'page-apply-undoable' : out.length || items.length === 1 ? 'page-apply-rest' : 'page-apply-all', { n: items.length });
}

/** What was put off waits for the person to come back to it: only then is it part of "all" again. @param {{ s: SetView }} p */
export const TakeUp = ({ s }) => {
  const off = putOff(s);
  return (
    off.length > 0 &&
    html`<button class="btn quiet take-up" onClick=${() => decideAll(s, off, 'undecided')}>${h(Icon, { name: 'undo-2', size: 14 })}${t('page-take-up', { n: off.length })}</button>`
  );
};
/** So many items that cannot be signed say why. */
const NAMED = 3;
/** @param {{ id: number }} p */
export function Docket({ id }) {
  const s = sets.value[id];
  if (!s)
    return html`<div class="docket"><p class="dim">${t(missing.value.includes(id) ? 'page-set-missing' : 'ui-loading', { id: String(id) })}</p></div>`;
  const all = toApply(s, true),
    open = s.status === 'pending' || s.status === 'partially_resolved',
    wrong = s.items.filter(i => i.status === 'invalid' && i.problems.length > 0);
  return html`<article class="docket" data-now="docket" aria-label=${t('page-set-label', { id: String(s.id) })}>
    <div class="dk-head">${h(Icon, { name: 'signature' })}<b>${t('page-set-title', { id: String(s.id) })}</b>${h(Standing, { set: s })}</div>
    <p class="num">${inShort(s)}</p>
    ${wrong.slice(0, NAMED).map(i => html`<p class="warn badp" key=${i.n}>${i.label}: ${i.problems[0]?.message}. <span>${i.problems[0]?.hint}</span></p>`)}
    ${wrong.length > NAMED && html`<p class="dim num">${t('page-docket-wrong', { n: wrong.length - NAMED })}</p>`}
    <div class="dk-acts"><button class="btn quiet" onClick=${(/** @type {UIEvent} */ e) => openSet(s.id, !e.detail)}>${t(open ? 'page-review' : 'page-look')}</button>
      ${
        open &&
        all.length > 0 &&
        html`<button class="btn quiet" disabled=${applying.value !== null} onClick=${() => {
          openSet(s.id);
          apply(s.id, all);
        }}>${applyLabel(s, all, true)}</button>`
      }${open && h(TakeUp, { s })}</div>
  </article>`;
}
