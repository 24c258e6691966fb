// The questions that stop an action: many todos at once, what an item needs, and later changes in the way of an undo.
import { html, h, useRef, useState } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { today, zone } from '../state/app.js';
import { moment, fieldName, value } from '../format.js';
import { Dialog, Icon, closeDialog } from './bits.js';

/** The effect in words: what the button will do. @param {{ deletes: number, updates: number, sensitive?: string[] }} c */
const effect = c =>
  c.sensitive?.length
    ? t('page-effect-sensitive', { n: c.sensitive.length })
    : c.deletes && c.updates
      ? t('page-effect-both', { deletes: c.deletes, updates: c.updates })
      : c.deletes
        ? t('page-effect-deletes', { n: c.deletes })
        : t('page-effect-updates', { n: c.updates });
const HOLD = 600;
/** A button that wants to be held, by a finger or by Enter; a program that reads the screen presses it as it can. @param {{ kind: string, label: string, go: () => void }} p */
function Held({ kind, label, go }) {
  const timer = useRef(0),
    show = useRef(/** @type {Animation | null} */ (null));
  const end = () => {
    clearTimeout(timer.current);
    show.current?.cancel();
  };
  const begin = (/** @type {any} */ e) => {
    end();
    const el = e.currentTarget;
    show.current = el.animate({ boxShadow: ['inset 0 0 0 rgb(0 0 0 / .3)', `inset ${el.offsetWidth}px 0 0 rgb(0 0 0 / .3)`] }, HOLD);
    timer.current = setTimeout(go, HOLD);
  };
  const enter = (/** @type {KeyboardEvent} */ e) => e.key === 'Enter' || e.key === ' ';
  return html`<button class=${`btn ${kind}`} onPointerDown=${begin} onPointerUp=${end} onPointerLeave=${end} onPointerCancel=${end} onBlur=${end}
    onContextMenu=${(/** @type {Event} */ e) => e.preventDefault()} onKeyDown=${(/** @type {KeyboardEvent} */ e) => {
      if (!enter(e)) return;
      e.preventDefault();
      if (!e.repeat) begin(e);
    }} onKeyUp=${(/** @type {KeyboardEvent} */ e) => {
      if (!enter(e)) return;
      e.preventDefault();
      end();
    }} onClick=${(/** @type {UIEvent} */ e) => {
      if (!e.detail) go();
    }}>${label}</button>`;
}
/** @param {{ d: any }} p */
export function ConfirmDialog({ d }) {
  const [typed, setTyped] = useState(''),
    n = d.counts.deletes + d.counts.updates,
    asks = !d.hold && !d.counts.sensitive?.length,
    lasting = /** @type {import('../types.js').ItemView[]} */ (d.lasting ?? []),
    kind = d.counts.deletes || lasting.length ? 'danger' : 'primary',
    name = d.effect ?? effect(d.counts);
  const yes = () => {
    if (asks && typed.trim() !== String(n)) return;
    closeDialog();
    d.go();
  };
  return h(
    Dialog,
    { title: t('page-confirm-title', { effect: name }) },
    html`${d.title && html`<p><b>${d.title.replace(/[^.!?…]$/, '$&.')}</b></p>`}
    ${
      lasting.length > 0 &&
      html`<p class="warn">${h(Icon, { name: 'triangle-alert', size: 14 })}<span>${t('page-confirm-lasts', { n: lasting.length })}</span></p>
      <ul class="dots">${lasting.map(i => html`<li key=${i.n}>${i.command ? html`<code>${i.command.command}</code>` : i.label}</li>`)}</ul>`
    }${
      d.counts.sensitive?.length > 0 &&
      html`<p>${t('page-confirm-sensitive')}</p>
      <ul class="dots">${d.counts.sensitive.map((/** @type {string} */ f) => html`<li key=${f}><code>${f}</code></li>`)}</ul>`
    }
    ${(d.hold || asks) && html`<p>${d.hold ? t('page-confirm-hold') : t(d.counts.deletes && d.counts.updates ? 'page-confirm-both' : d.counts.deletes ? 'page-confirm-deletes' : 'page-confirm-updates', { n })}</p>`}
    ${!(lasting.length && d.begun) && html`<p class="dim">${t(lasting.length ? 'ui-nothing-changed-yet' : 'page-confirm-safe')}</p>`}
    ${
      asks &&
      html`<p class="field"><label for="count">${t('page-confirm-type', { n: String(n) })}</label><input id="count" inputmode="numeric" autocomplete="off" value=${typed} onInput=${(
        /** @type {any} */ e,
      ) => setTyped(e.target.value)} onKeyDown=${(/** @type {KeyboardEvent} */ e) => {
        if (e.key === 'Enter') yes();
      }} /></p>`
    }
    <div class="dlg-acts"><button class="btn quiet" onClick=${closeDialog}>${t('ui-cancel')}</button>
      ${d.hold ? h(Held, { kind, label: name, go: yes }) : html`<button class=${`btn ${kind}`} disabled=${asks && typed.trim() !== String(n)} onClick=${yes}>${name}</button>`}</div>`,
  );
}
/** What items need before they are applied, and what is done about it. @param {{ d: any }} p */
export const NeedsDialog = ({ d }) =>
  h(
    Dialog,
    { title: d.title },
    html`<p>${d.text}</p>
    <ul class="dots">${d.items.map((/** @type {string} */ name) => html`<li key=${name}>${name}</li>`)}</ul>
    ${!d.begun && html`<p class="dim">${t('ui-nothing-changed-yet')}</p>`}
    <div class="dlg-acts"><button class="btn quiet" onClick=${closeDialog}>${t('ui-cancel')}</button>
      ${
        d.without &&
        html`<button class="btn quiet without" onClick=${() => {
          closeDialog();
          d.without.go();
        }}>${t('page-needs-without', { n: d.without.n })}</button>`
      }
      <button class="btn primary" onClick=${() => {
        closeDialog();
        d.go();
      }}>${d.yes}</button></div>`,
  );
/** @param {{ d: any }} p */
export function UndoDialog({ d }) {
  const c = /** @type {import('../types.js').UndoConflict} */ (d.conflict);
  // No later change of Countersign's is there that could be taken back, too.
  const outside = c.in_the_way.length === 0;
  /** Whether it is the digest of a file's content, which says nothing to a person. @param {import('../types.js').Drift} x @param {unknown} v */
  const content = (x, v) => x.id === 0 && typeof v === 'string' && /^[0-9a-f]{64}$/.test(v);
  /** @param {'with_later' | 'keep'} how */
  const go = how => {
    closeDialog();
    d.go(how);
  };
  return h(
    Dialog,
    { title: t('page-undo-conflict'), wide: true },
    html`<p>${t(outside ? 'page-undo-outside-text' : 'page-undo-conflict-text')}</p>
    ${
      c.in_the_way.length > 0 &&
      html`<ul class="inway">${c.in_the_way.map(
        w => html`<li key=${`${w.entry}.${w.n}`}>
      <span class="dim num">${moment(w.at, zone.value, today.value)}</span> ${w.label}</li>`,
      )}</ul>`
    }
    ${
      c.drift.length > 0 &&
      html`<div class="scroll" tabindex="0" role="region" aria-label=${t('page-drift-table')}><table class="drift"><thead><tr><th scope="col">${t('page-drift-what')}</th>
        <th scope="col">${t('page-drift-now')}</th><th scope="col">${t('page-undo-would')}</th></tr></thead>
      <tbody>${c.drift.map(
        (
          x,
          i,
        ) => html`<tr key=${i}><th scope="row">${x.title}${x.field !== 'exists' && ` · ${fieldName(x.field)}`}</th><td>${x.field === 'exists' && x.now === false ? t('page-preview-deleted') : content(x, x.now) ? t('page-undo-content-now') : value(x.field, x.now)}</td>
        <td>${content(x, x.proposed) ? t('page-undo-content-back') : value(x.field, x.proposed)}</td></tr>`,
      )}</tbody></table></div>`
    }
    ${c.deletes.length > 0 && html`<p>${t('page-undo-deletes', { n: c.deletes.length })} ${c.deletes.map((name, i) => html`<b key=${i} dir="auto">${i ? ', ' : ''}${name}</b>`)}</p>`}
    <div class="dlg-acts"><button class="btn quiet" onClick=${closeDialog}>${t('page-undo-stop')}</button>
      ${c.keeps && html`<button class=${outside ? 'btn primary' : 'btn quiet'} onClick=${() => go('keep')}>${t(outside ? 'page-undo-outside-keep' : 'page-undo-keep')}</button>`}
      ${!outside && html`<button class="btn primary" onClick=${() => go('with_later')}>${t(c.in_the_way.length === 1 ? 'page-undo-both' : 'page-undo-these')}</button>`}</div>`,
  );
}
