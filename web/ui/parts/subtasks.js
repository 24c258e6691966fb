// A request in sub-tasks: how it is split, how they run, how far each is; one that failed begins again.
import { html, h, useState } from '../vendor/preact.js';
import { t, word } from '../i18n.js';
import { money } from '../format.js';
import * as desk from '../state/desk.js';
/** @typedef {import('../types.js').Turn} Turn */
/** @typedef {import('../types.js').SubTaskPlan} SubTaskPlan */
/** @typedef {import('../types.js').SubTask} SubTask */

const WAYS = /** @type {const} */ ([
  ['A', 'dependency-graph'],
  ['B', 'sequential'],
  ['C', 'parallel'],
]);
/** @param {number} ms */
const seconds = ms => Math.max(1, Math.round(ms / 1000));
/** @param {SubTask} task */
const name = task => `${task.instruction.split('\n')[0]}${task.writes.length ? ` [${task.writes.join(', ')}]` : ''}`;
/** The sub-tasks that one waits for and that are not done. @param {SubTaskPlan} plan @param {SubTask} task */
const open = (plan, task) => task.dependsOn.filter(id => plan.tasks.some(x => x.subtaskId === id && x.status !== 'completed'));

/** Whether saying "go on" lets any go on: not where all that are left wait for one that failed. @param {SubTaskPlan} plan */
const goesOn = plan =>
  plan.tasks.some(
    x => x.status === 'running' || (['pending', 'waiting'].includes(x.status) && (plan.executionOrder === 'parallel' || !open(plan, x).length)),
  );

/** @param {{ turn: Turn, plan: SubTaskPlan }} p */
function Edit({ turn, plan }) {
  const first = () => plan.tasks.map(x => ({ subtaskId: x.subtaskId, instruction: x.instruction }));
  const [rows, setRows] = useState(first());
  /** @param {number} at @param {number} by */
  const move = (at, by) => {
    const next = [...rows];
    const [row] = next.splice(at, 1);
    if (row) next.splice(at + by, 0, row);
    setRows(next);
  };
  return html`<details class="sub-edit"><summary>${t('page-sub-edit')}</summary>
    <ol>${rows.map(
      (
        row,
        at,
      ) => html`<li key=${row.subtaskId}><label><span class="vh">${t('page-sub-words', { n: row.subtaskId })}</span><textarea rows="2" value=${row.instruction} onInput=${(
        /** @type {any} */ e,
      ) => setRows(rows.map((x, i) => (i === at ? { ...x, instruction: e.target.value } : x)))}></textarea></label>
      <div class="dk-acts"><button type="button" class="btn quiet" disabled=${at === 0} aria-label=${t('page-sub-up-of', { n: row.subtaskId })} onClick=${() => move(at, -1)}>${t('page-sub-up')}</button>
      <button type="button" class="btn quiet" disabled=${at === rows.length - 1} aria-label=${t('page-sub-down-of', { n: row.subtaskId })} onClick=${() => move(at, 1)}>${t('page-sub-down')}</button>
      <button type="button" class="btn quiet" disabled=${rows.length === 1} aria-label=${t('page-sub-remove-of', { n: row.subtaskId })} onClick=${() => setRows(rows.filter((_, i) => i !== at))}>${t('page-sub-remove')}</button></div></li>`,
    )}</ol>
    <div class="dk-acts"><button class="btn primary small" onClick=${() => desk.answer(turn.key, { kind: 'arrange', tasks: rows })}>${t('page-sub-save')}</button>
    <button class="btn quiet" onClick=${() => setRows(first())}>${t('ui-cancel')}</button></div></details>`;
}

/** @param {{ turn: Turn, plan: SubTaskPlan }} p */
const Size = ({ turn, plan }) => {
  /** @param {string} wanted */
  const pick = wanted => () => desk.answer(turn.key, { kind: 'arrange', granularity: wanted });
  return html`<details class="sub-edit"><summary>${t('page-sub-size')}: ${word('page-sub-size', plan.granularity)}</summary>
    <div class="ways" role="group" aria-label=${t('page-sub-size')}><button class="way" aria-pressed=${plan.granularity === 'auto'} onClick=${pick('auto')}><b>${t('page-sub-size-auto')}</b><span class="dim">${t('page-sub-size-auto-why')}</span></button>${plan.sizes.map(
      s => html`<button class="way" key=${s.granularity} aria-pressed=${plan.granularity === s.granularity} onClick=${pick(s.granularity)}><b>${word('page-sub-size', s.granularity)}</b>
      <span class="num">${t('page-sub-size-of', { n: s.tasks, tokens: s.tokens })}${s.recommended ? ` · ${t('page-sub-best')}` : ''}</span><span class="dim">${word('page-sub-size-why', s.granularity)}</span></button>`,
    )}</div></details>`;
};

/** How they are to run. @param {{ turn: Turn, plan: SubTaskPlan }} p */
function Chooser({ turn, plan }) {
  const [hand, setHand] = useState(false);
  return html`<div class="clarify sub-choose" role="group" aria-label=${t('page-sub-found', { n: plan.tasks.length })}><p class="q num">${t('page-sub-found', { n: plan.tasks.length })}</p>
    ${h(Rows, { turn, plan })}
    <ul class="ways">${WAYS.map(([letter, order]) => {
      const way = plan.ways.find(x => x.order === order);
      return (
        way &&
        html`<li class="way" key=${order}><b>${letter} · ${word('page-sub-way', order)}${way.recommended ? ` (${t('page-sub-best')})` : ''}</b>
      <span class="num">⚡ ${t('page-sub-speed', { n: seconds(way.timeMs) })} · ${money(way.cost)} · ${t('page-sub-risk', { risk: word('page-sub-risk', way.risk) })}</span>
      <span class="dim">${word('page-sub-way-why', order)}</span>
      <button class=${`btn small ${way.recommended ? 'primary' : 'quiet'}`} onClick=${() => desk.answer(turn.key, { kind: 'start', order, auto: !hand })}>${t('page-sub-start', { letter })}</button></li>`
      );
    })}</ul>
    <label class="auto"><input type="checkbox" checked=${hand} onChange=${(/** @type {any} */ e) => setHand(e.target.checked)} /><span>${t('page-sub-by-hand')}</span></label>
    ${h(Size, { turn, plan })}${h(Edit, { key: plan.tasks.map(x => x.subtaskId).join(), turn, plan })}
    <div class="dk-acts"><button class="btn quiet" onClick=${() => desk.answer(turn.key, { kind: 'stop' })}>${t('page-sub-none')}</button></div></div>`;
}

/** Each sub-task with how far it is. @param {{ turn: Turn, plan: SubTaskPlan }} p */
const Rows = ({ turn, plan }) =>
  html`<ol class="subs" aria-label=${t('page-sub-tasks')}>${plan.tasks.map(task => {
    const after = open(plan, task);
    const waits = plan.started && ['pending', 'waiting'].includes(task.status) && after.length > 0;
    return html`<li key=${task.subtaskId} data-status=${task.status}><div class="sub-head"><span class="num">${task.subtaskId}.</span><span class="sub-name">${task.writes.length > 0 && html`<code>${task.writes.join(', ')}</code> `}${task.instruction.split('\n')[0]}</span>
      <span class="dim num">${task.status === 'completed' ? '✓ ' : ''}${plan.started ? `${task.percent} % · ${word('page-agent-step', task.status)}` : after.length ? t('page-sub-after', { list: after.join(', ') }) : ''}</span></div>
      ${plan.started && html`<progress max="100" value=${task.percent} aria-label=${name(task)}></progress>`}
      ${waits && html`<span class="dim num">${t('page-sub-waits', { n: after.length, list: after.join(', ') })}</span>`}
      ${task.error && task.status !== 'completed' && html`<span class="why">${task.error}</span>`}
      ${task.status === 'failed' && plan.started && html`<div class="dk-acts"><button class="btn quiet" onClick=${() => desk.answer(turn.key, { kind: 'retry', subtask: task.subtaskId })}>${t('page-sub-retry', { n: task.subtaskId })}</button></div>`}</li>`;
  })}</ol>`;

/** @param {{ turn: Turn }} p */
export function SubTasks({ turn }) {
  const plan = turn.agent?.subtasks;
  if (!plan) return null;
  const wait = turn.status === 'waiting' ? turn.agent?.wait : null;
  if (wait?.kind === 'subtasks' && wait.choose) return h(Chooser, { turn, plan });
  return html`${h(Rows, { turn, plan })}
    ${
      wait?.kind === 'subtasks' &&
      html`<div class="clarify" role="group" aria-label=${t('page-agent-paused')}><p class="q num">${t('page-sub-left', { done: wait.done, left: wait.left, failed: wait.failed })} ${wait.queued > 0 && t('page-agent-waiting', { n: wait.queued })}</p>
      <div class="dk-acts">${
        goesOn(plan) &&
        html`<button class="btn primary small" onClick=${() => desk.answer(turn.key, { kind: 'continue' })}>${t('page-agent-continue')}</button>
      <button class="btn quiet" onClick=${() => desk.answer(turn.key, { kind: 'continue', auto: true })}>${t('page-agent-continue-auto')}</button>`
      }
      <button class="btn quiet" onClick=${() => desk.answer(turn.key, { kind: 'stop' })}>${t('page-agent-stop')}</button></div></div>`
    }
    ${turn.status === 'running' && plan.started && !plan.paused && html`<button class="link" onClick=${() => desk.answer(turn.key, { kind: 'pause' })}>${t('page-sub-pause')}</button>`}`;
}
