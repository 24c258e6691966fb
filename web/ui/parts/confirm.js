// The two questions that stop an action: many todos at once, and later changes in the way of an undo.
import { html, h } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { zone } from '../state/app.js';
import { moment, fieldName, value } from '../format.js';
import { Dialog, closeDialog } from './bits.js';

/** The effect in words: what the button will do. @param {{ deletes: number, updates: number, sensitive?: string[] }} c */
const effect = c =>
  c.sensitive?.length
    ? t('page-effect-sensitive', { n: c.sensitive.length })
    : c.deletes && c.updates
      ? t('page-effect-both', { deletes: c.deletes, updates: c.updates })
      : c.deletes
        ? t('page-effect-deletes', { n: c.deletes })
        : t('page-effect-updates', { n: c.updates });
/** @param {{ d: any }} p */
export function ConfirmDialog({ d }) {
  const yes = () => {
    closeDialog();
    d.go();
  };
  return h(
    Dialog,
    { title: t('page-confirm-title', { effect: effect(d.counts) }) },
    html`<p>${d.title && html`<q>${d.title}</q> `}${
      d.counts.sensitive?.length
        ? t('page-confirm-sensitive')
        : t(d.counts.deletes ? 'page-confirm-deletes' : 'page-confirm-updates', { n: d.counts.deletes || d.counts.updates })
    }</p>
    ${d.counts.sensitive?.length > 0 && html`<ul class="dots">${d.counts.sensitive.map((/** @type {string} */ f) => html`<li key=${f}><code>${f}</code></li>`)}</ul>`}
    <p class="dim">${t('page-confirm-safe')}</p>
    <div class="dlg-acts"><button class="btn quiet" onClick=${closeDialog}>${t('ui-cancel')}</button>
      <button class=${`btn ${d.counts.deletes ? 'danger' : 'primary'}`} onClick=${yes}>${effect(d.counts)}</button></div>`,
  );
}
/** @param {{ d: any }} p */
export function UndoDialog({ d }) {
  const c = /** @type {import('../types.js').UndoConflict} */ (d.conflict);
  /** @param {'with_later' | 'keep'} how */
  const go = how => {
    closeDialog();
    d.go(how);
  };
  return h(
    Dialog,
    { title: t('page-undo-conflict'), wide: true },
    html`<p>${t('page-undo-conflict-text')}</p>
    ${
      c.in_the_way.length > 0 &&
      html`<ul class="inway">${c.in_the_way.map(
        w => html`<li key=${`${w.entry}.${w.n}`}>
      <span class="dim num">${moment(w.at, zone.value)}</span> ${w.label}</li>`,
      )}</ul>`
    }
    ${
      c.drift.length > 0 &&
      html`<div class="scroll" tabindex="0" role="region" aria-label=${t('page-drift-table')}><table class="drift"><thead><tr><th scope="col">${t('page-drift-what')}</th>
        <th scope="col">${t('page-drift-now')}</th><th scope="col">${t('page-undo-would')}</th></tr></thead>
      <tbody>${c.drift.map(
        (x, i) => html`<tr key=${i}><th scope="row">${x.title} · ${fieldName(x.field)}</th><td>${value(x.field, x.now)}</td>
        <td>${value(x.field, x.proposed)}</td></tr>`,
      )}</tbody></table></div>`
    }
    <div class="dlg-acts"><button class="btn quiet" onClick=${closeDialog}>${t('page-undo-stop')}</button>
      <button class="btn quiet" onClick=${() => go('keep')}>${t('page-undo-keep')}</button>
      <button class="btn primary" onClick=${() => go('with_later')}>${t('page-undo-both')}</button></div>`,
  );
}
