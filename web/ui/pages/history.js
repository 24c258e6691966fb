// The ledger: what was proposed, decided and done, and how to take it back.
import { html, h, useEffect, useLayoutEffect, useRef, useState, signal } from '../vendor/preact.js';
import { t, word, also } from '../i18n.js';
import { get } from '../api.js';
import { clock, dayOf, day, money } from '../format.js';
import { attempt, many, newest, watch, route, amend, zone, today, openSet } from '../state/app.js';
import { sets, loadSet } from '../state/sheet.js';
import { undo, rewind } from '../state/back.js';
import { Icon, Empty, lazy, byWords, reasonText } from '../parts/bits.js';
import { Find } from '../parts/find.js';
import { TodoChange } from '../parts/inspector.js';
import { Memory } from './decisions.js';
/** @typedef {import('../types.js').EntryView} Entry */

const FilePreview = lazy(async () => (await Promise.all([import('../parts/file-item.js'), also('review')]))[0].FilePreview);

/** So many rows that are stored otherwise than the ledger says are named. */
const DIFFERENCES = 5;
const KINDS = ['applied', 'decided', 'memory', 'proposed', 'settings', 'all'];
/** Kinds of entries that are shown together. */
const WITHIN = { proposed: 'proposed,extended,revised,expired', settings: 'settings,rule_made,rule_suspended,rule_revoked,memory' };
const kind = () => (KINDS.includes(route.value.q.kind ?? '') ? (route.value.q.kind ?? 'applied') : 'applied');
const entries = signal(/** @type {Entry[] | null} */ (null));
const next = signal(/** @type {number | null} */ (null));
/** The last change that stands: where the history is (C39). */
const current = signal(/** @type {number | null} */ (null));
const report = signal(/** @type {import('../types.js').VerifyReport | null} */ (null));
const lists = newest();
/** What is looked for; the address keeps it. */
const sought = () => (route.value.q.q ?? '').trim().toLowerCase();
const words = () => sought().split(/\s+/).filter(Boolean);
/** What an entry says of itself, and what each of its items says. @param {Entry} e */
const head = e => [e.title, word('page-kind', e.kind), e.actor.name, String(e.seq), e.set === null ? '' : `#${e.set}`].join(' ').toLowerCase();
/** @param {import('../types.js').EntryItem} i */
const line = i => `${i.label} ${i.reason ?? ''}`.toLowerCase();
/** All words of the search are in what an entry says. @param {Entry} e */
const fits = e => {
  const said = [head(e), ...e.items.map(line)].join(' ');
  return words().every(w => said.includes(w));
};
/** Of the items of an entry those that the search is about: they say all of it, or what the entry itself does not. @param {Entry} e */
const hits = e => {
  const all = words(),
    whole = e.items.filter(i => all.length && all.every(w => line(i).includes(w))),
    of = head(e);
  return whole.length ? whole : e.items.filter(i => all.some(w => line(i).includes(w)) && all.every(w => of.includes(w) || line(i).includes(w)));
};
/** A text, with the words of the search marked in it. @param {string} text */
const marked = text => {
  const all = words();
  if (!all.length) return text;
  const parts = text.split(new RegExp(`(${all.map(w => w.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`, 'giu'));
  return parts.map((part, i) => (i % 2 ? html`<mark key=${i}>${part}</mark>` : part));
};
/** @param {boolean} [more] */
const load = more =>
  attempt(async () => {
    const k = kind();
    if (k === 'memory') return;
    await lists(
      () =>
        get(
          `/api/ledger?limit=${sought() ? 200 : many(more ? null : entries.value, 50, 200)}${k === 'all' ? '' : `&kind=${WITHIN[/** @type {keyof typeof WITHIN} */ (k)] ?? k}`}${more && next.value ? `&before=${next.value}` : ''}`,
        ),
      r => {
        if (k !== kind()) return;
        current.value = r.current ?? null;
        entries.value = more ? [...(entries.value ?? []), ...r.entries] : r.entries;
        next.value = r.next ?? null;
      },
      more ? () => next.value : undefined,
    );
  });
const verify = () =>
  attempt(async () => {
    report.value = await get('/api/ledger/verify');
  });
watch(what => {
  if (entries.value && what.includes('ledger')) {
    load();
    if (report.value) verify();
  }
});

/** What was decided about an item, and what came of it. @param {{ i: import('../types.js').EntryItem }} p */
const Told = ({ i }) =>
  html`${i.verdict && html`<span class="flag">${word('page-verdict', byWords(i.verdict, i.reason) ?? i.verdict)}</span>`}${i.reason && !byWords(i.verdict ?? '', i.reason) && html`<span class="dim">${reasonText(i.reason)}</span>`}${i.problem && html`<span class="minus">${i.problem.message}</span>`}${i.undone && html`<span class="flag">${t('page-verdict-undone')}</span>`}`;
/** Its file as it was changed can be read. @param {Entry} e @param {import('../types.js').EntryItem} i */
const readable = (e, i) => e.kind === 'applied' && e.set !== null && i.ok && i.files.length > 0;
/** What an item is called; it opens where there is more to see. @param {{ e: Entry, i: import('../types.js').EntryItem, open: boolean, onOpen: () => void }} p */
const Name = ({ e, i, open, onOpen }) =>
  i.changes.length > 0 || readable(e, i)
    ? html`<button class="fold" aria-expanded=${open} onClick=${onOpen}>${h(Icon, { name: open ? 'chevron-down' : 'chevron-right', size: 14 })}<span>${marked(i.label)}</span></button>`
    : html`<span class="hl">${marked(i.label)}</span>`;
/** The change of a file, as its set has it. @param {{ id: number, n: number }} p */
function FileChange({ id, n }) {
  const set = sets.value[id],
    item = set?.items.find(i => i.n === n);
  useEffect(() => {
    if (!set) loadSet(id);
  }, [id]);
  return set ? item?.file && h(FilePreview, { set, item, fixed: true, onEdit: () => {} }) : html`<p class="dim">${t('ui-loading')}</p>`;
}
/** @param {{ e: Entry, i: import('../types.js').EntryItem }} p */
const Changes = ({ e, i }) =>
  html`<div class="panel">${e.set !== null && readable(e, i) && h(FileChange, { id: e.set, n: i.n })}${i.changes.map((p, n) => h(TodoChange, { key: p.id ?? n, p, named: true }))}${i.changes_total > i.changes.length && html`<p class="dim">${t('page-preview-more', { n: i.changes_total - i.changes.length })}</p>`}</div>`;
/** So many items that were looked for are opened. */
const OPENED = 3;
/** @param {{ e: Entry, i: import('../types.js').EntryItem, hit: boolean, shown: boolean }} p */
function Item({ e, i, hit, shown }) {
  const [open, setOpen] = useState(shown);
  return html`<li class="hitem" data-ok=${i.ok} data-hit=${hit}>
    <div class="hrow">${h(Name, { e, i, open, onOpen: () => setOpen(!open) })}${h(Told, { i })}
      ${i.undoable && html`<button class="link end" onClick=${() => undo(e.seq, { items: [i.n] })}>${t('page-undo-item')}<span class="vh"> ${i.label}</span></button>`}</div>
    ${open && h(Changes, { e, i })}</li>`;
}
const ICON = {
  applied: 'check',
  decided: 'signature',
  proposed: 'message-square',
  revised: 'pencil',
  extended: 'message-square',
  expired: 'clock',
  settings: 'settings',
  rule_made: 'shield-check',
  rule_suspended: 'shield-check',
  rule_revoked: 'shield-check',
  rule_used: 'shield-check',
  rule_kept: 'shield-check',
  memory: 'history',
  audit: 'info',
  session: 'message-square',
  plan: 'notebook-text',
};
/** Nothing of what was to be applied is there: it was put back, or never done. @param {Entry} e */
const undone = e => e.kind === 'applied' && e.items.length > 0 && !e.items.some(i => i.ok);
/** All that was done has been taken back since. @param {Entry} e */
const past = e => e.items.some(i => i.undone) && e.items.every(i => i.undone || !i.ok);
/** What became of an entry, in a word: a command that failed has run, and what it had done by then stands. @param {Entry} e */
const became = e =>
  past(e)
    ? t('page-status-undone')
    : !undone(e)
      ? word('page-kind', e.kind)
      : e.items.some(i => i.command)
        ? t('page-status-failed')
        : t('page-kind-not-applied');
/** What it was, when, and whose. @param {{ e: Entry }} p */
const About = ({ e }) =>
  html`<span class="dim num">${became(e)} · ${clock(e.at, zone.value)} · ${e.actor.kind === 'user' ? t('page-by-you', { via: word('page-via', e.actor.via ?? '') }) : (e.actor.name ?? t('ui-product'))} · ${t('page-entry', { seq: String(e.seq) })}${
    e.files &&
    html` · ${t('page-entry-files', { n: e.files.count })} (<span class="plus">+${e.files.added}</span> <span class="minus">−${e.files.removed}</span>)`
  }${e.files && e.files.cost_micros > 0 && html` · ${money(e.files.cost_micros)}`}${current.value === e.seq && html` <span class="flag">● ${t('page-entry-current')}</span>`}</span>${e.damage && html` <span class="flag warnf">${t(`page-entry-${e.damage}`)}</span>`}`;
/** @param {{ e: Entry }} p */
const Acts = ({
  e,
}) => html`<div class="acts-line">${e.undoable && html`<button class="btn quiet" onClick=${() => undo(e.seq)}>${h(Icon, { name: 'undo-2', size: 14 })}${t(e.items.length === 1 ? 'ui-undo' : 'page-undo-entry')}</button>`}
  ${e.kind === 'applied' && !e.damage && html`<button class="btn quiet" onClick=${() => rewind(e.seq)}>${h(Icon, { name: 'rewind', size: 14 })}${t('page-rewind')}</button>`}
  ${e.set !== null && html`<button class="link" onClick=${() => openSet(/** @type {number} */ (e.set))}>${t('page-open-set', { id: String(e.set) })}</button>`}</div>`;
/** One item needs one line: what is called like it is not said again. @param {{ e: Entry, i: import('../types.js').EntryItem }} p */
function Single({ e, i }) {
  const [open, setOpen] = useState(hits(e).length > 0);
  return html`<div class="ebody single" data-ok=${i.ok}><div class="ehead">${e.title && e.title !== i.label && html`<b>${marked(e.title)}</b>`}${h(Name, { e, i, open, onOpen: () => setOpen(!open) })}${h(Told, { i: { ...i, undone: false } })}${h(About, { e })}</div>
    ${h(Acts, { e })}${open && h(Changes, { e, i })}</div>`;
}
/** @param {{ e: Entry }} p */
function Several({ e }) {
  const [all, setAll] = useState(false),
    found = hits(e),
    items = all ? e.items : (found.length ? found : e.items).slice(0, 8);
  return html`<div class="ebody"><p class="ehead"><b>${e.title ? marked(e.title) : word('page-kind', e.kind)}</b> ${h(About, { e })}</p>
    ${items.length > 0 && html`<ul>${items.map(i => h(Item, { key: i.n, e, i, hit: found.includes(i), shown: found.length <= OPENED && found.includes(i) }))}</ul>`}
    ${e.items.length > items.length && html`<button class="link" onClick=${() => setAll(true)}>${t('page-show-more', { n: e.items.length - items.length })}</button>`}
    ${h(Acts, { e })}</div>`;
}
/** @param {{ e: Entry }} p */
const EntryCard = ({ e }) => {
  const [one] = e.items;
  return html`<li class="entry" data-seq=${e.seq} data-kind=${undone(e) ? 'not-applied' : past(e) ? 'undone' : e.kind}>
    <span class="mark" aria-hidden="true">${h(Icon, { name: undone(e) ? 'triangle-alert' : past(e) ? 'undo-2' : (ICON[/** @type {keyof typeof ICON} */ (e.kind)] ?? 'info') })}</span>
    ${one && e.items.length === 1 ? h(Single, { e, i: one }) : h(Several, { e })}</li>`;
};
export function Page() {
  const k = kind(),
    q = sought();
  useEffect(() => {
    entries.value = null;
    load();
  }, [k]);
  useEffect(() => {
    verify();
  }, []);
  const read = entries.value,
    list = q ? (read?.filter(fits) ?? null) : read,
    r = report.value;
  // Read on until something is found, or nothing is left to be read.
  useEffect(() => {
    if (q && list && !list.length && next.value !== null) load(true);
  }, [q, read]);
  // What is found begins at the top, wherever the list stood.
  const before = useRef(q),
    body = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    if (before.current !== q && body.current) body.current.scrollTop = 0;
    before.current = q;
  }, [q]);
  /** @type {Map<string, Entry[]>} */
  const days = new Map();
  for (const e of list ?? []) {
    const d = dayOf(e.at, zone.value);
    days.set(d, [...(days.get(d) ?? []), e]);
  }
  return html`<div class="page"><header class="bar tools-bar">
    <div class="seg" role="group" aria-label=${t('page-history-filter')}>${KINDS.map(x => html`<button key=${x} aria-pressed=${k === x} onClick=${() => amend({ kind: x === 'applied' ? null : x, verdict: null })}>${t(`page-filter-${x}`)}</button>`)}</div>
      ${h(Find, { id: 'hfind', label: t('page-history-search'), value: route.value.q.q ?? '', onFind: words => amend({ q: words }, true) })}
      ${r && html`<span class=${`verify ${r.ok ? 'ok' : 'bad'}`} title=${r.head?.hash ?? ''}>${h(Icon, { name: r.ok ? 'shield-check' : 'shield-alert' })}${r.ok ? t('page-verified', { n: r.entries }) : r.broken ? t('page-broken', { seq: String(r.broken.seq) }) : t('page-differs', { n: r.differing })}</span>`}</header>
    <div class="body" ref=${body}>${r && !r.ok && html`<p class="strip bad">${h(Icon, { name: 'shield-alert', size: 14 })}<span>${r.broken ? r.broken.message : `${r.differences.slice(0, DIFFERENCES).join(' · ')}${r.differing > DIFFERENCES ? ' …' : ''}`}</span></p>`}
      ${
        k === 'memory'
          ? h(Memory, {})
          : !list
            ? html`<p class="dim none">${t('ui-loading')}</p>`
            : !list.length
              ? q
                ? h(Empty, { icon: 'search', title: t(next.value === null ? 'page-history-none' : 'ui-loading'), text: t('page-history-none-text') })
                : h(Empty, {
                    icon: 'history',
                    title: t('page-history-empty'),
                    text: t('page-history-empty-text'),
                    children: html`<a class="btn quiet" href="#/desk">${t('page-desk')}</a>`,
                  })
              : html`${q && html`<p class="dim num" role="status">${t('page-history-found', { n: list.length, of: read?.length ?? 0 })}</p>`}${[
                  ...days,
                ].map(
                  ([d, es]) =>
                    html`<section key=${d}><div class="ghead"><h2>${day(d, today.value)}</h2></div><ol class="entries">${es.map(e => h(EntryCard, { key: `${e.seq} ${q}`, e }))}</ol></section>`,
                )}`
      }
      ${k !== 'memory' && next.value !== null && html`<p class="none"><button class="link" onClick=${() => load(true)}>${t('page-more')}</button></p>`}</div></div>`;
}
