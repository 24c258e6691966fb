// What an agent proposed by itself, as a card in the inbox: decided line by line, all at once, or put off.
import { html, h, useEffect, useLayoutEffect, useRef, useState } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { daysBetween, dayOf } from '../format.js';
import { openSet, singleKeys, today, zone } from '../state/app.js';
import * as st from '../state/sheet.js';
import { Icon, focusAt, lazy } from './bits.js';
import { reviewKeys } from './keys.js';
import { agentName, whose } from './whose.js';
import { applyLabel, Lasting, Standing, TakeUp } from './docket.js';
import { isFixed, stateOf, stateName, CATEGORIES, category, touched, pressed } from './row.js';
/** @typedef {import('../types.js').SetView} SetView */
/** @typedef {import('../types.js').ItemView} Item */

const RejectReason = lazy(async () => (await import('./reject.js')).RejectReason);

/** Which line was asked why, and where the focus goes then. @typedef {{ n: number, after?: () => void }} Asking */
/** @param {{ s: SetView, i: Item, asking: Asking | null, onAsk: (a: Asking | null) => void }} p */
function Line({ s, i, asking, onAsk }) {
  const fixed = isFixed(s, i),
    drag = useRef({ on: false, x: 0, y: 0 }),
    press = useRef({ timer: 0, fired: false, at: Infinity }),
    rest = useRef({ timer: 0, fired: false, at: Infinity }),
    id = `c-${s.id}-${i.n}`;
  const back = () => {
    onAsk(null);
    document.getElementById(id)?.focus();
  };
  return html`<li class="cline" id=${id} data-n=${i.n} data-state=${stateOf(s, i)} tabindex="-1" aria-labelledby=${`${id}-t ${id}-s`} aria-describedby=${i.why ? `${id}-w` : undefined} ...${touched(s, i, drag.current, rest.current, () => onAsk({ n: i.n }))}>
    <div class="crow"><div class="what"><p id=${`${id}-t`}>${i.label}${
      i.risk !== 'none' &&
      html` <span class="risk" data-risk=${i.risk}><span aria-hidden="true">${i.risk === 'high' ? '▲▲' : '▲'}</span>
      <span class="vh">${t(`page-risk-${i.risk}`)}</span></span>`
    }</p>${i.why && html`<p class="dim" id=${`${id}-w`}>${whose(i) ? html`${whose(i)} <q>${i.why}</q>` : i.why}</p>`}</div>
      <span class="st" id=${`${id}-s`}>${stateName(s, i)}</span>
      ${
        !fixed &&
        html`<span class="cacts"><button class="ic yes" aria-label=${t('page-sign-x', { label: i.label })} aria-pressed=${i.status === 'confirmed'} onClick=${() => st.decide(s, i, i.status === 'confirmed' ? 'undecided' : 'confirmed')}>${h(Icon, { name: 'check' })}</button>
        <button class="ic no" aria-label=${t('page-reject-x', { label: i.label })} aria-pressed=${i.status === 'rejected'} ...${pressed(
          press.current,
          () => st.decide(s, i, i.status === 'rejected' ? 'undecided' : 'rejected'),
          () => onAsk({ n: i.n }),
        )}>${h(Icon, { name: 'x' })}</button></span>`
      }</div>
    ${
      asking &&
      h(RejectReason, {
        label: i.label,
        onPick: (/** @type {string | undefined} */ r) => {
          back();
          st.decide(s, i, 'rejected', r);
          asking.after?.();
        },
        onCancel: back,
      })
    }</li>`;
}

/** @param {{ id: number }} p */
export function Card({ id }) {
  const s = st.sets.value[id],
    [asking, setAsking] = useState(/** @type {Asking | null} */ (null));
  useEffect(() => {
    if (!s) st.loadSet(id);
    RejectReason.load();
  }, [id]);
  // Whoever applied or put off what a card held, and saw it go, goes on at the next one.
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(
    () => () => {
      if (!box.current?.contains(document.activeElement) && !st.receipts.value[id]) return;
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) /** @type {HTMLElement | null} */ (document.querySelector('.iline, .cline, #inbox'))?.focus();
      });
    },
    [id],
  );
  if (!s) return html`<li class="proposal"><p class="dim">${t('ui-loading')}</p></li>`;
  // What was taken back by its proposer is history, not a question.
  const shown = s.items.filter(i => i.status !== 'retracted'),
    open = shown.filter(i => ['pending', 'deferred', 'drifted', 'blocked'].includes(i.status)),
    all = st.toApply(s, true),
    list = st.toApply(s),
    busy = st.applying.value !== null,
    left = daysBetween(today.value, dayOf(s.expires_at, zone.value)),
    rules = s.source.agent === 'rules';
  /** @param {KeyboardEvent} e */
  const keys = e => {
    if ((e.ctrlKey || e.metaKey) && e.key === 'Enter' && list.length > 0) {
      e.preventDefault();
      st.apply(s.id, list);
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1, ...(singleKeys.value ? { j: 1, k: -1 } : {}) }[e.key],
      el = /** @type {HTMLElement} */ (e.target);
    if (step && el.closest('.dk-acts') && !e.ctrlKey && !e.metaKey && !e.altKey) {
      e.preventDefault();
      const own = /** @type {HTMLElement[]} */ ([...(box.current?.querySelectorAll('.cline') ?? [])]),
        all = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.iline, .cline')]),
        at = all.indexOf(/** @type {HTMLElement} */ (own.at(-1)));
      focusAt(all, step > 0 ? at + 1 : at);
      return;
    }
    /** To the sheet, which has room for it. @param {Item} i @param {'o' | 'w' | 'e' | 'x'} key */
    const there = (i, key) => () => openSet(s.id, { n: i.n, key });
    reviewKeys(e, {
      s,
      line: '.cline',
      among: '.iline, .cline',
      asking: asking?.n ?? null,
      ask: (n, after) => setAsking({ n, after }),
      plain: (i, el, row) => /** @type {Record<string, () => void>} */ (el === row ? { Enter: there(i, 'o') } : {}),
      letters: i => ({ o: there(i, 'o'), w: there(i, 'w'), e: there(i, 'e'), x: there(i, 'x') }),
    });
  };
  return html`<li class="proposal" ref=${box}><article aria-labelledby=${`w-${id}`} onKeyDown=${keys}>
    <header class="dk-head">${h(Icon, { name: 'signature' })}<h3 id=${`w-${id}`}>${rules ? t('page-suggests-rules', { n: shown.length }) : t('page-suggests', { agent: agentName(s.source.agent) ?? '', n: shown.length })}</h3>${h(Standing, { set: s })}</header>
    <p class="dim num">#${s.id}${s.source.about ? ` · ${s.source.about}` : ''} · ${left <= 0 ? t('page-expires-today') : t('page-expires', { n: left })}</p>
    ${CATEGORIES.map(c => {
      const these = shown.filter(i => category(i) === c);
      return (
        these.length > 0 &&
        html`<section key=${c}><h4>${t(`page-category-${c}`)} <span class="dim num">${these.length}</span></h4>
      <ul>${these.map(i => h(Line, { key: i.n, s, i, asking: asking?.n === i.n ? asking : null, onAsk: setAsking }))}</ul></section>`
      );
    })}
    ${h(Lasting, { items: list })}
    <footer class="dk-acts">${list.length > 0 && html`<button class="btn primary" disabled=${busy} onClick=${() => st.apply(s.id, list)}>${applyLabel(s, list)}</button>`}
      ${all.length > list.length && html`<button class="btn quiet all" disabled=${busy} onClick=${() => st.apply(s.id, all)}>${applyLabel(s, all, true)}</button>`}${h(TakeUp, { s })}
      <button class="btn quiet" onClick=${(/** @type {UIEvent} */ e) => openSet(s.id, !e.detail)}>${t('page-review')}</button>
      ${open.some(i => i.status !== 'deferred') && html`<button class="btn quiet" title=${t('page-later-hint')} onClick=${() => st.decideAll(s, open, 'deferred')}>${t('page-dismiss')}</button>`}</footer>
  </article></li>`;
}
