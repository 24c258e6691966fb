// Nothing that appears or goes by itself moves a row that the pointer is at: a press meets what it was meant for.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test, world, becomes, state, same, until, settled, PHONE } from './world.mjs';
let w;
before(async () => {
  w = await world();
});
after(() => w?.close());
const create = async title => (await w.make({ op: 'create', title })).results[0].todo.id;
/** Where every row begins, and the largest move since the last time it was asked. */
const watchRows = page =>
  page.evaluate(() => {
    const tops = () =>
      new Map([...document.querySelectorAll('.rows .op, .todo, .iline')].map(r => [r.id || r.dataset.id, r.getBoundingClientRect().top]));
    let last = tops();
    window.moved = 0;
    const look = () => {
      const now = tops();
      for (const [id, top] of now) if (last.has(id)) window.moved = Math.max(window.moved, Math.abs(top - last.get(id)));
      last = now;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
/** The page's own parts, as it has loaded them. */
const parts = page =>
  page.evaluate(async () => {
    const all = {};
    for (const { name } of performance.getEntriesByType('resource'))
      for (const part of ['/api.js', '/state/app.js']) if (name.endsWith(part)) all[part] = await import(name);
    window.part = async name => all[`/${name}`];
  });
const moved = page => page.evaluate(() => Math.round(window.moved));
const away = page => page.context().route('**/*', r => r.abort());
const home = page => page.context().unroute('**/*');
/** Each kind of notice, come and gone. */
const NOTICES = {
  offline: async page => {
    await away(page);
    await page.evaluate(() => window.part('api.js').then(m => m.get('/api/status').catch(() => {})));
    await page.waitForSelector('.notice.offline');
    await home(page);
    await page.waitForSelector('.notice.offline', { state: 'detached' });
  },
  error: async page => {
    await page.evaluate(() => window.part('state/app.js').then(m => m.notify('Something failed', 'and this is what to do about it')));
    await page.click('.notice.error button');
    await page.waitForSelector('.notice.error', { state: 'detached' });
  },
  info: async page => {
    await page.evaluate(() => window.part('state/app.js').then(m => m.notify('Something happened', '', 'info')));
    await page.waitForSelector('.notice.info');
    await page.click('.notice.info button');
    await page.waitForSelector('.notice.info', { state: 'detached' });
  },
  toast: async page => {
    await page.evaluate(() => window.part('state/app.js').then(m => m.toast('Done', 'Undo', () => {}, 300)));
    await page.waitForSelector('.toast');
    await page.waitForSelector('.toast', { state: 'detached' });
  },
};
for (const [name, options] of Object.entries({ wide: {}, phone: PHONE }))
  test(`no notice moves a row, ${name}`, async () => {
    const ids = [];
    for (const n of [1, 2, 3]) ids.push(await create(`Row ${n} ${name}`));
    const set = await w.propose('rows', ...ids.map(id => ({ op: 'delete', id })));
    for (const [hash, row] of [
      [`#/desk?set=${set.id}`, '#item-3'],
      ['#/todos', '.todo'],
      ['#/inbox', '.iline'],
    ]) {
      const page = await w.open(hash, options);
      await page.waitForSelector(row);
      await settled(page);
      await parts(page);
      await watchRows(page);
      for (const [kind, come] of Object.entries(NOTICES)) {
        await come(page);
        assert.equal(await moved(page), 0, `${kind} at ${hash}`);
      }
    }
  });

test('a press under way when the server is back meets the row it was meant for', async () => {
  const ids = [];
  for (const n of [1, 2, 3]) ids.push(await create(`Press ${n}`));
  const set = await w.propose('presses', ...ids.map(id => ({ op: 'delete', id })));
  const page = await w.open(`#/desk?set=${set.id}`);
  await page.waitForSelector('#item-3');
  await parts(page);
  await away(page);
  await page.evaluate(() => window.part('api.js').then(m => m.get('/api/status').catch(() => {})));
  await page.waitForSelector('.notice.offline');
  const b = await page.locator('#item-2 input').boundingBox();
  await home(page);
  await page.waitForSelector('.notice.offline', { state: 'detached' });
  await page.mouse.click(b.x + b.width / 2, b.y + b.height / 2);
  await becomes(page, 2, 'confirmed');
  await same(async () => (await w.set(set.id)).items.map(i => i.status), ['pending', 'confirmed', 'pending']);
});

test('what goes out of date above the pointer, and back, leaves the row under it where it is', async () => {
  const ids = [];
  for (const n of [1, 2, 3, 4]) ids.push(await create(`Drift ${n}`));
  const set = await w.propose('drifts', ...ids.map(id => ({ op: 'update', id, priority: 'high' })));
  const page = await w.open(`#/desk?set=${set.id}`);
  await page.waitForSelector('#item-4');
  await settled(page);
  const b = await page.locator('#item-3 input').boundingBox();
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2);
  const top = () => page.evaluate(() => Math.round(document.querySelector('#item-3').getBoundingClientRect().top)),
    before = await top(),
    at = async () => assert.ok(Math.abs((await top()) - before) <= 1, `${await top()}, not ${before}`);
  await new Promise(ok => setTimeout(ok, 600));
  await w.make({ op: 'update', id: ids[0], priority: 'low' });
  await becomes(page, 1, 'drifted');
  await page.waitForSelector('#item-1 .driftbox');
  await at();
  await w.make({ op: 'update', id: ids[0], priority: 'medium' });
  await until(async () => (await state(page, 1)) !== 'drifted');
  await page.waitForSelector('#item-1 .driftbox', { state: 'detached' });
  await at();
  // The line about it lies over the end of the list.
  await w.make({ op: 'update', id: ids[3], priority: 'low' });
  await becomes(page, 4, 'drifted');
  await page.waitForSelector('.passing .strip.drifted');
  await at();
  assert.ok(await page.locator('.passing .strip.drifted').isVisible());
  assert.deepEqual(page.trouble, []);
});

test('a file that is changed on disk is out of date when its details are opened, and when somebody comes back to the page', async () => {
  const { root, workspace } = await w.openFolder(),
    file = path.join(root, 'a.txt');
  for (const comes of ['details', 'focus']) {
    fs.writeFileSync(file, `one ${comes}\n`);
    const { state: known } = await w.call('GET', `/api/workspaces/${workspace}/file?path=a.txt`),
      set = await w.propose(
        'write',
        { op: 'write_file', workspace, path: 'a.txt', content: 'two\n', base: known.hash },
        { op: 'create', title: 'Beside' },
      );
    const page = await w.open(`#/desk?set=${set.id}`);
    await becomes(page, 1, 'marked');
    await settled(page);
    fs.appendFileSync(file, 'three\n');
    if (comes === 'details') await page.click('#item-1 .turn');
    else await page.evaluate(() => dispatchEvent(new Event('focus')));
    await becomes(page, 1, 'drifted');
  }
});
