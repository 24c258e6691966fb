// What a turn says about the model behind it: name, tokens, time, cost, where it ran, what was mended, what went wrong.
import { html, h } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { seconds, money } from '../format.js';
import { dialog } from '../state/app.js';
import * as desk from '../state/desk.js';
import { Icon } from './bits.js';
/** @typedef {import('../types.js').Turn} Turn */

/** Where a model runs. Told by a shape and a word, not by its colour alone. @param {{ place: 'local' | 'hosted' | null, down?: boolean }} p */
export const Lamp = ({ place, down = false }) =>
  (place || down) &&
  html`<span class="lamp" data-place=${down ? 'down' : place} title=${down ? t('page-lamp-down') : t(`page-place-${place}-hint`)}>${down ? t('page-lamp-down') : t(`page-place-${place}`)}</span>`;

/** "qwen3:4b · 812 → 46 tokens · 3.2 s · local". @param {{ turn: Turn }} p */
export function ModelLine({ turn }) {
  const u = turn.usage;
  if (!turn.traced && !u?.calls) return null;
  return html`<p class="usage num">${
    u !== null &&
    u.calls > 0 &&
    html`<b>${turn.model ?? ''}</b>
    ${u.prompt_tokens + u.completion_tokens > 0 && html`<span title=${t('page-usage-tokens-hint')}>${t('page-usage-tokens', { in: u.prompt_tokens, out: u.completion_tokens })}</span>`}<span>${seconds(u.elapsed_ms)}</span>${
      u.cost_micros > 0 && html`<span>${money(u.cost_micros)}</span>`
    }${h(Lamp, { place: u.hosted ? 'hosted' : 'local' })}`
  }
  ${
    turn.traced &&
    html`<button class="link" onClick=${() => {
      dialog.value = { kind: 'saw', run: turn.id };
    }}>${h(Icon, { name: 'eye', size: 14 })}${t('page-saw')}</button>`
  }</p>`;
}

const LOUD = ['truncated', 'model_failed', 'recovered', 'blocked'];
/** What had to be mended, as a badge that opens. @param {{ turn: Turn }} p */
export function Mended({ turn }) {
  const list = turn.recoveries.filter(r => !LOUD.includes(r.what));
  return (
    list.length > 0 &&
    html`<details class="mended"><summary>${h(Icon, { name: 'wrench', size: 14 })}${t('page-mended')}</summary>
    <ul>${list.map((r, i) => html`<li key=${i}>${r.message} ${r.hint && html`<span class="dim">${r.hint}</span>`}</li>`)}</ul></details>`
  );
}

/** Something was cut off or did not answer, and nobody has put that away. @param {Turn} turn */
export const needsBanner = turn => turn.recoveries.some(r => LOUD.includes(r.what)) && !desk.putAway.value.includes(turn.key);
/** Nothing came through that could be gone on with (S1-39). @param {Turn} turn */
const lost = turn => turn.decision === 'unsure' && turn.context !== null && turn.reply === null;
/** @param {{ turn: Turn }} p */
export function Banner({ turn }) {
  // What the run ended with says why the model did not answer.
  const end = turn.status === 'failed' && turn.error ? [{ what: 'error', message: turn.error.message, hint: turn.error.hint ?? null }] : [];
  const list = [...turn.recoveries.filter(r => LOUD.includes(r.what) && !(end.length && r.what === 'model_failed')), ...end];
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
