// What the characters that nobody sees are good for: the same table as crates/core/src/hidden.rs. Loaded with the first text that has one.

/** A picture, or a part of one. */
const PICTURED = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\u20e3\ufe0f]/u;
/** A letter of a script whose letters change with their neighbours. */
const SHAPED = /[\u0600-\u0dff\u0e80-\u109f\u1780-\u18af\u1900-\u1cff\ua800-\uabff\ufb50-\ufdff\ufe70-\ufefe\u{10a00}-\u{11fff}]/u;
/** A letter in Braille that is seen. */
const DOTTED = /[\u2801-\u28ff]/;
/** What has other forms than its usual one: signs of mathematics, marks and signs of Chinese, Burmese, Phags-pa. */
const VARIED =
  /[\u1000-\u109f\u2190-\u22ff\u2a00-\u2aff\u3001\u3002\u3400-\u9fff\ua840-\ua87f\uaa60-\uaa7f\uf900-\ufaff\uff01\uff0c\uff0e\uff1a\uff1b\uff1f\u{20000}-\u{3ffff}]/u;
/** @param {string} letters */
const tags = letters => [...letters].map(c => String.fromCodePoint(0xe0000 + (c.codePointAt(0) ?? 0))).join('');
/** The flags of regions, whole. */
const FLAG = new RegExp(`^\u{1f3f4}(?:${['gbeng', 'gbsct', 'gbwls'].map(tags).join('|')})\u{e007f}`, 'u');

/** Whether its place gives it a meaning that is seen. @param {string} c @param {string} before what stands before it @param {string} after */
export function needed(c, before, after) {
  const was = [...before].pop() ?? '',
    next = [...after][0] ?? '';
  if (c === '\u2800') return DOTTED.test(was) || DOTTED.test(next);
  if (!was) return false;
  if (c === '\u200d') return (PICTURED.test(was) && PICTURED.test(next)) || (SHAPED.test(was) && !/^[\u0001-\u007f]/.test(after));
  if (c === '\u200c') return SHAPED.test(was) && SHAPED.test(next);
  // As a picture or as text, and another form: once, of what has one.
  if (/[\ufe0e\ufe0f]/.test(c)) return /[0-9#*]/.test(was) || (PICTURED.test(was) && was !== '\ufe0f');
  if (/[\ufe00-\ufe0d]/.test(c)) return VARIED.test(was);
  if (/[\u180b-\u180f]/.test(c)) return /[\u1800-\u180a\u1810-\u18af]/.test(was);
  if (/[\u{13430}-\u{1343f}]/u.test(c)) return /[\u{13000}-\u{143ff}]/u.test(was);
  if (c === '\u{16fe4}') return /[\u{18b00}-\u{18cff}]/u.test(was);
  if (/[\u{e0100}-\u{e011f}]/u.test(c)) return /\p{Script=Han}/u.test(was);
  const from = /[\u{e0020}-\u{e007f}]/u.test(c) ? before.lastIndexOf('\u{1f3f4}') : -1,
    flag = from < 0 ? null : FLAG.exec(before.slice(from) + c + after);
  return !!flag && flag[0].length > before.length - from;
}
