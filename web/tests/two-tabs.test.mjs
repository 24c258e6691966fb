// Two tabs of one person: what is done in one is on the screen of the other, which loses nothing of its own and does nothing twice.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test, world, same, like, until, becomes, row, state, say, settled, hold, agree } from './world.mjs';
let w;
before(async () => {
  w = await world();
});
after(() => w?.close());
const create = async (...titles) => (await w.make(...titles.map(title => ({ op: 'create', title })))).results.map(r => r.todo.id);
const raise = async (...titles) => w.propose(titles[0], ...(await create(...titles)).map(id => ({ op: 'update', id, priority: 'high' })));
/** Two tabs of one browser, both following the server's news. */
async function tabs(hash, other = hash) {
  const a = await w.open(hash),
    b = await w.open(other, { beside: a });
  await settled(a);
  await settled(b);
  return [a, b];
}
const calm = (...pages) => pages.forEach(page => assert.deepEqual(page.trouble, []));

test('what is signed, turned down, put off or unmarked in one tab stands so in the other, where the focus and the marks stay', async () => {
  const set = await raise('T1', 'T2', 'T3', 'T4', 'T5'),
    [a, b] = await tabs(`#/desk?set=${set.id}`);
  await becomes(a, 1, 'marked');
  await becomes(b, 5, 'marked');
  await b.focus('#item-5');
  await b.keyboard.press('u');
  await becomes(b, 5, 'deferred');
  await b.focus('#item-5');
  await a.focus('#item-1');
  await a.keyboard.press('y');
  await becomes(b, 1, 'confirmed');
  await becomes(a, 5, 'deferred');
  await a.focus('#item-2');
  await a.keyboard.press('n');
  await a.keyboard.press('1');
  await becomes(b, 2, 'rejected');
  await a.focus('#item-3');
  await a.keyboard.press('d');
  await becomes(b, 3, 'deferred');
  await same(() => state(b, 4), 'marked');
  await same(() => b.evaluate(() => document.activeElement.id), 'item-5');
  // Decided differently in both at once: both show what is stored.
  await Promise.all([
    (async () => {
      await a.focus('#item-4');
      await a.keyboard.press('y');
    })(),
    (async () => {
      await b.focus('#item-4');
      await b.keyboard.press('d');
    })(),
  ]);
  await until(async () => {
    const stored = (await w.set(set.id)).items[3].status;
    return stored !== 'pending' && (await state(a, 4)) === stored && (await state(b, 4)) === stored;
  });
  calm(a, b);
});

test('an item that is edited in one tab is offered in the other where the keyboard is at a row, and what was decided there stays', async () => {
  const set = await raise('E1', 'E2', 'E3'),
    [a, b] = await tabs(`#/desk?set=${set.id}`);
  await becomes(b, 1, 'marked');
  await b.focus('#item-1');
  await b.keyboard.press('d');
  await becomes(b, 1, 'deferred');
  await a.focus('#item-2');
  await a.keyboard.press('e');
  await a.selectOption('#ed-2-priority', 'low');
  await a.click('.edit .primary');
  await like(() => row(a, 2).innerText(), /Low/i);
  await b.locator('.strip:has-text("1") button').first().click();
  await like(() => row(b, 2).innerText(), /Low/i);
  await becomes(b, 1, 'deferred');
  await becomes(a, 1, 'deferred');
  calm(a, b);
});

test('an apply that is pressed in both tabs is done once, and both show it', async () => {
  const set = await raise('A1', 'A2'),
    [a, b] = await tabs(`#/desk?set=${set.id}`);
  await becomes(a, 1, 'marked');
  await becomes(b, 1, 'marked');
  const held = await hold(a, '**/apply'),
    other = await hold(b, '**/apply');
  await a.click('.sign .primary');
  await b.click('.sign .primary');
  await until(() => held.held.length === 1 && other.held.length === 1);
  held.go();
  other.go();
  for (const page of [a, b]) for (const n of [1, 2]) await becomes(page, n, 'applied');
  const applied = (await w.call('GET', '/api/ledger?kind=applied')).entries.filter(e => e.set === set.id);
  assert.equal(applied.length, 1);
  for (const page of [a, b]) await same(() => page.locator('.sign .primary').count(), 0);
  // Taken back in one, it is taken back in the other.
  await a.locator('.receipt button:has-text("Undo all")').click();
  await a.click('.sign .all, .sign .primary:enabled >> nth=0');
  for (const n of [1, 2]) await becomes(b, n, 'undone');
  calm(a, b);
});

test('what is agreed to in both tabs is done once, and both show it so', async () => {
  const ids = await create('D1', 'D2', 'D3', 'D4', 'D5', 'D6'),
    set = await w.propose('delete them', ...ids.map(id => ({ op: 'delete', id }))),
    [a, b] = await tabs(`#/desk?set=${set.id}`);
  for (const page of [a, b]) {
    await page.click('.sign .all');
    await page.waitForSelector('dialog .danger');
  }
  await agree(a);
  await a.waitForSelector('.receipt');
  await agree(b);
  await b.waitForSelector('.receipt');
  for (const page of [a, b]) for (const n of [1, 6]) await becomes(page, n, 'applied');
  assert.equal((await w.call('GET', '/api/ledger?kind=applied')).entries.filter(e => e.set === set.id).length, 1);
  calm(a, b);
});

test('an item that is edited in both tabs keeps what was written second until it is saved on top of what is there', async () => {
  const set = await raise('B1', 'B2'),
    [a, b] = await tabs(`#/desk?set=${set.id}`);
  for (const page of [a, b]) {
    await page.focus('#item-1');
    await page.keyboard.press('e');
    await page.waitForSelector('#ed-1-priority');
  }
  await a.selectOption('#ed-1-priority', 'low');
  await b.selectOption('.edit .more select', 'notes');
  await b.fill('#ed-1-notes', 'Written in the second tab');
  await a.click('.edit .primary');
  await same(async () => (await w.set(set.id)).items[0].op.priority, 'low');
  await b.waitForSelector('.strip:has-text("1") button');
  await b.click('.edit .primary');
  await b.waitForSelector('.notice');
  await same(async () => (await w.set(set.id)).items[0].op.notes ?? null, null);
  await same(() => b.inputValue('#ed-1-notes'), 'Written in the second tab');
  await b.locator('.strip:has-text("1") button').first().click();
  if (!(await b.isVisible('#ed-1-notes'))) {
    await b.focus('#item-1');
    await b.keyboard.press('e');
  }
  await same(() => b.inputValue('#ed-1-notes'), 'Written in the second tab');
  await b.click('.edit .primary');
  await same(async () => (({ priority, notes }) => [priority, notes])((await w.set(set.id)).items[0].op), ['low', 'Written in the second tab']);
  calm(a, b);
});

test('a todo that is made, changed or deleted in one tab is so in the list, the week and the count of the other', async () => {
  await raise('Counted');
  const [a, b] = await tabs('#/todos', '#/todos?view=week');
  await a.fill('#add', 'Shared milk today');
  await a.press('#add', 'Enter');
  await a.waitForSelector('.ttitle:has-text("Shared milk")');
  await b.waitForSelector('.wcard:has-text("Shared milk")');
  await b.locator('.wcard:has-text("Shared milk") input[type=checkbox]').click();
  await a.waitForSelector('[data-group=done]');
  await same(() => a.locator('[data-group=today] .ttitle:has-text("Shared milk")').count(), 0);
  const badge = page => page.locator('#pages .badge').innerText(),
    before = await badge(a);
  await raise('Counted too', 'and in the same set');
  for (const page of [a, b]) await same(() => badge(page), String(Number(before) + 1));
  calm(a, b);
});

test('a draft in one tab stays while its todo is changed in the other, and is asked about', async () => {
  const [id] = await create('Draft me'),
    [a, b] = await tabs('#/todos');
  const title = page => page.locator(`.todo[data-id="${id}"] .ttitle`);
  await title(a).click();
  await a.fill(`#td-${id}-title`, 'Mine');
  await title(b).click();
  await b.fill(`#td-${id}-title`, 'Theirs');
  await b.click('.edit .primary');
  await like(() => title(b).innerText(), /Theirs/);
  await like(() => title(a).innerText(), /Theirs/);
  await same(() => a.inputValue(`#td-${id}-title`), 'Mine');
  await a.click('.edit .primary');
  await a.waitForSelector('.crossed');
  calm(a, b);
});

test('a theme and a language that are chosen in one tab are those of the other', async () => {
  const [a, b] = await tabs('#/settings');
  await a.selectOption('#s-theme', 'dark');
  await same(() => b.evaluate(() => document.documentElement.dataset.theme), 'dark');
  await same(() => b.inputValue('#s-theme'), 'dark');
  await b.selectOption('#s-theme', 'auto');
  await same(() => a.evaluate(() => document.documentElement.dataset.theme), 'auto');
  await b.selectOption('#s-language', 'de');
  for (const page of [a, b]) await same(() => page.evaluate(() => document.documentElement.lang), 'de');
  await same(() => a.inputValue('#s-language'), 'de');
  await a.selectOption('#s-language', '');
  for (const page of [a, b]) await same(() => page.evaluate(() => document.documentElement.lang), 'en');
  calm(a, b);
});

test('what is said in one tab is in the conversation of the other, with what came of it', async () => {
  const a = await w.open();
  await say(a, 'add "Bread of two tabs"');
  await a.waitForSelector('.msg.agent .docket b');
  const b = await w.open(await a.evaluate(() => location.hash), { beside: a });
  await b.waitForSelector('.msg.agent .docket b');
  await settled(b);
  await b.fill('#say', 'still writing');
  await say(a, 'add "Butter of two tabs"');
  await b.waitForSelector('.msg.you:has-text("Butter of two tabs")');
  await same(() => b.locator('.msg.agent .docket b').count(), 2);
  await same(() => b.inputValue('#say'), 'still writing');
  await same(() => a.locator('.msg.you').count(), 2);
  await say(b, 'add "Jam of two tabs"');
  await same(() => a.locator('.msg.you').count(), 3);
  await same(() => a.locator('.msg.agent .docket b').count(), 3);
  await same(() => b.locator('.msg.you').count(), 3);
  calm(a, b);
});

test('how differences are shown in one tab is so in the other', async () => {
  const { root, workspace } = await w.openFolder();
  fs.writeFileSync(path.join(root, 'a.txt'), 'one\n');
  const { hash } = (await w.call('GET', `/api/workspaces/${workspace}/file?path=a.txt`)).state,
    set = await w.propose('file', { op: 'write_file', workspace, path: 'a.txt', base: hash, content: 'two\n' }),
    [a, b] = await tabs(`#/desk?set=${set.id}`);
  for (const page of [a, b]) await page.waitForSelector('.diff:not(.beside)');
  await a.click('button:has-text("Side by side")');
  await b.waitForSelector('.diff.beside');
  calm(a, b);
});
