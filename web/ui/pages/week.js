// Seven days side by side: every date of a series can be completed, skipped, or moved to another day.
import { html, h, signal, useEffect, useState } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { addDays, daysBetween, weekdayName, span, dayLong } from '../format.js';
import { amend, today, dialog } from '../state/app.js';
import * as st from '../state/todos.js';
import { Icon, Dialog, closeDialog, plain } from '../parts/bits.js';
import { TodoEditor } from './todo-editor.js';
/** @typedef {import('../state/todos.js').Line} Line */

/** What is dragged; the data transfer of a drag cannot be read while it is over a day. @type {Line | null} */
let dragged = null;
/** A card is dragged: the edges of the week take it. */
const dragging = signal(false);
/** The week that the drag began in, and what turns it on while the card rests at an edge. */
let began = '',
  turning = 0;
const still = () => {
  clearTimeout(turning);
  turning = 0;
};
/** The drag is over, wherever it ended: who begins it may be gone, with the week it stood in. */
const ended = () => {
  still();
  dragged = null;
  dragging.value = false;
};
/** To another week. @param {number} weeks */
const turn = weeks => amend({ from: addDays(st.weekFrom.value, 7 * weeks) });
/** So long a card rests at an edge until the week turns, and again until it turns on. */
const REST = 600,
  ON = 1000;
/** The card that the keyboard moved, to be focused where it comes to lie. @type {{ id: string, date?: string } | null} */
let follow = null;
/** So many days a key moves a card. @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, PageUp: -7, PageDown: 7 };
/** Moves a card by a key or a button. It is drawn anew in another day, or another week: what is shown and the keyboard go with it. @param {Line} l @param {string} to */
async function carry(l, to) {
  const id = String(l.todo.id);
  follow = l.occurrence ? { id, date: to } : { id };
  if (!(await st.move(l, to))) return;
  const weeks = Math.floor(daysBetween(st.weekFrom.value, to) / 7);
  if (weeks) turn(weeks);
}
/** @param {{ l: Line }} p */
function Card({ l }) {
  const x = l.todo,
    at = l.date ?? today.value;
  const keys = (/** @type {KeyboardEvent} */ e) => {
    const by = e.altKey ? STEPS[e.key] : undefined;
    if (!by) return;
    e.preventDefault();
    carry(l, addDays(at, by));
  };
  return html`<li class="wcard" data-id=${x.id} data-date=${at} data-done=${l.done} draggable=${!l.done} onDragStart=${(
    /** @type {DragEvent} */ e,
  ) => {
    dragged = l;
    began = st.weekFrom.value;
    e.dataTransfer?.setData('text/plain', x.title);
    // A page that changes as a drag begins may end it.
    setTimeout(() => (dragging.value = dragged !== null));
  }} onDragEnd=${ended} onKeyDown=${keys}>
    <div class="wrow"><input type="checkbox" aria-label=${t(l.done ? 'page-reopen-x' : 'page-complete-x', { title: x.title })} checked=${l.done} onChange=${(/** @type {any} */ e) => st.ticked(e.target, l)} />
      <button class="wtitle" aria-haspopup="dialog" title=${x.title} aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight Alt+PageUp Alt+PageDown" onClick=${() => {
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
    carry(l, to);
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
      <button class="ic" aria-label=${t('page-move-later', { title: x.title })} title=${t('page-later-day')} onClick=${() => move(addDays(at, 1))}>${h(Icon, { name: 'chevron-right' })}</button>
      ${
        !l.occurrence &&
        html`<button class="ic" aria-label=${t('page-delete-x', { title: x.title })} title=${t('ui-delete')} onClick=${() => {
          closeDialog();
          st.remove(l);
        }}>${h(Icon, { name: 'trash-2' })}</button>`
      }</div>
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
  useEffect(() => {
    // Where the card is gone with its week nobody else tells that it was let go; a pointer that moves drags nothing.
    const all = ['drop', 'dragend', 'pointermove'];
    for (const e of all) addEventListener(e, ended);
    return () => {
      ended();
      for (const e of all) removeEventListener(e, ended);
    };
  }, []);
  /** What is entered is told before what was left. @param {string} what */
  const gone = what => setOver(at => (at === what ? null : at));
  /** Takes a card: it turns the week while that rests there, and let go it sends the card to the week that is shown then, or to the next one. @param {-1 | 1} side */
  const edge = side => {
    const name = side < 0 ? 'before' : 'after',
      on = () => {
        turn(side);
        turning = setTimeout(on, ON);
      },
      rests = (/** @type {DragEvent} */ e) => {
        if (!dragged) return;
        e.preventDefault();
        setOver(name);
        turning ||= setTimeout(on, REST);
      };
    return {
      'data-over': over === name,
      onDragEnter: rests,
      onDragOver: rests,
      onDragLeave: () => {
        gone(name);
        still();
      },
      onDrop: (/** @type {DragEvent} */ e) => {
        e.preventDefault();
        setOver(null);
        if (dragged) st.move(dragged, addDays(dragged.date ?? today.value, daysBetween(began, from) || 7 * side));
      },
    };
  };
  const strip = (/** @type {-1 | 1} */ side) =>
    dragging.value &&
    html`<div class="wedge" data-side=${side < 0 ? 'before' : 'after'} aria-hidden="true" ...${edge(side)}>${h(Icon, { name: side < 0 ? 'chevron-left' : 'chevron-right' })}</div>`;
  return html`${opened && h(Opened, { key: opened.key, l: opened })}<div class="weekbar"><button class="ic" aria-label=${t('page-week-before')} title=${t('page-week-before')} onClick=${() => turn(-1)} ...${edge(-1)}>${h(Icon, { name: 'chevron-left' })}</button>
      <h2 class="num">${span(from, addDays(from, 6))}</h2>
        <button class="ic" aria-label=${t('page-week-after')} title=${t('page-week-after')} onClick=${() => turn(1)} ...${edge(1)}>${h(Icon, { name: 'chevron-right' })}</button>
      <button class="btn quiet" onClick=${() => amend({ from: null })}>${t('page-this-week')}</button></div>
    <div class="weeks">${strip(-1)}${strip(1)}<ol class="week" aria-busy=${st.week.value === null}>${days.map(d => {
      const mine = list.filter(l => l.date === d).sort((a, b) => ((a.todo.timeOfDay ?? '99') < (b.todo.timeOfDay ?? '99') ? -1 : 1));
      return html`<li key=${d} class="wday" data-day=${d} data-today=${d === today.value} data-over=${over === d}
      onDragOver=${(/** @type {DragEvent} */ e) => {
        if (dragged) {
          e.preventDefault();
          setOver(d);
        }
      }} onDragLeave=${() => gone(d)} onDrop=${(/** @type {DragEvent} */ e) => {
        e.preventDefault();
        setOver(null);
        if (dragged) st.move(dragged, d);
      }}>
      <h3><span aria-hidden="true">${weekdayName(d)} <span class="num">${Number(d.slice(8))}</span></span>
        <span class="vh">${dayLong(d)}${d === today.value ? `, ${t('ui-today')}` : ''}</span></h3>
      ${mine.length ? html`<ul>${mine.map(l => h(Card, { key: l.key, l }))}</ul>` : html`<p class="dim free">${t('page-free')}</p>`}</li>`;
    })}</ol></div>
    <p class="dim hint">${t('page-week-hint')}</p>`;
}
