// What a turn says about the model behind it: name, tokens, time, cost, where it ran.
import { html, h } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { seconds, money } from '../format.js';
import { dialog } from '../state/app.js';
import * as desk from '../state/desk.js';
import { Icon, Lamp } from './bits.js';
/** @typedef {import('../types.js').Turn} Turn */

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

const LOUD = ['truncated', 'model_failed', 'prompt_cut', 'recovered', 'blocked', 'unread_events'];
/**
 * What a banner tells, and not a badge. A sub-task that failed says so in its own row and is begun again there: a
 * banner would offer to send the whole request again.
 * @param {Turn} turn @param {Turn['recoveries'][number]} r
 */
export const isLoud = (turn, r) => LOUD.includes(r.what) && !(r.what === 'model_failed' && turn.agent?.subtasks && turn.status !== 'failed');
/** Something was cut off or did not answer, and nobody has put that away. @param {Turn} turn */
export const needsBanner = turn => turn.recoveries.some(r => isLoud(turn, r)) && !desk.putAway.value.includes(turn.key);
