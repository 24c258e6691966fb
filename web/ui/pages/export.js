// What goes out. A format that cannot hold everything says so before the file is all there is.
import { html, h, useState } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { get } from '../api.js';
import { attempt } from '../state/app.js';
import { Icon } from '../parts/bits.js';

export const FORMATS = ['json', 'ics', 'todo.txt', 'todoist', 'taskwarrior', 'markdown'];

/** @param {string} format */
const download = format => {
  const a = document.createElement('a');
  a.href = `/api/export/${format}`;
  a.download = '';
  a.click();
};
export function Export() {
  const [lost, setLost] = useState(/** @type {{ format: string, warnings: import('../types.js').Problem[] } | null} */ (null));
  const ask = (/** @type {string} */ format) =>
    attempt(async () => {
      const { warnings } = await get(`/api/export/${format}/warnings`);
      setLost(warnings.length ? { format, warnings } : null);
      if (!warnings.length) download(format);
    });
  return html`<section class="card" aria-labelledby="c-export"><h2 id="c-export">${t('page-export')}</h2><p class="dim">${t('page-export-text')}</p>
    <ul class="chips">${[...FORMATS, 'audit.jsonl'].map(
      f =>
        html`<li key=${f}><button class="chip" aria-pressed=${lost?.format === f} onClick=${() => ask(f)}>${h(Icon, { name: 'download', size: 14 })}${f}</button></li>`,
    )}</ul>
    <div role="status">${
      lost &&
      html`<div class="loses"><p><b>${t('page-export-loses', { format: lost.format })}</b></p>
      <ul>${lost.warnings.map((w, i) => html`<li key=${i}>${w.message} <span class="dim">${w.hint}</span></li>`)}</ul>
      <p><a class="btn quiet" href=${`/api/export/${lost.format}`} download>${h(Icon, { name: 'download', size: 14 })}${t('page-export-anyway', { format: lost.format })}</a></p></div>`
    }</div></section>`;
}
