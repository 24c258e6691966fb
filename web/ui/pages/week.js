// Seven days side by side: every date of a series can be completed, skipped, or moved to another day.
import { html, h, useEffect, useState } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { addDays, weekdayName, span, dayLong } from '../format.js';
import { amend, today, dialog } from '../state/app.js';
import * as st from '../state/todos.js';
import { Icon, Dialog, closeDialog, plain } from '../parts/bits.js';
import { TodoEditor } from './todo-editor.js';
/** @typedef {import('../state/todos.js').Line} Line */

/** What is dragged; the data transfer of a drag cannot be read while it is over a day. @type {Line | null} */
let dragged = null;
/** The card that the keyboard moved, to be focused where it comes to lie. @type {{ id: string, date?: string } | null} */
let follow = null;
/** @param {{ l: Line }} p */
function Card({ l }) {
  const x = l.todo,
    at = l.date ?? today.value;
  const keys = (/** @type {KeyboardEvent} */ e) => {
    if (!e.altKey || !['ArrowLeft', 'ArrowRight'].includes(e.key)) return;
    e.preventDefault();
    const to = addDays(at, e.key === 'ArrowLeft' ? -1 : 1);
    // The card is drawn anew in another day: the keyboard goes with it.
    follow = l.occurrence ? { id: String(x.id), date: to } : { id: String(x.id) };
    st.move(l, to);
  };
  return html`<li class="wcard" data-id=${x.id} data-date=${at} data-done=${l.done} draggable=${!l.done} onDragStart=${(
    /** @type {DragEvent} */ e,
  ) => {
    dragged = l;
    e.dataTransfer?.setData('text/plain', x.title);
  }} onDragEnd=${() => {
    dragged = null;
  }} onKeyDown=${keys}>
    <div class="wrow"><input type="checkbox" aria-label=${t(l.done ? 'page-reopen-x' : 'page-complete-x', { title: x.title })} checked=${l.done} onChange=${(/** @type {any} */ e) => st.ticked(e.target, l)} />
      <button class="wtitle" aria-haspopup="dialog" title=${x.title} aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight" onClick=${() => {
        dialog.value = { kind: 'todo', line: l.key };
      }}><span class="clamp">${x.timeOfDay && html`<span class="num dim">${x.timeOfDay} </span>`}${!x.scheduledFor && !l.occurrence && html`<span class="dim">${t('page-due-here')} </span>`}<span class="tt">${plain(x.title)}</span>${l.occurrence && html` ${h(Icon, { name: 'repeat', size: 12 })}<span class="vh">${t('page-repeats')}</span>`}</span></button></div>
  </li>`;
}
/** A card's todo: another day for it, and all its fields. @param {{ l: Line }} p */
function Opened({ l }) {
  // The dialog goes with the page.
  useEffect(
    () => () => {
      if (dialog.peek()?.kind === 'todo') dialog.value = null;
    },
    [],
  );
  const x = l.todo,
    at = l.date ?? today.value;
  const move = (/** @type {string} */ to) => {
    closeDialog();
    st.move(l, to);
  };
  return h(
    Dialog,
    { title: x.title, wide: true },
    html`<div class="wacts"><button class="ic" aria-label=${t('page-move-earlier', { title: x.title })} title=${t('page-earlier')} onClick=${() => move(addDays(at, -1))}>${h(Icon, { name: 'chevron-left' })}</button>
      ${
        l.occurrence &&
        html`<label class="vh" for=${`mv-${l.key}`}>${t('page-move-to', { title: x.title })}</label>
      <input id=${`mv-${l.key}`} type="date" value=${at} onChange=${(/** @type {any} */ e) => e.target.value && move(e.target.value)} />`
      }
      <button class="ic" aria-label=${t('page-move-later', { title: x.title })} title=${t('page-later-day')} onClick=${() => move(addDays(at, 1))}>${h(Icon, { name: 'chevron-right' })}</button></div>
    ${h(TodoEditor, { l, onDone: closeDialog })}`,
  );
}
export function Week() {
  const from = st.weekFrom.value,
    [over, setOver] = useState(/** @type {string | null} */ (null));
  useEffect(() => {
    st.week.value = null;
    st.loadWeek();
  }, [from]);
  useEffect(() => {
    if (!follow || !st.week.value) return;
    const { id, date } = follow,
      card = document.querySelector(`.wcard[data-id="${id}"]${date ? `[data-date="${date}"]` : ''} .wtitle`);
    if (!(card instanceof HTMLElement) || document.activeElement === card) return;
    if (document.activeElement === document.body) card.focus();
  });
  const list = st.week.value ?? [],
    days = Array.from({ length: 7 }, (_, i) => addDays(from, i));
  const d = dialog.value,
    opened = d?.kind === 'todo' && list.find(l => l.key === d.line);
  return html`${opened && h(Opened, { key: opened.key, l: opened })}<div class="weekbar"><button class="ic" aria-label=${t('page-week-before')} onClick=${() => amend({ from: addDays(from, -7) })}>${h(Icon, { name: 'chevron-left' })}</button>
      <h2 class="num">${span(from, addDays(from, 6))}</h2>
        <button class="ic" aria-label=${t('page-week-after')} onClick=${() => amend({ from: addDays(from, 7) })}>${h(Icon, { name: 'chevron-right' })}</button>
      <button class="btn quiet" onClick=${() => amend({ from: null })}>${t('page-this-week')}</button></div>
    <ol class="week" aria-busy=${st.week.value === null}>${days.map(d => {
      const mine = list.filter(l => l.date === d).sort((a, b) => ((a.todo.timeOfDay ?? '99') < (b.todo.timeOfDay ?? '99') ? -1 : 1));
      return html`<li key=${d} class="wday" data-day=${d} data-today=${d === today.value} data-over=${over === d}
      onDragOver=${(/** @type {DragEvent} */ e) => {
        if (dragged) {
          e.preventDefault();
          setOver(d);
        }
      }} onDragLeave=${() => setOver(null)} onDrop=${(/** @type {DragEvent} */ e) => {
        e.preventDefault();
        setOver(null);
        if (dragged) st.move(dragged, d);
        dragged = null;
      }}>
      <h3><span aria-hidden="true">${weekdayName(d)} <span class="num">${Number(d.slice(8))}</span></span>
        <span class="vh">${dayLong(d)}${d === today.value ? `, ${t('ui-today')}` : ''}</span></h3>
      ${mine.length ? html`<ul>${mine.map(l => h(Card, { key: l.key, l }))}</ul>` : html`<p class="dim free">${t('page-free')}</p>`}</li>`;
    })}</ol>
    <p class="dim hint">${t('page-week-hint')}</p>`;
}
