// What is written and not sent is there again: after another page, after another conversation, after the page was read anew.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import { test, world, row, say, same, like, until } from './world.mjs';
let w;
before(async () => {
  w = await world();
});
after(() => w?.close());
const to = (page, hash) => page.evaluate(h => (location.hash = h), hash);

test('the message field keeps its words for their conversation', async () => {
  const page = await w.open();
  await page.fill('#say', 'for a new one');
  await to(page, '#/inbox');
  await page.waitForSelector('#inbox');
  await to(page, '#/desk');
  await same(() => page.inputValue('#say'), 'for a new one');
  await page.reload();
  await same(() => page.inputValue('#say'), 'for a new one', 'read anew');
  await page.press('#say', 'Enter');
  await page.waitForFunction(() => location.hash.includes('s='));
  await same(() => page.inputValue('#say'), '', 'what was sent waits no longer');
  await page.fill('#say', 'for this one');
  await page.click('.bar .end');
  await same(() => page.inputValue('#say'), '', 'another conversation has its own');
  await page.goBack();
  await same(() => page.inputValue('#say'), 'for this one');
  await page.reload();
  await same(() => page.inputValue('#say'), 'for this one');
  assert.deepEqual(page.trouble, []);
});

test('what is written while a conversation gets its number stays', async () => {
  const page = await w.open();
  let go;
  const free = new Promise(ok => (go = ok));
  await page.route('**/api/runs', async r => {
    await free;
    await r.continue();
  });
  await say(page, 'add stamps');
  await page.locator('#say').pressSequentially('and then');
  go();
  await page.waitForFunction(() => location.hash.includes('s='));
  await same(() => page.inputValue('#say'), 'and then');
  await page.reload();
  await same(() => page.inputValue('#say'), 'and then', 'kept for the number');
  await page.click('.bar .end');
  await same(() => page.inputValue('#say'), '', 'and not for the next one');
  assert.deepEqual(page.trouble, []);
});

test('quick add keeps its line, and shows again what it understood', async () => {
  const page = await w.open('#/todos');
  await page.fill('#add', 'water the plants tomorrow');
  await like(() => page.locator('.seen').textContent(), /water the plants/);
  await to(page, '#/inbox');
  await page.waitForSelector('#inbox');
  await to(page, '#/todos');
  await same(() => page.inputValue('#add'), 'water the plants tomorrow');
  await like(() => page.locator('.seen').textContent(), /water the plants/);
  await page.press('#add', 'Enter');
  await until(async () => (await w.todos()).some(t => t.title === 'water the plants'));
  await same(() => page.inputValue('#add'), '');
  await page.reload();
  await page.waitForSelector('#add');
  await same(() => page.inputValue('#add'), '', 'what was added waits no longer');
  assert.deepEqual(page.trouble, []);
});

test('an item that is being edited keeps what was changed, until it is saved or given up', async () => {
  const set = await w.propose('to edit', { op: 'create', title: 'Edit me', notes: 'as proposed' });
  const page = await w.open(`#/desk?set=${set.id}`),
    title = '#ed-1-title';
  const edit = async () => {
    await row(page, 1).focus();
    await page.keyboard.press('e');
    await page.waitForSelector(title);
  };
  await edit();
  await page.fill(title, 'Edited');
  await to(page, '#/inbox');
  await page.waitForSelector('#inbox');
  await page.reload();
  await to(page, `#/desk?set=${set.id}`);
  await edit();
  await same(() => page.inputValue(title), 'Edited');
  await like(() => page.locator('.edit .strip').textContent(), /did not save/);
  await page.press(title, 'Escape');
  await edit();
  await same(() => page.inputValue(title), 'Edited', 'Escape closes, and keeps');
  await page.click('.edit .primary');
  await like(() => row(page, 1).textContent(), /Edited/);
  await page.waitForSelector('.edit', { state: 'detached' });
  await edit();
  await same(() => page.locator('.edit .strip').count(), 0, 'saved');
  await page.fill(title, 'Never mind');
  await page.click('.edit .quiet:has-text("Cancel")');
  await edit();
  await same(() => page.inputValue(title), 'Edited', 'given up');
  assert.deepEqual(page.trouble, []);
});

test('a message that was not acknowledged is there again when the page is read anew, and is not said twice where it arrived', async () => {
  const page = await w.open();
  await page.route('**/api/runs', () => {});
  await say(page, 'add a slow stamp');
  await page.reload();
  await same(() => page.inputValue('#say'), 'add a slow stamp');
  await page.unroute('**/api/runs');
  await page.press('#say', 'Enter');
  await page.waitForFunction(() => location.hash.includes('s='));
  await page.reload();
  await same(() => page.inputValue('#say'), '', 'it was acknowledged');
  // It arrives, and the answer does not.
  await page.route('**/api/runs', r => r.fetch());
  await say(page, 'add a second stamp');
  await until(async () => (await w.call('GET', '/api/change-sets?status=open')).change_sets.some(x => /second stamp/.test(x.title)));
  await page.reload();
  await page.waitForSelector('.msg.you:has-text("second stamp")');
  await same(() => page.inputValue('#say'), '');
  assert.deepEqual(page.trouble, []);
});

test('a message that nobody answered is kept when the page is read anew', async () => {
  const page = await w.open();
  await page.waitForSelector('#say');
  await page.route('**/api/runs', r => r.abort());
  await say(page, 'add while away');
  await page.waitForSelector('.notice.offline');
  await page.reload();
  await same(() => page.inputValue('#say'), 'add while away');
});
