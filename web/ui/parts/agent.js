// An agent's run in its bubble: steps, tool calls, what it waits for, the summary of its work.
import { html, h, useState } from '../vendor/preact.js';
import { t, word } from '../i18n.js';
import * as desk from '../state/desk.js';
import { auto, plan, split } from '../state/agent.js';
import { permitting } from '../state/desk.js';
import { Icon, args } from './bits.js';
import { Approval } from './approval.js';
import { SubTasks } from './subtasks.js';
/** @typedef {import('../types.js').Turn} Turn */
/** @typedef {import('../types.js').AgentView} AgentView */

const MARK = { pending: '·', waiting: '…', running: '🚧', completed: '✓', failed: '❌', cancelled: '–', queued: '✓', denied: '❌' };
/** What came of a call; a failure is named in words, whatever the mark looks like. @param {import('../types.js').AgentTool} c */
const outcome = c => {
  if (c.status === 'queued') return t('page-agent-queued');
  const said = word('page-agent-step', c.status);
  return c.status === 'completed' ? c.result || said : c.result ? `${said}: ${c.result}` : said;
};

/** @param {{ agent: AgentView }} p */
const Steps = ({ agent }) =>
  agent.steps.length > 1
    ? html`<ol class="steps" aria-label=${t('page-agent-steps')}>${agent.steps.map(
        s => html`<li key=${s.n} data-status=${s.status} aria-current=${s.status === 'running' ? 'step' : undefined}><span class="mark" aria-hidden="true">${MARK[s.status]}</span>
      <span>${s.title} <span class="dim">${word('page-agent-step', s.status)}</span>${s.status === 'failed' && s.result && html`<span class="why">${s.result}</span>`}</span></li>`,
      )}</ol>`
    : agent.steps[0]?.status === 'failed'
      ? html`<p class="fail"><span class="mark" aria-hidden="true">❌</span><span>${agent.steps[0].result}</span></p>`
      : null;

/** @param {{ agent: AgentView, live: boolean }} p */
const Tools = ({ agent, live }) =>
  agent.tools.length
    ? html`<details class="tools-used" open=${live}><summary>${h(Icon, { name: 'wrench', size: 14 })}${t('page-agent-tools', { n: agent.tools.length })}</summary>
      <ol>${agent.tools.map(
        c => html`<li key=${c.call} data-status=${c.status}><span class="mark" aria-hidden="true">${MARK[c.status]}</span><span class="call-line"><code>${c.tool}</code>
        <code class="dim">${args(c.args)}</code><span class="res">${outcome(c)}</span></span></li>`,
      )}</ol></details>`
    : null;

/** Where the focus stays when what had it is gone. @param {Event} e */
const stay = e => /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (e.currentTarget).closest('[tabindex="-1"]'))?.focus();

/** What the composer's next message is to this run. */
const Next = () => {
  const { apart } = desk;
  return html`<p class="dim">${t(apart.value ? 'page-agent-apart' : 'page-agent-here')} <button type="button" class="link" aria-pressed=${apart.value} onClick=${() => {
    apart.value = !apart.value;
    document.getElementById('say')?.focus();
  }}>${t(apart.value ? 'page-agent-to-run' : 'page-agent-to-new')}</button></p>`;
};

/** @param {{ turn: Turn }} p */
function Question({ turn }) {
  const [said, setSaid] = useState('');
  const wait = turn.agent?.wait;
  if (wait?.kind !== 'answer') return null;
  const id = `answer-${turn.key}`;
  return html`<form class="clarify" onSubmit=${(/** @type {Event} */ e) => {
    e.preventDefault();
    if (!said.trim()) return;
    stay(e);
    desk.answer(turn.key, { kind: 'answer', text: said.trim() });
  }}><label class="q" for=${id}><q>${wait.question}</q></label>${wait.context && html`<p class="dim"><q>${wait.context}</q></p>`}
    <div class="acts-line"><input id=${id} value=${said} onInput=${(/** @type {any} */ e) => setSaid(e.target.value)} /><button class="btn primary small">${t('page-agent-answer')}</button></div>${h(Next, {})}</form>`;
}

/** @param {{ turn: Turn }} p */
function Wait({ turn }) {
  const wait = turn.agent?.wait;
  if (!wait || turn.status !== 'waiting') return null;
  /** @param {import('../types.js').AgentInput} input */
  const give = input => (/** @type {Event} */ e) => {
    stay(e);
    desk.answer(turn.key, input);
  };
  if (wait.kind === 'continue')
    return html`<div class="clarify" role="group" aria-label=${t('page-agent-paused')}><p class="q num">${t('page-agent-left', { done: wait.done, left: wait.left })} ${wait.queued > 0 && t('page-agent-waiting', { n: wait.queued })}</p>
      <div class="dk-acts"><button class="btn primary small" onClick=${give({ kind: 'continue' })}>${t('page-agent-continue')}</button>
      <button class="btn quiet" onClick=${give({ kind: 'continue', auto: true })}>${t('page-agent-continue-auto')}</button>
      <button class="btn quiet" onClick=${give({ kind: 'stop' })}>${t('page-agent-stop')}</button></div>${h(Next, {})}</div>`;
  if (wait.kind === 'approval')
    // Where there is room for both, what waits for a word stands in the sheet.
    return permitting.value
      ? html`<div class="clarify"><p class="q">${t('page-agent-approval', { n: wait.calls.length })}</p><p class="dim">${t('page-agent-approval-there')}</p>${h(Next, {})}</div>`
      : html`<div class="clarify">${h(Approval, { turn, calls: wait.calls })}${h(Next, {})}</div>`;
  return h(Question, { turn });
}

/** @param {{ turn: Turn }} p */
function Summary({ turn }) {
  const s = turn.agent?.summary;
  const [edit, setEdit] = useState(/** @type {{ action: string, details: string } | null} */ (null));
  if (!s || turn.status === 'running') return null;
  const open = s.state === 'pending';
  /** @param {string} verdict @param {{ action?: string, details?: string }} [more] */
  const say = (verdict, more = {}) => desk.answer(turn.key, { kind: 'summary', verdict, ...more });
  const rows = /** @type {[string, string][]} */ ([
    ['action', s.action],
    ['details', s.details],
    ['result', s.result],
    ['tools', (s.tools_used ?? []).join(', ')],
    [
      'criteria',
      (s.criteria ?? []).map(c => `${c.completed ? '✓' : '🚧'} ${c.description}${c.new ? ` (${t('page-agent-criterion-new')})` : ''}`).join(', '),
    ],
    ['decisions', (s.decisions ?? []).join(', ')],
    ['rejected', (s.rejected ?? []).join(', ')],
    ['goal', s.goal ?? ''],
  ]).filter(r => r[1]);
  return html`<article class="docket work" aria-label=${t('page-agent-summary')}>
    <div class="dk-head">${h(Icon, { name: 'notebook-text' })}<b>${t('page-agent-summary')}</b><span class="st" data-state=${open ? 'pending' : s.state === 'saved' ? 'applied' : 'rejected'}>${word('page-agent-summary', s.state)}</span></div>
    ${
      edit
        ? html`<form class="edit-summary" onSubmit=${(/** @type {Event} */ e) => {
            e.preventDefault();
            setEdit(null);
            say('edit', edit);
          }}>${
            /** @type {const} */ (['action', 'details']).map(
              k =>
                html`<label key=${k}><span>${t(`page-agent-summary-${k}`)}</span><textarea rows=${k === 'action' ? 1 : 3} value=${edit[k]} onInput=${(/** @type {any} */ e) => setEdit({ ...edit, [k]: e.target.value })}></textarea></label>`,
            )
          }<div class="dk-acts"><button class="btn primary small">${t('page-agent-save-edited')}</button><button type="button" class="btn quiet" onClick=${() => setEdit(null)}>${t('ui-cancel')}</button></div></form>`
        : html`<dl>${rows.map(([k, v]) => html`<div key=${k}><dt>${t(`page-agent-summary-${k}`)}</dt><dd>${k === 'tools' || k === 'result' ? v : html`<q>${v}</q>`}</dd></div>`)}</dl>
      ${
        open &&
        html`<div class="dk-acts"><button class="btn quiet" onClick=${() => say('save')}>${t('page-agent-save')}</button>
        <button class="btn quiet" onClick=${() => setEdit({ action: s.action, details: s.details })}>${t('page-agent-edit')}</button>
        <button class="btn quiet" onClick=${() => say('discard')}>${t('page-agent-discard')}</button></div>`
      }`
    }</article>`;
}

/** @param {{ turn: Turn }} p */
export function Agent({ turn }) {
  const agent = turn.agent,
    live = turn.status === 'running';
  if (!agent) return null;
  const thinks = agent.thinking;
  return html`<div class="agent-run" tabindex="-1">${h(Steps, { agent })}${h(SubTasks, { turn })}${h(Tools, { agent, live })}
    ${agent.told?.map((s, i) => html`<p key=${i} class="dim">${t('page-you')}: ${s}</p>`)}
    ${live && thinks?.text && html`<p class="thinks"><span class="vh">${t('page-agent-thinks')} </span>${thinks.text}${thinks.confidence != null && html` <span class="dim">${t('page-agent-rated', { n: Math.round(thinks.confidence * 100) })}</span>`}</p>`}
    ${live && turn.id && agent.steps.length > 2 && html`<button class="link" onClick=${() => desk.answer(turn.key, { kind: 'pause' })}>${t('page-agent-pause')}</button>`}
    ${h(Wait, { turn })}</div>`;
}
/** How the next run works, beside the modes. */
export const Options = () =>
  html`<label class="auto"><input type="checkbox" checked=${auto.value} onChange=${(/** @type {any} */ e) => {
    auto.value = e.target.checked;
  }} /><span>${t('page-agent-auto')}</span></label><label class="auto"><input type="checkbox" checked=${plan.value} onChange=${(
    /** @type {any} */ e,
  ) => {
    plan.value = e.target.checked;
  }} /><span>${t('page-agent-plan')}</span></label><label class="auto"><input type="checkbox" checked=${split.value} onChange=${(
    /** @type {any} */ e,
  ) => {
    split.value = e.target.checked;
  }} /><span>${t('page-agent-split')}</span></label>`;
export { Summary as WorkSummary };
