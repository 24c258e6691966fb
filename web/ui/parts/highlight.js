// Colours for code in replies and diffs. Loaded when there is code to show; texts stay texts: what the
// highlighter finds becomes elements, never markup.
import { html } from '../vendor/preact.js';
import { hljs } from '../vendor/highlight.js';
import { style } from './bits.js';
/** @typedef {import('../types.js').DiffHunk} Hunk */
/** @typedef {import('../vendor/highlight.js').Scope} Scope */
/** @typedef {[string, string]} Piece a kind of ink, and its text */

style('code.css');
/** Longer texts stay plain. */
const LONGEST = 60_000;
/** @type {Record<string, string>} */
const ENDINGS = {
  h: 'c',
  cc: 'cpp',
  hpp: 'cpp',
  cs: 'csharp',
  toml: 'ini',
  cfg: 'ini',
  conf: 'ini',
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'javascript',
  ts: 'typescript',
  tsx: 'typescript',
  kt: 'kotlin',
  md: 'markdown',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'bash',
  zsh: 'bash',
  shell: 'bash',
  console: 'bash',
  html: 'xml',
  htm: 'xml',
  svg: 'xml',
  vue: 'xml',
  yml: 'yaml',
  patch: 'diff',
  jsonc: 'json',
};
/** Scopes by the ink they are written in. @type {Record<string, string>} */
const INKS = {
  comment: 'com',
  quote: 'com',
  meta: 'com',
  doctag: 'com',
  string: 'str',
  regexp: 'str',
  char: 'str',
  addition: 'str',
  number: 'num',
  literal: 'num',
  symbol: 'num',
  bullet: 'num',
  deletion: 'num',
  keyword: 'key',
  built_in: 'key',
  tag: 'key',
  name: 'key',
  'selector-tag': 'key',
  section: 'key',
  type: 'typ',
  title: 'typ',
  attr: 'typ',
  attribute: 'typ',
  property: 'typ',
  'selector-class': 'typ',
  'selector-id': 'typ',
};

/** The language of a file or of a fence; null = none we know. @param {string} name */
export function language(name) {
  const last = name.toLowerCase().split('/').pop() ?? '',
    end = last.split('.').pop() ?? '';
  const found = ENDINGS[end] ?? (last.startsWith('dockerfile') ? 'dockerfile' : last.endsWith('makefile') ? 'makefile' : end);
  return hljs.getLanguage(found) ? found : null;
}

/** @param {string} text @param {string} lang @returns {Piece[]} */
function pieces(text, lang) {
  /** @type {Piece[]} */
  const out = [];
  const walk = (/** @type {Scope} */ node, /** @type {string} */ ink) => {
    for (const child of node.children)
      if (typeof child === 'string') out.push([ink, child]);
      else walk(child, INKS[child.scope?.split('.')[0] ?? ''] ?? ink);
  };
  walk(hljs.highlight(text, { language: lang, ignoreIllegals: true })._emitter.rootNode, '');
  return out;
}

/** A text in colours; the text itself where there are none for it. @param {string} text @param {string} name */
export function inked(text, name) {
  const lang = language(name);
  if (!lang || text.length > LONGEST) return text;
  return pieces(text, lang).map(([ink, part], i) => (ink ? html`<span class=${`c-${ink}`} key=${i}>${part}</span>` : part));
}

/** The pieces of each line. @param {Piece[]} all */
function byLine(all) {
  /** @type {Piece[][]} */
  const lines = [[]];
  for (const [ink, text] of all)
    text.split('\n').forEach((part, i) => {
      if (i) lines.push([]);
      if (part) lines.at(-1)?.push([ink, part]);
    });
  return lines;
}

/** What each row of a diff's part is drawn with: its own emphasis, and colours. Null = plain. @param {Hunk} hunk @param {string} name */
export function inkedRows(hunk, name) {
  const lang = language(name),
    text = (/** @type {Hunk['rows'][number]} */ r) => r.spans.map(s => s.text).join('');
  if (!lang || hunk.rows.reduce((n, r) => n + text(r).length, 0) > LONGEST) return null;
  // Each side by itself: what a removed line opens is not open in the new text.
  const side = (/** @type {string} */ other) => {
    const rows = hunk.rows.filter(r => r.kind !== other);
    const lines = byLine(pieces(rows.map(text).join('\n'), lang));
    return new Map(rows.map((r, i) => [r, lines[i] ?? []]));
  };
  const before = side('added'),
    after = side('removed');
  return hunk.rows.map(r => merged(r, (r.kind === 'removed' ? before : after).get(r) ?? []));
}

/** Emphasis and colours in one line. @param {Hunk['rows'][number]} row @param {Piece[]} inks */
function merged(row, inks) {
  let at = 0,
    left = inks[0]?.[1].length ?? 0;
  return row.spans.map((span, k) => {
    const parts = [];
    for (let from = 0; from < span.text.length;) {
      while (left === 0 && at < inks.length) left = inks[++at]?.[1].length ?? 0;
      const length = at < inks.length ? Math.min(left, span.text.length - from) : span.text.length - from,
        part = span.text.slice(from, from + length),
        ink = inks[at]?.[0];
      parts.push(ink ? html`<span class=${`c-${ink}`} key=${from}>${part}</span>` : part);
      from += length;
      left -= length;
    }
    return span.emphasis ? html`<mark key=${k}>${parts}</mark>` : parts;
  });
}
