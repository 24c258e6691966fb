// The Now bar's highest line: an apply of files that was cut off, and what became of it.
import { html, h } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { openSet } from '../state/app.js';
import { Icon } from './bits.js';

/** @param {{ cut: import('../types.js').Status['recovery'][number] }} p */
export function CutOff({ cut }) {
  return html`<p class="clip nb-text" title=${[cut.message, cut.hint].join(' ')}>${h(Icon, { name: 'triangle-alert', size: 16 })} ${t(`page-cut-${cut.state}`, { id: String(cut.set) })} ${cut.message}</p>
    <div class="nb-acts"><button class="btn quiet" onClick=${(/** @type {UIEvent} */ e) => openSet(cut.set, !e.detail)}>${t('page-review')}</button></div>`;
}
