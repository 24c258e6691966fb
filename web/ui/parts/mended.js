// What had to be mended in a model's answers, and what went wrong with them: fetched with the first that has either.
import { html, h } from '../vendor/preact.js';
import { t } from '../i18n.js';
import * as desk from '../state/desk.js';
import { Icon } from './bits.js';
import { isLoud } from './model-line.js';
/** @typedef {import('../types.js').Turn} Turn */

/** What came of mending an answer; the others tell what was left out or done beside it. */
const MENDING = ['repaired', 'corrected', 'mixed', 'legacy_next_steps'];
/** What had to be mended, and what else there is to know of an answer, as a badge that opens. @param {{ turn: Turn }} p */
export function Mended({ turn }) {
  const list = turn.recoveries.filter(r => !isLoud(turn, r) && (turn.status !== 'failed' || r.what === 'retry'));
  const name = turn.status === 'failed' ? 'page-recovery-retry' : list.some(r => MENDING.includes(r.what)) ? 'page-mended' : 'page-noted';
  return (
    list.length > 0 &&
    html`<details class="mended"><summary>${h(Icon, { name: name === 'page-noted' ? 'info' : 'wrench', size: 14 })}${t(name)}</summary>
    <ul>${list.map((r, i) => html`<li key=${i}>${r.message} ${r.hint && html`<span class="dim">${r.hint}</span>`}</li>`)}</ul></details>`
  );
}

/** Nothing came through that could be gone on with (S1-39). @param {Turn} turn */
const lost = turn => turn.decision === 'unsure' && turn.context !== null && turn.reply === null;
/** @param {{ turn: Turn }} p */
export function Banner({ turn }) {
  // What the run ended with says why the model did not answer.
  const end = turn.status === 'failed' && turn.error ? [{ what: 'error', message: turn.error.message, hint: turn.error.hint ?? null }] : [];
  const loud = turn.recoveries.filter(r => isLoud(turn, r) && !(end.length && r.what === 'model_failed'));
  // Asked once more, a model often fails in the same way.
  const list = [...loud.filter((r, i) => loud.findIndex(x => x.message === r.message && x.hint === r.hint) === i), ...end];
  return html`<div class="banner" data-now="recovery" role="group" aria-label=${t('page-recovery')}>${turn.reply?.recovered && html`<p><b>${t('page-recovered-title')}</b></p>`}${list.map(
    (r, i) => html`<p key=${i}>${h(Icon, { name: 'triangle-alert', size: 16 })}<span><b>${r.message}</b> ${r.hint}</span></p>`,
  )}
    ${!list.some(r => r.message.includes(t('ui-nothing-changed')) || /NO changes have been applied/.test(r.message)) && html`<p class="dim">${t(turn.set === null ? 'ui-nothing-changed' : 'ui-nothing-changed-yet')}</p>`}
    ${
      turn.status !== 'running' &&
      html`<div class="acts-line"><button class="btn quiet" onClick=${() => desk.again(turn)}>${t('page-again')}</button>${
        !lost(turn) && html`<button class="btn quiet" onClick=${() => desk.putBannerAway(turn.key)}>${t('page-continue')}</button>`
      }</div>`
    }</div>`;
}
