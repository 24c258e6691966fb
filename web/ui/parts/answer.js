// A turn of the assistant in the conversation.
import { html, h, useEffect, useRef } from '../vendor/preact.js';
import { t, word, also } from '../i18n.js';
import { fieldName, value, span, exact } from '../format.js';
import { status } from '../state/app.js';
import * as desk from '../state/desk.js';
import '../state/beside.js';
import { warned } from './warned.js';
import { Icon, lazy, style, pictured } from './bits.js';
import { Docket } from './docket.js';
import { ModelLine, needsBanner } from './model-line.js';
/** @typedef {import('../types.js').Turn} Turn */

const mended = () => import('./mended.js'),
  agentPart = () => Promise.all([import('./agent.js'), also('agent')]).then(([m]) => m),
  reply = () => Promise.all([import('./reply.js'), style('work.css'), also('said')]).then(([m]) => m);
const Mended = lazy(async () => (await mended()).Mended),
  Banner = lazy(async () => (await mended()).Banner),
  Said = lazy(async () => (await import('./said.js')).Said),
  Clarify = lazy(async () => (await import('./clarify.js')).Clarify),
  Agent = lazy(async () => (await agentPart()).Agent),
  WorkSummary = lazy(async () => (await agentPart()).WorkSummary),
  Gallery = lazy(async () => (await pictured(import('./gallery.js'))).Gallery),
  Loaded = lazy(async () => (await reply()).Loaded),
  Reply = lazy(async () => (await reply()).Reply),
  After = lazy(async () => (await reply()).After);

/** The conditions of a set of todos, each by its name and in words. @param {import('../types.js').Where | null} w @returns {[string, string][]} */
function conditions(w) {
  /** @param {import('../types.js').Where['scheduled_range']} r */
  const range = r => (r?.from && r.to ? span(r.from, r.to) : `${r?.from ? exact(r.from) : ''} … ${r?.to ? exact(r.to) : ''}`.trim());
  return /** @type {[string, string][]} */ (
    [
      w?.scheduled_range && [fieldName('scheduledFor'), range(w.scheduled_range)],
      w?.due_range && [fieldName('dueDate'), range(w.due_range)],
      w?.overdue && [t('page-group-overdue'), ''],
      w?.priority?.length && [fieldName('priority'), w.priority.map(p => value('priority', p)).join(', ')],
      w?.labels?.length && [fieldName('labels'), w.labels.join(', ')],
      typeof w?.completed === 'boolean' && [fieldName('completed'), value('completed', w.completed)],
      typeof w?.repeating === 'boolean' && [t(w.repeating ? 'page-repeats' : 'ui-repeat-none'), ''],
    ].filter(Boolean)
  );
}

/** @param {{ turn: Turn }} p */
function Understood({ turn }) {
  const where = conditions(turn.where);
  if (!turn.consumed.length && !where.length) return null;
  return html`<ul class="understood" aria-label=${t('page-understood')}>${turn.consumed.map(
    (c, i) => html`<li key=${i}><q>${c.text}</q><span aria-hidden="true">→</span>
      <span class="vh"> ${t('page-taken-as')} </span><b>${fieldName(c.as)}</b></li>`,
  )}${where.map(([name, is]) => html`<li key=${name} class="where"><span>${name}</span> ${is && html`<b>${is}</b>`}</li>`)}</ul>`;
}

/** A line about a todo leads to it. @param {string} line */
const led = line => {
  const id = /^#(\d+) [“„«"]/.exec(line)?.[1];
  return id ? html`<a class="to" href=${`#/todos?q=%23${id}`}>${line}</a>` : line;
};
/** What was said: paragraphs, and lines that begin with a dash as a list. @param {{ text: string }} p */
const Words = ({ text }) => {
  const [head = '', ...list] = text.split('\n- ');
  return html`<p>${led(head)}</p>${list.length > 0 && html`<ul class="told">${list.map((line, i) => html`<li key=${i}>${led(line)}</li>`)}</ul>`}`;
};

/** The action of an agent's step: the tool that runs. @param {Turn} turn */
const acting = turn => turn.agent?.tools.findLast(c => c.status === 'running')?.tool;

/** What was pressed in an answer may go with it: the keyboard goes on at what it stood in. @param {HTMLElement} el */
function kept(el) {
  /** What had the focus last, and all that it stands in. @type {HTMLElement[]} */
  let path = [];
  const here = () => {
    path = [];
    for (let at = /** @type {HTMLElement | null} */ (document.activeElement); at && el.contains(at); at = at.parentElement) path.push(at);
  };
  const seen = new MutationObserver(() => {
    if (!path.length || document.activeElement !== document.body || path[0]?.isConnected) return;
    const at = path.find(x => x.isConnected && x.matches('.msg, .clarify, .docket, [role]'));
    if (!at?.hasAttribute('tabindex')) at?.setAttribute('tabindex', '-1');
    at?.focus({ preventScroll: true });
  });
  seen.observe(el, { childList: true, subtree: true });
  el.addEventListener('focusin', here);
  // Left by the person: nothing is to be given back.
  const left = () =>
    el.contains(document.activeElement) || requestAnimationFrame(() => path[0]?.isConnected && document.activeElement !== path[0] && (path = []));
  el.addEventListener('focusout', left);
  return () => {
    seen.disconnect();
    el.removeEventListener('focusin', here);
    el.removeEventListener('focusout', left);
  };
}
/** Mode, stage and action in one line (C16). @param {{ turn: Turn }} p */
export function Answer({ turn }) {
  const live = turn.status === 'running',
    box = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => (box.current ? kept(box.current) : undefined), []);
  return html`<li class="msg agent" ref=${box} aria-busy=${live}><span class="who">${t('ui-product')}</span>
    ${turn.context && h(Loaded, { turn })}
    ${needsBanner(turn) && turn.reply && h(Banner, { turn })}
    ${turn.text && turn.text !== turn.clarify?.question && html`<div class="prose" data-now="summary">${h(Words, { text: turn.text })}</div>`}
    ${turn.said && h(Said, { turn })}
    ${turn.reply && h(Reply, { turn, reply: turn.reply })}
    ${
      live &&
      html`<p class="stage"><span class="pulse">
      </span>${turn.mode !== 'auto' && html`<span class="dim">${t(`page-mode-${turn.mode}`)}</span>`}${turn.stage ? word('page-stage', turn.stage) : t('page-stage-sent')}${turn.stage && turn.decision && html`<span class="dim">${word('page-route', turn.decision)}</span>`}${acting(turn) && html`<code class="dim">${acting(turn)}</code>`}${(turn.model ?? status.value?.model) && html`<span class="dim">· ${turn.model ?? status.value?.model}</span>`}</p>`
    }
    ${live && turn.recoveries.at(-1)?.what === 'retry' && html`<p class="dim">${turn.recoveries.at(-1)?.message}</p>`}
    ${h(Understood, { turn })}
    ${warned(turn.warnings).map((w, i) => html`<p class="warn" key=${i}>${h(Icon, { name: 'triangle-alert', size: 14 })}<span>${w.message}</span></p>`)}
    ${turn.clarify && h(Clarify, { turn })}
    ${turn.agent && h(Agent, { turn })}
    ${turn.set !== null && h(Docket, { id: turn.set })}
    ${(turn.images.length > 0 || turn.painting) && h(Gallery, { turn })}
    ${turn.agent && h(WorkSummary, { turn })}
    ${needsBanner(turn) && !turn.reply && h(Banner, { turn })}
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
