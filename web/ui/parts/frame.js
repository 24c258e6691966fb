// The frame around every page: rail, notices, toasts, and the dialogs.
import { html, h, useRef } from '../vendor/preact.js';
import { t, also } from '../i18n.js';
import { route, railHref, leaveSheet, PAGES, status, notices, dismiss, toasts, untoast, stays, online, offline, dialog } from '../state/app.js';
import { Icon, lazy, style, pictured, useReturn } from './bits.js';

const ICONS = {
  desk: 'message-square',
  inbox: 'inbox',
  todos: 'list-todo',
  history: 'history',
  library: 'folder',
  rules: 'shield-check',
  settings: 'settings',
};
export const Rail = () => html`<nav id="pages" class="nav" aria-label=${t('ui-pages')}>
  <a class="logo" href=${railHref('desk')} aria-label=${t('ui-start-page')}>${h(Icon, { name: 'signature', size: 20 })}</a>
  ${PAGES.map(p => {
    const n = p === 'inbox' ? (status.value?.inbox ?? 0) : 0;
    return html`<a key=${p} href=${railHref(p)} aria-current=${route.value.page === p ? 'page' : undefined} onClick=${p === 'desk' && route.value.page === p ? leaveSheet : undefined}>
    <span class="ico">${h(Icon, { name: ICONS[p], size: 18 })}${n > 0 && html`<span class="badge num" aria-hidden="true">${n > 99 ? '99+' : n}</span>`}</span>
      <span>${t(`page-${p}`)}</span>${n > 0 && html`<span class="vh">, ${t('page-inbox-count', { n })}</span>`}</a>`;
  })}
  <button class="help" aria-label=${t('ui-help')} title=${t('ui-help')} onClick=${() => {
    dialog.value = { kind: 'help' };
  }}>${h(Icon, { name: 'circle-help', size: 18 })}</button>
</nav>`;

export const Notices = () => html`<div class="notices" role="region" aria-label=${t('ui-notices')}>
  ${!online.value && html`<div class="notice offline"><span class="pulse"></span><p>${offline.value}</p></div>`}
  ${notices.value.map(
    n => html`<div class=${`notice ${n.kind}`} key=${n.id}>${h(Icon, { name: n.kind === 'error' ? 'triangle-alert' : 'info' })}<p><b>${n.text}</b> ${n.hint}</p>${n.act && html`<button class="link" onClick=${n.act.run}>${n.act.name}</button>`}
    <button class="ic" aria-label=${t('ui-dismiss')} onClick=${() => dismiss(n.id)}>${h(Icon, { name: 'x' })}</button></div>`,
  )}
</div>`;

/** @param {{ x: import('../state/app.js').Toast }} p */
function ToastLine({ x }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useReturn(box, () => [document.querySelector('.toast button'), document.querySelector('#pages [aria-current]')]);
  const held = () => stays(x, Boolean(box.current && (box.current.matches(':hover') || box.current.contains(document.activeElement))));
  return html`<div class="toast" ref=${box} onPointerEnter=${held} onPointerLeave=${held} onFocusIn=${held} onFocusOut=${() => requestAnimationFrame(held)}><p>${x.text}</p>${
    x.run &&
    html`<button class="link" onClick=${() => {
      untoast(x.id);
      x.run?.();
    }}>${x.action}</button>`
  }
    <button class="ic" aria-label=${t('ui-dismiss')} onClick=${() => untoast(x.id)}>${h(Icon, { name: 'x', size: 14 })}</button></div>`;
}
export const Toasts = () =>
  html`<div class="toasts" role="region" aria-label=${t('ui-toasts')}>${toasts.value.map(x => h(ToastLine, { key: x.id, x }))}</div>`;

const goingOn = () => Promise.all([import('./going-on.js'), style('going-on.css'), also('sessions')]).then(([m]) => m);
/** @template T @param {Promise<T>} part */
const review = part => Promise.all([part, style('sheet.css'), also('review')]).then(([m]) => m);
const Help = lazy(async () => (await review(import('./help.js'))).Help),
  ConfirmDialog = lazy(async () => (await review(import('./confirm.js'))).ConfirmDialog),
  LicenceDialog = lazy(async () => (await Promise.all([import('./model-store.js'), style('sheet.css')]))[0].LicenceDialog),
  Saw = lazy(async () => (await Promise.all([import('./saw.js'), style('sheet.css'), also('said')]))[0].Saw),
  PlanDialog = lazy(async () => (await Promise.all([import('./plan.js'), style('sheet.css'), also('agent')]))[0].PlanDialog),
  GoingOnDialog = lazy(async () => (await goingOn()).GoingOnDialog),
  PictureDialog = lazy(async () => (await pictured(import('./picture-dialogs.js'))).PictureDialog),
  RedrawDialog = lazy(async () => (await pictured(import('./picture-dialogs.js'))).RedrawDialog),
  SaveDialog = lazy(async () => (await pictured(import('./picture-dialogs.js'))).SaveDialog),
  NeedsDialog = lazy(async () => (await review(import('./confirm.js'))).NeedsDialog),
  UndoDialog = lazy(async () => (await review(import('./confirm.js'))).UndoDialog);
/** What is asked before something is carried out, and the keys: fetched with what is reviewed, so that they are there when the server is not. */
export const prepareDialogs = () => {
  for (const part of [Help, ConfirmDialog, NeedsDialog, UndoDialog]) part.load();
};
export function Dialogs() {
  const d = dialog.value;
  if (!d) return null;
  if (d.kind === 'help') return h(Help, {});
  if (d.kind === 'saw') return h(Saw, { run: d.run });
  if (d.kind === 'licence') return h(LicenceDialog, { d });
  if (d.kind === 'confirm') return h(ConfirmDialog, { d });
  if (d.kind === 'plan') return h(PlanDialog, { key: d.session, session: d.session });
  if (d.kind === 'going-on') return h(GoingOnDialog, { key: d.session, d });
  if (d.kind === 'picture') return h(PictureDialog, { d: /** @type {any} */ (d) });
  if (d.kind === 'redraw') return h(RedrawDialog, { d: /** @type {any} */ (d) });
  if (d.kind === 'save-images') return h(SaveDialog, { d: /** @type {any} */ (d) });
  if (d.kind === 'needs') return h(NeedsDialog, { d });
  if (d.kind === 'undo') return h(UndoDialog, { d });
  return null;
}
