// The list of todos: quick add, search, groups, editing in place. The week is a page half of its own.
import { html, h, useState, useEffect, useRef, signal } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { day, dayAlone, minutes, repeat } from '../format.js';
import { route, amend, today, singleKeys } from '../state/app.js';
import * as st from '../state/todos.js';
import { drafts } from '../state/drafts.js';
import { Icon, Empty, lazy, plain, focusAt, useReturn } from '../parts/bits.js';
import { Find } from '../parts/find.js';
import { QuickAdd } from './quick-add.js';
import { TodoEditor } from './todo-editor.js';
import { Picked } from './picked.js';
import { picked, pick, pickNone, pickByClick, markNothing, rows, step } from '../parts/pick.js';
/** @typedef {import('../state/todos.js').Line} Line */

const KeptDrafts = lazy(async () => (await import('./kept-drafts.js')).KeptDrafts);

const PAGE = 100;
/** @type {import('../vendor/preact.js').Signal<null | (() => any)>} */
const Week = signal(null);

/** What a person should see of a todo without opening it. @param {{ l: Line }} p */
export function Meta({ l }) {
  const x = l.todo,
    ticked = x.checklist.filter(c => c.checked).length,
    late = l.date !== null && l.date < today.value && !l.done,
    missed = x.openOccurrence?.missed ?? 0;
  return html`<span class="meta">
    ${l.date && html`<span class=${late ? 'late' : ''}>${h(Icon, { name: 'calendar', size: 13 })}${day(l.date, today.value)}</span>`}
    ${l.time && l.date && html`<span class="num">${h(Icon, { name: 'clock', size: 13 })}${l.time}</span>`}
    ${missed > 0 && html`<span class="late">${t('page-missed', { n: missed })}</span>`}
    ${x.dueDate && html`<span class=${x.dueDate < today.value && !l.done ? 'late' : ''}>${t('page-due', { date: dayAlone(x.dueDate, today.value) })}${l.time && !l.date ? ` ${l.time}` : ''}</span>`}
    ${st.repeats(x) && html`<span>${h(Icon, { name: 'repeat', size: 13 })}${repeat(x.recurrence)}</span>`}
    ${x.priority !== 'medium' && html`<span class=${x.priority === 'high' ? 'high' : ''}>${h(Icon, { name: 'flag', size: 13 })}${t(`ui-priority-${x.priority}`)}</span>`}
    ${!['open', 'done'].includes(x.status) && html`<span class="flag">${t(`ui-status-${x.status}`)}${x.statusReason ? `: ${x.statusReason}` : ''}</span>`}
    ${x.estimate !== null && html`<span class="num">${minutes(x.estimate)}</span>`}
    ${x.checklist.length > 0 && html`<span class="num">${h(Icon, { name: 'list-checks', size: 13 })}${ticked}/${x.checklist.length}</span>`}
    ${x.notes && html`<span>${h(Icon, { name: 'notebook-text', size: 13 })}<span class="vh">${t('page-has-notes')}</span></span>`}
  </span>`;
}
/** Looks for something; the address keeps what. @param {string} q */
function seek(q) {
  amend({ q, view: null }, true);
  st.search(q);
}
/** A key at a row: it moves among them, opens one, ticks it off. @param {KeyboardEvent} e */
function keys(e) {
  const el = /** @type {HTMLElement} */ (e.target),
    row = /** @type {HTMLElement | null} */ (el.closest('.todo'));
  if (!row || el.closest('.edit') || e.metaKey || e.ctrlKey || e.altKey) return;
  const to = (/** @type {(at: number) => number} */ f) => () => step(row, f, e.shiftKey && e.key.startsWith('Arrow')),
    click = (/** @type {string} */ what) => () => /** @type {HTMLElement | null} */ (row.querySelector(what))?.click(),
    open = click('.ttitle'),
    down = to(at => at + 1),
    up = to(at => at - 1);
  if (e.key === 'Escape' && picked.value.length) {
    e.preventDefault();
    pickNone();
    return;
  }
  const act = /** @type {Record<string, () => void>} */ ({
    ArrowDown: down,
    ArrowUp: up,
    Home: to(() => 0),
    End: to(() => Infinity),
    ...(singleKeys.value ? { j: down, k: up, o: open, e: open, y: click('input[type=checkbox]'), x: () => pick(row) } : {}),
  })[e.key];
  if (!act) return;
  e.preventDefault();
  act();
}
/** @param {{ l: Line }} p */
export function TodoLine({ l }) {
  const open = st.editing.value === l.key,
    x = l.todo,
    on = picked.value.includes(x.id),
    box = useRef(/** @type {HTMLElement | null} */ (null)),
    near = useRef(/** @type {string[]} */ ([]));
  // Moved to another group, the row is still the place; else the next one, or the one before.
  useReturn(
    box,
    () => [
      ...[String(x.id), ...near.current].map(id =>
        rows()
          .find(r => r.dataset.id === id)
          ?.querySelector('.ttitle'),
      ),
      document.getElementById('add'),
    ],
    () => {
      const ids = rows().map(r => r.dataset.id ?? ''),
        at = ids.indexOf(String(x.id));
      near.current = [...ids.slice(at + 1), ...ids.slice(0, at).reverse()];
    },
  );
  const flip = () => {
    st.editing.value = open ? null : l.key;
  };
  return html`<li class="todo pick" ref=${box} data-done=${l.done} data-id=${x.id} data-picked=${on}>
    <div class="head"><input type="checkbox" aria-label=${t(l.done ? 'page-reopen-x' : 'page-complete-x', { title: x.title })} checked=${l.done} onChange=${(/** @type {any} */ e) => st.ticked(e.target, l)} />
      <button class="ttitle pick-at" aria-expanded=${open} onClick=${flip}><span class="tt">${plain(x.title)}${on && html`<span class="vh"> (${t('page-picked-is')})</span>`}</span>${h(Meta, { l })}${!open && drafts.value[l.key] && html`<span class="meta"><span class="flag">${t('page-draft')}</span></span>`}</button>
      ${
        x.labels.length > 0 &&
        html`<span class="tags">${x.labels.map(n => html`<button class="tag" key=${n} aria-label=${t('page-label-x', { label: n })} title=${t('page-label-x', { label: n })} onClick=${() => seek(st.labelled(n))}><span class="label">${n}</span></button>`)}</span>`
      }
      <button class="ic" aria-label=${t('page-delete-x', { title: x.title })} title=${t('ui-delete')} onClick=${() => st.remove(l)}>${h(Icon, { name: 'trash-2' })}</button></div>
    ${
      open &&
      h(TodoEditor, {
        l,
        onDone: () => {
          st.editing.value = null;
        },
      })
    }
  </li>`;
}
/** @param {{ id: string, list: Line[], folded?: boolean }} p */
function Group({ id, list, folded = false }) {
  const [more, setMore] = useState(1),
    [open, setOpen] = useState(!folded);
  if (!list.length) return null;
  return html`<section class="tgroup" data-group=${id} aria-labelledby=${`tg-${id}`}><div class="ghead">
    <h2 id=${`tg-${id}`}>${folded ? html`<button class="fold" aria-expanded=${open} onClick=${() => setOpen(!open)}>${h(Icon, { name: open ? 'chevron-down' : 'chevron-right', size: 14 })}${t(`page-group-${id}`)}</button>` : t(`page-group-${id}`)}</h2><span class="dim num">${list.length}</span></div>
    ${open && html`<ul class="todos">${list.slice(0, PAGE * more).map(l => h(TodoLine, { key: l.key, l }))}</ul>`}
    ${
      open &&
      list.length > PAGE * more &&
      html`<p class="none">
      <button class="link" onClick=${() => setMore(more + 1)}>${t('page-show-more', { n: list.length - PAGE * more })}</button></p>`
    }</section>`;
}
function Found() {
  const list = st.found.value;
  if (!list) return html`<p class="dim none">${t('ui-loading')}</p>`;
  if (!list.length) return h(Empty, { icon: 'search', title: t('page-search-none'), text: t('page-search-none-text') });
  return html`<section class="tgroup"><div class="ghead"><h2>${list.length < st.MOST ? t('page-found', { n: list.length }) : t('page-found-most', { n: list.length })}</h2></div>
    <ul class="todos">${list.slice(0, PAGE).map(x => h(TodoLine, { key: x.id, l: { ...st.listed(x), key: `f${x.id}` } }))}</ul></section>`;
}
function List() {
  const g = st.groups.value;
  if (!st.all.value) return html`<p class="dim none">${t('ui-loading')}</p>`;
  if (!st.all.value.length) return h(Empty, { icon: 'list-todo', title: t('page-todos-empty'), text: t('page-todos-empty-text') });
  return html`${/** @type {const} */ (['overdue', 'today', 'upcoming', 'unscheduled']).map(id => h(Group, { key: id, id, list: g[id] }))}${h(Group, { id: 'done', list: g.done, folded: true })}`;
}
export function Page() {
  const q = route.value.q.q ?? '',
    isWeek = route.value.q.view === 'week';
  useEffect(() => {
    st.load();
    if (q) st.search(q);
  }, [today.value]);
  useEffect(() => {
    if (isWeek && !Week.value)
      import('./week.js').then(m => {
        Week.value = m.Week;
      });
  }, [isWeek]);
  // What was chosen on a list is not chosen on another.
  useEffect(() => pickNone, [q, isWeek]);
  return html`<div class="page"><header class="bar tools-bar">
      <div class="seg" role="group" aria-label=${t('page-view')}>${['list', 'week'].map(v => html`<button key=${v} aria-pressed=${isWeek === (v === 'week')} onClick=${() => amend({ view: v === 'week' ? 'week' : null, q: null })}>${t(`page-view-${v}`)}</button>`)}</div>
      ${h(Find, {
        id: 'find',
        label: t('page-search'),
        value: q,
        onFind: seek,
        onKeyDown: (/** @type {KeyboardEvent} */ e) => {
          if (e.key !== 'ArrowDown' && e.key !== 'Enter') return;
          e.preventDefault();
          /** @type {HTMLElement | null | undefined} */ (rows()[0]?.querySelector('.ttitle'))?.focus();
        },
      })}</header>
    <div class="body" onKeyDown=${keys} onClickCapture=${pickByClick} onMouseDown=${markNothing}>${h(QuickAdd, {})}${Object.keys(drafts.value).length > 0 && h(KeptDrafts, {})}${q ? h(Found, {}) : isWeek ? Week.value && h(Week.value, {}) : h(List, {})}${h(Picked, {})}</div></div>`;
}
