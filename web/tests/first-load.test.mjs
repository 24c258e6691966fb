// How much a browser takes off the wire until the desk of a new list stands still: files, headers and answers, nothing kept from before.
import assert from 'node:assert/strict';
import { test, world, weigh, hold, same } from './world.mjs';

test('the first load is at most 116 KB on the wire, and asks for nothing twice', async () => {
  // Where the news comes later than half a second, as on a machine that is busy, the page reads what is there and then once
  // more: that is not what a load takes. Its link is good once.
  let twice, told;
  for (let tries = 0; tries < 3 && (tries === 0 || twice.length > 0); tries++) {
    const own = await world(),
      { total, parts } = await weigh(own),
      names = parts.map(p => p.name).filter(name => name !== '/');
    await own.close();
    told = `${total} bytes in ${parts.length} answers:\n${parts.map(p => `${p.bytes} ${p.name}`).join('\n')}`;
    twice = names.filter((name, i) => names.indexOf(name) !== i);
    if (twice.length === 0) assert.ok(total > 50_000 && total <= 116_000, told);
  }
  assert.deepEqual(twice, [], told);
});

test('what is read as the page begins is read once, behind the news of the server', async () => {
  // Its link is good once. Here the news is waited for as long as it takes.
  const own = await world(),
    page = await own.nowhere(),
    asked = [];
  await page.addInitScript(() => {
    const after = window.setTimeout;
    window.setTimeout = (f, ms, ...rest) => after(f, ms === 500 ? 60_000 : ms, ...rest);
  });
  page.on('request', r => r.url().includes('/api/') && asked.push(new URL(r.url()).pathname));
  const held = await hold(page, '**/api/events');
  await page.goto(own.first.href);
  await page.waitForSelector('#say');
  await page.waitForTimeout(300);
  assert.deepEqual(asked, ['/api/events']);
  held.go();
  await same(() => asked.toSorted(), ['/api/command-runs', '/api/events', '/api/models/store', '/api/settings', '/api/status', '/api/workspaces']);
  await page.waitForTimeout(300);
  assert.equal(asked.length, 6);
  await own.close();
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
