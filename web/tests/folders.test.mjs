// Several open folders: which one a message is about, and which one a change is in.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test, world, folder, say, like, same, clean } from './world.mjs';
let w;
before(async () => {
  w = await world();
  const base = fs.realpathSync(folder());
  for (const name of ['first', 'second']) {
    fs.mkdirSync(path.join(base, name));
    fs.writeFileSync(path.join(base, name, 'a.txt'), `${name}\n`);
    await w.call('POST', '/api/workspaces', { root: path.join(base, name) });
  }
});
after(() => w?.close());

test('the folder that a message is about is chosen beside it, and every change says which it is in', async () => {
  const page = await w.open();
  const picker = page.getByLabel('Folder', { exact: true });
  await same(() => picker.locator('option').allTextContents(), ['the folder that is named', 'first', 'second']);
  await say(page, 'delete a.txt');
  await like(() => page.locator('.msg.agent').last().textContent(), /first\/a\.txt or second\/a\.txt/);
  await picker.selectOption('second');
  await say(page, 'run ls -la');
  await page.locator('.review .op').waitFor();
  await like(() => page.locator('.review header').textContent(), /in second/);
  const [one] = (await w.call('GET', '/api/change-sets')).change_sets.sort((a, b) => b.id - a.id);
  const set = await w.call('GET', `/api/change-sets/${one.id}`);
  assert.equal(set.items[0].command.workspace, 'second');
  // A set about both says it at each.
  const both = await w.call('POST', '/api/change-sets', {
    title: 'both',
    operations: ['first', 'second'].map(workspace => ({ op: 'run_command', command: 'ls', workspace })),
  });
  await page.evaluate(id => {
    location.hash = `#/desk?set=${id}`;
  }, both.id);
  await like(() => page.locator('.review header').textContent(), /in first, second/);
  await same(() => page.locator('.review .op .title .flag').allTextContents(), ['in first', 'in second']);
  await clean(page);
  assert.deepEqual(page.trouble, []);
});
