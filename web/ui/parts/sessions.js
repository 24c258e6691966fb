// The conversations, behind the title: found, named, put away, brought back.
import { html, h, useState, useEffect, useLayoutEffect, useRef } from '../vendor/preact.js';
import { t, word } from '../i18n.js';
import { day, dayOf } from '../format.js';
import { view, zone, today } from '../state/app.js';
import { session } from '../state/desk.js';
import * as st from '../state/sessions.js';
import { Icon } from './bits.js';
/** @typedef {import('../types.js').SessionView} Session */

const STATES = /** @type {const} */ (['active', 'archived', 'deleted']);
const hide = () => /** @type {any} */ (document.getElementById('sessions'))?.hidePopover();

/** @param {{ s: Session, onDone: () => void }} p */
function Name({ s, onDone }) {
  const box = useRef(/** @type {HTMLInputElement | null} */ (null));
  // Before the next key: what is typed at once belongs into the name.
  useLayoutEffect(() => {
    box.current?.focus();
    box.current?.select();
  }, []);
  return html`<form class="sname" onSubmit=${async (/** @type {Event} */ e) => {
    e.preventDefault();
    const title = box.current?.value.trim();
    if (!title || (await st.editSession(s.id, { title }))) onDone();
  }}><input ref=${box} aria-label=${t('page-session-name', { title: s.title || t('page-untitled') })} maxlength="200" value=${s.title} onKeyDown=${(
    /** @type {KeyboardEvent} */ e,
  ) => {
    if (e.key === 'Escape') {
      e.preventDefault();
      e.stopPropagation();
      onDone();
    }
  }} /><button class="btn quiet">${t('ui-save')}</button></form>`;
}

/** @param {{ s: Session }} p */
function Line({ s }) {
  const [naming, setNaming] = useState(false),
    title = s.title || t('page-untitled');
  if (naming) return html`<li>${h(Name, { s, onDone: () => setNaming(false) })}</li>`;
  return html`<li class="convo" data-session=${s.id}><a href=${`#/desk?s=${encodeURIComponent(s.id)}`} aria-current=${s.id === session.value ? 'true' : undefined} onClick=${() => {
    view.value = 'thread';
    hide();
  }}><span class="clip name">${title}</span><span class="dim num clip when">${day(dayOf(s.updated_at, zone.value), today.value)} · ${s.waiting ? t('page-waits') : t('page-messages', { n: s.runs })}</span></a>
    ${
      s.state === 'active'
        ? html`<button class="ic" aria-label=${t('page-session-rename', { title })} title=${t('page-session-rename', { title })} onClick=${() => setNaming(true)}>${h(Icon, { name: 'pencil', size: 14 })}</button>
      <button class="ic" aria-label=${t('page-session-archive', { title })} title=${t('page-session-archive', { title })} onClick=${() => st.moveSession(s, 'archived')}>${h(Icon, { name: 'archive', size: 14 })}</button>
      <button class="ic" aria-label=${t('page-session-delete', { title })} title=${t('page-session-delete', { title })} onClick=${() => st.moveSession(s, 'deleted')}>${h(Icon, { name: 'trash-2', size: 14 })}</button>`
        : html`<button class="ic" aria-label=${t('page-session-restore', { title })} title=${t('page-session-restore', { title })} onClick=${() => st.moveSession(s, 'active')}>${h(Icon, { name: 'undo-2', size: 14 })}</button>`
    }</li>`;
}

export function List() {
  useEffect(() => {
    st.loadSessions();
  }, []);
  const list = st.sessions.value,
    { query, state } = st.wanted.value;
  return html`<search><label class="vh" for="session-query">${t('page-session-search')}</label>
      <input id="session-query" type="search" placeholder=${t('page-session-search')} value=${query} onInput=${(/** @type {any} */ e) => st.want({ query: e.target.value })} />
      <div class="seg" role="group" aria-label=${t('page-session-kept')}>${STATES.map(x => html`<button key=${x} aria-pressed=${state === x} onClick=${() => st.want({ state: x })}>${word('page-session-state', x)}</button>`)}</div></search>
    ${list.length === 0 ? html`<p class="dim">${t(query ? 'page-session-none-found' : state === 'active' ? 'page-no-conversations' : 'page-session-none-here')}</p>` : html`<ul>${list.map(s => h(Line, { key: s.id, s }))}</ul>`}`;
}
