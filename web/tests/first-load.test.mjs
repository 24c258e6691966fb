// How much a browser takes off the wire until the desk of a new list stands still: files, headers and answers, nothing kept from before.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import { test, world, weigh, hold, same } from './world.mjs';
let w;
before(async () => {
  w = await world();
});
after(() => w?.close());

test('the first load is at most 116 KB on the wire, and asks for nothing twice', async () => {
  const { total, parts } = await weigh(w);
  const told = parts.map(p => `${p.bytes} ${p.name}`).join('\n');
  assert.ok(total > 50_000 && total <= 116_000, `${total} bytes in ${parts.length} answers:\n${told}`);
  const names = parts.map(p => p.name).filter(name => name !== '/');
  assert.deepEqual(
    names.filter((name, i) => names.indexOf(name) !== i),
    [],
    told,
  );
});

test('a page whose parts are still on their way shows that they are, and nothing of that once it is there', async () => {
  // Its link is good once.
  const own = await world(),
    page = await own.nowhere(),
    held = await hold(page, '**/state/desk.js'),
    moves = () => page.evaluate(() => document.getAnimations().filter(a => a.animationName === 'waits').length);
  const there = page.goto(own.first.href);
  await same(async () => [held.held.length, await moves()], [1, 1]);
  held.go();
  await there;
  await page.waitForSelector('#say');
  await same(moves, 0);
  await own.close();
});
