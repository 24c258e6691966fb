// What the models of a run were sent, and what they answered, call by call.
import { html, h, useState, useEffect } from '../vendor/preact.js';
import { t, word } from '../i18n.js';
import { get } from '../api.js';
import { tell } from '../state/app.js';
import { Dialog, closeDialog } from './bits.js';
/** @typedef {import('../types.js').ModelCall} Call */

/** @param {{ title: string, text: string, open?: boolean }} p */
const Fold = ({ title, text, open = false }) =>
  html`<details open=${open}><summary>${title}</summary><pre class="raw" tabindex="0" role="region" aria-label=${title}>${text}</pre></details>`;
const json = (/** @type {unknown} */ v) => (typeof v === 'string' ? v : JSON.stringify(v, null, 2));

/** @param {{ call: Call, n: number }} p */
const One = ({ call, n }) => {
  const name = (/** @type {string} */ what) => `${n}. ${what}`;
  const lists = /** @type {const} */ (['repairs', 'dropped', 'violations']).filter(k => call[k].length);
  return html`<section class="call" aria-labelledby=${`call-${n}`}><h3 id=${`call-${n}`}>${n}. ${word('page-stage', call.stage)} <span class="dim">${call.model}</span></h3>
    ${call.error && html`<p class="fail">${t('page-saw-error')}: ${call.error}</p>`}
    ${
      call.sections.length > 0 &&
      html`<table class="drift"><thead><tr><th scope="col">${t('page-saw-part')}</th><th scope="col">${t('page-saw-size')}</th></tr></thead>
      <tbody>${call.sections.map(s => html`<tr key=${s.name}><th scope="row">${s.name}${s.hash && html` <code class="dim" title=${s.hash}>${s.hash.slice(0, 12)}</code>`}</th><td class="num">${s.tokens}${s.cut && html` <span class="flag warnf">${t('page-saw-cut')}</span>`}</td></tr>`)}</tbody></table>`
    }
    ${call.messages.map((m, i) => h(Fold, { key: i, title: `${name(t('page-saw-sent'))}: ${word('page-speaker', m.role)}${call.messages.length > 2 ? ` ${i + 1}` : ''}`, text: m.content }))}
    ${call.schema ? h(Fold, { title: name(t('page-saw-schema')), text: json(call.schema) }) : null}
    ${call.raw && h(Fold, { title: name(t('page-saw-raw')), text: call.raw, open: true })}
    ${call.parsed !== null && json(call.parsed) !== call.raw && h(Fold, { title: name(t('page-saw-parsed')), text: json(call.parsed) })}
    <dl class="facts">${
      call.hidden &&
      html`<dt>${t('page-saw-hidden')}</dt><dd>${Object.entries(call.hidden)
        .map(([kind, n]) => (n > 1 ? `${kind} (${n})` : kind))
        .join(', ')}</dd>`
    }${lists.map(k => html`<dt key=${`${k}-t`}>${t(`page-saw-${k}`)}</dt><dd key=${k}>${call[k].join(', ')}</dd>`)}
      ${call.finish !== null && html`<dt>${t('page-saw-finish')}</dt><dd>${json(call.finish)}</dd>`}
      ${call.min_logprob !== null && html`<dt>${t('page-saw-sure')}</dt><dd class="num">${Math.round(Math.exp(call.min_logprob) * 100)} %</dd>`}</dl></section>`;
};

/** @param {{ run: string }} p */
export function Saw({ run }) {
  const [calls, setCalls] = useState(/** @type {Call[] | null} */ (null));
  useEffect(() => {
    get(`/api/runs/${run}/trace`).then(
      x => setCalls(x.calls),
      e => {
        closeDialog();
        tell(e);
      },
    );
  }, [run]);
  return h(
    Dialog,
    { title: t('page-saw'), wide: true },
    html`${calls === null ? html`<p class="dim">${t('ui-loading')}</p>` : calls.length === 0 ? html`<p>${t('page-saw-none')}</p>` : calls.map((call, i) => h(One, { key: i, call, n: i + 1 }))}
    <div class="dlg-acts"><button class="btn quiet" onClick=${closeDialog}>${t('ui-close')}</button></div>`,
  );
}
