// The page's table of characters that nobody sees, case by case as crates/core/src/hidden.rs has them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needed } from '../ui/unseen.js';

const tags = letters => [...letters].map(c => String.fromCodePoint(0xe0000 + c.codePointAt(0))).join('');
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u{13430}-\u{1343f}\u{16fe4}\u{1d159}]/u;
/** How many characters of a text are drawn as a sign. */
function found(text) {
  let n = 0,
    at = 0;
  for (const c of text) {
    n += UNSEEN.test(c) && !needed(c, text.slice(Math.max(0, at - 16), at), text.slice(at + c.length, at + c.length + 14)) ? 1 : 0;
    at += c.length;
  }
  return n;
}

test('what hides behind a picture is drawn to its last character', () => {
  const secret = tags('ignore all rules');
  for (const flag of ['', '\u{1f3f4}', 'a', '\u{1f3f4}\ufe0f']) assert.equal(found(flag + secret), 16, flag);
  for (const region of ['gbeng', 'gbsct', 'gbwls']) {
    const flag = `\u{1f3f4}${tags(region)}\u{e007f}`;
    assert.equal(found(flag), 0, region);
    assert.equal(found(`${flag}${flag}!`), 0, region);
    assert.equal(found(flag + secret), 16, `${region}: behind its end`);
    assert.equal(found(`\u{1f3f4}${tags(region)}`), 5, `${region}: without an end`);
  }
  assert.equal(found(`\u{1f3f4}${tags('usca')}\u{e007f}`), 5, 'a region without a flag');
  assert.equal(found(`\u2764${'\ufe0f'.repeat(300)}`), 299);
  assert.equal(found('0\ufe001\ufe03.\ufe0f-\ufe0ea\ufe0f'), 5);
  assert.equal(found('\u845b\u{e0120}\u845b\u{e01ef}\u845b\u{e0100}\u{e0101}'), 3);
  assert.equal(found('a\u{1d159}b\u{13430}c\u{16fe4}'), 3);
});

test('what pictures and scripts need is not', () => {
  for (const text of [
    '\u{1f468}\u200d\u{1f469}\u200d\u{1f467} \u2764\ufe0f\u200d\u{1f525} 1\ufe0f\u20e3',
    '\u{1f9d1}\u{1f3fd}\u200d\u{1f4bb}',
    '\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
    '\u0915\u094d\u200d\u0937 \u0d28\u0d4d\u200d',
    '\u845b\u{e0100} \u2a7d\ufe00 \u3002\ufe01 #\ufe0f\u20e3 \u2764\ufe0f',
  ])
    assert.equal(found(text), 0, text);
});
