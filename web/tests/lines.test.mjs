// Lines of a difference: which comes in the place of which, and what within it differs.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { paired, below, beside } from '../ui/lines.js';

const row = kind => text => ({ kind, old_line: null, new_line: null, spans: [{ text, emphasis: false }], eol: null });
const gone = row('removed'),
  come = row('added'),
  stays = row('context');
const text = r => (r ? r.spans.map(s => (s.emphasis ? `[${s.text}]` : s.text)).join('') : null);
const drawn = rows => below(paired(rows)).map(r => `${{ removed: '-', added: '+', context: ' ' }[r.kind]}${text(r)}`);

test('of many lines that change, each stands with the one that comes in its place', () => {
  const names = ['one', 'two', 'three', 'four', 'five', 'six'];
  assert.deepEqual(
    drawn([stays('a'), ...names.map(n => gone(`let ${n} = 1;`)), ...names.map(n => come(`let ${n} = 2;`)), stays('z')]),
    [' a', ...names.flatMap(n => [`-let ${n} = 1;`, `+let ${n} = 2;`]), ' z'],
    'as many as before: what differs was marked by the server',
  );
});

test('lines that come between others, or go, are in no pair; words that differ are marked', () => {
  const was = ['alpha is first', 'beta is second', 'gamma is third', 'delta is fourth', 'epsilon is fifth'],
    is = ['alpha is first!', 'a new line of its own', 'beta is 2nd', 'gamma is 3rd', 'delta is 4th', 'nothing like it', 'epsilon is 5th'];
  assert.deepEqual(drawn([...was.map(gone), ...is.map(come)]), [
    '-alpha is first',
    '+alpha is first[!]',
    '+a new line of its own',
    '-beta is [second]',
    '+beta is [2nd]',
    '-gamma is [third]',
    '+gamma is [3rd]',
    '-delta is [fourth]',
    '+delta is [4th]',
    '+nothing like it',
    '-epsilon is [fifth]',
    '+epsilon is [5th]',
  ]);
  assert.deepEqual(
    beside(paired([...was.map(gone), ...is.map(come)])).map(p => p.map(text)),
    [
      ['alpha is first', 'alpha is first[!]'],
      [null, 'a new line of its own'],
      ['beta is [second]', 'beta is [2nd]'],
      ['gamma is [third]', 'gamma is [3rd]'],
      ['delta is [fourth]', 'delta is [4th]'],
      [null, 'nothing like it'],
      ['epsilon is [fifth]', 'epsilon is [5th]'],
    ],
  );
});

test('few lines stay together, and lines that have nothing in common are no pairs', () => {
  assert.deepEqual(drawn([gone('x = 1'), gone('y = 2'), come('x = 10'), come('y = 20'), come('z = 30')]), [
    '-x = [1]',
    '-y = [2]',
    '+x = [10]',
    '+y = [20]',
    '+z = 30',
  ]);
  const old = ['apple', 'banana', 'cherry', 'date', 'elder'],
    now = ['one', 'two', 'three', 'four', 'five', 'six'];
  assert.deepEqual(drawn([...old.map(gone), ...now.map(come)]), [...old.map(x => `-${x}`), ...now.map(x => `+${x}`)]);
});

test('each side keeps its order, and every line is there once', () => {
  for (let seed = 1; seed < 60; seed++) {
    let n = seed;
    const next = m => (n = (n * 1103515245 + 12345) % 2147483648) % m,
      words = ['a', 'b', 'c', 'd', 'e'],
      line = () => Array.from({ length: 1 + next(4) }, () => words[next(5)]).join(' '),
      rows = Array.from({ length: next(30) }, () => [gone, come, stays][next(3)](line())),
      side = (all, other) => all.filter(r => r.kind !== other).map(r => r.spans.map(s => s.text).join(''));
    const pairs = paired(rows);
    for (const other of ['added', 'removed']) assert.deepEqual(side(below(pairs), other), side(rows, other));
    assert.deepEqual(
      beside(pairs).flatMap(([was]) => (was ? [text(was).replace(/[[\]]/g, '')] : [])),
      side(rows, 'added'),
    );
    assert.deepEqual(
      beside(pairs).flatMap(([, is]) => (is ? [text(is).replace(/[[\]]/g, '')] : [])),
      side(rows, 'removed'),
    );
  }
});
