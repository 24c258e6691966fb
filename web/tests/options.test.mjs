// A question with many answers: seven are shown, the rest on request (S0-36, C10).
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import { test, world, say, PHONE, like, same, clean } from './world.mjs';
let w;
before(async () => {
  w = await world(undefined, { COUNTERSIGN_MODEL: 'none' });
  await w.make(...Array.from({ length: 12 }, (_, n) => ({ op: 'create', title: `Report ${n + 1}` })));
});
after(() => w?.close());
const labels = page => page.locator('.clarify .chips .chip').allTextContents();

test('seven options are shown, Show more brings the others, and one of those answers', async () => {
  const page = await w.open();
  await say(page, 'complete the report');
  await page.waitForSelector('.clarify .chip');
  const first = await labels(page);
  assert.equal(first.length, 7);
  const more = page.locator('.clarify .link');
  await like(async () => (await more.textContent()).replace(/[\u2068\u2069]/g, ''), /5/);
  await more.click();
  await page.waitForFunction(() => document.querySelectorAll('.clarify .chips .chip').length === 12);
  const all = await labels(page);
  assert.deepEqual(all.slice(0, 7), first, 'what was there stays where it was');
  assert.equal(new Set(all).size, 12);
  await same(() => more.count(), 0);
  await clean(page);
  const chosen = all[9],
    number = /Report (\d+)/.exec(chosen)[1];
  await page.locator('.clarify .chip').nth(9).click();
  await page.waitForSelector('#item-1');
  await like(() => page.locator('#item-1').textContent(), new RegExp(`Report ${number}(?!\\d)`));
  assert.deepEqual(page.trouble, []);
});

test('on a phone the question fits', async () => {
  const page = await w.open('', PHONE);
  await say(page, 'complete the report');
  await page.waitForSelector('.clarify .chip');
  await page.locator('.clarify .link').click();
  await same(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
});
