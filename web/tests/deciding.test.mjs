// Decisions that are taken back, that need another, or that were overtaken.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import { test, world, row, state, becomes, same, like, until } from './world.mjs';
let w;
before(async () => {
  w = await world();
});
after(() => w?.close());
const create = async title => (await w.make({ op: 'create', title })).results[0].todo.id;
const openSet = async set => {
  const page = await w.open(`#/desk?set=${set.id}`);
  await page.waitForSelector('#item-1');
  return page;
};
const at = page => page.evaluate(() => document.activeElement?.id || document.activeElement?.className);

test('u takes the last decision back though the focus went on, one after the other, also from the buttons', async () => {
  const ids = [await create('U1'), await create('U2')],
    page = await openSet(await w.propose('undecide', ...ids.map(id => ({ op: 'update', id, priority: 'low' }))));
  await page.focus('#item-1');
  await page.keyboard.press('n');
  await row(page, 1).locator('.reasons').waitFor();
  await page.keyboard.press('2');
  await becomes(page, 1, 'rejected');
  await same(() => at(page), 'item-2');
  await page.keyboard.press('u');
  await becomes(page, 1, 'marked');
  await same(() => at(page), 'item-1');
  await same(() => state(page, 2), 'marked', 'what was not decided is as it was');
  for (const n of [1, 2]) {
    await page.focus(`#item-${n}`);
    await page.keyboard.press('d');
    await becomes(page, n, 'deferred');
  }
  await until(async () => !(await at(page)).startsWith('item-'), 'after the last line come the buttons');
  await page.keyboard.press('u');
  await becomes(page, 2, 'marked');
  await same(() => at(page), 'item-2');
  await page.keyboard.press('u');
  await becomes(page, 1, 'marked');
  assert.deepEqual(page.trouble, []);
});

test('what needs another item says which, and offers to sign that too', async () => {
  const set = await w.propose('needs', { op: 'create', title: 'Parcel' }, { op: 'update', id: '@1', priority: 'high' }),
    page = await openSet(set);
  await page.focus('#item-2');
  await page.keyboard.press('Y');
  await page.waitForSelector('dialog');
  await like(() => page.locator('dialog').textContent(), /Item 1: .*Parcel/);
  await same(() => page.locator(':text("best_effort")').count(), 0);
  await page.click('dialog .quiet');
  await same(async () => (await w.set(set.id)).items.map(i => i.applied_by), [null, null], 'stopping changes nothing');
  await page.focus('#item-2');
  await page.keyboard.press('Y');
  await page.click('dialog .primary');
  await becomes(page, 2, 'applied');
  await same(async () => (await w.todos()).filter(x => x.title === 'Parcel').map(x => x.priority), ['high']);
  // What was turned down is not signed by an offer.
  const other = await w.propose('turned down', { op: 'create', title: 'Crate' }, { op: 'update', id: '@1', priority: 'high' });
  await w.call('PUT', '/api/settings', { applyAsISign: true });
  const again = await openSet(other);
  await until(() => again.locator('#item-2').isVisible());
  await again.focus('#item-2');
  await again.keyboard.press('y');
  await again.waitForSelector('dialog');
  await like(() => again.locator('dialog').textContent(), /Item 1: .*Crate/);
  await again.click('dialog .primary');
  await becomes(again, 2, 'applied');
  await w.call('PUT', '/api/settings', {});
  assert.deepEqual(page.trouble, []);
});

test('what needs nothing that was put off is applied at once, by mouse and by keyboard', async () => {
  const make = () =>
    w.propose(
      'rest',
      { op: 'create', title: 'Base' },
      { op: 'update', id: '@1', priority: 'high' },
      { op: 'create', title: 'Free' },
      { op: 'create', title: 'Also' },
    );
  const off = async page => {
    await page.focus('#item-1');
    await page.keyboard.press('d');
    await becomes(page, 1, 'deferred');
  };
  const statuses = async set => (await w.set(set.id)).items.map(i => i.status);
  // The bar leaves out what needs it, and says which.
  const set = await make(),
    page = await openSet(set);
  await like(() => page.locator('.blast').textContent(), /Adds 3 todos\. Can be undone/);
  await off(page);
  await like(() => page.locator('.blast').textContent(), /Adds 2 todos\. Can be undone/);
  await like(() => page.locator('.sign .left-out').textContent(), /Item 2 .*it needs 1/);
  await row(page, 3).locator('input[type=checkbox]').first().click();
  await becomes(page, 3, 'deferred');
  await page.locator('.sign .primary').focus();
  await page.keyboard.press('Enter');
  await becomes(page, 4, 'applied');
  assert.deepEqual(await statuses(set), ['deferred', 'pending', 'deferred', 'applied']);
  // Asked about what needs it, the rest can be applied without.
  for (const by of ['mouse', 'keys']) {
    const other = await make(),
      sheet = await openSet(other);
    await off(sheet);
    await sheet.focus('#item-3');
    await sheet.keyboard.press('y');
    await becomes(sheet, 3, 'confirmed');
    await sheet.focus('#item-2');
    await sheet.keyboard.press('Y');
    await sheet.waitForSelector('dialog .without');
    await same(() => sheet.locator('dialog .without').textContent(), 'Apply only the other item');
    if (by === 'mouse') await sheet.click('dialog .without');
    else {
      await sheet.locator('dialog .without').focus();
      await sheet.keyboard.press('Enter');
    }
    await becomes(sheet, 3, 'applied');
    assert.deepEqual(await statuses(other), ['deferred', 'pending', 'applied', 'pending']);
    assert.deepEqual(sheet.trouble, []);
  }
});

test('the inbox says of a set that what it builds on has changed', async () => {
  const id = await create('Drifter'),
    set = await w.propose('drifts', { op: 'update', id, title: 'Drifter two' }),
    page = await w.open('#/inbox'),
    line = page.locator(`.iline[href$="set=${set.id}"]`);
  await line.waitFor();
  await w.call('PATCH', `/api/todos/${id}`, { title: 'Drifter elsewhere' });
  await like(() => line.textContent(), /1 out of date/);
  const fresh = await w.open('#/inbox');
  await like(() => fresh.locator(`.iline[href$="set=${set.id}"]`).textContent(), /1 out of date/);
});
