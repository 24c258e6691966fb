// What cannot be undone: it is carried out only where the person marked it, and held the button that says so.
import { before, after, beforeEach } from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test, world, same, like, becomes, state, say, clean, agree, PHONE } from './world.mjs';
let w, root, workspace;
before(async () => {
  w = await world();
  ({ root, workspace } = await w.openFolder());
});
after(() => w?.close());
const there = () => fs.existsSync(`${root}/docs`);
beforeEach(() => fs.mkdirSync(`${root}/docs`, { recursive: true }));
const gone = { op: 'run_command', command: 'sh -c "rm -rf docs; true"' };
const open = async (set, options) => {
  const page = await w.open(`#/desk?set=${set.id}`, options);
  await page.waitForSelector(`#item-${set.items.length}`);
  return page;
};

test('Apply all leaves out what cannot be undone and says so; Ctrl+Enter does not mark it', async () => {
  // A deletion is never marked beforehand.
  const [{ todo }] = (await w.make({ op: 'create', title: 'Goes' })).results,
    set = await w.propose('all of it', { op: 'create', title: 'Stays' }, { op: 'delete', id: todo.id }, { ...gone, workspace }),
    page = await open(set);
  await page.getByRole('button', { name: 'Apply 2 that can be undone' }).click();
  await becomes(page, 2, 'applied');
  await same(() => page.locator('dialog').count(), 0);
  await same(async () => (await w.set(set.id)).items.map(i => i.status), ['applied', 'applied', 'pending']);
  await page.keyboard.press('Control+Enter');
  await same(() => page.locator('.sign .all').count(), 0, 'there is nothing else that a press may sign');
  await same(() => page.locator('.sign .primary').isDisabled(), true);
  assert.ok(there());
  assert.deepEqual(page.trouble, []);
});

for (const [where, options] of Object.entries({ 'on a wide screen': {}, 'on a phone': PHONE, 'in the dark': { colorScheme: 'dark' } }))
  test(`${where}, what cannot be undone is told where the person presses, and the button is held`, async () => {
    const set = await w.propose('marked', { op: 'create', title: where }, { ...gone, workspace }),
      page = await open(set, options);
    await same(() => page.locator('.sign .truth').count(), 0);
    await page.check('#item-2 input');
    await becomes(page, 2, 'confirmed');
    await like(() => page.locator('.sign .truth').innerText(), /^1 of these cannot be undone\.$/);
    // A press and the key both come to the question; a short press answers nothing.
    await page.keyboard.press('Control+Enter');
    const question = page.locator('dialog');
    await like(
      () => question.innerText(),
      /Apply 2\?[^]*This cannot be undone:\s+sh -c "rm -rf docs; true"[^]*Hold the button[^]*Nothing has been changed yet\.\s/,
    );
    await same(() => question.getByText('It can be undone from History').count(), 0);
    await clean(page, where);
    await page.keyboard.press('Escape');
    await page.click('.sign .primary');
    await question.locator('.danger').click();
    assert.ok(there());
    await same(async () => (await w.set(set.id)).items.map(i => i.status), ['pending', 'confirmed']);
    await agree(page);
    await becomes(page, 2, 'applied');
    assert.ok(!there());
    assert.deepEqual(page.trouble, []);
  });

test('a row that is signed and applied at once, and several commands, want the button held, too', async () => {
  const set = await w.propose('keys', { ...gone, workspace }, { ...gone, command: 'sh -c "rmdir docs; true"', workspace }),
    page = await open(set);
  await page.focus('#item-1');
  await page.keyboard.press('Y');
  await like(() => page.locator('dialog').innerText(), /Run “sh -c "rm -rf [^”]+”\?/);
  await page.keyboard.press('Escape');
  for (const n of [1, 2]) await page.check(`#item-${n} input`);
  await page.click('.sign .primary');
  await like(() => page.locator('dialog').innerText(), /Run 2 commands\?[^]*These cannot be undone:[^]*rm -rf[^]*rmdir/);
  assert.ok(there());
  await agree(page);
  for (const n of [1, 2]) await becomes(page, n, 'applied');
  assert.ok(!there());
});

test('with "apply as I sign" a box that is ticked asks first, and stays empty where it is not answered', async () => {
  await w.call('PUT', '/api/settings', { applyAsISign: true });
  const set = await w.propose('ticked', { ...gone, workspace }),
    page = await open(set);
  await page.click('#item-1 input');
  await page.locator('dialog .danger').waitFor();
  await page.keyboard.press('Escape');
  await same(() => page.isChecked('#item-1 input'), false);
  await same(() => state(page, 1), 'pending');
  assert.ok(there());
  await w.call('PUT', '/api/settings', {});
});

test('the card in the thread opens the review of what cannot be undone, and has no button that runs it', async () => {
  const page = await w.open();
  await say(page, 'run `sh -c "rm -rf docs; true"`');
  const card = page.locator('.docket');
  await card.waitFor();
  await same(() => card.locator('button').allTextContents(), ['Review']);
  assert.ok(there());
});
