// The conversation.
import { html, h, useRef, useState, useEffect, useLayoutEffect } from '../vendor/preact.js';
import { t, also } from '../i18n.js';
import { openSet, showSheet, status, say, dialog } from '../state/app.js';
import * as desk from '../state/desk.js';
import { current } from '../state/sets.js';
import { shown as commands, loadRuns } from '../state/commands.js';
import { Icon, Lamp, lazy, style, pictured } from './bits.js';
import { Review } from './sheet.js';
import { folder, folders, loadFolders } from '../state/agent.js';
import { place, down } from '../state/models.js';
import { unsent, keepUnsent } from '../state/unsent.js';
const Offer = lazy(async () => (await import('./offer.js')).Offer);

const attach = () => pictured(import('./attach.js'));
const goingOn = () => Promise.all([import('./going-on.js'), style('going-on.css'), also('sessions')]).then(([m]) => m);
const Answer = lazy(
    async () => (await Promise.all([import('./answer.js'), style('sheet.css')]))[0].Answer,
    () =>
      html`<li class="msg agent" aria-busy="true"><span class="who">${t('ui-product')}</span><p class="stage"><span class="pulse"></span>${t('page-stage-sent')}</p></li>`,
  ),
  AgentOptions = lazy(async () => (await Promise.all([import('./agent.js'), also('agent')]))[0].Options),
  Given = lazy(async () => (await pictured(import('./gallery.js'))).Given),
  Attached = lazy(async () => (await attach()).Attached),
  NowBar = lazy(async () => (await Promise.all([import('./now.js'), style('work.css')]))[0].NowBar),
  Meter = lazy(async () => (await goingOn()).Meter),
  CarriedCard = lazy(async () => (await goingOn()).CarriedCard),
  Origin = lazy(async () => (await Promise.all([import('./origin.js'), also('review')]))[0].Origin),
  Files = lazy(async () => (await Promise.all([import('./mention.js'), style('work.css')]))[0].Files);
/** What an answer will want is fetched while the message is written. */
const begun = () => {
  Answer.load();
  Review.load();
};

const SessionList = lazy(async () => (await Promise.all([import('./sessions.js'), also('sessions'), style('sheet.css')]))[0].List);
function Sessions() {
  const [open, setOpen] = useState(false);
  return html`<div id="sessions" popover="auto" class="menu" role="dialog" aria-label=${t('page-conversations')} onToggle=${(
    /** @type {any} */ e,
  ) => {
    setOpen(e.newState === 'open');
  }}><h3>${t('page-conversations')}</h3>${open && h(SessionList, {})}</div>`;
}

const MODES = /** @type {const} */ (['auto', 'chat', 'plan', 'image', 'agent']);
/** Keeps files as pictures of the next message. @param {Iterable<File>} files */
const keep = files => {
  desk.keeping.value++;
  attach().then(m => m.take(files));
};
/** Takes files that are pasted, or dropped anywhere: the browser would leave the page. @param {any} e */
const grab = e => {
  const from = e.dataTransfer ?? e.clipboardData,
    paste = e.type === 'paste';
  if (!from.types.includes('Files') || (paste && from.types.includes('text/plain'))) return;
  e.preventDefault();
  if (paste || e.type === 'drop') keep([...from.files]);
};
for (const what of ['dragover', 'drop', 'paste']) addEventListener(what, grab);
/** Which of several open folders the next message is about. An agent works in one of them, other messages may name it.
 * @param {{ any: boolean }} p */
const FolderPicker = ({ any }) =>
  html`<label class="vh" for="folder">${t('page-folder')}</label><select id="folder" value=${folder.value ?? ''} onChange=${(
    /** @type {any} */ e,
  ) => {
    folder.value = e.target.value || null;
  }}>${any && html`<option value="">${t('page-folder-any')}</option>`}${folders.value.map(w => html`<option key=${w.id} value=${w.id} selected=${w.id === folder.value}>${w.id}</option>`)}</select>`;
function Composer() {
  const box = useRef(/** @type {HTMLTextAreaElement | null} */ (null)),
    [naming, setNaming] = useState(false);
  const go = () => {
    const el = box.current,
      text = el?.value.trim() ?? '',
      images = desk.attached.value,
      painting = /^\/image\s+/.exec(text);
    if (desk.keeping.value || (images.length && (painting || /image|agent/.test(desk.mode.value)))) attach().then(m => m.waits(go));
    else if (el && (text || images.length)) {
      el.value = '';
      keepUnsent(desk.sayAt(), '');
      desk.attached.value = [];
      if (/^\/edit-?plan$/i.test(text) && desk.session.value) {
        if (busy) desk.pause();
        dialog.value = { kind: 'plan', session: desk.session.value };
      } else if (painting) desk.send(text.slice(painting[0].length), { as: 'image' });
      else desk.send(text, { images });
    }
  };
  const busy = desk.busy.value;
  useEffect(() => {
    loadFolders();
  }, []);
  // Each conversation has its own words that were not sent.
  useLayoutEffect(() => {
    const el = box.current,
      kept = unsent(desk.sayAt()) ?? '';
    if (el && el.value !== kept) el.value = kept;
  }, [desk.session.value]);
  // An agent needs a model, and a folder to work in.
  const can = Boolean(status.value?.model) && folders.value.length > 0,
    agent = can && desk.mode.value === 'agent';
  const has = { agent: can, image: Boolean(status.value?.images) };
  if (has[/** @type {'agent'} */ (desk.mode.value)] === false) desk.mode.value = 'auto';
  return html`<form class="composer" onSubmit=${(/** @type {Event} */ e) => {
    e.preventDefault();
    if (busy && !box.current?.value.trim() && !desk.attached.value.length) desk.cancel();
    else go();
  }}>
    <label class="vh" for="say">${t('page-message')}</label>
    ${naming && box.current && h(Files, { box: box.current })}
    ${(desk.attached.value.length || desk.keeping.value) > 0 && h(Attached, {})}
    <textarea id="say" ref=${box} rows="1" onInput=${() => {
      begun();
      keepUnsent(desk.sayAt(), box.current?.value);
      if (!naming && box.current?.value.includes('@')) setNaming(true);
    }} placeholder=${t(desk.question.value || desk.waits.value ? 'page-answer-here' : 'page-placeholder')} onKeyDown=${(
      /** @type {KeyboardEvent} */ e,
    ) => {
      if (e.key === 'Enter' && !e.shiftKey && !e.ctrlKey && !e.metaKey && !e.isComposing) {
        e.preventDefault();
        go();
      }
      // What is written stays: the keyboard goes to what is to be decided.
      if (e.key === 'Escape' && !e.isComposing && current.value) openSet(current.value.id, { back: true });
    }}></textarea>
    <div class="tools">
      <div class="seg" role="radiogroup" aria-label=${t('page-mode')}>${MODES.filter(m => has[/** @type {'agent'} */ (m)] ?? true).map(
        m =>
          html`<label key=${m} title=${t(`page-mode-${m}-hint`)}><input type="radio" name="mode" checked=${desk.mode.value === m} onChange=${() => {
            desk.mode.value = m;
            say(t(`page-mode-${m}-hint`));
          }} /><span>${t(`page-mode-${m}`)}</span></label>`,
      )}</div>
      ${agent && h(AgentOptions, {})}
      ${folders.value.length > 1 && h(FolderPicker, { any: !agent })}
      ${desk.session.value && h(Meter, { session: desk.session.value, busy, turns: desk.turns.value.length })}
      <span class="meter">${status.value && html`${status.value.model && h(Lamp, { place: place.value, down: down.value })}<span class="clip">${status.value.model || t('page-planner-only')}</span>`}</span>
      <button type="button" class="ic" aria-label=${t('page-attach')} title=${t('page-attach')} onClick=${() => attach().then(m => m.pick(keep))}>${h(Icon, { name: 'image-plus' })}</button>
      <button class="send" aria-label=${t(busy ? 'page-stop' : 'page-send')}>${h(Icon, { name: busy ? 'square' : 'arrow-up' })}</button>
    </div></form>`;
}

/** To the end; a question that is longer than the view is shown from its beginning, and so is the welcome. @param {HTMLElement} el */
function toEnd(el) {
  const last = [...el.querySelectorAll('.msg')].at(-1),
    asked = last?.querySelector('.clarify');
  const top = asked ? el.scrollTop + asked.getBoundingClientRect().top - el.getBoundingClientRect().top - 12 : last ? el.scrollHeight : 0;
  el.scrollTop = top;
}

export function Thread() {
  const log = useRef(/** @type {HTMLElement | null} */ (null)),
    stuck = useRef(true),
    grows = useRef(/** @type {ResizeObserver | null} */ (null));
  useEffect(() => {
    desk.restore();
  }, [desk.session.value]);
  useEffect(() => {
    const el = log.current;
    if (!el) return;
    let last = el.scrollTop;
    // Only the reader goes up, however little; what grows below them is no reason to stay behind. What
    // shrinks moves them to the very end, where who was there stays.
    const f = () => {
      const left = el.scrollHeight - el.scrollTop - el.clientHeight;
      if (el.scrollTop < last) stuck.current &&= left < 2;
      else if (left < 64) stuck.current = true;
      last = el.scrollTop;
    };
    // Parts of an answer are fetched and drawn after the thread is: each growth counts, also of the message field.
    grows.current = new ResizeObserver(() => {
      if (stuck.current) toEnd(el);
    });
    grows.current.observe(el);
    const leave = () => (stuck.current = false);
    el.addEventListener('scroll', f, { passive: true });
    el.addEventListener('leave', leave);
    return () => {
      grows.current?.disconnect();
      el.removeEventListener('leave', leave);
      el.removeEventListener('scroll', f);
    };
  }, []);
  const said = desk.turns.value.length;
  // Who says something wants to see what comes of it.
  useLayoutEffect(() => {
    stuck.current = true;
    if (log.current) toEnd(log.current);
  }, [said]);
  useEffect(() => {
    const body = log.current?.lastElementChild;
    if (!body) return;
    grows.current?.observe(body);
    return () => grows.current?.unobserve(body);
  }, [said > 0]);
  useEffect(() => {
    loadRuns();
  }, []);
  const turns = desk.turns.value,
    set = current.value,
    alone = desk.session.value ? null : set;
  return html`<section class="chat" aria-label=${t('page-conversation')}>
    ${h(Composer, {})}
    <header class="bar"><button class="ic" popovertarget="sessions" aria-label=${t('page-conversations')} title=${t('page-conversations')}>${h(Icon, { name: 'menu' })}</button>
      <h2 class="clip">${(desk.title.value || turns[0]?.message) ?? alone?.title ?? t('page-new-conversation')}</h2>
      ${
        desk.session.value &&
        html`<button class="goal" title=${t('page-plan')} onClick=${() => {
          dialog.value = { kind: 'plan', session: desk.session.value };
        }}>${h(Icon, { name: 'chevron-right', size: 14 })}<span class="clip">${desk.goal.value || t('page-plan')}</span></button>`
      }
      <button class="ic end" aria-label=${t('page-new-conversation')} title=${t('page-new-conversation')} onClick=${() => {
        desk.newConversation();
        document.getElementById('say')?.focus();
      }}>${h(Icon, { name: 'message-square-plus' })}</button>${h(Sessions, {})}</header>
    <div class="log" ref=${log} tabindex="0" role="log" aria-live="off" aria-label=${t('page-messages-label')}>
      ${desk.carried.value && h(CarriedCard, { carried: desk.carried.value })}
      ${
        turns.length === 0
          ? desk.carried.value
            ? null
            : alone
              ? h(Origin, { set: alone })
              : html`<div class="empty"><h3>${t('page-desk-empty')}</h3><p>${t('page-desk-empty-text')}</p>
        <div class="chips">${[1, 2, 3].map(
          n =>
            html`<button class="chip" key=${n} onClick=${() => {
              log.current?.focus();
              desk.send(t(`page-example-${n}`));
            }}>${t(`page-example-${n}`)}</button>`,
        )}</div>${status.value && !status.value.model && h(Offer, {})}</div>`
          : html`<ol class="msgs">${turns.map(
              turn => html`<li class="msg you" key=${`${turn.key}-q`}><span class="who">${t('page-you')}</span><div class="prose">
            <p>${turn.message}</p></div>${turn.given.length > 0 && h(Given, { images: turn.given })}</li>${h(Answer, { key: turn.key, turn })}`,
            )}</ol>`
      }
    </div>
    ${
      set &&
      !turns.some(x => x.set === set.id) &&
      html`<button class="jump" onClick=${showSheet}>${h(Icon, { name: 'signature' })}<span class="clip">${t('page-open-sheet', { id: String(set.id) })}</span>${h(Icon, { name: 'chevron-right' })}</button>`
    }
    ${(turns.length || commands.value || status.value?.recovery[0] || status.value?.broken || status.value?.differing || status.value?.damaged || status.value?.looks || status.value?.models_problem) && h(NowBar, {})}
  </section>`;
}
