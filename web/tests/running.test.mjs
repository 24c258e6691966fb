// While a set is carried out, and after it: each item as it stands, what is left, what failed and what can be taken back.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test, world, same, like, until, becomes, row, clean, agree, PHONE } from './world.mjs';
let w, root, workspace;
before(async () => {
  w = await world();
  ({ root, workspace } = await w.openFolder());
});
after(() => w?.close());
const command = text => ({ op: 'run_command', workspace, command: text });
const waits = command('sh -c "while [ ! -e go ]; do sleep 0.1; done; rm go"');
const open = async (set, options) => {
  const page = await w.open(`#/desk?set=${set.id}`, options);
  await page.waitForSelector(`#item-${set.items.length}`);
  return page;
};
const mark = async (page, ...all) => {
  for (const n of all) {
    await page.check(`#item-${n} input`);
    await becomes(page, n, 'confirmed');
  }
};

test('while files and commands of a set are carried out each shows how it stands, and the end is told as it was', async () => {
  const set = await w.propose('mixed', { op: 'write_file', workspace, path: 'a.txt', content: 'a\n' }, command('ls'), waits, command('false')),
    page = await open(set);
  await mark(page, 2, 3, 4);
  await page.click('.sign .primary');
  await agree(page);
  await row(page, 2).locator('.turn').click();
  await page.waitForSelector('#item-2 .outcome');
  await same(() => row(page, 2).locator('.live').count(), 0, 'it has ended');
  await like(() => page.locator('.tally').innerText(), /2 applied · 1 marked · 0 open · 1 running/);
  await like(() => page.locator('.blast').innerText(), /^Runs 1 command\./, 'the rest of it');
  // What was done so far is told as that, also to who comes now; it is not over, and nothing of it is taken back yet.
  const receipt = page.locator('.receipt');
  for (const again of [false, true]) {
    if (again) await page.reload();
    await like(() => receipt.innerText(), /^2 done so far\./);
    await same(() => receipt.locator('button').count(), 0);
  }
  await clean(page, 'while it goes on');
  fs.writeFileSync(`${root}/go`, '');
  await like(() => receipt.innerText(), /^3 done, 1 failed\.[^]*false[^]*Undo 1 of 3/);
  await same(() => receipt.getAttribute('data-failed'), 'true');
  await like(() => page.locator('.blast').innerText(), /^Expires/, 'what failed is no part of it');
  await like(() => page.locator('.tally').innerText(), /3 applied · 0 marked · 0 open · 1 failed$/);
  // What ran is still told to be what it was.
  await like(() => row(page, 3).innerText(), /Cannot be undone/);
  await clean(page, 'after it');
  // The same is said to who comes later.
  await page.reload();
  await like(() => receipt.innerText(), /^3 done, 1 failed\.[^]*false[^]*Undo 1 of 3/);
  assert.deepEqual(page.trouble, []);
});

test('a file that decides what runs and a command that cannot be undone are asked about once, by all that is applied', async () => {
  const set = await w.propose(
      'twice',
      { op: 'write_file', workspace, path: 'Makefile', content: 'all:\n\ttrue\n' },
      { op: 'write_file', workspace, path: 'plain.txt', content: 'plain\n' },
      command('sh -c "echo made > made"'),
    ),
    page = await open(set);
  await mark(page, 1, 3);
  await page.click('.sign .primary');
  const dialog = page.locator('dialog');
  await like(() => dialog.innerText(), /^\s*Apply 3\?[^]*This cannot be undone:[^]*sh -c[^]*Makefile[^]*Hold the button/);
  await same(() => dialog.innerText().then(x => /undone from History/.test(x)), false);
  await clean(page, 'the question');
  await agree(page);
  await page.waitForSelector('.receipt');
  await same(() => page.locator('dialog').count(), 0);
  await same(async () => (await w.set(set.id)).items.map(i => i.status), ['applied', 'applied', 'applied']);
  assert.deepEqual(page.trouble, []);
});

test('an undo of a set that was applied in two steps counts and takes back what both of them did', async () => {
  const set = await w.propose('steps', { op: 'create', title: 'Step one' }, { op: 'create', title: 'Step two' }),
    page = await open(set),
    undo = page.locator('.receipt button').first();
  await page.uncheck('#item-2 input');
  await page.click('.sign .primary');
  await like(() => undo.innerText(), /^Undo all$/);
  await page.check('#item-2 input');
  await page.click('.sign .primary');
  await page.waitForFunction(() => !document.querySelector('.sign .primary'));
  await page.reload();
  await like(() => undo.innerText(), /^Undo all$/);
  const last = Math.max(...(await w.set(set.id)).items.map(i => i.applied_by));
  await like(() => page.locator('.receipt').innerText(), new RegExp(`entry ${last}\\b`));
  await undo.click();
  await page.waitForFunction(id => !location.hash.endsWith(`set=${id}`), set.id);
  await same(() => page.locator('.op .target-t').allInnerTexts(), ['Step two', 'Step one']);
  assert.deepEqual(page.trouble, []);
});

test('while commands of a set run, the sheet offers none of them again', async () => {
  for (const options of [{}, PHONE]) {
    const set = await w.propose('run', waits, command('false')),
      page = await open(set, options);
    await mark(page, 1, 2);
    await page.click('.sign .primary');
    await agree(page);
    const button = page.locator('.sign .primary');
    await like(() => button.innerText(), /^Running 1 of 2$/);
    await same(() => button.isDisabled(), true);
    await like(() => page.locator('.tally').innerText(), /1 marked · 0 open · 1 running/);
    await page.reload();
    await like(() => button.innerText(), /^Running 1 of 2$/, 'also to who comes later');
    await same(() => button.isDisabled(), true);
    fs.writeFileSync(`${root}/go`, '');
    await until(async () => (await w.set(set.id)).items[1].status === 'failed');
    await like(() => page.locator('.tally').innerText(), /1 applied · 0 marked · 0 open · 1 failed$/);
    assert.deepEqual(page.trouble, []);
  }
});

test('a card and the sheet count the todos that go, as the button does; a row says a thing once', async () => {
  const made = await w.make(...Array.from({ length: 4 }, (_, i) => ({ op: 'create', title: `Old ${i}` })), { op: 'create', title: 'Single' }),
    ids = made.results.map(r => r.todo.id),
    set = await w.propose('bulk', { op: 'bulk_delete', where: { ids: ids.slice(0, 4) } }),
    page = await open(set);
  await like(() => page.locator('.htext h2').innerText(), /4 to delete/);
  await like(() => page.locator('.sign').innerText(), /Delete 4 todos/);
  const one = await w.propose('one', { op: 'delete', id: ids[4] }),
    other = await open(one);
  await like(() => row(other, 1).locator('.what').innerText(), /^Delete\s*Single/);
  await same(
    () =>
      row(other, 1)
        .locator('.note')
        .evaluate(x => [...x.children].every(c => c.classList.contains('vh') || !c.textContent.includes('Single'))),
    true,
  );
  await like(() => row(other, 1).locator('.note').textContent(), /Delete “Single”/, 'it is still its name');
});

test('an undo that a change from outside is in the way of says so, without digests, and offers what works', async () => {
  const file = `${root}/list.txt`,
    lines = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', ''];
  fs.writeFileSync(file, lines.join('\n'));
  const { state } = await w.call('GET', `/api/workspaces/${workspace}/file?path=list.txt`),
    set = await w.propose('zwei', {
      op: 'write_file',
      workspace,
      path: 'list.txt',
      base: state.hash,
      content: lines.join('\n').replace('two', 'zwei'),
    }),
    page = await w.open(`#/desk?set=${set.id}`);
  await page.waitForSelector('#item-1');
  await page.click('.sign .all, .sign .primary:enabled >> nth=0');
  await page.waitForSelector('.receipt');
  fs.appendFileSync(file, 'eight\n');
  await page.click('.receipt >> text=Undo');
  await page.waitForSelector('dialog');
  await like(() => page.locator('dialog').innerText(), /changed outside Countersign since[^]*other content[^]*the content from before/);
  assert.deepEqual(await page.locator('dialog .dlg-acts button').allTextContents(), ['Stop', 'Leave that, take back the rest']);
  await page.click('dialog .primary');
  await page.waitForFunction(id => !location.hash.endsWith(`set=${id}`), set.id);
  await page.click('.sign .all, .sign .primary:enabled >> nth=0');
  await same(() => fs.readFileSync(file, 'utf8'), `${lines.join('\n')}eight\n`);
  assert.deepEqual(page.trouble, []);
});

test('a command that only looks says that there is nothing to undo, before and after', async () => {
  const set = await w.propose('look', command('ls')),
    page = await w.open(`#/desk?set=${set.id}`);
  await like(() => page.locator('.blast').innerText(), /^Runs 1 command. Only looks: nothing to undo./);
  await page.click('.sign .all, .sign .primary:enabled >> nth=0');
  await like(() => page.locator('.receipt').innerText(), /Only looks: nothing to undo./);
  assert.deepEqual(page.trouble, []);
});

test('a button that runs commands names them; what failed is run again only on purpose, and is called so', async () => {
  const { root, workspace } = await w.openFolder(),
    ran = () => (fs.existsSync(`${root}/ran`) ? fs.readFileSync(`${root}/ran`, 'utf8') : ''),
    set = await w.propose(
      'again',
      { op: 'run_command', workspace, command: 'cat nofile' },
      { op: 'run_command', workspace, command: 'bash -c "echo hi >> ran"' },
    ),
    page = await w.open(`#/desk?set=${set.id}`),
    buttons = () => page.locator('.sign .btn').allInnerTexts();
  await page.check('#item-1 input');
  await same(buttons, ['Run “cat nofile”']);
  await page.click('.sign .primary');
  await becomes(page, 1, 'failed');
  const told = page.locator('.strip.bad');
  await told.waitFor();
  // Nothing is marked: no button runs it again by the way, and all of them count alike.
  await same(buttons, ['Apply']);
  await same(() => page.locator('.sign .primary').isDisabled(), true);
  await like(() => page.locator('.tally').innerText(), /1 open · 1 failed/);
  await like(() => page.locator('.blast').innerText(), /^Runs 1 command. Cannot be undone./);
  await same(async () => (await w.call('GET', '/api/change-sets?status=open')).change_sets.find(s => s.id === set.id).open, 1);
  await page.check('#item-2 input');
  await same(buttons, ['Run “bash -c "echo hi >> ran"”']);
  await page.uncheck('#item-2 input');
  // On purpose: where it failed, or by signing it anew.
  await same(() => told.locator('.btn').allInnerTexts(), ['Run “cat nofile” again']);
  await page.reload();
  await same(() => told.locator('.btn').allInnerTexts(), ['Run “cat nofile” again'], 'also to who comes later');
  // What is signed already goes with it, and is named before.
  await page.check('#item-2 input');
  await becomes(page, 2, 'confirmed');
  await told.locator('.btn').click();
  await like(() => page.locator('dialog').innerText(), /One item is signed already and goes with it:[^]*Item 2: .*echo hi[^]*Carry out all 2/);
  assert.doesNotMatch(await page.locator('dialog').innerText(), /Nothing has been changed/);
  await page.click('dialog .quiet');
  await page.uncheck('#item-2 input');
  await page.check('#item-1 input');
  await same(buttons, ['Run “cat nofile” again']);
  await page.check('#item-2 input');
  await same(buttons, ['Run 2 commands, 1 of them again']);
  await like(() => page.locator('.tally').innerText(), /cat nofile, bash -c "echo hi/);
  await page.uncheck('#item-2 input');
  await page.uncheck('#item-1 input');
  assert.equal(ran(), '');
  assert.deepEqual(page.trouble, []);
});

test('while a command runs its set is being applied, also to who comes later; what is over says what became of it', async () => {
  const set = await w.propose(
      'mixed',
      { ...waits, workspace },
      command('cat nofile'),
      { op: 'create', title: 'Done' },
      { op: 'create', title: 'Not wanted' },
    ),
    page = await open(set),
    standing = () => page.locator('.htext + .st').innerText();
  for (const n of [3, 4]) {
    await page.uncheck(`#item-${n} input`);
    await becomes(page, n, 'deferred');
  }
  await mark(page, 2);
  await page.click('.sign .primary');
  await becomes(page, 2, 'failed');
  await mark(page, 1);
  await page.click('.sign .primary');
  await agree(page);
  await until(async () => (await w.set(set.id)).items[0].status === 'applying');
  await page.reload();
  await page.waitForSelector('#item-4');
  await like(standing, /^Applying$/);
  await like(() => page.locator('.tally').innerText(), /1 running/);
  fs.writeFileSync(`${root}/go`, '');
  await becomes(page, 1, 'applied');
  await page.click('#item-4 .no');
  await page.click('#item-2 .no');
  await mark(page, 3);
  await page.click('.sign .primary');
  await becomes(page, 3, 'applied');
  await like(() => page.locator('.htext h2').innerText(), new RegExp(`^#${set.id} 2 applied · 2 rejected$`));
  assert.deepEqual(page.trouble, []);
});
