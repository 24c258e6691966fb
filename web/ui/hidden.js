// Characters of a text that nobody sees: they turn what follows around, join or part words unseen, or say something
// to machines alone. The same table as crates/core/src/hidden.rs; here they are drawn.

import { h, options } from './vendor/preact.js';

/** Drawn as nothing, or changing how others are drawn; lines and tabs aside. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\u2028-\u202e\ufff9-\ufffb]/gu;
/** Whether there may be one: most texts have none. */
const MAY = /[\p{Default_Ignorable_Code_Point}\u2028-\u202e\ufff9-\ufffb]|(?![\n\t])\p{Cc}/u;
/** A picture, or a part of one. */
const PICTURED = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\u20e3\ufe0f]$/u;
/** A letter of a script whose letters change with their neighbours. */
const SHAPED = /[\u0600-\u0dff\u0e80-\u109f\u1780-\u18af\u1900-\u1cff\ua800-\uabff\ufb50-\ufdff\ufe70-\ufefe\u{10a00}-\u{11fff}]$/u;
const FLAG = /\u{1f3f4}[\u{e0020}-\u{e007e}]*$/u;

/** Whether its place gives it a meaning that is seen. @param {string} c @param {string} before what stands before it @param {string} after */
function needed(c, before, after) {
  const next = String.fromCodePoint(after.codePointAt(0) ?? 0);
  if (!before) return false;
  if (c === '\u200d') return (PICTURED.test(before) && PICTURED.test(next)) || (SHAPED.test(before) && !/^[\u0001-\u007f]/.test(after));
  if (c === '\u200c') return SHAPED.test(before) && SHAPED.test(next);
  if (/[\ufe00-\ufe0f]/.test(c)) return PICTURED.test(before) || /[\p{P}\p{S}\p{N}]$/u.test(before);
  if (/[\u180b-\u180f]/.test(c)) return /[\u1800-\u18af]$/.test(before);
  if (/[\u{e0100}-\u{e01ef}]/u.test(c)) return /\p{Script=Han}$/u.test(before);
  return /[\u{e0020}-\u{e007f}]/u.test(c) && FLAG.test(before);
}

/** The name of a character: "U+202E". @param {string} c */
const name = c => `U+${(c.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** A text in pieces: what is shown as it is, and names of what is not seen, which have `hidden`. A return is an end of a
 * line only where it is followed by one. @param {string} text @returns {{ text: string, hidden: boolean }[]} */
export function pieces(text) {
  /** @type {{ text: string, hidden: boolean }[]} */
  const out = [];
  let from = 0;
  for (const { 0: c, index } of text.matchAll(UNSEEN)) {
    const after = text.slice(index + c.length, index + c.length + 2);
    if (c === '\n' || c === '\t' || (c === '\r' && (after === '' || after.startsWith('\n')))) continue;
    if (needed(c, text.slice(Math.max(0, index - 16), index), after)) continue;
    if (index > from) out.push({ text: text.slice(from, index), hidden: false });
    out.push({ text: name(c), hidden: true });
    from = index + c.length;
  }
  if (from < text.length) out.push({ text: text.slice(from), hidden: false });
  return out;
}
/** A command in one line, with a sign where a line of it ends: what follows is a command too. @param {string} text */
export const oneLine = text => text.replace(/\r\n?|\n/g, ' \u23ce ');
/** The same as a text, for a name that is read and not drawn. @param {string} text */
export const said = text =>
  pieces(text)
    .map(p => (p.hidden ? `[${p.text}]` : p.text))
    .join('');

/** Attributes that are read out or shown. */
const READ = ['aria-label', 'title', 'alt', 'placeholder'];
/** @param {any} child @returns {any} */
const drawn = child => {
  if (Array.isArray(child)) return child.some(c => drawn(c) !== c) ? child.map(drawn) : child;
  if (typeof child !== 'string' || !MAY.test(child)) return child;
  const all = pieces(child);
  return all.some(p => p.hidden) ? all.map(p => (p.hidden ? h('span', { class: 'unseen' }, p.text) : p.text)) : child;
};
/** From here on every text that is drawn, whoever wrote it and wherever it stands, shows what it holds. */
export function showAll() {
  const before = options.vnode;
  options.vnode = vnode => {
    const { type, props } = /** @type {{ type: unknown, props: Record<string, any> }} */ (vnode);
    if (typeof type === 'string') {
      for (const name of READ) if (typeof props[name] === 'string' && MAY.test(props[name])) props[name] = said(props[name]);
      // What is in a field is the person's own, and an option holds no elements.
      if (type === 'option' && typeof props.children === 'string') props.children = said(props.children);
      else if (type !== 'textarea' && props.children) props.children = drawn(props.children);
    }
    before?.(vnode);
  };
}
