// Small pieces every page uses.
import { html, h, signal, useRef, useLayoutEffect } from '../vendor/preact.js';
import { t, has, also } from '../i18n.js';
import { link } from '../api.js';
import { dialog, online } from '../state/app.js';
const SPRITE = new URL('../icons.svg', import.meta.url).pathname;
// Within the page, so that no icon goes when the server does: until it is there their places are kept, and the file is read once.
const inside = signal(false);
const file = new XMLHttpRequest();
file.open('GET', SPRITE);
// Read as a document: texts are not made into elements here.
file.responseType = 'document';
file.onload = () => {
  const sprite = file.responseXML?.documentElement;
  if (sprite?.nodeName !== 'svg') return;
  // `hidden` is for HTML alone.
  sprite.style.display = 'none';
  for (const symbol of sprite.children) symbol.id = `icon-${symbol.id}`;
  document.body.append(sprite);
  inside.value = true;
};
file.send();
/** @param {{ name: string, size?: number }} p */
export const Icon = ({ name, size = 16 }) =>
  html`<svg class="icon" width=${size} height=${size} aria-hidden="true"><use href=${inside.value ? `#icon-${name}` : undefined} /></svg>`;

/** @param {{ icon: string, title: string, text: string, children?: any }} p */
export const Empty = ({
  icon,
  title,
  text,
  children,
}) => html`<div class="empty small"><p class="glyph" aria-hidden="true">${h(Icon, { name: icon, size: 28 })}</p>
  <p class="etitle">${title}</p><p>${text}</p>${children}</div>`;

/** Where a model runs. Told by a shape and a word, not by its colour alone. @param {{ place: 'local' | 'hosted' | null, down?: boolean }} p */
export const Lamp = ({ place, down = false }) =>
  (place || down) &&
  html`<span class="lamp" data-place=${down ? 'down' : place} title=${down ? t('page-lamp-down') : t(`page-place-${place}-hint`)}>${down ? t('page-lamp-down') : t(`page-place-${place}`)}</span>`;

export { said as plain } from '../hidden.js';
/** What a tool is called with, in a line. @param {unknown} all */
export const args = all => {
  const text = JSON.stringify(all) ?? '';
  return text.length > 140 ? `${text.slice(0, 140)}…` : text;
};

/** What became of a proposal that the person spoke of again: `withdrawn` or `replaced`. @param {string} verdict @param {string | null | undefined} reason */
export const byWords = (verdict, reason) => (verdict === 'retracted' && (reason === 'withdrawn' || reason === 'replaced') ? reason : null);
/** A fixed reason, stored by its code, in the person's language; other words as they are. @param {string} r */
export const reasonText = r => (has(`ui-reason-${r}`) ? t(`ui-reason-${r}`) : r);

/** A modal dialog: the browser's own, so focus is kept inside and Esc closes it.
 * @param {{ title: string, onClose?: () => void, wide?: boolean, children?: any }} p */
export function Dialog({ title, onClose, wide = false, children }) {
  const el = useRef(/** @type {HTMLDialogElement | null} */ (null));
  // At once: a key that is pressed next is meant for the dialog.
  useLayoutEffect(() => {
    const d = el.current,
      back = /** @type {HTMLElement | null} */ (document.activeElement);
    d?.showModal();
    return () => {
      d?.close();
      back?.isConnected && back.focus();
    };
  }, []);
  const close = () => {
    dialog.value = null;
    onClose?.();
  };
  return html`<dialog ref=${el} class=${wide ? 'wide' : ''} aria-labelledby="dlg-t" onCancel=${(/** @type {Event} */ e) => {
    e.preventDefault();
    close();
  }} onClick=${(/** @type {Event} */ e) => {
    if (e.target === el.current) close();
  }}>
    <div class="dlg"><h2 id="dlg-t">${title}</h2>${children}</div></dialog>`;
}
export const closeDialog = () => {
  dialog.value = null;
};

/** A component whose file is fetched when it is first drawn, or earlier by `load`; until then there is what `before` draws. @template {object} P @param {() => Promise<(p: P) => any>} get @param {(p: P) => any} [before] */
export function lazy(get, before) {
  const got = signal(/** @type {((p: P) => any) | null} */ (null));
  /** @type {Promise<void> | null} */
  let asked = null;
  // Where the server is away, it is fetched again when it is back.
  const load = () =>
    (asked ??= get().then(
      c => {
        got.value = c;
      },
      e => {
        asked = null;
        if (!(e instanceof TypeError)) throw e;
        link.reached(false);
      },
    ));
  const Lazy = (/** @type {P} */ p) => {
    if (!got.value) {
      if (online.value) load();
      return before?.(p) ?? null;
    }
    return h(/** @type {any} */ (got.value), /** @type {any} */ (p));
  };
  return Object.assign(Lazy, { load });
}

/** What every other sheet of a part is written on top of. */
const FIRST = 'sheet.css';
/** @type {Map<string, Promise<unknown>>} */
const styles = new Map();
/** Fetches a style sheet once, after the first one; done when both are in use. @param {string} name @returns {Promise<unknown>} */
export function style(name) {
  const known = styles.get(name);
  if (known) return known;
  const before = name === FIRST ? null : style(FIRST);
  const asked = new Promise((ok, no) => {
    const l = document.createElement('link');
    l.rel = 'stylesheet';
    l.href = new URL(`../${name}`, import.meta.url).href;
    l.onload = ok;
    l.onerror = () => {
      l.remove();
      styles.delete(name);
      no(new TypeError(name));
    };
    document.head.append(l);
  });
  const both = Promise.all([before, asked]);
  styles.set(name, both);
  return both;
}

/** What every part that shows pictures needs; fetched with the first of them. @template T @param {Promise<T>} part */
export const pictured = part => Promise.all([part, style('images.css'), also('images')]).then(([m]) => m);

/** The value of a field before and after, one line each. @param {{ before: string, after: string }} p */
export const Change = ({ before, after }) =>
  html`<span class="chg">${before !== '—' && html`<del>${before}</del><span class="vh"> ${t('ui-becomes')} </span><span class="arrow" aria-hidden="true">→</span>`}
    <ins>${after}</ins></span>`;

/** Where the keyboard goes on when what had the focus leaves the screen: to the first of these places that is there then.
 * @param {{ current: HTMLElement | null }} box @param {() => (Element | null | undefined)[]} places asked after it has gone @param {() => void} [going] told just before */
export function useReturn(box, places, going) {
  useLayoutEffect(
    () => () => {
      if (!box.current?.contains(document.activeElement)) return;
      going?.();
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) /** @type {HTMLElement | undefined} */ (places().find(Boolean))?.focus();
      });
    },
    [],
  );
}

/** Moves the focus among siblings. @param {HTMLElement[]} list @param {number} i */
export function focusAt(list, i) {
  const el = list[Math.max(0, Math.min(list.length - 1, i))];
  el?.focus();
  el?.scrollIntoView({ block: 'nearest' });
  return el;
}
