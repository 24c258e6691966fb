// The model store: what is installed, what is on its way, what could be got; and the question about a licence.
import { html, h, useState, useEffect } from '../vendor/preact.js';
import { t, also } from '../i18n.js';
import { bytes } from '../format.js';
import { store, loadStore, pull, stopPull, removeModel, checkModel, choose } from '../state/models.js';
import { Dialog, closeDialog } from './bits.js';
await also('models');
/** @typedef {import('../types.js').Pull} Pull */

/** A pull that runs, or one that stopped and can go on. @param {{ p: Pull }} x */
export function Progress({ p }) {
  const runs = ['waiting', 'downloading', 'checking'].includes(p.stage),
    much = p.total === null ? bytes(p.received) : t('page-model-of', { received: bytes(p.received), total: bytes(p.total) });
  return html`<div class="pull" data-stage=${p.stage}><p><b>${p.name}</b> <span class="num">${much}</span> <span class="dim">${t(`page-pull-${p.stage}`)}</span></p>
    <progress aria-label=${t('page-model-progress', { name: p.name })} max=${p.total ?? undefined} value=${p.total === null ? undefined : p.received}></progress>
    ${p.problem && html`<p class="fail">${p.problem.message} ${p.problem.hint}</p>`}
    <div class="acts-line">${
      runs
        ? p.stage !== 'checking' &&
          html`<button class="btn quiet" onClick=${() => stopPull(p.name)}>${t('page-pull-stop')}<span class="vh"> ${p.name}</span></button>`
        : html`${p.source && html`<button class="btn quiet" onClick=${() => pull({ source: p.source })}>${t('page-pull-go-on')}<span class="vh"> ${p.name}</span></button>`}
      <button class="btn quiet" onClick=${() => stopPull(p.name)}>${t('page-pull-drop')}<span class="vh"> ${p.name}</span></button>`
    }</div></div>`;
}
/** @param {{ m: import('../types.js').Installed, chosen: boolean }} x */
const Line = ({
  m,
  chosen,
}) => html`<li class="model"><div class="mname"><b>${m.name}</b><span class="dim">${bytes(m.bytes)} · ${m.licence}</span>${chosen && html`<span class="flag">${t('page-model-in-use')}</span>`}</div>
  <p class="dim">${m.source}</p>
  <div class="acts-line">${!chosen && html`<button class="btn primary" onClick=${() => choose(m.name)}>${t('page-model-use')}<span class="vh"> ${m.name}</span></button>`}
    <button class="btn quiet" onClick=${() => checkModel(m.name)}>${t('page-model-check')}<span class="vh"> ${m.name}</span></button>
    ${!chosen && html`<button class="btn quiet" onClick=${() => removeModel(m.name)}>${t('page-model-remove', { size: bytes(m.bytes) })}<span class="vh"> ${m.name}</span></button>`}</div></li>`;

export function Store() {
  const [source, setSource] = useState('');
  useEffect(() => {
    loadStore();
  }, []);
  const s = store.value;
  if (!s) return null;
  const busy = new Set([...s.installed, ...s.pulls].map(m => m.name)),
    more = s.curated.filter(c => !busy.has(c.name)),
    pulls = s.pulls.filter(p => p.stage !== 'done');
  return html`<div class="store"><h3>${t('page-store')}</h3>
    ${s.installed.length > 0 && html`<ul class="models">${s.installed.map(m => h(Line, { key: m.name, m, chosen: s.chosen === m.name }))}</ul>`}
    ${pulls.map(p => h(Progress, { key: p.name, p }))}
    ${
      more.length > 0 &&
      html`<ul class="models">${more.map(
        c => html`<li class="model" key=${c.name}><div class="mname"><b>${c.title}</b><span class="dim">${t('page-model-needs', { download: bytes(c.download), memory: bytes(c.memory) })} · ${c.licence}</span></div>
      <p class="dim">${c.score ? t('page-model-score', { right: c.score.right, cases: c.score.cases }) : t('page-model-unmeasured')}</p>
      <button class="btn quiet" onClick=${() => pull({ source: c.name })}>${t('page-model-get', { size: bytes(c.download) })}<span class="vh"> ${c.title}</span></button></li>`,
      )}</ul>`
    }
    <form class="openf" onSubmit=${(/** @type {Event} */ e) => {
      e.preventDefault();
      if (source.trim()) pull({ source: source.trim() });
    }}><label for="s-model">${t('page-model-source')}</label><div class="acts-line"><input id="s-model" value=${source} placeholder="hf:OWNER/REPO/FILE.gguf" autocapitalize="off" spellcheck="false" onInput=${(/** @type {any} */ e) => setSource(e.target.value)} /><button class="btn quiet">${t('page-model-find')}</button></div></form>
    ${s.free !== null && html`<p class="dim">${t('page-model-free', { free: bytes(s.free), folder: s.folder })}</p>`}</div>`;
}

/** What would be downloaded, and under which licence: the button names both. @param {{ d: any }} p */
export function LicenceDialog({ d }) {
  const o = /** @type {import('../types.js').Offer} */ (d.offer);
  const yes = () => {
    closeDialog();
    d.go();
  };
  return h(
    Dialog,
    { title: t('page-licence-title', { name: o.name }) },
    html`<p>${t('page-licence-text', { licence: o.licence })} ${o.page?.startsWith('https://') && html`<a href=${o.page} target="_blank" rel="noreferrer">${o.page}</a>`}</p>
    <dl class="facts"><dt>${t('page-licence-from')}</dt><dd>${o.source}</dd>
      <dt>sha256</dt><dd>${o.sha256 ?? t('page-licence-no-sum')}</dd>
      ${o.partial > 0 && html`<dt>${t('page-licence-partial')}</dt><dd>${bytes(o.partial)}</dd>`}
      ${o.free !== null && html`<dt>${t('page-licence-free')}</dt><dd>${bytes(o.free)}</dd>`}</dl>
    <div class="dlg-acts"><button class="btn quiet" onClick=${closeDialog}>${t('ui-cancel')}</button>
      <button class="btn primary" onClick=${yes}>${o.download === null ? t('page-licence-yes') : t('page-licence-yes-size', { size: bytes(o.download) })}</button></div>`,
  );
}
