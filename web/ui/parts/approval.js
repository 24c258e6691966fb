// Tool calls that wait for a person's permission, each decided by itself.
import { html, h, useState } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { singleKeys } from '../state/app.js';
import * as desk from '../state/desk.js';
import { args, focusAt } from './bits.js';
/** @typedef {import('../types.js').Turn} Turn */
/** @typedef {Extract<import('../types.js').AgentWait, { kind: 'approval' }>['calls']} Calls */

/** @param {{ turn: Turn, calls: Calls }} p */
export function Approval({ turn, calls }) {
  const [denied, setDenied] = useState(/** @type {string[]} */ ([])),
    allowed = calls.map(c => c.call).filter(c => !denied.includes(c));
  /** @param {string} call @param {boolean} yes */
  const put = (call, yes) => setDenied(all => (yes ? all.filter(c => c !== call) : [...all, call]));
  /** @param {string[]} allow */
  const give = allow => () => {
    // The buttons go: the focus stays in the run.
    /** @type {HTMLElement | undefined} */ ([...document.querySelectorAll('.agent-run')].at(-1))?.focus();
    desk.answer(turn.key, { kind: 'approval', allow });
  };
  /** @param {KeyboardEvent} e */
  const keys = e => {
    const row = /** @type {HTMLElement} */ (e.target).closest('li'),
      yes = { y: true, n: false }[e.key];
    if (!row || yes === undefined || !singleKeys.value || e.ctrlKey || e.metaKey || e.altKey) return;
    e.preventDefault();
    e.stopPropagation();
    put(row.dataset.call ?? '', yes);
    const all = /** @type {HTMLElement[]} */ ([
      .../** @type {HTMLElement} */ (e.currentTarget).querySelectorAll('li input, .dk-acts button:not([disabled])'),
    ]);
    focusAt(all, all.indexOf(/** @type {HTMLElement} */ (row.querySelector('input'))) + 1);
  };
  return html`<div class="permits" role="group" aria-label=${t('page-agent-approval', { n: calls.length })} onKeyDown=${keys}><p class="q">${t('page-agent-approval', { n: calls.length })}</p>
    <ul class="asked">${calls.map(
      c => html`<li key=${c.call} data-call=${c.call}><label><input type="checkbox" checked=${!denied.includes(c.call)} onChange=${(/** @type {any} */ e) => put(c.call, e.target.checked)} />
      <span><code>${c.tool}</code> <code class="dim">${args(c.args)}</code></span></label></li>`,
    )}</ul><p class="dim">${t('page-agent-approval-time')}</p>
    <div class="dk-acts"><button class="btn primary small" disabled=${allowed.length === 0} onClick=${give(allowed)}>${t('page-agent-allow', { n: allowed.length })}</button>
    <button class="btn quiet" onClick=${give([])}>${t('page-agent-deny')}</button></div></div>`;
}
