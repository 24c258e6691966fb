// A call of another program's tool (MCP): what it is called with, and what came of it.
import { html, h } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { bytes, seconds } from '../format.js';
import { Icon } from './bits.js';
import { LiveOutput } from './live-output.js';
import { underWay } from '../state/sheet.js';
/** @typedef {NonNullable<import('../types.js').ToolView['outcome']>} Outcome */

/** @param {{ set: number, n: number, o: Outcome }} p */
const Came = ({ set, n, o }) => {
  const ok = o.exit === 0;
  return html`<section class="outcome" aria-label=${t('page-cmd-outcome')}><p class=${ok ? 'ok' : 'bad'}>${h(Icon, { name: ok ? 'check' : 'triangle-alert', size: 14 })}
      <b>${t(ok ? 'page-tool-done' : 'page-tool-not-done')}</b> <span class="dim num">${seconds(o.elapsed_ms)}</span></p>
    ${o.preview ? html`<pre class="raw" tabindex="0" role="region" aria-label=${t('page-tool-gave')}>${o.preview}</pre>` : html`<p class="dim">${t('page-tool-silent')}</p>`}
    ${o.bytes > 0 && html`<p><a href=${`/api/change-sets/${set}/items/${n}/output`} target="_blank" rel="noopener">${t('page-cmd-all', { size: bytes(o.bytes) })}</a></p>`}</section>`;
};

/** @param {{ set: import('../types.js').SetView, item: import('../types.js').ItemView }} p */
export function ToolPreview({ set, item }) {
  const c = item.tool;
  if (!c) return null;
  return html`<dl class="facts"><dt>${t('page-tool-server')}</dt><dd><code>${c.server}</code></dd><dt>${t('page-tool-name')}</dt><dd><code>${c.tool}</code></dd>
      ${c.about && html`<dt>${t('page-tool-says')}</dt><dd>${c.about}</dd>`}</dl>
    <pre class="raw wrap" tabindex="0" role="region" aria-label=${t('page-tool-arguments')}>${JSON.stringify(c.arguments, null, 2)}</pre>
    ${underWay(set, item) && h(LiveOutput, { set: set.id, n: item.n, stops: true })}
    ${
      c.outcome
        ? h(Came, { set: set.id, n: item.n, o: c.outcome })
        : html`<p class="warn">${h(Icon, { name: 'triangle-alert', size: 14 })}<span>${t('page-tool-note')}</span></p>`
    }`;
}
