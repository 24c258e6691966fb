// Which models there are, whether they answer, what they are used for; and how to get one.
import { html, h, signal, useEffect } from '../vendor/preact.js';
import { get } from '../api.js';
import { attempt } from '../state/app.js';
import { t, word } from '../i18n.js';
import { models, found, loadModels, probe } from '../state/models.js';
import { Icon } from '../parts/bits.js';
import { Store } from '../parts/model-store.js';
/** @typedef {import('../types.js').ModelStatus} ModelStatus */

/** @param {import('../types.js').Capabilities} c */
const abilities = c =>
  [
    c.context !== null && t('page-can-context', { n: c.context }),
    word('page-form', c.structured),
    .../** @type {const} */ (['tools', 'vision', 'thinking', 'logprobs']).map(k => c[k] && t(`page-can-${k}`)),
  ]
    .filter(Boolean)
    .join(' · ');
/** @param {{ m: ModelStatus, roles: Record<string, any> }} p */
const Line = ({ m, roles }) => {
  const used = Object.keys(roles).filter(r => roles[r]?.name === m.name),
    c = found.value[m.name];
  return html`<li class="model"><div class="mname"><b>${m.displayName}</b><span class="lampw" data-lamp=${m.lamp}>${t(`page-lamp-${m.lamp}`)}</span><span class="dim" title=${t(`page-place-${m.place}-hint`)}>${t(`page-place-${m.place}`)}</span></div>
    <p class="dim">${used.length ? t('page-models-for', { roles: used.map(r => word('page-role', r)).join(', ') }) : t('page-models-idle')}</p>
    ${m.reason && html`<p class=${m.lamp === 'down' ? 'fail' : 'dim'}>${m.reason}</p>`}
    ${c && c !== 'asking' && html`<p role="status">${abilities(c)}</p>`}
    <button class="btn quiet" disabled=${c === 'asking'} onClick=${() => probe(m.name)}>${c === 'asking' ? t('page-models-probing') : t('page-models-probe')}<span class="vh"> ${m.displayName}</span></button></li>`;
};
const None = () => html`<p><b>${t('page-models-none')}</b></p><p class="dim">${t('page-models-none-text')}</p>
  <ol class="how"><li>${t('page-models-how-ollama')} <code>ollama pull qwen3:4b</code></li>
    <li>${t('page-models-how-env')} <code>COUNTERSIGN_MODEL=qwen3:4b</code> <code>COUNTERSIGN_MODEL_URL=http://127.0.0.1:8080</code></li>
    <li>${t('page-models-how-file')} <code>models.json</code></li></ol>`;
/** What people did with what was proposed, by proposer. @type {import('../vendor/preact.js').Signal<null | any[]>} */
const taken = signal(null);
const loadTaken = () =>
  attempt(async () => {
    taken.value = (await get('/api/calibration')).proposers.filter((/** @type {any} */ p) => p.kept.n > 0);
  });
const Taken = () =>
  taken.value?.length
    ? html`<h3>${t('page-taken')}</h3><ul class="taken">${taken.value.map(
        p =>
          html`<li key=${p.key}><b>${p.key === 'planner' ? t('page-taken-planner') : p.key}</b> <span class="dim">${t('page-taken-line', {
            hits: p.kept.hits,
            n: p.kept.n,
            signed: p.signed,
            rejected: p.rejected,
            undone: p.undone,
          })}</span></li>`,
      )}</ul>`
    : null;
export function Models() {
  useEffect(() => {
    loadModels();
    loadTaken();
  }, []);
  const all = models.value;
  return html`<section class="card" aria-labelledby="c-models"><h2 id="c-models">${t('page-models')}</h2>
    ${!all ? html`<p class="dim">${t('ui-loading')}</p>` : all.models.length ? html`<ul class="models">${all.models.map(m => h(Line, { key: m.name, m, roles: all.roles }))}</ul>` : h(None, {})}
    ${all?.warnings.map((w, i) => html`<p class="warn" key=${i}>${h(Icon, { name: 'triangle-alert', size: 14 })}<span>${w.message} ${w.hint}</span></p>`)}${h(Taken, {})}${h(Store, {})}</section>`;
}
