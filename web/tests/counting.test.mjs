// One way of counting: what is proposed and what is decided is counted in items everywhere; what applying would do, in todos, files and commands.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test, world, same, like, row, becomes, clean } from './world.mjs';
let w;
before(async () => {
  w = await world();
});
after(() => w?.close());

const COUNTS = '1 to add · 3 to change · 3 to delete';
/** The sentences of the line of its effect. */
const blast = async page => (await page.locator('.blast b').innerText()).match(/[^.]+\./g).map(x => x.trim());

test('header, card, inbox and bar count the same items; the effect leaves out what is turned down and what is out of date', async () => {
  const ids = (
      await w.make(...Array.from({ length: 15 }, (_, i) => ({ op: 'create', title: `Chore ${i + 1}`, labels: i < 12 ? ['c'] : [] })))
    ).results.map(r => r.todo.id),
    { root, workspace } = await w.openFolder();
  for (const f of ['a.txt', 'b.txt']) fs.writeFileSync(path.join(root, f), 'one\n');
  const base = async f => (await w.call('GET', `/api/workspaces/${workspace}/file?path=${f}`)).state.hash;
  const set = await w.propose(
    'counted',
    { op: 'create', title: 'New' },
    { op: 'bulk_update', where: { labels: ['c'] }, set: { priority: 'low' } },
    { op: 'update', id: ids[13], priority: 'high' },
    { op: 'delete', id: ids[12] },
    { op: 'delete', id: ids[14] },
    { op: 'write_file', workspace, path: 'a.txt', base: await base('a.txt'), content: 'two\n' },
    { op: 'delete_file', workspace, path: 'b.txt', base: await base('b.txt') },
  );
  const inbox = await w.open('#/inbox');
  await like(() => inbox.locator('.iline').innerText(), new RegExp(`${COUNTS} · 7 items to decide`));
  const page = await w.open(`#/desk?set=${set.id}`);
  await page.waitForSelector('#item-7');
  await same(() => page.locator('.htext h2').innerText(), `#${set.id} ${COUNTS}`);
  await same(() => page.locator('.ghead .num:not(.delta)').allInnerTexts(), ['1', '2', '2', '2'], 'the groups');
  await like(() => page.locator('.tally p').first().innerText(), /^7 items · \d marked · \d open$/);
  await same(() => blast(page), ['Deletes 2 todos.', 'Adds 1 todo.', 'Changes 13 todos.', 'Deletes 1 file.', 'Writes 1 file.']);
  await row(page, 1).locator('.no').click();
  await becomes(page, 1, 'rejected');
  await same(() => blast(page), ['Deletes 2 todos.', 'Changes 13 todos.', 'Deletes 1 file.', 'Writes 1 file.']);
  fs.writeFileSync(path.join(root, 'a.txt'), 'changed since\n');
  await w.make({ op: 'delete', id: ids[12] });
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await becomes(page, 6, 'drifted');
  await becomes(page, 4, 'drifted');
  await same(() => blast(page), ['Deletes 1 todo.', 'Changes 13 todos.', 'Deletes 1 file.']);
  await same(() => page.locator('.htext h2').innerText(), `#${set.id} ${COUNTS}`, 'it is proposed as before');
  await like(() => inbox.locator('.iline').innerText(), new RegExp(`${COUNTS} .*2 out of date`));
  await clean(page);
  assert.deepEqual([...page.trouble, ...inbox.trouble], []);
});
