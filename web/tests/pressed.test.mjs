// What is pressed while an apply is on its way: the last word counts, and no command runs twice by a key that waited or was held.
import { before, after, afterEach } from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test, world, folder, same, until, becomes, row, hold, quick, agree } from './world.mjs';
let w, root;
before(async () => {
  w = await world();
  root = fs.realpathSync(folder());
  await w.call('POST', '/api/workspaces', { root });
});
after(async () => {
  await w?.close();
  if (root) fs.rmSync(root, { recursive: true, force: true });
});
afterEach(() => w.call('PUT', '/api/settings', {}));
const add = title => ({ op: 'create', title });
/** A command that cannot be undone, so that a button is held for it; it ends with 1, and leaves a line for each time it ran. */
const fails = name => ({ op: 'run_command', command: `sh -c "echo x >> ${name}; exit 1"` });
const times = name => fs.readFileSync(`${root}/${name}`, 'utf8').length / 2;
const open = async set => {
  const page = await w.open(`#/desk?set=${set.id}`);
  await page.waitForSelector(`#item-${set.items.length}`);
  return page;
};
const signs = held => held.map(r => r.postDataJSON().sign.map(x => x.item));
const statuses = async set => (await w.set(set.id)).items.map(i => i.status);

test('with "apply as I sign", what is turned down before its turn is not applied', async () => {
  await w.call('PUT', '/api/settings', { applyAsISign: true });
  const set = await w.propose('turned down', add('A'), add('B'), add('C'), add('D')),
    page = await open(set),
    apply = await hold(page, '**/apply');
  await page.focus('#item-1');
  await page.keyboard.type('yyyy');
  await until(() => apply.held.length === 1);
  await quick(page, row(page, 2).locator('.no'));
  await becomes(page, 2, 'rejected');
  // Put off, and signed again after all: the last word again.
  await page.focus('#item-3');
  await page.keyboard.type('d');
  await becomes(page, 3, 'deferred');
  apply.go();
  await becomes(page, 4, 'applied');
  assert.deepEqual(signs(apply.held), [[1], [4]]);
  assert.deepEqual(await statuses(set), ['applied', 'rejected', 'deferred', 'applied']);
});

test('what another page turned down meanwhile is not applied', async () => {
  const set = await w.propose('elsewhere', add('E'), add('F'), add('G')),
    page = await open(set),
    apply = await hold(page, '**/apply');
  for (const n of [1, 2, 3]) {
    await page.focus(`#item-${n}`);
    await page.keyboard.press('Y');
  }
  await until(() => apply.held.length === 1);
  await w.call('PUT', `/api/change-sets/${set.id}/items/2/decision`, { verdict: 'rejected', digest: set.items[1].digest });
  apply.go();
  await becomes(page, 3, 'applied');
  assert.deepEqual(await statuses(set), ['applied', 'rejected', 'applied']);
});

test('a command that failed does not run again by a key that waited or is held', async () => {
  const set = await w.propose('twice', fails('once'), add('After')),
    page = await open(set),
    apply = await hold(page, '**/apply');
  await page.focus('#item-1');
  await page.keyboard.press('Y');
  await agree(page);
  await until(() => apply.held.length === 1);
  await page.focus('#item-1');
  await page.keyboard.press('Y');
  await page.keyboard.down('Shift');
  await page.keyboard.down('Y');
  apply.go();
  await becomes(page, 1, 'failed');
  await page.focus('#item-1');
  // Still down: the browser says so again and again.
  for (let i = 0; i < 3; i++) await page.keyboard.down('Y');
  await page.keyboard.up('Y');
  await page.keyboard.up('Shift');
  await page.locator('#item-1 .turn').click();
  const once = page.locator('#item-1 .cacts button:has-text("Run once")');
  await once.waitFor();
  await page.focus('#item-2');
  await page.keyboard.press('Y');
  await becomes(page, 2, 'applied');
  assert.deepEqual(signs(apply.held), [[1], [2]]);
  assert.equal(times('once'), 1);
  // Pressed again by somebody who sees that it failed, it is asked about and runs again; once, however long Enter is held.
  await once.focus();
  for (let i = 0; i < 3; i++) await page.keyboard.down('Enter');
  await page.locator('dialog .danger').focus();
  for (let i = 0; i < 3; i++) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  assert.equal(times('once'), 1, 'the key that asked does not answer');
  await page.locator('dialog .danger').focus();
  for (let i = 0; i < 3; i++) await page.keyboard.down('Enter');
  await until(() => times('once') === 2);
  for (let i = 0; i < 3; i++) {
    await same(() => once.isEnabled(), true);
    await once.focus();
    await page.keyboard.down('Enter');
  }
  await page.keyboard.up('Enter');
  await page.focus('#item-1');
  await page.keyboard.press('Y');
  await agree(page);
  await until(() => times('once') === 3);
});

test('several commands are run once, however often Apply is pressed, and under one key', async () => {
  const set = await w.propose('several', fails('p'), fails('q')),
    page = await open(set),
    keys = [];
  let go;
  const free = new Promise(ok => (go = ok));
  await page.route('**/api/command-runs', async r => {
    if (r.request().method() !== 'POST') return r.fallback();
    keys.push(r.request().headers()['idempotency-key']);
    if (keys.length > 1) return r.continue();
    await free;
    await r.abort();
  });
  for (const n of [1, 2]) {
    await page.check(`#item-${n} input`);
    await becomes(page, n, 'confirmed');
  }
  const all = page.locator('.sign .primary');
  await all.click();
  await agree(page);
  await until(() => keys.length === 1);
  await all.click();
  go();
  await page.waitForResponse(r => r.url().endsWith(`/api/change-sets/${set.id}`));
  await all.click();
  await agree(page);
  // A run waits for the person at a command that failed.
  await same(() => statuses(set), ['failed', 'confirmed']);
  assert.deepEqual([keys.length, keys[1]], [2, keys[0]]);
  assert.equal(times('p'), 1);
});

test('what waits is dropped when an apply is not answered; what is pressed then asks for that one first', async () => {
  const set = await w.propose('lost', fails('lost'), add('H'), add('I')),
    page = await open(set),
    calls = [];
  let go;
  const free = new Promise(ok => (go = ok));
  await page.route('**/apply', async r => {
    calls.push([
      r.request().headers()['idempotency-key'],
      r
        .request()
        .postDataJSON()
        .sign.map(x => x.item),
    ]);
    if (calls.length > 1) return r.continue();
    // The server carries it out; the page never hears of it.
    await r.fetch();
    await free;
    await r.abort();
  });
  // Nor is it told by the news.
  await page.route(`**/api/change-sets/${set.id}`, r => r.abort());
  await page.focus('#item-1');
  await page.keyboard.press('Y');
  await agree(page);
  await until(() => calls.length === 1);
  await page.focus('#item-2');
  await page.keyboard.press('Y');
  go();
  await page.waitForSelector('.strip.bad');
  await page.focus('#item-3');
  await page.keyboard.press('Y');
  await becomes(page, 1, 'failed');
  await becomes(page, 3, 'applied');
  assert.deepEqual(
    calls.map(c => c[1]),
    [[1], [1], [3]],
  );
  assert.equal(calls[1][0], calls[0][0]);
  assert.equal(times('lost'), 1);
  assert.deepEqual(await statuses(set), ['failed', 'pending', 'applied']);
});

test('what was turned down after an apply was not answered is not asked for again', async () => {
  const set = await w.propose('not answered', add('J'), add('K')),
    page = await open(set);
  let lost = true;
  await page.route('**/apply', r => (lost ? r.abort() : r.continue()));
  await page.focus('#item-1');
  await page.keyboard.press('Y');
  await page.waitForSelector('.strip.bad');
  await quick(page, row(page, 1).locator('.no'));
  await same(() => statuses(set).then(x => x[0]), 'rejected');
  await page.waitForSelector('.strip.bad', { state: 'detached' });
  lost = false;
  await page.focus('#item-2');
  await page.keyboard.press('Y');
  await becomes(page, 2, 'applied');
  assert.deepEqual(await statuses(set), ['rejected', 'applied']);
});

test('what waits is dropped when an apply is refused', async () => {
  const set = await w.propose('refused', add('L'), add('M'), add('N')),
    page = await open(set),
    calls = [];
  let go;
  const free = new Promise(ok => (go = ok));
  await page.route('**/apply', async r => {
    calls.push(
      r
        .request()
        .postDataJSON()
        .sign.map(x => x.item),
    );
    if (calls.length > 1) return r.continue();
    await free;
    await r.fulfill({ status: 409, json: { error: 'stale', code: 'stale', message: 'It changed.', hint: 'Look again.' } });
  });
  for (const n of [1, 2]) {
    await page.focus(`#item-${n}`);
    await page.keyboard.press('Y');
  }
  await until(() => calls.length === 1);
  go();
  await page.waitForSelector('.notice');
  await page.focus('#item-3');
  await page.keyboard.press('Y');
  await becomes(page, 3, 'applied');
  assert.deepEqual(calls, [[1], [3]]);
});
