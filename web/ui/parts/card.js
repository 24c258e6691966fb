// What an agent proposed by itself, as a card in the inbox: decided line by line, all at once, or put off.
import { html, h, useEffect, useRef, useState } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { daysBetween, dayOf } from '../format.js';
import { openSet, singleKeys, today, zone } from '../state/app.js';
import * as st from '../state/sheet.js';
import { Icon, focusAt, lazy } from './bits.js';
import { applyLabel, Standing } from './docket.js';
import { isFixed, stateOf, stateName, CATEGORIES, category, swipe, pressed } from './row.js';
/** @typedef {import('../types.js').SetView} SetView */
/** @typedef {import('../types.js').ItemView} Item */

const RejectReason = lazy(async () => (await import('./reject.js')).RejectReason);

/** @param {{ s: SetView, i: Item, asking: boolean, onAsk: (n: number | null) => void }} p */
function Line({ s, i, asking, onAsk }) {
  const fixed = isFixed(s, i),
    drag = useRef({ on: false, x: 0, y: 0 }),
    press = useRef({ timer: 0, fired: false, at: Infinity }),
    id = `c-${s.id}-${i.n}`;
  const back = () => {
    onAsk(null);
    document.getElementById(id)?.focus();
  };
  return html`<li class="cline" id=${id} data-n=${i.n} data-state=${stateOf(s, i)} tabindex="-1" aria-labelledby=${`${id}-t ${id}-s`} ...${swipe(s, i, drag.current)}>
    <div class="crow"><div class="what"><p id=${`${id}-t`}>${i.label}${
      i.risk !== 'none' &&
      html` <span class="risk" data-risk=${i.risk}><span aria-hidden="true">${i.risk === 'high' ? '▲▲' : '▲'}</span>
      <span class="vh">${t(`page-risk-${i.risk}`)}</span></span>`
    }</p>${i.why && html`<p class="dim">${i.why}</p>`}</div>
      <span class="st" id=${`${id}-s`}>${stateName(s, i)}</span>
      ${
        !fixed &&
        html`<span class="cacts"><button class="ic yes" aria-label=${t('page-sign-x', { label: i.label })} aria-pressed=${i.status === 'confirmed'} onClick=${() => st.decide(s, i, i.status === 'confirmed' ? 'undecided' : 'confirmed')}>${h(Icon, { name: 'check' })}</button>
        <button class="ic no" aria-label=${t('page-reject-x', { label: i.label })} aria-pressed=${i.status === 'rejected'} ...${pressed(
          press.current,
          () => st.decide(s, i, i.status === 'rejected' ? 'undecided' : 'rejected'),
          () => onAsk(i.n),
        )}>${h(Icon, { name: 'x' })}</button></span>`
      }</div>
    ${
      asking &&
      h(RejectReason, {
        label: i.label,
        onPick: (/** @type {string | undefined} */ r) => {
          back();
          st.decide(s, i, 'rejected', r);
        },
        onCancel: back,
      })
    }</li>`;
}

/** @param {{ id: number }} p */
export function Card({ id }) {
  const s = st.sets.value[id],
    [asking, setAsking] = useState(/** @type {number | null} */ (null));
  useEffect(() => {
    if (!s) st.loadSet(id);
    RejectReason.load();
  }, [id]);
  if (!s) return html`<li class="proposal"><p class="dim">${t('ui-loading')}</p></li>`;
  // What was taken back by its proposer is history, not a question.
  const shown = s.items.filter(i => i.status !== 'retracted'),
    open = shown.filter(i => ['pending', 'deferred', 'drifted', 'blocked'].includes(i.status)),
    all = st.toApply(s, true),
    list = st.toApply(s),
    busy = st.applying.value !== null,
    left = daysBetween(today.value, dayOf(s.expires_at, zone.value)),
    name = ['planner', 'rules'].includes(s.source.agent ?? '') ? t(`page-agent-${s.source.agent}`) : (s.source.agent ?? '');
  /** Single keys work only while a line has the focus (WCAG 2.1.4). @param {KeyboardEvent} e */
  const keys = e => {
    const el = /** @type {HTMLElement} */ (e.target),
      line = /** @type {HTMLElement | null} */ (el.closest('.cline'));
    if (!line || e.metaKey || e.ctrlKey || e.altKey || el.matches('input')) return;
    const lines = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.cline')]),
      at = lines.indexOf(line),
      item = s.items.find(i => i.n === Number(line.dataset.n));
    if (!item) return;
    const next = () => focusAt(lines, at + 1),
      say = (/** @type {'confirmed' | 'deferred' | 'rejected'} */ verdict) => () => {
        if (isFixed(s, item)) return;
        st.decide(s, item, verdict);
        next();
      };
    /** @type {Record<string, () => void>} */
    const plain = { ArrowDown: next, ArrowUp: () => focusAt(lines, at - 1), ...(el === line ? { Enter: () => openSet(s.id) } : {}) };
    /** @type {Record<string, () => void>} */
    const letters = {
      j: next,
      k: () => focusAt(lines, at - 1),
      y: say('confirmed'),
      d: say('deferred'),
      n: () => setAsking(item.n),
      u: () => st.decide(s, item, 'undecided'),
      a: () => st.apply(s.id, st.toApply(s)),
    };
    // While the reasons are on their way, what is typed is meant for them.
    const act = plain[e.key] ?? (singleKeys.value && asking !== item.n ? letters[e.key] : undefined);
    if (act) {
      e.preventDefault();
      e.stopPropagation();
      act();
    }
  };
  return html`<li class="proposal"><article aria-labelledby=${`w-${id}`} onKeyDown=${keys}>
    <header class="dk-head">${h(Icon, { name: 'signature' })}<h3 id=${`w-${id}`}>${t('page-suggests', { agent: name, n: shown.length })}</h3>${h(Standing, { set: s })}</header>
    <p class="dim num">#${s.id}${s.source.about ? ` · ${s.source.about}` : ''} · ${left <= 0 ? t('page-expires-today') : t('page-expires', { n: left })}</p>
    ${CATEGORIES.map(c => {
      const these = shown.filter(i => category(i) === c);
      return (
        these.length > 0 &&
        html`<section key=${c}><h4>${t(`page-category-${c}`)} <span class="dim num">${these.length}</span></h4>
      <ul>${these.map(i => h(Line, { key: i.n, s, i, asking: asking === i.n, onAsk: setAsking }))}</ul></section>`
      );
    })}
    <footer class="dk-acts">${list.length > 0 && html`<button class="btn primary" disabled=${busy} onClick=${() => st.apply(s.id, list)}>${applyLabel(s, list)}</button>`}
      ${all.length > list.length && html`<button class="btn quiet all" disabled=${busy} onClick=${() => st.apply(s.id, all)}>${applyLabel(s, all, true)}</button>`}
      <button class="btn quiet" onClick=${() => openSet(s.id)}>${t('page-review')}</button>
      ${open.some(i => i.status !== 'deferred') && html`<button class="btn quiet" title=${t('page-later-hint')} onClick=${() => st.decideAll(s, open, 'deferred')}>${t('page-dismiss')}</button>`}</footer>
  </article></li>`;
}
