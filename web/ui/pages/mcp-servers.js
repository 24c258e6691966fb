// Programs whose tools agents may use (MCP): how they stand, what they offer, and whether reads are allowed.
import { html, h, useState, useEffect } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { get, post, call } from '../api.js';
import { attempt } from '../state/app.js';
import { Icon } from '../parts/bits.js';
/** @typedef {import('../types.js').ToolServer} Server */

/** @param {{ problem: import('../types.js').Problem }} p */
const Wrong = ({ problem: p }) => html`<p class="warn badp">${p.path && html`<code>${p.path}</code> `}${p.message} <span>${p.hint}</span></p>`;

/** How far what it does is confined. @param {Server} s */
const reach = s => (s.url ? 'page-mcp-elsewhere' : s.sandbox === 'none' ? 'page-mcp-free' : 'page-mcp-confined');
/** One at an address is not started, and does not run here. @param {Server} s */
const stands = s => (s.url && (s.state === 'idle' || s.state === 'running') ? `page-mcp-at-${s.state}` : `page-mcp-${s.state}`);

/** @param {{ server: Server, busy: boolean, onTest: () => void, onReads: (yes: boolean) => void }} p */
const One = ({
  server: s,
  busy,
  onTest,
  onReads,
}) => html`<li class="model"><p class="mname"><b>${s.name}</b> <span class="dim">${t(stands(s))}</span></p>
  <p class="dim"><code>${s.url ?? s.command.join(' ')}</code></p><p class=${s.sandbox === 'none' ? 'minus' : 'dim'}>${t(reach(s))}</p>
  ${s.problem && h(Wrong, { problem: s.problem })}
  ${
    s.tools.length > 0 &&
    html`<details><summary>${t('page-mcp-tools', { n: s.tools.length })}</summary><ul>${s.tools.map(
      x =>
        html`<li key=${x.name}><code>${x.name}</code> <span class="flag">${t(x.read_only ? 'page-mcp-looks' : 'page-mcp-signed')}</span> ${x.about && html`<q class="dim">${x.about}</q>`}${
          x.arguments.length > 0 &&
          html`<ul>${x.arguments.map(a => html`<li key=${a.name}><code>${a.name}</code> <q class="dim">${a.about}</q></li>`)}</ul>`
        }</li>`,
    )}</ul></details>`
  }${s.left_out.map((p, i) => html`<p class="warn" key=${i}>${h(Icon, { name: 'triangle-alert', size: 14 })}<span>${p.path && html`<code>${p.path}</code> `}${p.message}</span></p>`)}
  ${
    s.state !== 'off' &&
    html`<label class="reads"><input type="checkbox" checked=${s.reads === 'allow'} onChange=${(/** @type {any} */ e) => onReads(e.target.checked)} /> ${t('page-mcp-reads')}<span class="vh"> ${s.name}</span></label>
    <button class="btn quiet" disabled=${busy} onClick=${onTest}>${t(s.url ? 'page-mcp-at-test' : 'page-mcp-test')}<span class="vh"> ${s.name}</span></button>`
  }</li>`;

export function McpServers() {
  const [all, setAll] = useState(/** @type {import('../types.js').ToolServers | null} */ (null)),
    [busy, setBusy] = useState('');
  /** @param {() => Promise<any>} ask */
  const then = ask =>
    attempt(async () => {
      await ask();
      setAll(await get('/api/mcp-servers'));
    });
  useEffect(() => {
    then(async () => {});
  }, []);
  const path = (/** @type {Server} */ s) => `/api/mcp-servers/${encodeURIComponent(s.name)}`;
  const test = async (/** @type {Server} */ s) => {
    setBusy(s.name);
    await then(() => post(`${path(s)}/test`, {}));
    setBusy('');
  };
  const reads = (/** @type {Server} */ s, /** @type {boolean} */ yes) => then(() => call('PUT', path(s), { reads: yes ? 'allow' : 'ask' }));
  return html`<section class="card" aria-labelledby="c-mcp"><h2 id="c-mcp">${t('page-mcp')}</h2><p class="dim">${t('page-mcp-text')}</p>
    ${all && !all.servers.length && !all.problems.length && html`<p>${t('page-mcp-none')} <code>${all.file}</code></p>`}
    ${all?.problems.map((p, i) => h(Wrong, { key: i, problem: p }))}
    ${all && all.servers.length > 0 && html`<ul class="models">${all.servers.map(s => h(One, { key: s.name, server: s, busy: busy === s.name, onTest: () => test(s), onReads: yes => reads(s, yes) }))}</ul>`}</section>`;
}
