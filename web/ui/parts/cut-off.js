// What the server has to say of itself: an apply of files that was cut off, and what became of it; where the ledger
// is broken, or how much of what is stored is not what it says; models that are named and cannot be used.
import { html, h } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { go, openSet } from '../state/app.js';
import { Icon } from './bits.js';
/** @typedef {import('../types.js').Status} Status */

/** @param {{ cut: Status['recovery'][number] | NonNullable<Status['broken']> | NonNullable<Status['models_problem' | 'looks']> | { damaged: true } | { differing: number } }} p */
export function CutOff({ cut }) {
  if ('damaged' in cut) return html`<p class="clip nb-text">${h(Icon, { name: 'shield-alert', size: 16 })} ${t('page-cut-damaged')}</p>`;
  if ('differing' in cut)
    return html`<p class="clip nb-text">${h(Icon, { name: 'shield-alert', size: 16 })} ${t('page-cut-stored', { n: cut.differing })}</p>
      <div class="nb-acts"><button class="btn quiet" onClick=${() => go('history')}>${t('page-history')}</button></div>`;
  if ('seq' in cut)
    return html`<p class="clip nb-text" title=${cut.message}>${h(Icon, { name: 'shield-alert', size: 16 })} ${t('page-cut-ledger', { seq: String(cut.seq) })}</p>
      <div class="nb-acts"><button class="btn quiet" onClick=${() => go('history')}>${t('page-history')}</button></div>`;
  const set = 'set' in cut ? cut.set : null;
  return html`<p class="clip nb-text" title=${[cut.message, cut.hint].join(' ')}>${h(Icon, { name: 'triangle-alert', size: 16 })} ${'state' in cut && t(`page-cut-${cut.state}`, { id: String(cut.set) })} ${cut.message}</p>
    ${set !== null && html`<div class="nb-acts"><button class="btn quiet" onClick=${(/** @type {UIEvent} */ e) => openSet(set, !e.detail)}>${t('page-review')}</button></div>`}`;
}
