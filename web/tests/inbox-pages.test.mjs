// An inbox of more sets than one answer holds: read page by page, oldest first, no set of it as a whole; what drifted is told by the lines.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import { test, world, same, like, settled, clean } from './world.mjs';
const MANY = 230;
let w, todo, first, last;
before(async () => {
  w = await world();
  const { results } = await w.make({ op: 'create', title: 'Rent' }, { op: 'create', title: 'Bank' });
  todo = results.map(r => r.todo.id);
  first = (await w.propose('the oldest', { op: 'update', id: todo[0], priority: 'high' })).id;
  for (let n = 2; n < MANY; n++) await w.propose(`set ${n}`, { op: 'create', title: `todo ${n}` });
  last = (await w.propose('the newest', { op: 'update', id: todo[1], priority: 'high' })).id;
});
after(() => w?.close());
const ids = page => page.locator('.iline').evaluateAll(els => els.map(e => Number(new URLSearchParams(e.hash.split('?')[1]).get('set'))));
const line = (page, id) => page.locator(`.iline[href$="set=${id}"]`);
/** What is asked for of single sets. */
function wholes(page) {
  const all = [];
  page.on('request', r => /\/api\/change-sets\/\d+$/.test(r.url()) && all.push(r.url()));
  return all;
}

test('more than 200 sets are read in pages, oldest first; the focus goes on with them', async () => {
  const page = await w.open(),
    read = wholes(page);
  await page.evaluate(() => {
    location.hash = '#/inbox';
  });
  await same(() => page.locator('.iline').count(), 200);
  const oldest = await ids(page);
  assert.equal(oldest[0], first);
  assert.ok(!oldest.includes(last));
  await like(() => page.locator('header .num').textContent(), new RegExp(`^${MANY}$`));
  const more = page.getByRole('button', { name: 'Show more' });
  await more.focus();
  await page.keyboard.press('Enter');
  await same(() => page.locator('.iline').count(), MANY);
  const all = await ids(page);
  assert.deepEqual([new Set(all).size, all.at(-1)], [MANY, last]);
  await same(() => page.evaluate(() => document.activeElement.getAttribute('href')), `#/desk?set=${all[200]}`);
  await same(() => more.count(), 0);
  await clean(page);
  assert.deepEqual([read, page.trouble], [[], []]);
});

test('what drifts on any page is told by its line at once, and all pages stay', async () => {
  const page = await w.open('#/inbox'),
    read = wholes(page);
  await page.getByRole('button', { name: 'Show more' }).click();
  await same(() => page.locator('.iline').count(), MANY);
  await settled(page);
  await line(page, last).focus();
  for (const [n, id] of [first, last].entries()) {
    assert.doesNotMatch(await line(page, id).textContent(), /out of date/);
    await w.make({ op: 'update', id: todo[n], priority: 'low' });
    await like(() => line(page, id).textContent(), /1 out of date/);
  }
  await w.make({ op: 'update', id: todo[0], priority: 'medium' });
  await like(() => line(page, first).textContent(), /1 item to decide (?!.*out of date)/);
  // A set more: the inbox is read again, and all of it.
  const another = await w.propose('one more', { op: 'create', title: 'late' });
  await line(page, another.id).waitFor();
  await same(() => page.locator('.iline').count(), MANY + 1);
  await same(() => page.evaluate(() => document.activeElement.getAttribute('href')), `#/desk?set=${last}`);
  // Whoever opens it anew is told the same.
  const fresh = await w.open('#/inbox');
  await fresh.getByRole('button', { name: 'Show more' }).click();
  await like(() => line(fresh, last).textContent(), /1 out of date/);
  assert.deepEqual([read, page.trouble, fresh.trouble], [[], [], []]);
});
