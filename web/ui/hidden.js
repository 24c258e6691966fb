// Characters of a text that nobody sees: they turn what follows around, join or part words unseen, or say something
// to machines alone. Here they are drawn.
import { h, options, signal } from './vendor/preact.js';

/** Drawn as nothing, or changing how others are drawn; lines and tabs aside. */
const UNSEEN =
  /([\p{Default_Ignorable_Code_Point}\p{Co}\p{Noncharacter_Code_Point}\u2028-\u202e\u2800\ufff9-\ufffb\u{13430}-\u{1343f}\u{16fe4}\u{1d159}]|(?![\n\t])\p{Cc})/u;
const DATE = /(\d{4}-\d\d-\d\d)/;
/** Which of them pictures and scripts need: until that is known, none. What is drawn then is drawn again. */
const table = signal(/** @type {typeof import('./unseen.js').needed | null} */ (null));
let asked = false;

/** A text in pieces, every other of which is the name of a character that is not seen. @param {string} text */
function pieces(text) {
  const needed = table.value;
  if (!needed && !asked) {
    asked = true;
    import('./unseen.js').then(
      m => (table.value = m.needed),
      () => (asked = false),
    );
  }
  const out = [''];
  let at = 0;
  for (const [i, c] of text.split(UNSEEN).entries()) {
    const after = text.slice(at + c.length, at + c.length + 14);
    // A return ends a line where one ends.
    if (i % 2 && !(c === '\r' && /^(\n|$)/.test(after)) && !needed?.(c, text.slice(Math.max(0, at - 16), at), after))
      out.push(`U+${c.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`, '');
    else out.push(out.pop() + c);
    at += c.length;
  }
  return out;
}
/** A command in one line, with a sign where a line of it ends: what follows is a command too. @param {string} text */
export const oneLine = text => text.replace(/\r\n?|\n/g, ' \u23ce ');
/** A text for a name that is read and not drawn. @param {string} text */
export const said = text =>
  UNSEEN.test(text)
    ? pieces(text)
        .map((p, i) => (i % 2 ? `[${p}]` : p))
        .join('')
    : text;

/** @param {any} child @returns {any} */
const drawn = child => {
  if (Array.isArray(child)) return child.some(c => drawn(c) !== c) ? child.map(drawn) : child;
  if (typeof child !== 'string') return child;
  // A date stays in one line. In one element, as the text was one.
  if (DATE.test(child))
    return h(
      'span',
      {},
      child.split(DATE).map((p, i) => (i % 2 ? h('span', { class: 'nb' }, p) : p)),
    );
  if (!UNSEEN.test(child)) return child;
  const all = pieces(child);
  return all.length > 1 ? all.map((p, i) => (i % 2 ? h('span', { class: 'unseen', key: `${i}/${all.length}` }, p) : p)) : child;
};
/** From here on every text that is drawn, whoever wrote it and wherever it stands, shows what it holds. */
export function showAll() {
  const before = options.vnode;
  options.vnode = vnode => {
    before?.(vnode);
    const { type, props } = /** @type {{ type: unknown, props: Record<string, any> }} */ (vnode);
    if (typeof type !== 'string' || props.class === 'nb') return;
    for (const name of ['aria-label', 'title', 'alt', 'placeholder']) if (typeof props[name] === 'string') props[name] = said(props[name]);
    // What is in a field is the person's own, and an option holds no elements.
    if (type === 'option' && typeof props.children === 'string') props.children = said(props.children);
    else if (type !== 'textarea' && type !== 'option' && props.children) props.children = drawn(props.children);
  };
}
