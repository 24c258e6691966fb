// Starts the page: texts first, then the frame and the desk; the other pages are fetched when opened.
import { html, h, render, signal, computed, effect } from './vendor/preact.js';
import { load, t, also } from './i18n.js';
import * as app from './state/app.js';
import * as desk from './state/desk.js';
import { loadModels } from './state/models.js';
import { current, currentId, toApply } from './state/sets.js';
import { Rail, Notices, Toasts, Dialogs } from './parts/frame.js';
import { Thread } from './parts/thread.js';
import { Sheet } from './parts/sheet.js';
import { style } from './parts/bits.js';
import { tellBeside } from './parts/told.js';
import { showAll } from './hidden.js';

showAll();

/** A page with texts of its own. @template T @param {Promise<T>} page @param {string} part */
const told = (page, part) => Promise.all([page, also(part)]).then(([m]) => m);
/** @type {Record<string, () => Promise<{ Page: () => any }>>} */
const LAZY = {
  inbox: () => told(import('./pages/inbox.js'), 'review'),
  todos: () => told(import('./pages/todos.js'), 'review'),
  history: () => told(import('./pages/history.js'), 'review'),
  library: () => told(import('./pages/library.js'), 'library'),
  rules: () => told(import('./pages/rules.js'), 'commands'),
  settings: () => told(import('./pages/settings.js'), 'settings'),
};
/** Fetched, and fetched again when the server is back. */
const pages = signal(/** @type {Record<string, () => any>} */ ({}));
effect(() => {
  const p = app.route.value.page,
    get = LAZY[p];
  if (get && !pages.peek()[p] && app.online.value)
    Promise.all([get(), style('pages.css'), import('./pages/scrolled.js')]).then(
      ([m]) => {
        pages.value = { ...pages.peek(), [p]: m.Page };
      },
      e => app.tell(e),
    );
});
effect(() => {
  document.title = `${app.route.value.page === 'desk' ? '' : `${t(`page-${app.route.value.page}`)} · `}${t('ui-product')}`;
});

const Locked = () =>
  html`<div class="empty small"><h2 class="etitle">${t('page-locked')}</h2><p>${t('page-locked-text')}</p><p><code>countersign open</code></p></div>`;
const App = () => {
  const p = app.route.value.page,
    Page = pages.value[p];
  // What is only answered needs no sheet, until something waits for it.
  const desked = p === 'desk' && !app.locked.value,
    both = desked && (desk.mode.value !== 'chat' || currentId.value !== null || desk.permitting.value !== null);
  return html`<div class="shell" data-view=${both || !desked ? app.view.value : 'thread'} data-page=${p}>
    <a class="skip" href="#pages" onClick=${toPages}>${t('ui-skip')}</a>
    <main class=${both ? 'two-up' : 'one-up'}><h1 class="vh">${p === 'desk' ? t('ui-product') : t(`page-${p}`)}</h1>
      ${app.locked.value ? h(Locked, {}) : desked ? html`${h(Thread, {})}${both && h(Sheet, {})}` : Page && app.settings.value ? h(Page, {}) : html`<p class="dim none">${t('ui-loading')}</p>`}</main>
    ${h(Rail, {})}
    <div class="over">${h(Notices, {})}${h(Toasts, {})}</div>${h(Dialogs, {})}
    <p class="vh" role="status" aria-live="polite">${app.said.value}</p>
  </div>`;
};

/** What is said comes first on the desk; this leads past it, to the pages. @param {Event} e */
function toPages(e) {
  e.preventDefault();
  /** @type {HTMLElement | null} */ (document.querySelector('#pages [aria-current]'))?.focus();
}
/** Whether something is written there, or goes with what is said. @param {HTMLElement} el */
const begun = el => ('value' in el && String(el.value).trim() !== '') || (el.id === 'say' && desk.attached.value.length > 0);
let g = 0;
addEventListener(
  'keydown',
  e => {
    const el = /** @type {HTMLElement} */ (e.target),
      typing = el.matches('input:not([type=checkbox], [type=radio]), textarea, select');
    // A key that is held down decides, signs and answers once; only moving and typing go on.
    const plain = !typing && !e.ctrlKey && !e.metaKey && !e.altKey;
    if (e.repeat && (e.key === 'Enter' ? plain || e.ctrlKey || e.metaKey : plain && e.key.length === 1 && !' jk[]'.includes(e.key))) {
      e.preventDefault();
      e.stopImmediatePropagation();
      return;
    }
    if (app.dialog.value) return;
    // What is being written has the key: its form is sent, and nothing that waits elsewhere is signed.
    if ((e.metaKey || e.ctrlKey) && e.key === 'Enter' && typing && begun(el)) {
      const form = 'form' in el && el.form instanceof HTMLFormElement ? el.form : null;
      if (!form || e.isComposing) return;
      e.preventDefault();
      form.requestSubmit();
      return;
    }
    if ((e.metaKey || e.ctrlKey) && e.key === 'Enter' && app.route.value.page === 'desk' && current.value && toApply(current.value).length) {
      e.preventDefault();
      const { id } = current.value,
        shown = toApply(current.value);
      import('./state/sheet.js').then(m => m.apply(id, shown), app.tell);
      return;
    }
    if (e.altKey && ['1', '2', '3'].includes(e.key)) {
      e.preventDefault();
      const m = /** @type {const} */ (['auto', 'chat', 'plan'])[Number(e.key) - 1] ?? 'auto';
      desk.mode.value = m;
      app.say(t(`page-mode-${m}-hint`));
      return;
    }
    if (!plain || !app.singleKeys.value) return;
    if (e.key === '?') {
      e.preventDefault();
      app.dialog.value = { kind: 'help' };
      return;
    }
    // Where a page has something to search in, it leads there.
    if (e.key === '/' && app.route.value.page !== 'desk') {
      const find = /** @type {HTMLElement | null} */ (document.querySelector('.page .bar input[type=search]'));
      if (find) e.preventDefault();
      find?.focus();
      return;
    }
    // Among several items of a change set the key is their filter's.
    if (e.key === '/' && app.route.value.page === 'desk' && !(el.closest('.rows') && (current.value?.items.length ?? 0) > 1)) {
      e.preventDefault();
      app.view.value = 'thread';
      requestAnimationFrame(() => document.getElementById('say')?.focus());
      return;
    }
    // Where nothing has the focus, it goes to the first line there is.
    if ((e.key === 'j' || e.key === 'k') && el === document.body) {
      const first = [...document.querySelectorAll('.rows .op, .iline, .cline, .ttitle')].find(x => x.checkVisibility());
      /** @type {HTMLElement | undefined} */ (first)?.focus();
      e.preventDefault();
    }
    if (e.key === 'g') {
      g = e.timeStamp;
      return;
    }
    const to = app.PAGES.find(p => p[0] === e.key);
    if (to && g && e.timeStamp - g < 1500) {
      e.preventDefault();
      e.stopImmediatePropagation();
      app.keyed.page = to;
      location.hash = app.railHref(to);
    }
    g = 0;
  },
  true,
);

const forced = matchMedia('(forced-colors: active)'),
  force = () => forced.matches && style('forced.css').catch(app.tell);
forced.addEventListener('change', force);
force();
// First, beside the texts: what is read once it is there need not be read again.
app.live();
// early.js says that nobody answers, as where a module does not come.
await load(navigator.languages).catch(e => {
  document.querySelector('script[type=module]')?.dispatchEvent(new Event('error'));
  throw e;
});
const mount = /** @type {HTMLElement} */ (document.getElementById('app'));
render(h(App, {}), mount);
tellBeside();
performance.mark('ready');
await app.loadBasics();
let spoken = app.settings.value?.settings.language ?? null;
const speak = () => load(spoken ? [spoken, ...navigator.languages] : navigator.languages);
if (spoken) await speak().then(app.relisten);
effect(() => {
  const wanted = app.settings.value?.settings.language ?? null;
  if (wanted !== spoken) {
    spoken = wanted;
    // What the server words comes in the new language only when it is asked again.
    speak().then(() => {
      app.relisten();
      app.reread();
    });
  }
});
// Whichever answers next, also once it was chosen elsewhere.
const model = computed(() => app.status.value?.model);
effect(() => {
  if (model.value) loadModels();
});
