// Several commands one after the other: how many are done, each with its output, and what comes next.
import { html, h, useState } from '../vendor/preact.js';
import { t, also } from '../i18n.js';
import { oneLine } from '../hidden.js';
import { openSet } from '../state/app.js';
import { shown, steer, closeRun } from '../state/commands.js';
import { Icon, lazy } from './bits.js';
await also('commands');
/** @typedef {import('../state/commands.js').Step} Step */

const LiveOutput = lazy(async () => (await Promise.all([import('./live-output.js'), also('commands')]))[0].LiveOutput);
const GLYPH = { queued: '○', running: '▶', succeeded: '✓', failed: '✗', unknown: '?', replaced: '–', skipped: '–' };
/** @param {{ s: Step }} p */
const StepLine = ({ s }) => html`<li class="cstep" data-status=${s.status}>
  <p><span class="cmark" aria-hidden="true">${GLYPH[/** @type {keyof typeof GLYPH} */ (s.status)] ?? '·'}</span><span class="vh">${t(`page-run-step-${s.status}`)}: </span>
    <code>${oneLine(s.command)}</code>${s.exit !== null && s.exit !== 0 && html` <span class="dim num">${t('page-cmd-exit', { code: String(s.exit) })}</span>`}
    ${s.inserted && html` <span class="flag">${t('page-run-inserted')}</span>`}
    ${s.unsigned && html` <button class="link" onClick=${() => openSet(s.set)}>${t('page-run-sign', { id: `${s.set}.${s.n}` })}</button>`}</p>
  ${s.status === 'running' && h(LiveOutput, { key: 'live', set: s.set, n: s.n })}
  ${s.preview && html`<p class="cout">${s.preview.trimEnd().split('\n').slice(-2).join('\n')}</p>`}
  ${s.advice?.by && html`<p class="dim">${t('page-run-says', { model: s.advice.by })} <q>${s.advice.why}</q></p>`}</li>`;

export function CommandsPanel() {
  const [open, setOpen] = useState(true),
    r = shown.value;
  if (!r) return null;
  const over = r.status === 'done' || r.status === 'stopped';
  return html`<section class="cmds" data-failed=${r.failed > 0} data-status=${r.status} aria-label=${t('page-run-title')}>
    <header><button class="fold" aria-expanded=${open} onClick=${() => setOpen(!open)}>${h(Icon, { name: 'terminal' })}<b class="clip">${r.title || t('page-run-title')}</b></button>
      <span class="num ok">✓ ${r.succeeded}<span class="vh"> ${t('page-run-succeeded')}</span></span><span class="num bad">✗ ${r.failed}<span class="vh"> ${t('page-run-failed')}</span></span>
      <span class="num dim">${r.done}/${r.total}</span>
      <span class="steer">${r.status === 'running' && html`<button class="btn quiet" onClick=${() => steer(r.change_set, 'pause')}>${t('page-run-pause')}</button>`}
      ${r.status === 'paused' && html`<button class="btn quiet" onClick=${() => steer(r.change_set, 'resume')}>${t('page-run-resume')}</button>`}
      ${!over && html`<button class="btn quiet" onClick=${() => steer(r.change_set, 'stop')}>${t('page-run-stop')}</button>`}</span>
      ${over && html`<button class="ic" aria-label=${t('page-run-close')} title=${t('page-run-close')} onClick=${() => closeRun(r.change_set)}>${h(Icon, { name: 'x' })}</button>`}</header>
    <progress max=${Math.max(1, r.total)} value=${r.done} aria-label=${t('page-run-progress')}></progress>
    ${
      open &&
      html`${r.why && html`<p class="cwhy">${t(`page-run-is-${r.status}`)}: ${r.why}</p>`}
    <ol class="csteps" tabindex="0" aria-label=${t('page-run-steps')}>${r.steps.map((s, i) => h(StepLine, { key: `${s.set}.${s.n}.${i}`, s }))}</ol>
    ${r.remaining.length > 0 && html`<p class="dim clip">${t('page-run-next')} <code>${oneLine(r.remaining[0] ?? '')}</code>${r.remaining.length > 1 && html` <span class="num">+${r.remaining.length - 1}</span>`}</p>`}`
    }
  </section>`;
}
