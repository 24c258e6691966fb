// The conversation.
import { html, h, useRef, useState, useEffect, useLayoutEffect } from '../vendor/preact.js';
import { t, word, also } from '../i18n.js';
import { fieldName } from '../format.js';
import { view, status, say, dialog } from '../state/app.js';
import * as desk from '../state/desk.js';
import { current } from '../state/sheet.js';
import { shown as commands, loadRuns } from '../state/commands.js';
import { Icon, lazy, style, pictured } from './bits.js';
import { Docket } from './docket.js';
import { auto, folder, folders, loadFolders } from '../state/agent.js';
import { ModelLine, Lamp, needsBanner } from './model-line.js';
import { place, down } from '../state/models.js';
const Offer = lazy(async () => (await import('./model-store.js')).Offer);
/** @typedef {import('../types.js').Turn} Turn */

const mended = () => import('./mended.js'),
  Mended = lazy(async () => (await mended()).Mended),
  Banner = lazy(async () => (await mended()).Banner),
  Said = lazy(async () => (await import('./said.js')).Said),
  Clarify = lazy(async () => (await import('./clarify.js')).Clarify),
  Agent = lazy(async () => (await import('./agent.js')).Agent),
  WorkSummary = lazy(async () => (await import('./agent.js')).WorkSummary);
const gallery = () => pictured(import('./gallery.js')),
  attach = () => pictured(import('./attach.js')),
  Gallery = lazy(async () => (await gallery()).Gallery),
  Given = lazy(async () => (await gallery()).Given),
  Attached = lazy(async () => (await attach()).Attached);
const reply = () => Promise.all([import('./reply.js'), style('work.css')]).then(([m]) => m);
const goingOn = () => Promise.all([import('./going-on.js'), style('going-on.css'), also('sessions')]).then(([m]) => m);
const Loaded = lazy(async () => (await reply()).Loaded),
  Reply = lazy(async () => (await reply()).Reply),
  After = lazy(async () => (await reply()).After),
  NowBar = lazy(async () => (await Promise.all([import('./now.js'), style('work.css')]))[0].NowBar),
  Meter = lazy(async () => (await goingOn()).Meter),
  CarriedCard = lazy(async () => (await goingOn()).CarriedCard),
  Files = lazy(async () => (await Promise.all([import('./mention.js'), style('work.css')]))[0].Files);

/** @param {{ turn: Turn }} p */
const Understood = ({ turn }) =>
  turn.consumed.length
    ? html`<ul class="understood" aria-label=${t('page-understood')}>${turn.consumed.map(
        (c, i) => html`<li key=${i}><q>${c.text}</q><span aria-hidden="true">→</span>
      <span class="vh"> ${t('page-taken-as')} </span><b>${fieldName(c.as)}</b></li>`,
      )}</ul>`
    : null;

/** The action of an agent's step: the tool that runs. @param {Turn} turn */
const acting = turn => turn.agent?.tools.findLast(c => c.status === 'running')?.tool;

/** Mode, stage and action in one line (C16). @param {{ turn: Turn }} p */
function Answer({ turn }) {
  const live = turn.status === 'running';
  return html`<li class="msg agent" aria-busy=${live}><span class="who">${t('ui-product')}</span>
    ${turn.context && h(Loaded, { turn })}
    ${turn.text && turn.text !== turn.clarify?.question && html`<div class="prose" data-now="summary"><p>${turn.text}</p></div>`}
    ${turn.said && h(Said, { turn })}
    ${turn.reply && h(Reply, { turn, reply: turn.reply })}
    ${
      live &&
      html`<p class="stage"><span class="pulse">
      </span>${turn.mode !== 'auto' && html`<span class="dim">${t(`page-mode-${turn.mode}`)}</span>`}${turn.stage ? word('page-stage', turn.stage) : t('page-stage-sent')}${turn.stage && turn.decision && html`<span class="dim">${word('page-route', turn.decision)}</span>`}${acting(turn) && html`<code class="dim">${acting(turn)}</code>`}${(turn.model ?? status.value?.model) && html`<span class="dim">· ${turn.model ?? status.value?.model}</span>`}</p>`
    }
    ${live && turn.recoveries.at(-1)?.what === 'retry' && html`<p class="dim">${turn.recoveries.at(-1)?.message}</p>`}
    ${h(Understood, { turn })}
    ${turn.warnings.map((w, i) => html`<p class="warn" key=${i}>${h(Icon, { name: 'triangle-alert', size: 14 })}<span>${w.message}</span></p>`)}
    ${turn.clarify && h(Clarify, { turn })}
    ${turn.agent && h(Agent, { turn })}
    ${turn.set !== null && h(Docket, { id: turn.set })}
    ${(turn.images.length > 0 || turn.painting) && h(Gallery, { turn })}
    ${turn.agent && h(WorkSummary, { turn })}
    ${needsBanner(turn) && h(Banner, { turn })}
    ${
      turn.status === 'failed' &&
      !needsBanner(turn) &&
      html`<p class="fail" data-now="failure">${h(Icon, { name: 'triangle-alert', size: 14 })}
        <span>${t('page-failure', { error: turn.error?.message ?? turn.error?.error ?? turn.status })} ${turn.error?.hint ?? ''}</span></p>
      <p><button class="link" onClick=${() => desk.again(turn)}>${t('ui-retry')}</button> <span class="dim">${t('ui-nothing-changed')}</span></p>`
    }
    ${turn.status === 'cancelled' && !turn.images.length && html`<p class="dim">${t('page-run-cancelled')}</p>`}
    ${turn.status === 'interrupted' && html`<p class="dim">${t('page-run-interrupted')}</p>`}
    ${!live && turn.status === 'done' && !turn.text && !turn.said && turn.set === null && !turn.clarify && html`<p class="dim">${t('page-no-answer')}</p>`}
    ${!live && turn.decision === 'work' && h(After, { turn })}
    ${!live && turn.recoveries.length > 0 && h(Mended, { turn })}
    ${!live && h(ModelLine, { turn })}
  </li>`;
}

const SessionList = lazy(async () => (await import('./sessions.js')).List);
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
      desk.attached.value = [];
      if (painting) desk.send(text.slice(painting[0].length), { as: 'image' });
      else desk.send(text, { images });
    }
  };
  const busy = desk.busy.value;
  useEffect(() => {
    loadFolders();
  }, []);
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
      if (!naming && box.current?.value.includes('@')) setNaming(true);
    }} placeholder=${t(desk.question.value ? 'page-answer-here' : 'page-placeholder')} onKeyDown=${(/** @type {KeyboardEvent} */ e) => {
      if (e.key === 'Enter' && !e.shiftKey && !e.ctrlKey && !e.metaKey && !e.isComposing) {
        e.preventDefault();
        go();
      }
    }}></textarea>
    <div class="tools">
      <div class="seg" role="radiogroup" aria-label=${t('page-mode')}>${MODES.filter(m => has[/** @type {'agent'} */ (m)] ?? true).map(
        m =>
          html`<label key=${m} title=${t(`page-mode-${m}-hint`)}><input type="radio" name="mode" checked=${desk.mode.value === m} onChange=${() => {
            desk.mode.value = m;
            say(t(`page-mode-${m}-hint`));
          }} /><span>${t(`page-mode-${m}`)}</span></label>`,
      )}</div>
      ${
        agent &&
        html`<label class="auto"><input type="checkbox" checked=${auto.value} onChange=${(/** @type {any} */ e) => {
          auto.value = e.target.checked;
        }} /><span>${t('page-agent-auto')}</span></label>${
          folders.value.length > 1 &&
          html`<label class="vh" for="agent-folder">${t('page-agent-folder')}</label><select id="agent-folder" value=${folder.value} onChange=${(
            /** @type {any} */ e,
          ) => {
            folder.value = e.target.value;
          }}>${folders.value.map(w => html`<option key=${w.id} value=${w.id} selected=${w.id === folder.value}>${w.id}</option>`)}</select>`
        }`
      }
      ${desk.session.value && h(Meter, { session: desk.session.value, busy, turns: desk.turns.value.length })}
      <span class="meter">${status.value && (status.value.model ? html`${h(Lamp, { place: place.value, down: down.value })}<span class="clip">${status.value.model}</span>` : t('page-planner-only'))}</span>
      <button type="button" class="ic" aria-label=${t('page-attach')} title=${t('page-attach')} onClick=${() => attach().then(m => m.pick(keep))}><span aria-hidden="true">▧</span></button>
      <button class="send" aria-label=${t(busy ? 'page-stop' : 'page-send')}>${h(Icon, { name: busy ? 'square' : 'arrow-up' })}</button>
    </div></form>`;
}

export function Thread() {
  const log = useRef(/** @type {HTMLElement | null} */ (null)),
    stuck = useRef(true);
  useEffect(() => {
    desk.restore();
  }, [desk.session.value]);
  useEffect(() => {
    const el = log.current;
    const f = () => {
      if (el) stuck.current = el.scrollHeight - el.scrollTop - el.clientHeight < 64;
    };
    el?.addEventListener('scroll', f, { passive: true });
    return () => el?.removeEventListener('scroll', f);
  }, []);
  useLayoutEffect(() => {
    if (stuck.current && log.current) log.current.scrollTop = log.current.scrollHeight;
  });
  useEffect(() => {
    loadRuns();
  }, []);
  const turns = desk.turns.value,
    set = current.value;
  return html`<section class="chat" aria-label=${t('page-conversation')}>
    <header class="bar"><button class="ic" popovertarget="sessions" aria-label=${t('page-conversations')} title=${t('page-conversations')}>${h(Icon, { name: 'menu' })}</button>
      <h2 class="clip">${(desk.title.value || turns[0]?.message) ?? t('page-new-conversation')}</h2>
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
            : html`<div class="empty"><h3>${t('page-desk-empty')}</h3><p>${t('page-desk-empty-text')}</p>
        <div class="chips">${[1, 2, 3].map(n => html`<button class="chip" key=${n} onClick=${() => desk.send(t(`page-example-${n}`))}>${t(`page-example-${n}`)}</button>`)}</div>${status.value && !status.value.model && h(Offer, {})}</div>`
          : html`<ol class="msgs">${turns.map(
              turn => html`<li class="msg you" key=${`${turn.key}-q`}><span class="who">${t('page-you')}</span><div class="prose">
            <p>${turn.message}</p></div>${turn.given.length > 0 && h(Given, { images: turn.given })}</li>${h(Answer, { key: turn.key, turn })}`,
            )}</ol>`
      }
    </div>
    ${
      set &&
      html`<button class="jump" onClick=${() => {
        view.value = 'sheet';
      }}>${h(Icon, { name: 'signature' })}<span class="clip">${t('page-open-sheet', { id: String(set.id) })}</span>${h(Icon, { name: 'chevron-right' })}</button>`
    }
    ${(turns.length || commands.value || status.value?.recovery[0] || status.value?.models_problem) && h(NowBar, {})}${h(Composer, {})}
  </section>`;
}
