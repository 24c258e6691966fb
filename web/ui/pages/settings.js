// What the person can set, what comes in and goes out, and what this is.
import { html, h, useState, useRef } from '../vendor/preact.js';
import { t, LANGUAGES } from '../i18n.js';
import { post } from '../api.js';
import { settings, saveSettings, status, theme, attempt, notify, openSet } from '../state/app.js';
import { adopt } from '../state/back.js';
import { Icon } from '../parts/bits.js';
import { Models } from './models.js';
import { Folders } from './folders.js';
import { McpServers } from './mcp-servers.js';
import { Export, FORMATS } from './export.js';
import { notices, want } from '../state/notice.js';
/** @typedef {import('../types.js').Settings} Settings */

const ZONES = (() => {
  try {
    return Intl.supportedValuesOf('timeZone');
  } catch {
    return [];
  }
})();
const LIMIT = 30_000_000;

/** @param {{ id: string, children?: any, hint?: string }} p */
const Line = ({ id, children, hint }) =>
  html`<div class="sline"><label for=${`s-${id}`}>${t(`page-set-name-${id}`)}</label><div>${children}${hint && html`<p class="dim">${hint}</p>`}</div></div>`;
/** @param {{ id: string, value: string, options: string[], onPick: (v: string) => void }} p */
const Pick = ({ id, value, options, onPick }) =>
  html`<select id=${`s-${id}`} value=${value} onChange=${(/** @type {any} */ e) => onPick(e.target.value)}>${options.map(o => html`<option key=${o} value=${o}>${t(`page-opt-${id}-${o.replace('+', '')}`)}</option>`)}</select>`;

/** @param {{ s: Settings, zone: string }} p */
const Time = ({ s, zone }) => html`<section class="card" aria-labelledby="c-time"><h2 id="c-time">${t('page-set-time')}</h2>
  ${h(Line, { id: 'zone', hint: t('page-zone-now', { zone }) }, html`<input id="s-zone" list="zones" value=${s.zone ?? ''} placeholder=${t('page-zone-machine')} onChange=${(/** @type {any} */ e) => saveSettings({ zone: e.target.value.trim() || null })} /><datalist id="zones">${ZONES.map(z => html`<option key=${z} value=${z}></option>`)}</datalist>`)}
  ${h(Line, { id: 'week' }, h(Pick, { id: 'week', value: s.weekStart, options: ['monday', 'sunday', 'saturday'], onPick: v => saveSettings({ weekStart: /** @type {any} */ (v) }) }))}
  ${h(Line, { id: 'order', hint: t('page-order-hint') }, h(Pick, { id: 'order', value: s.dateOrder ?? 'ask', options: ['ask', 'dmy', 'mdy', 'ymd'], onPick: v => saveSettings({ dateOrder: v === 'ask' ? null : /** @type {any} */ (v) }) }))}
  ${h(Line, { id: 'next' }, h(Pick, { id: 'next', value: s.nextMonth, options: ['firstDay', 'sameDay'], onPick: v => saveSettings({ nextMonth: /** @type {any} */ (v) }) }))}
  ${h(Line, { id: 'until', hint: t('page-until-hint') }, h(Pick, { id: 'until', value: s.defaultUntil, options: ['none', 'endOfYear', '+1y'], onPick: v => saveSettings({ defaultUntil: /** @type {any} */ (v) }) }))}
  <fieldset class="parts"><legend>${t('page-set-name-parts')}</legend>${/** @type {const} */ (['morning', 'noon', 'afternoon', 'evening', 'night']).map(p => html`<label key=${p}>${t(`page-part-${p}`)}<input type="time" value=${s.dayParts[p]} onChange=${(/** @type {any} */ e) => e.target.value && saveSettings({ dayParts: /** @type {any} */ ({ [p]: e.target.value }) })} /></label>`)}</fieldset></section>`;
/** @param {{ s: Settings }} p */
const Working = ({ s }) => html`<section class="card" aria-labelledby="c-work"><h2 id="c-work">${t('page-set-work')}</h2>
  ${h(Line, { id: 'asisign', hint: t('page-asisign-hint') }, html`<input id="s-asisign" type="checkbox" checked=${s.applyAsISign} onChange=${(/** @type {any} */ e) => saveSettings({ applyAsISign: e.target.checked })} />`)}
  ${h(Line, { id: 'keys', hint: t('page-keys-hint') }, html`<input id="s-keys" type="checkbox" checked=${s.singleKeys === 'on'} onChange=${(/** @type {any} */ e) => saveSettings({ singleKeys: e.target.checked ? 'on' : 'off' })} />`)}
  ${h(Line, { id: 'wake', hint: t('page-wake-hint') }, html`<input id="s-wake" type="time" value=${s.wakeAt ?? ''} onChange=${(/** @type {any} */ e) => saveSettings({ wakeAt: e.target.value || null })} />`)}
  ${h(
    Line,
    { id: 'wakeon', hint: t('page-wakeon-hint') },
    html`<input id="s-wakeon" value=${s.wakeOn.join(', ')} autocapitalize="off" spellcheck="false" onChange=${(/** @type {any} */ e) =>
      saveSettings({
        wakeOn: e.target.value
          .split(',')
          .map((/** @type {string} */ x) => x.trim())
          .filter(Boolean),
      })} />`,
  )}
  ${h(Line, { id: 'notice', hint: t(`page-notice-hint-${notices.value}`) }, html`<input id="s-notice" type="checkbox" checked=${notices.value === 'on'} disabled=${['denied', 'never'].includes(notices.value)} onChange=${(/** @type {any} */ e) => want(e.target.checked)} />`)}
  ${h(Line, { id: 'attention', hint: t('page-attention-hint') }, html`<input id="s-attention" type="checkbox" checked=${s.attention !== 'off'} onChange=${(/** @type {any} */ e) => saveSettings({ attention: e.target.checked ? 'on' : 'off' })} />`)}
  ${h(Line, { id: 'megabytes', hint: t('page-megabytes-hint') }, html`<input id="s-megabytes" type="number" min="1" max="10000" value=${s.sessionMegabytes} onChange=${(/** @type {any} */ e) => e.target.value && saveSettings({ sessionMegabytes: Number(e.target.value) })} />`)}
  ${h(Line, { id: 'mirror', hint: t('page-mirror-hint') }, html`<input id="s-mirror" type="checkbox" checked=${s.mirror === 'on'} onChange=${(/** @type {any} */ e) => saveSettings({ mirror: e.target.checked ? 'on' : 'off' })} />`)}
  ${h(Line, { id: 'theme' }, h(Pick, { id: 'theme', value: theme.value ?? 'auto', options: ['auto', 'light', 'dark'], onPick: (/** @type {string} */ v) => (theme.value = v) }))}
  ${h(Line, { id: 'language' }, html`<select id="s-language" value=${s.language ?? ''} onChange=${(/** @type {any} */ e) => saveSettings({ language: e.target.value || null })}><option value="">${t('page-opt-language-auto')}</option>${LANGUAGES.map(l => html`<option key=${l} value=${l} lang=${l}>${new Intl.DisplayNames([l], { type: 'language' }).of(l)}</option>`)}</select>`)}</section>`;

function Import() {
  const [format, setFormat] = useState(''),
    [busy, setBusy] = useState(false),
    text = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  const send = async (/** @type {string} */ body, /** @type {string} */ name) => {
    if (!body.trim()) {
      notify(t('page-import-nothing'), '', 'info');
      return;
    }
    if (body.length > LIMIT) {
      notify(t('page-import-big'), t('ui-nothing-changed'));
      return;
    }
    setBusy(true);
    await attempt(async () => {
      const r = await post('/api/import', { text: body, ...(format ? { format } : {}), ...(name ? { name } : {}) });
      const bad = /** @type {import('../types.js').Problem[]} */ (r.problems ?? []);
      if (bad.length)
        notify(
          t('page-import-problems', { n: bad.length }),
          bad
            .slice(0, 3)
            .map(p => p.message)
            .join(' '),
          'info',
        );
      if (r.items) adopt(r);
      else if (r.change_set) openSet(r.change_set);
      else notify(t('page-import-same', { n: r.unchanged ?? 0 }), t('ui-nothing-changed'), 'info');
    });
    setBusy(false);
  };
  return html`<section class="card" aria-labelledby="c-import"><h2 id="c-import">${t('page-import')}</h2><p class="dim">${t('page-import-text')}</p>
    <div class="sline"><label for="s-format">${t('page-import-format')}</label>
      <select id="s-format" value=${format} onChange=${(/** @type {any} */ e) => setFormat(e.target.value)}>
      <option value="">${t('page-import-guess')}</option>${FORMATS.map(f => html`<option key=${f} value=${f}>${f}</option>`)}</select></div>
    <div class="sline"><label for="s-file">${t('page-import-file')}</label><input id="s-file" type="file" disabled=${busy} onChange=${async (
      /** @type {any} */ e,
    ) => {
      const f = e.target.files?.[0];
      if (f) {
        await send(await f.text(), f.name);
        e.target.value = '';
      }
    }} /></div>
    <label for="s-paste">${t('page-import-paste')}</label><textarea id="s-paste" ref=${text} rows="4"></textarea>
    <div class="acts-line"><button class="btn quiet" disabled=${busy} onClick=${() => send(text.current?.value ?? '', '')}>${h(Icon, { name: 'upload', size: 14 })}${t('page-import-button')}</button></div></section>`;
}
function About() {
  const s = status.value;
  return (
    s &&
    html`<section class="card" aria-labelledby="c-about"><h2 id="c-about">${t('page-about')}</h2><dl class="facts">
    <dt>${t('page-about-version')}</dt><dd class="num">${s.version}</dd><dt>${t('page-about-model')}</dt><dd>${s.model ?? t('page-about-planner')}</dd>
    <dt>${t('page-about-todos')}</dt><dd class="num">${s.todos}</dd><dt>${t('page-about-ledger')}</dt>
      <dd class="num digest">${s.head ? html`${t('page-entry', { seq: String(s.head.seq) })} · <code>${s.head.hash}</code>` : t('page-about-no-ledger')}</dd></dl></section>`
  );
}
export function Page() {
  const s = settings.value;
  return html`<div class="page"><header class="bar"><h2>${t('page-settings')}</h2></header>
    <div class="body cards">${!s ? html`<p class="dim none">${t('ui-loading')}</p>` : html`${h(Time, { s: s.settings, zone: s.effective.zone })}${h(Working, { s: s.settings })}${h(Models, {})}${h(Folders, {})}${h(McpServers, {})}${h(Import, {})}${h(Export, {})}${h(About, {})}`}</div></div>`;
}
