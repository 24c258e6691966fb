// A change set on the sheet: header, strips, grouped rows, sign bar, receipt.
import { html, h, useState, useEffect, useLayoutEffect, useRef } from '../vendor/preact.js';
import { t, also } from '../i18n.js';
import { daysBetween, dayOf } from '../format.js';
import { leaveSheet, zone, today, dialog, go, arrival, singleKeys } from '../state/app.js';
import * as st from '../state/sheet.js';
import { rewind, undoSet } from '../state/back.js';
import { turns } from '../state/desk.js';
import { Icon, byWords, focusAt, lazy } from './bits.js';
import { Row, isFixed, prepare, CATEGORIES, category } from './row.js';
import { inShort, Lasting, Standing, TakeUp, applyLabel, standing } from './docket.js';
import { folded } from './same.js';
import { runs } from './runs.js';
import { steady } from './steady.js';
import { reviewKeys, undoKey } from './keys.js';
import { proposedBy } from './whose.js';
import { runOf } from '../state/commands.js';
import { hasty } from '../state/attention.js';
const Expired = lazy(async () => (await Promise.all([import('./expired.js'), also('commands')]))[0].Expired),
  Withdrawn = lazy(async () => (await import('./withdrawn.js')).Withdrawn);
/** @typedef {import('../types.js').SetView} SetView */
/** @typedef {import('../types.js').ItemView} Item */

const many = () => Promise.all([import('./many.js'), also('review')]).then(([m]) => m),
  Same = lazy(async () => (await many()).Same),
  Hasty = lazy(async () => (await many()).Hasty);
const GROUPS = /** @type {const} */ (['add', 'change', 'delete', 'files', 'run']);
/** Files have a group of their own, whatever is done to them. @param {Item} i */
const groupOf = i => (i.file ? 'files' : i.verb);
/** What an agent proposed by itself is grouped by what kind of change it is. @param {SetView} s */
const grouping = s =>
  s.source.kind === 'wake'
    ? { groups: CATEGORIES, of: category, name: (/** @type {string} */ g) => t(`page-category-${g}`) }
    : { groups: GROUPS, of: groupOf, name: (/** @type {string} */ g) => t(`page-verb-${g}`) };
const counting = new Intl.Collator(undefined, { numeric: true });
/** Names as people count them: file-2 before file-10. @param {string} a @param {string} b */
const natural = (a, b) => counting.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
/** A file's items stand together. @param {Item} a @param {Item} b */
const byPath = (a, b) => (a.file && b.file && natural(a.file.path, b.file.path)) || a.n - b.n;
const PAGE = 100;
/** Where a character is typed, not a key pressed. */
const TYPED = 'input:not([type=checkbox], [type=radio]), textarea, select';
/** States of rows that still want a decision. */
const OPEN = ['pending', 'marked', 'drifted', 'blocked', 'failed', 'unknown', 'invalid'];
/** Out of the sheet by a key: the keyboard goes on in the half that is shown then. */
function leaveByKey() {
  const on = () =>
    requestAnimationFrame(() => {
      if (document.activeElement === document.body || !document.activeElement?.checkVisibility()) document.getElementById('say')?.focus();
    });
  if (history.state?.over) addEventListener('popstate', on, { once: true });
  else on();
  leaveSheet();
}
const rowsOf = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.rows .op')]);
/** What Apply can carry out as it stands: what is out of date is no part of it, as what was turned down is not, nor what was put off, with what needs it. @param {SetView} s */
const current = s => {
  const off = new Set();
  for (const i of s.items) if (i.status === 'deferred' || i.needs.some(n => off.has(n))) off.add(i.n);
  return st.ahead(s).filter(i => i.status !== 'drifted' && !off.has(i.n));
};
/** What Apply would do now: "Deletes 45 todos. Can be undone." @param {SetView} s */
const blast = s => {
  const left = current(s),
    files = left.flatMap(i => i.file ?? []),
    commands = left.filter(i => i.verb === 'run').length,
    gone = files.filter(f => f.change === 'delete').length;
  return [
    s.blast.deletes && t('page-blast-deletes', { n: s.blast.deletes }),
    s.blast.creates && t('page-blast-creates', { n: s.blast.creates }),
    s.blast.updates && t('page-blast-updates', { n: s.blast.updates }),
    gone && t('page-blast-erased', { n: gone }),
    files.length > gone && t('page-blast-written', { n: files.length - gone }),
    commands && t('page-blast-runs', { n: commands }),
  ]
    .filter(Boolean)
    .join(' ');
};
/** Commands that look and do nothing. @param {Item[]} items */
const onlyLooks = items => items.length > 0 && items.every(i => i.command?.undo === 'nothing');
/** Commands that might have changed something in their folder, and did not. @param {Item[]} items */
const leftAll = items => items.some(i => i.command?.outcome?.unchanged || i.command?.outcome?.copy);
/** What of it can be taken back: all, all but the commands, or not all; or there is nothing to. @param {SetView} s */
const undoable = s => {
  const left = current(s),
    lasting = left.filter(st.lasts);
  if (onlyLooks(left)) return t('page-only-looks-dot');
  if (!lasting.length) return t('page-undoable-dot');
  // Commands that only look leave nothing that could be.
  const commands = left.some(i => !lasting.includes(i) && i.kind !== 'command') && lasting.every(i => i.kind === 'command');
  const some = lasting.length < left.filter(i => i.kind === 'command').length;
  return commands ? t(some ? 'page-undoable-but-some' : 'page-undoable-but-runs', { n: lasting.length }) : t('page-not-undoable-dot');
};
/** Whether something of it was carried out, or may have been: a command that failed has run. @param {SetView} s */
const begun = s =>
  s.id in st.unsure.value || s.items.some(i => i.applied_by !== null || i.status === 'unknown' || !!i.command?.outcome || st.underWay(s, i));
/** @param {SetView} s */
const expiry = s => {
  const d = daysBetween(today.value, dayOf(s.expires_at, zone.value));
  return d <= 0 ? t('page-expires-today') : t('page-expires', { n: d });
};

/** How high something is that lies over the end of the list, told to the review it is in: what is gone to stops above it. @param {HTMLElement} el @param {string} name @param {() => void} [grown] */
function measured(el, name, grown) {
  const review = /** @type {HTMLElement} */ (el.closest('.review')),
    seen = new ResizeObserver(() => {
      review.style.setProperty(name, `${el.offsetHeight}px`);
      grown?.();
    });
  seen.observe(el);
  return () => {
    seen.disconnect();
    review.style.removeProperty(name);
  };
}
/** The lines that come and go by themselves: below the rows, over the end of the list, so that none of them moves a row. @param {{ s: SetView, shown: number }} p */
function Passing({ s, shown }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null)),
    n = st.tally(s),
    v = st.versions.value[s.id],
    w = st.waiting.value[s.id],
    unsure = st.unsure.value[s.id],
    early = turns.value.some(x => x.set === s.id && x.status === 'running');
  const some = shown < s.items.length || early || w || v || n.drifted > 0 || unsure || hasty.value[s.id];
  useLayoutEffect(() => {
    const el = box.current,
      list = el?.parentElement;
    if (!el || !list) return undefined;
    /** The row that has the focus lies below it. */
    const over = () => {
      const row = document.activeElement?.closest('.rows .op')?.getBoundingClientRect(),
        { top, bottom } = el.getBoundingClientRect();
      return row !== undefined && row.bottom > top + 1 && row.top < bottom - 1;
    };
    const back = () => delete el.dataset.away;
    const end = measured(el, '--passing-h', () => {
      back();
      // No row moves for it, and none is hidden by it.
      if (over()) el.dataset.away = '';
    });
    list.addEventListener('focusin', back);
    return () => {
      end();
      list.removeEventListener('focusin', back);
    };
  }, [Boolean(some)]);
  return (
    some &&
    html`<div class="passing" ref=${box}>${shown < s.items.length && html`<p class="strip">${h(Icon, { name: 'search', size: 14 })}<span>${t('page-filter-shown', { n: shown, of: s.items.length })}</span></p>`}${early && html`<p class="strip run"><span class="pulse"></span>${t('page-early')}</p>`}
    ${
      w &&
      html`<p class="strip run">
      <button class="link" onClick=${() => st.showWaiting(s.id)}>${t('page-version-waiting', { version: String(w.set.version), changed: w.changed })}</button></p>`
    }
    ${v && html`<p class="strip">${h(Icon, { name: 'info', size: 14 })}${t('page-version-note', { version: String(v.version), changed: v.changed })}</p>`}
    ${n.drifted > 0 && html`<p class="strip drifted">${h(Icon, { name: 'refresh-cw', size: 14 })}<span>${t('page-strip-drifted', { n: n.drifted })}</span></p>`}
    ${
      unsure &&
      html`<p class="strip bad">${h(Icon, { name: 'triangle-alert', size: 14 })}<span>${t('page-unsure')}</span>
      <button class="btn quiet" onClick=${() => st.askAgain(s.id)}>${t('page-ask-again')}</button></p>`
    }
    ${hasty.value[s.id] && h(Hasty, { s })}</div>`
  );
}
/** What became of it. @param {{ s: SetView }} p */
function Strips({ s }) {
  const n = st.tally(s),
    r = st.receipts.value[s.id],
    state = standing(s);
  // Of several entries the last one: what is gone back to there has all of the set.
  const entry = Math.max(r?.entry ?? 0, ...s.items.map(i => i.applied_by ?? 0)) || null;
  const done = s.items.filter(i => i.status === 'applied'),
    failed = s.items.filter(i => i.status === 'failed' || i.status === 'unknown'),
    going = state === 'applying' || n.running > 0,
    back = done.filter(i => i.reversible && i.applied_by !== null),
    signed = s.items.filter(i => i.status === 'confirmed'),
    again = failed.filter(i => i.status === 'failed' && st.signable(i));
  const ended = failed.length > 0 && !going;
  // What is signed already is carried out with it: that is named first.
  const redo = () => {
    if (!signed.length) return st.apply(s.id, again);
    dialog.value = {
      kind: 'needs',
      begun: true,
      title: t('page-again-too-title'),
      text: t('page-again-too-text', { n: signed.length }),
      items: signed.map(i => t('page-needs-item', { n: String(i.n), label: i.label })),
      yes: t('page-again-too', { n: again.length + signed.length }),
      go: () => st.apply(s.id, [...again, ...signed]),
    };
    return undefined;
  };
  const retry =
    again.length > 0 &&
    html`<button class="btn quiet" disabled=${st.applying.value !== null} onClick=${redo}>${h(Icon, { name: 'refresh-cw', size: 14 })}${again.every(i => i.kind === 'command') ? runs(again) : t('page-do-again', { n: again.length })}</button>`;
  const odd = r && ['rolled_back', 'needs_recovery', 'unknown'].includes(r.outcome);
  return html`${state === 'expired' && h(Expired, { id: s.id, begun: begun(s) })}${s.session && s.items.some(i => byWords(i.status, i.reason)) && h(Withdrawn, { s })}
    ${odd && html`<p class="strip bad">${h(Icon, { name: 'triangle-alert', size: 14 })}<span>${t(`page-outcome-${r.outcome}`)} ${r.text}</span> ${ended && retry}</p>`}
    ${
      entry !== null &&
      !odd &&
      !(going && !done.length && !failed.length) &&
      html`<div class="receipt" data-failed=${failed.length > 0} data-going=${going} tabindex="-1" role="group" aria-label=${t(going ? 'page-set-applying' : failed.length ? 'page-set-failed' : 'page-set-applied')}><p>${h(Icon, { name: failed.length ? 'triangle-alert' : 'check', size: 16 })}
        <b>${going ? t('page-receipt-going', { done: done.length, failed: failed.length }) : failed.length ? t('page-receipt-failed', { done: done.length, failed: failed.length }) : (r?.text ?? t('page-applied-before', { entry: String(entry) }))}</b></p>
      ${r?.hash && html`<p class="dim num">${t('page-receipt', { entry: String(r.entry), hash: r.hash.slice(0, 12) })}</p>`}
      ${failed.length > 0 && html`<ul class="left">${failed.map(i => html`<li key=${i.n}><b>${i.label}</b> ${i.failure?.message ?? t(`page-status-${i.status}`)}</li>`)}</ul>`}
      ${!going && html`<div class="acts-line">${onlyLooks(done) && html`<span class="dim">${t(leftAll(done) ? 'page-left-as-it-was-dot' : 'page-only-looks-dot')}</span>`}${back.length > 0 && html`<button class="btn quiet" onClick=${() => undoSet(s.id)}>${h(Icon, { name: 'undo-2', size: 14 })}${back.length < done.length ? t('page-undo-some', { n: back.length, of: done.length }) : t('page-undo-all')}</button>`}<button class="btn quiet" onClick=${() => rewind(entry)}>${h(Icon, { name: 'rewind', size: 14 })}${t('page-rewind')}</button>${retry}</div>`}</div>`
    }${!odd && entry === null && ended && html`<p class="strip bad">${h(Icon, { name: 'triangle-alert', size: 14 })}<span>${t('page-receipt-failed', { done: 0, failed: failed.length })}</span> ${retry}</p>`}`;
}

/** Lines that come and go in all files together. @param {{ list: Item[] }} p */
const LineCount = ({ list }) => {
  const sum = (/** @type {'added' | 'removed'} */ k) => list.reduce((n, i) => n + (i.file?.[k] ?? 0), 0),
    n = { added: sum('added'), removed: sum('removed') };
  return (
    n.added + n.removed > 0 &&
    html`<span class="delta num"><span class="plus" aria-hidden="true">+${n.added}</span> <span class="minus" aria-hidden="true">−${n.removed}</span>
    <span class="vh">${t('page-lines', n)}</span></span>`
  );
};

/** What is applied with nothing else, because what it needs is not: by name. @param {{ s: SetView }} p */
const LeftOut = ({ s }) =>
  st.leftWithNeeds(s).map(i => {
    const open = i.needs.filter(n => s.items.some(d => d.n === n && d.status !== 'applied' && !st.signableInAll(s, d)));
    return html`<p class="dim left-out" key=${i.n}>${t('page-left-needs', { n: String(i.n), label: i.label, needs: open.join(', ') })}</p>`;
  });

/** @param {{ s: SetView }} p */
function SignBar({ s }) {
  const bar = useRef(/** @type {HTMLElement | null} */ (null)),
    over = s.status === 'resolved' || s.status === 'expired';
  // Where the review scrolls as a whole the bar lies over its end: rows that are gone to, and the lines that come and go, stay above it.
  useLayoutEffect(() => (bar.current ? measured(bar.current, '--sign-h') : undefined), [over]);
  if (over) return null;
  const n = st.tally(s),
    list = st.toApply(s),
    all = st.toApply(s, true),
    run = runOf(s.id),
    queued = run ? list.every(i => run.steps.some(x => x.n === i.n)) : false,
    busy = st.applying.value !== null || queued;
  const label = () =>
    st.applying.value !== null
      ? t('page-applying', { n: st.applyingCount.value })
      : run && queued
        ? t(run.status === 'paused' ? 'page-run-is-paused' : 'page-running', { n: Math.min(run.done + 1, run.total), of: run.total })
        : applyLabel(s, list);
  return html`<footer class="sign" ref=${bar} tabindex="-1" onKeyDown=${(/** @type {KeyboardEvent} */ e) => {
    // From what carries them out back to the rows, at the one that was left.
    if (e.key === 'Escape') {
      e.preventDefault();
      arrival.value = { set: s.id, back: true };
    } else undoKey(e, s);
  }}><div class="tally"><progress max=${n.total - n.invalid} value=${n.marked + n.rejected + n.deferred + n.applied + n.failed + n.unknown} aria-label=${t('page-reviewed')}></progress>
      <p><b class="num">${n.total}</b> ${t('page-n-items', { n: n.total })} · ${n.applied > 0 && html`<b class="num">${n.applied}</b> ${t('page-n-applied', { n: n.applied })} · `}
        <b class="num">${n.marked}</b> ${t('page-n-marked', { n: n.marked })}${n.rejected > 0 && html` · <b class="num">${n.rejected}</b> ${t('page-n-rejected', { n: n.rejected })}`}${n.deferred > 0 && html` · <b class="num">${n.deferred}</b> ${t('page-n-deferred', { n: n.deferred })}`} · <b class="num">${n.open}</b> ${t('page-n-open', { n: n.open })}${/** @type {const} */ (['running', 'failed', 'unknown']).map(k => n[k] > 0 && html` · <b class="num">${n[k]}</b> ${t(`page-n-${k}`, { n: n[k] })}`)}${n.invalid > 0 && html` · <b class="num">${n.invalid}</b> ${t('page-n-invalid', { n: n.invalid })}`}</p>${h(Lasting, { items: list })}${h(LeftOut, { s })}</div>
    ${all.length > list.length && html`<button class="btn quiet all" disabled=${busy} onClick=${() => st.apply(s.id, all)}>${applyLabel(s, all, true)}</button>`}${h(TakeUp, { s })}
    <button class="btn primary" disabled=${list.length === 0 || busy} onClick=${() => st.apply(s.id, list)}>${h(Icon, { name: 'signature' })}${label()}</button></footer>`;
}

/** @param {{ s: SetView }} p */
function Items({ s }) {
  const [tab, setTab] = useState('preview'),
    [mode, setMode] = useState(/** @type {import('./row.js').Mode | null} */ (null)),
    [more, setMore] = useState(1),
    [filter, setFilter] = useState(''),
    [sought, setSought] = useState(false);
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(prepare, []);
  useLayoutEffect(() => (list.current ? steady(list.current) : undefined), []);
  // A file may be changed by anything at any time: it is looked at again when somebody comes back to the page, and when details are opened.
  const files = s.items.some(i => i.file && st.undecidedYet(i)),
    looked = st.openItem.value;
  useEffect(() => {
    if (!files) return;
    if (looked !== null) st.loadSet(s.id);
    const again = () => document.hidden || st.loadSet(s.id);
    addEventListener('focus', again);
    document.addEventListener('visibilitychange', again);
    return () => {
      removeEventListener('focus', again);
      document.removeEventListener('visibilitychange', again);
    };
  }, [files, looked, s.id]);
  useEffect(() => {
    setMode(null);
    setMore(1);
    setFilter('');
    setSought(false);
    st.openItem.value = s.items.length === 1 ? (s.items[0]?.n ?? null) : null;
  }, [s.id]);
  const open = (/** @type {Item} */ item, /** @type {string} */ to) => {
    setTab(to);
    st.openItem.value = st.openItem.value === item.n && tab === to ? null : item.n;
  };
  const change = (/** @type {Item} */ item) => {
    if (!isFixed(s, item) && st.canEdit(item)) setMode({ n: item.n, mode: 'edit' });
  };
  const exclude = (/** @type {Item} */ item) => {
    if (!item.targets.length || isFixed(s, item)) return;
    st.openItem.value = item.n;
    setTab('preview');
    requestAnimationFrame(() => {
      /** @type {HTMLElement | null} */ (document.querySelector(`#item-${item.n} [data-target]`))?.focus();
    });
  };
  const stood = useRef({ set: 0, n: 0 });
  // Whoever came here by a key goes on by keys: at the item they came for, where they were, or at the first that wants a decision.
  const come = arrival.value;
  useLayoutEffect(() => {
    if (come?.set !== s.id) return;
    arrival.value = null;
    const rows = rowsOf(),
      item = s.items.find(i => i.n === come.n),
      n = item?.n ?? (come.back && stood.current.set === s.id ? stood.current.n : 0),
      at = n ? rows.findIndex(r => r.dataset.n === String(n)) : come.back ? 0 : rows.findIndex(r => OPEN.includes(r.dataset.state ?? ''));
    focusAt(rows, at);
    if (!item) return;
    const what = { o: () => open(item, 'preview'), w: () => open(item, 'why'), e: () => change(item), x: () => exclude(item) };
    // After the effects that begin a set anew.
    requestAnimationFrame(what[come.key ?? 'o']);
  }, [come, s.id]);
  const { groups, of, name } = grouping(s),
    one = (/** @type {Item} */ item) =>
      h(Row, { key: item.n, set: s, item, headed: of(item) === item.verb && item.verb !== 'delete', tab, onTab: setTab, mode, onMode: setMode });
  const words = filter.toLowerCase(),
    items = words ? s.items.filter(i => `${i.target} ${i.label} ${i.status}`.toLowerCase().includes(words)) : s.items;

  /** @param {KeyboardEvent} e */
  const keys = e => {
    if (e.key === '/' && singleKeys.value && s.items.length > 1 && !(/** @type {HTMLElement} */ (e.target).matches(TYPED))) {
      e.preventDefault();
      setSought(true);
      requestAnimationFrame(() => document.getElementById('filter')?.focus());
      return;
    }
    // Beside the rows, at the receipt or a button of a group, there is nothing to close first.
    const at = /** @type {HTMLElement} */ (e.target);
    if (e.key === 'Escape' && !at.closest('.op') && !at.matches(TYPED)) {
      e.preventDefault();
      leaveByKey();
      return;
    }
    reviewKeys(e, {
      s,
      line: '.op',
      among: '.rows .op',
      asking: mode?.n ?? null,
      ask: (n, after) => setMode({ n, mode: 'reject', after }),
      plain: (item, el, row) => ({
        Home: () => focusAt(rowsOf(), 0),
        End: () => focusAt(rowsOf(), Infinity),
        ...(el === row ? { Enter: () => open(item, tab) } : {}),
        Escape: () => {
          if (el === row && mode?.n === item.n) setMode(null);
          else if (el.dataset.target || el.closest('.hunk')) row.focus();
          else if (st.openItem.value !== null) st.openItem.value = null;
          else leaveByKey();
        },
      }),
      letters: (item, el, row) => {
        /** To the part of a file before or after. @param {number} step */
        const part = step => {
          const hunks = [...row.querySelectorAll('.hunk')],
            at = hunks.findIndex(x => x.contains(el)),
            // Where it can be left out, to the box that does.
            parts = /** @type {HTMLElement[]} */ (hunks.flatMap(x => x.querySelector('[data-hunk]') ?? x.querySelector('.diff') ?? []));
          if (parts.length) focusAt(parts, at >= 0 ? at + step : step > 0 ? 0 : parts.length - 1);
        };
        return {
          o: () => open(item, 'preview'),
          w: () => open(item, 'why'),
          e: () => change(item),
          x: () => {
            if (el.dataset.target && item.targets.length && !isFixed(s, item)) el.click();
            else exclude(item);
          },
          '[': () => part(-1),
          ']': () => part(1),
        };
      },
    });
  };
  return html`<div class="sheet rows" ref=${list} onKeyDown=${keys} onFocusIn=${(/** @type {any} */ e) => {
    const n = Number(e.target.closest('.op')?.dataset.n);
    if (n) stood.current = { set: s.id, n };
  }}>
    ${h(Strips, { s })}
    ${
      (s.items.length > 7 || sought) &&
      html`<p class="filter"><label class="vh" for="filter">${t('page-filter')}</label>${h(Icon, { name: 'search' })}
        <input id="filter" type="search" placeholder=${t('page-filter')} value=${filter} onInput=${(/** @type {any} */ e) => setFilter(e.target.value)} onKeyDown=${(
          /** @type {KeyboardEvent} */ e,
        ) => {
          if (e.key === 'ArrowDown' || e.key === 'Enter') {
            e.preventDefault();
            focusAt(rowsOf(), 0);
          }
          // The first clears it, as in every field of this kind; the next goes back to the rows.
          if (e.key === 'Escape' && !filter) {
            e.stopPropagation();
            focusAt(rowsOf(), 0);
          }
        }} /></p>`
    }
    ${items.length === 0 && html`<p class="dim none">${t(s.items.length ? 'page-filter-none' : 'page-set-empty')}</p>`}
    ${groups.map(g => {
      const list = items.filter(i => of(i) === g).sort(byPath),
        { single, same } = words ? { single: list, same: [] } : folded(list),
        open = st.signableTogether(list.filter(i => i.reversible && i.kind !== 'command'));
      return (
        list.length > 0 &&
        html`<section class="group" key=${g} aria-labelledby=${`g-${g}`}><div class="ghead"><h3 id=${`g-${g}`}>${g === 'files' ? t('page-group-files') : name(g)}</h3><span class="dim num">${list.length}</span>
        ${g === 'files' && h(LineCount, { list })}
        ${
          open.length > 1 &&
          s.status !== 'expired' &&
          html`<button class="link" onClick=${() => st.decideAll(s, open, 'confirmed')}>${t('page-sign-group')}
          <span class="vh"> ${g === 'files' ? t('page-group-files') : name(g)}</span></button>`
        }</div>
      ${same.map(x => h(Same, { key: x.key, s, all: x.all, outliers: x.outliers, row: one }))}
      ${single.length > 0 && html`<ul class="ops">${single.slice(0, PAGE * more).map(one)}</ul>`}
      ${
        single.length > PAGE * more &&
        html`<p class="none">
        <button class="link" onClick=${() => setMore(more + 1)}>${t('page-show-more', { n: single.length - PAGE * more })}</button></p>`
      }</section>`
      );
    })}
    ${h(Passing, { s, shown: items.length })}
  </div>`;
}

/** Nothing of it can be signed as it stands, and it waits all the same. @param {SetView} s */
const hopeless = s =>
  s.status === 'pending' && s.items.some(i => i.status === 'invalid') && !s.items.some(i => st.undecidedYet(i) && i.status !== 'invalid');
/** @param {{ s: SetView, back: any }} p */
export function Review({ s, back }) {
  const open = s.items.filter(i => ['pending', 'blocked', 'drifted'].includes(i.status)),
    // What it would do is said below, by its effect.
    told = s.status !== 'resolved' && blast(s) !== '';
  return html`<header class="bar two">${back}<div class="htext"><h2><span class="num">#${s.id}</span> <span class="num short" data-said=${told}>${inShort(s)}</span></h2>
      <p class="dim clip">${st.folders(s).length > 0 && `${t('page-in-folder', { folders: st.folders(s).join(', ') })} · `}${s.source.agent ? `${proposedBy(s.source.agent)} · ` : ''}${s.title}</p></div>${h(Standing, { set: s })}
      <button class="ic helpkey" aria-label=${t('ui-help')} title=${t('ui-help')} onClick=${() => {
        dialog.value = { kind: 'help' };
      }}><kbd>?</kbd></button></header>
    ${
      s.status !== 'resolved' &&
      s.status !== 'expired' &&
      html`<div class="blast"><p>${s.blast.deletes > 0 && html`<span class="risk" data-risk=${s.blast.deletes > 1 ? 'high' : 'some'} aria-hidden="true">▲</span> `}
        ${blast(s) && html`<b>${blast(s)}</b> ${undoable(s)} `}<span class="dim">${begun(s) ? '' : `${t('ui-nothing-changed-yet')} `}${expiry(s)}</span></p>
      ${
        open.length > 0 &&
        html`<button class="link" onClick=${() => {
          st.decideAll(s, open, 'deferred').then(() => go('inbox'));
        }} title=${t('page-later-hint')}>${t('page-later')}</button>`
      }</div>`
    }
    ${
      hopeless(s) &&
      html`<p class="strip">${t('page-none-signable')} <button class="link" onClick=${() => {
        st.decideAll(s, s.items, 'rejected').then(() => go('inbox'));
      }}>${t('page-put-away')}</button></p>`
    }
    ${h(Items, { s })}
    ${h(SignBar, { s })}`;
}
