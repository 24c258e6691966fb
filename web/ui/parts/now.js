// The Now bar: what matters and is out of sight, in one line above the composer (S1-12…14).
import { html, h, useEffect, useRef } from '../vendor/preact.js';
import { t, also } from '../i18n.js';
import { openSet, status } from '../state/app.js';
import * as desk from '../state/desk.js';
import { sets, due, toApply, apply, applying } from '../state/sheet.js';
import { shown as commands } from '../state/commands.js';
import { SLOTS, now, setNow, close, hide, clear, fill } from '../state/now.js';
import { countsLine, applyLabel } from './docket.js';
import { needsBanner } from './model-line.js';
import { Icon, lazy } from './bits.js';
/** @typedef {import('../types.js').Turn} Turn */

const CutOff = lazy(async () => (await Promise.all([import('./cut-off.js'), also('commands')]))[0].CutOff);
const CommandsPanel = lazy(async () => (await import('./commands-panel.js')).CommandsPanel);

/** Shorter answers are read at a glance; a bar for them would be noise. */
const LONG = 200;

/** Brings a part of the last answer back into sight. @param {string} what */
function show(what) {
  const log = document.querySelector('.log'),
    part = last()?.querySelector(`[data-now=${what}]`);
  if (!log || !part) return;
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches,
    top = log.scrollTop + part.getBoundingClientRect().top - log.getBoundingClientRect().top - 12;
  // The thread keeps to its end until somebody leaves it: a smooth scroll has not yet begun when the bar goes.
  log.dispatchEvent(new Event('leave'));
  log.scrollTo({ top, behavior: calm ? 'auto' : 'smooth' });
}
const last = () => [...document.querySelectorAll('.msg.agent')].at(-1) ?? null;
const turnOf = (/** @type {string} */ key) => desk.turns.value.find(x => x.key === key);

/** @param {{ turn: string, entry: string }} p */
function Summary({ turn: key, entry }) {
  const turn = turnOf(key);
  if (!turn) return null;
  return html`<p class="clip nb-text">${turn.text || turn.said}</p>
    <div class="nb-acts">${(turn.reply?.next_steps ?? []).slice(0, 3).map(
      (s, i) =>
        html`<button class="chip" key=${i} onClick=${() => {
          fill(s.input_text);
          hide(entry);
        }}>${s.label}</button>`,
    )}
    <button class="link" onClick=${() => {
      hide(entry);
      show('summary');
    }}>${t('page-now-details')} <span aria-hidden="true">↑</span></button></div>`;
}
/** @param {{ turn: string }} p */
function Trouble({ turn: key }) {
  const turn = turnOf(key);
  if (!turn) return null;
  const said = turn.reply?.blocked?.message ?? turn.recoveries.at(-1)?.message ?? turn.error?.message ?? '';
  return html`<p class="clip nb-text">${h(Icon, { name: 'triangle-alert', size: 16 })} ${said}</p>
    <div class="nb-acts"><button class="btn quiet" onClick=${() => desk.again(turn)}>${t('page-again')}</button>
    ${turn.reply && html`<button class="btn quiet" onClick=${() => desk.putBannerAway(turn.key)}>${t('page-continue')}</button>`}</div>`;
}
/** @param {{ set: number }} p */
function Pending({ set: id }) {
  const s = sets.value[id];
  if (!s) return null;
  const all = toApply(s, true);
  return html`<p class="clip nb-text num"><b>${t('page-set-title', { id: String(id) })}</b> · ${countsLine(s.counts)}</p>
    <div class="nb-acts"><button class="btn quiet" onClick=${(/** @type {UIEvent} */ e) => openSet(id, !e.detail)}>${t('page-review')}</button>${
      all.length > 0 &&
      html`<button class="btn quiet" disabled=${applying.value !== null} onClick=${() => {
        openSet(id);
        apply(id, all);
      }}>${applyLabel(s, all, true)}</button>`
    }</div>`;
}

/** Which parts of the last answer are out of sight, told as that changes. @param {(seen: Record<string, boolean>) => void} tell */
function useSight(tell) {
  const latest = useRef(tell),
    seen = useRef(/** @type {Record<string, boolean>} */ ({})),
    watched = useRef(/** @type {Element[]} */ ([])),
    io = useRef(/** @type {IntersectionObserver | null} */ (null));
  latest.current = tell;
  useEffect(() => {
    io.current = new IntersectionObserver(
      list => {
        for (const e of list) seen.current[/** @type {HTMLElement} */ (e.target).dataset.now ?? ''] = e.isIntersecting;
        latest.current(seen.current);
      },
      { root: document.querySelector('.log') },
    );
    return () => io.current?.disconnect();
  }, []);
  // After every drawing: what is watched may have come, gone or been replaced.
  useEffect(() => {
    const found = [...(last()?.querySelectorAll('[data-now]') ?? [])];
    if (found.length === watched.current.length && found.every((e, i) => e === watched.current[i])) return tell(seen.current);
    io.current?.disconnect();
    seen.current = {};
    watched.current = found;
    for (const e of found) io.current?.observe(e);
    if (!found.length) tell({});
  });
}

export function NowBar() {
  const turn = desk.turns.value.at(-1),
    set = turn?.set ? sets.value[turn.set] : null,
    trouble = turn ? needsBanner(turn) : false,
    cut = status.value?.recovery?.[0],
    broken = status.value?.broken,
    differing = status.value?.differing ?? 0,
    fault = status.value?.looks ?? status.value?.models_problem;
  useEffect(() => clear, [desk.session.value, desk.turns.value.length]);
  useSight(seen => {
    const gone = (/** @type {string} */ what) => seen[what] === false,
      ended = turn && turn.status !== 'running';
    const open = set && (set.status === 'pending' || set.status === 'partially_resolved') && set.items.some(due);
    setNow(
      'recovery',
      cut
        ? { key: `${cut.set}:${cut.state}:${cut.message}:cut`, view: CutOff, props: { cut } }
        : turn && ended && trouble && gone('recovery')
          ? { key: `${turn.id}:recovery`, view: Trouble, props: { turn: turn.key } }
          : status.value?.damaged
            ? { key: 'damaged', view: CutOff, props: { cut: { damaged: true } } }
            : broken
              ? { key: `broken:${broken.seq}`, view: CutOff, props: { cut: broken } }
              : differing
                ? { key: `differing:${differing}`, view: CutOff, props: { cut: { differing } } }
                : null,
    );
    setNow(
      'failure',
      turn?.status === 'failed' && !trouble && gone('failure') ? { key: `${turn.id}:failure`, view: Trouble, props: { turn: turn.key } } : null,
    );
    setNow('docket', set && open && gone('docket') ? { key: `${set.id}:docket`, view: Pending, props: { set: set.id } } : null);
    const long = turn && ended && (turn.reply || turn.text.length + turn.said.length > LONG);
    setNow(
      'summary',
      turn && long && gone('summary')
        ? { key: `${turn.id}:summary`, view: Summary, props: { turn: turn.key, entry: `${turn.id}:summary` } }
        : fault
          ? { key: fault.message, view: CutOff, props: { cut: fault } }
          : null,
    );
  });
  const n = now.value;
  // Running commands have a panel of their own, with its own way to be put away. What ranks above them stands beside
  // it: nothing keeps a person from the button that stops what runs now.
  const runs = commands.value !== null && html`<div class="now" key="commands">${h(CommandsPanel, {})}</div>`;
  if (!n || (runs && SLOTS.indexOf(n.slot) > SLOTS.indexOf('commands'))) return runs || null;
  return html`${runs}<section class="nowbar" data-slot=${n.slot} key=${n.key} aria-label=${t('page-now')}>${h(n.view, n.props ?? {})}
    <button class="ic" aria-label=${t('ui-close')} title=${t('ui-close')} onClick=${() => close(n.key)}>${h(Icon, { name: 'x' })}</button></section>`;
}
