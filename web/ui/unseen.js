// What the characters that nobody sees are good for: the same table as crates/core/src/hidden.rs. Loaded with the first text that has one.

/** A picture, or a part of one. */
const PICTURED = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\u20e3\ufe0f]/u;
/** A letter of a script whose letters change with their neighbours. */
const SHAPED = /[\u0600-\u0dff\u0e80-\u109f\u1780-\u18af\u1900-\u1cff\ua800-\uabff\ufb50-\ufdff\ufe70-\ufefe\u{10a00}-\u{11fff}]/u;
/** A letter in Braille that is seen. */
const DOTTED = /[\u2801-\u28ff]/;
const FLAG = /\u{1f3f4}[\u{e0020}-\u{e007e}]*$/u;

/** Whether its place gives it a meaning that is seen. @param {string} c @param {string} before what stands before it @param {string} after */
export function needed(c, before, after) {
  const was = [...before].pop() ?? '',
    next = [...after][0] ?? '';
  if (c === '\u2800') return DOTTED.test(was) || DOTTED.test(next);
  if (!was) return false;
  if (c === '\u200d') return (PICTURED.test(was) && PICTURED.test(next)) || (SHAPED.test(was) && !/^[\u0001-\u007f]/.test(after));
  if (c === '\u200c') return SHAPED.test(was) && SHAPED.test(next);
  if (/[\ufe00-\ufe0f]/.test(c)) return PICTURED.test(was) || /[\p{P}\p{S}\p{N}]/u.test(was);
  if (/[\u180b-\u180f]/.test(c)) return /[\u1800-\u18af]/.test(was);
  if (/[\u{e0100}-\u{e01ef}]/u.test(c)) return /\p{Script=Han}/u.test(was);
  return /[\u{e0020}-\u{e007f}]/u.test(c) && FLAG.test(before);
}
