// "All" is what nobody decided on yet: what was put off, or whose mark the person took away, is left out in every browser, and counts, labels and what is sent agree.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import { test, world, row, state, becomes, same, like, settled } from './world.mjs';
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
const states = async set => (await w.set(set.id)).items.map(i => i.status);
const buttons = page => page.locator('.sign button').allTextContents();

test('Apply all leaves out what was put off, on the sheet and on the card, and is not called all', async () => {
  const ids = [await create('High'), await create('Low'), await create('Keep me'), await create('Gone')];
  const set = await w.propose(
    'five',
    { op: 'update', id: ids[0], priority: 'high' },
    { op: 'update', id: ids[1], priority: 'low' },
    { op: 'delete', id: ids[2] },
    { op: 'delete', id: ids[3] },
  );
  const page = await openSet(set);
  await same(() => buttons(page), ['Apply all 4', 'Apply 2']);
  await page.focus('#item-3');
  await page.keyboard.press('d');
  await becomes(page, 3, 'deferred');
  await same(() => buttons(page), ['Sign and apply 3', 'Apply 2']);
  let sent;
  page.on('request', r => {
    if (r.url().endsWith('/apply')) sent = r.postDataJSON().sign.map(x => x.item);
  });
  await page.click('.sign .all');
  await becomes(page, 4, 'applied');
  assert.deepEqual(sent, [1, 2, 4]);
  await same(() => states(set), ['applied', 'applied', 'deferred', 'applied']);
  await same(async () => (await w.todo(ids[2])).title, 'Keep me');
});

test('one that is undecided is signed and applied: the two buttons never say the same', async () => {
  const page = await openSet(
    await w.propose('one', { op: 'delete', id: await create('Single') }, { op: 'update', id: await create('Other'), priority: 'low' }),
  );
  await page.focus('#item-2');
  await page.keyboard.press('n');
  await row(page, 2).locator('.reasons').waitFor();
  await page.keyboard.press('Enter');
  await becomes(page, 2, 'rejected');
  await same(() => buttons(page), ['Delete 1 todo', 'Apply']);
  const other = await openSet(await w.propose('two', { op: 'create', title: 'Alone' }, { op: 'create', title: 'Off' }));
  for (const n of [1, 2]) {
    await row(other, n).locator('input[type=checkbox]').first().click();
    await becomes(other, n, 'deferred');
  }
  await same(() => buttons(other), ['Take up 2 again', 'Apply'], 'nothing is left that is applied without a word about it');
  await other.click('.take-up');
  await same(() => buttons(other), ['Apply 2']);
});

test('a mark that is taken away is taken away in every browser, and a signature that is taken back leaves none', async () => {
  const ids = [await create('A'), await create('B'), await create('C')];
  const set = await w.propose('marks', ...ids.map(id => ({ op: 'update', id, priority: 'high' })));
  const page = await openSet(set),
    other = await openSet(set);
  await becomes(other, 2, 'marked');
  await row(page, 2).locator('input[type=checkbox]').first().click();
  await becomes(page, 2, 'deferred');
  await becomes(other, 2, 'deferred');
  await same(() => row(other, 2).locator('input[type=checkbox]').first().isChecked(), false);
  await same(() => buttons(other), ['Apply 2']);
  // Signed, and the signature taken back: not marked again by the proposal.
  await row(page, 1).locator('input[type=checkbox]').first().click();
  await becomes(page, 1, 'deferred');
  await row(page, 1).locator('input[type=checkbox]').first().click();
  await becomes(page, 1, 'confirmed');
  await page.focus('#item-1');
  await page.keyboard.press('u');
  await becomes(page, 1, 'deferred');
  await becomes(other, 1, 'deferred');
  await other.click('.sign .primary');
  await becomes(other, 3, 'applied');
  await same(() => states(set), ['deferred', 'deferred', 'applied']);
});

test('the button of a group signs what is not decided yet; what was put off is taken up again as a whole', async () => {
  const ids = [];
  for (const n of [1, 2, 3]) ids.push(await create(`G${n}`));
  const set = await w.propose('group', ...ids.map(id => ({ op: 'delete', id })));
  const page = await openSet(set);
  await page.focus('#item-1');
  await page.keyboard.press('d');
  await becomes(page, 1, 'deferred');
  await page.click('.ghead .link');
  await same(() => states(set), ['deferred', 'confirmed', 'confirmed']);
  const later = await w.propose('later', ...ids.map(id => ({ op: 'update', id, priority: 'low' })));
  const view = await w.set(later.id);
  await w.call('POST', `/api/change-sets/${later.id}/decisions`, {
    verdict: 'deferred',
    items: view.items.map(i => ({ item: i.n, digest: i.digest })),
  });
  const back = await openSet(later);
  await becomes(back, 3, 'deferred');
  await same(() => back.locator('.ghead .link').count(), 0);
  await back.click('.take-up');
  await becomes(back, 3, 'marked');
  await same(() => states(later), ['pending', 'pending', 'pending']);
});

test('what is decided while nobody answers is drawn as not sent, is not applied, and is sent when the server is back', async () => {
  const id = await create('Dead');
  const set = await w.propose('dead', { op: 'delete', id });
  const page = await openSet(set);
  await page.context().route('**/*', r => r.abort());
  await page.focus('#item-1');
  await page.keyboard.press('y');
  await becomes(page, 1, 'unheard');
  await like(() => row(page, 1).textContent(), /Not sent yet/);
  assert.ok(await page.locator('.sign .primary').isDisabled(), 'nothing of it can be applied');
  await same(() => states(set), ['pending']);
  await page.context().unroute('**/*');
  await becomes(page, 1, 'confirmed');
  await same(() => states(set), ['confirmed']);
  assert.equal(await state(page, 1), 'confirmed');
});

test('while nobody answers each row says what was decided, and an apply that asks first asks at once', async () => {
  const ids = [];
  for (const n of [1, 2, 3, 4, 5, 6, 7, 8]) ids.push(await create(`Away ${n}`));
  const set = await w.propose('away', ...ids.map(id => ({ op: 'delete', id })));
  const page = await openSet(set);
  for (const n of [1, 2, 3, 4, 5])
    await w.call('PUT', `/api/change-sets/${set.id}/items/${n}/decision`, { verdict: 'confirmed', digest: set.items[n - 1].digest });
  await becomes(page, 5, 'confirmed');
  await settled(page);
  await page.context().route('**/*', r => r.abort());
  await page.locator('.sign .primary').click();
  await page.waitForSelector('dialog .danger');
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog', { state: 'detached' });
  await page.focus('#item-6');
  for (const key of ['y', 'n', '1', 'd']) await page.keyboard.press(key);
  const named = n => row(page, n).locator('.st').innerText();
  await same(
    async () => [await named(6), await named(7), await named(8)],
    ['Signed · Not sent yet', 'Rejected · Not sent yet', 'Deferred · Not sent yet'],
  );
  // What is decided goes first: an apply waits for it, and says so.
  await page.locator('.sign .primary').click();
  await like(() => page.locator('.toast').last().textContent(), /waits until the server is back/);
  await page.context().unroute('**/*');
  await page.waitForSelector('dialog .danger');
  await page.keyboard.press('Escape');
  await same(() => states(set), ['confirmed', 'confirmed', 'confirmed', 'confirmed', 'confirmed', 'confirmed', 'rejected', 'deferred']);
  await same(async () => [await named(6), await named(7), await named(8)], ['Signed', 'Rejected', 'Deferred']);
  assert.deepEqual(page.trouble, []);
});

test('where it was changed meanwhile it is not decided, and that is said', async () => {
  const id = await create('Moved on');
  const set = await w.propose('moved', { op: 'delete', id });
  const page = await openSet(set);
  await page.context().route('**/*', r => r.abort());
  await page.focus('#item-1');
  await page.keyboard.press('y');
  await becomes(page, 1, 'unheard');
  const [item] = (await w.set(set.id)).items;
  await w.call('PUT', `/api/change-sets/${set.id}/items/1/decision`, { verdict: 'rejected', digest: item.digest });
  await page.context().unroute('**/*');
  await becomes(page, 1, 'rejected');
  await like(() => page.locator('.notice.error').textContent(), /Your decision was not stored: .*Moved on/);
});

test('who signs again at once what they took back a moment ago has signed it', async () => {
  const set = await w.propose('quick', { op: 'update', id: await create('Quick'), priority: 'high' });
  const page = await openSet(set);
  await page.focus('#item-1');
  for (const key of ['y', 'u', 'y', 'u', 'y']) await page.keyboard.press(key);
  await same(() => states(set), ['confirmed']);
  await becomes(page, 1, 'confirmed');
  await same(() => page.locator('.notice.error').count(), 0);
});

test('who takes back what they signed before the focus went on is still at its line', async () => {
  const set = await w.propose('quicker', { op: 'update', id: await create('Quicker'), priority: 'high' });
  const page = await openSet(set);
  await page.focus('#item-1');
  await page.evaluate(async () => {
    for (const key of ['y', 'u']) document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  });
  assert.equal(await page.evaluate(() => document.activeElement.id), 'item-1');
  await page.keyboard.press('y');
  await becomes(page, 1, 'confirmed');
  await same(() => states(set), ['confirmed']);
  await page.waitForFunction(() => document.activeElement.closest('.sign'));
});

test('news that come later than the answers take nothing back from the screen', async () => {
  const set = await w.propose('late', { op: 'update', id: await create('Late'), priority: 'high' });
  const page = await openSet(set);
  await page.addInitScript(() => {
    const real = window.fetch;
    window.fetch = async (...a) => {
      const r = await real(...a);
      if (!String(a[0]?.url ?? a[0]).includes('/api/events')) return r;
      const late = new TransformStream({ transform: (part, to) => new Promise(ok => setTimeout(() => ok(to.enqueue(part)), 400)) });
      return new Response(r.body.pipeThrough(late), { status: r.status, headers: r.headers });
    };
  });
  await page.reload();
  await page.waitForSelector('#item-1');
  await page.focus('#item-1');
  await page.evaluate(() => {
    const row = document.querySelector('#item-1');
    window.shown = [row.dataset.state];
    new MutationObserver(() => window.shown.push(row.dataset.state)).observe(row, { attributeFilter: ['data-state'] });
  });
  for (const [key, stored] of [
    ['y', 'confirmed'],
    ['u', 'deferred'],
    ['y', 'confirmed'],
    ['u', 'deferred'],
    ['y', 'confirmed'],
  ]) {
    await page.keyboard.press(key);
    await same(() => states(set), [stored]);
    await page.waitForTimeout(150);
  }
  // Until the last of the news is there.
  await page.waitForTimeout(3000);
  assert.deepEqual(await page.evaluate(() => window.shown), ['marked', 'confirmed', 'deferred', 'confirmed', 'deferred', 'confirmed']);
  await same(() => page.locator('.notice.error').count(), 0);
});

test('what cannot be signed keeps the focus and says so; what was deleted since can only be dropped; a filter says what the buttons mean', async () => {
  const id = await create('Dentist');
  const set = await w.propose('bad', { op: 'update', id: 99999, priority: 'low' }, { op: 'update', id, priority: 'high' });
  await w.make({ op: 'delete', id });
  const page = await openSet(set);
  await becomes(page, 2, 'drifted');
  await like(() => row(page, 2).textContent(), /Change “Dentist”.*“Dentist” was deleted since/);
  await same(() => row(page, 2).locator('.driftbox button').allTextContents(), ['Drop']);
  await page.focus('#item-2');
  await page.keyboard.press('y');
  await like(() => page.locator('.toast').last().textContent(), /Dentist.* cannot be signed as it stands/);
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'item-2');
  await page.keyboard.press('/');
  await page.fill('#filter', 'Dentist');
  await like(() => page.locator('.passing').textContent(), /1 of 2 shown/);
});

test('what another window applied meanwhile is told as that', async () => {
  const set = await w.propose('both press', { op: 'create', title: 'Pressed twice' });
  const page = await openSet(set);
  let go;
  const free = new Promise(ok => (go = ok));
  await page.route('**/apply', async r => {
    await free;
    await r.continue();
  });
  await page.click('.sign .primary');
  const view = await w.set(set.id);
  await w.call('POST', `/api/change-sets/${set.id}/apply`, { digest: view.digest, sign: view.items.map(i => ({ item: i.n, digest: i.digest })) });
  go();
  await like(() => page.locator('.notice').textContent(), /Applied in another window/);
  await becomes(page, 1, 'applied');
});
