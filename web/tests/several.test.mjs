// Several todos at once, the search of the history, what the library does not hold, and what is written and not saved.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import { test, world, same, like, until, hold, row, becomes, clean, plus, agree } from './world.mjs';
let w, today;
before(async () => {
  w = await world();
  today = (await w.call('GET', '/api/settings')).effective.today;
});
after(() => w?.close());
const create = async (...titles) => (await w.make(...titles.map(title => ({ op: 'create', title })))).results.map(r => r.todo.id);
const entries = async () => (await w.call('GET', '/api/ledger?kind=applied')).entries;

test('todos chosen by Ctrl and Shift are moved, completed and deleted as one change set each', async () => {
  const ids = await create('A1', 'A2', 'A3', 'A4', 'A5', 'A6'),
    page = await w.open('#/todos'),
    title = id => page.locator(`.todo[data-id="${id}"] .ttitle`),
    chosen = () => page.locator('.todo[data-picked=true]').count();
  await title(ids[5]).waitFor();
  await same(() => page.locator('.picked').count(), 0);
  await title(ids[0]).click({ modifiers: ['Control'] });
  await title(ids[2]).click({ modifiers: ['Shift'] });
  await same(chosen, 3);
  await same(() => page.locator('.todo .edit').count(), 0, 'choosing opens nothing');
  await title(ids[1]).click({ modifiers: ['Control'] });
  await same(() => page.locator('.picked b').innerText(), '2 todos chosen');
  await clean(page);
  await page.fill('#pick-date', plus(today, 3));
  const before = (await entries()).length;
  await page.click('.picked button:has-text("Move")');
  await same(async () => Promise.all(ids.map(async id => (await w.todo(id)).scheduledFor)), [plus(today, 3), null, plus(today, 3), null, null, null]);
  await same(async () => (await entries()).length, before + 1, 'one entry');
  await same(chosen, 0);
  await page.click('.toast:has-text("2 todos moved") button:has-text("Undo")');
  await same(async () => (await w.todo(ids[0])).scheduledFor, null);
  // By keys.
  await title(ids[3]).focus();
  await page.keyboard.press('Shift+ArrowDown');
  await same(chosen, 2);
  await page.keyboard.press('x');
  await same(chosen, 1);
  await page.keyboard.press('x');
  await page.click('.picked button:has-text("Complete")');
  await same(async () => Promise.all(ids.map(async id => (await w.todo(id)).completed)), [false, false, false, true, true, false]);
  await title(ids[0]).focus();
  await page.keyboard.press('x');
  await page.keyboard.press('Escape');
  await same(chosen, 0);
  // Five are deleted by a press that is held.
  await title(ids[0]).click({ modifiers: ['Control'] });
  const five = await create('B1', 'B2', 'B3', 'B4', 'B5');
  await title(five[4]).waitFor();
  for (const id of [...five]) await title(id).click({ modifiers: ['Control'] });
  await title(ids[0]).click({ modifiers: ['Control'] });
  await page.click('.picked button:has-text("Delete")');
  await like(() => page.locator('dialog').innerText(), /Delete 5 todos/);
  await agree(page);
  await same(async () => (await w.todos()).filter(x => /^B\d/.test(x.title)).length, 0);
  await same(async () => (await w.todos()).filter(x => /^A\d/.test(x.title)).length, 6);
  assert.deepEqual(page.trouble, []);
});

test('the history is searched, / leads there, and what was read tells where it ends', async () => {
  await create('Needle in a haystack');
  for (let n = 0; n < 60; n++) await w.make({ op: 'create', title: `Hay ${n}` });
  const page = await w.open('#/history');
  await page.waitForSelector('.entry');
  await same(() => page.getByText('Needle in a haystack').count(), 0, 'beyond the first page');
  await page.keyboard.press('/');
  await same(() => page.evaluate(() => document.activeElement.id), 'hfind');
  await page.keyboard.type('needle');
  await same(() => page.locator('.entry').count(), 1);
  await like(() => page.locator('.entry').innerText(), /Needle in a haystack/);
  await like(() => page.locator('.body [role=status]').innerText(), /^1 entry of the last \d+$/);
  await clean(page);
  await page.fill('#hfind', 'needle nowhere');
  await page.waitForSelector('.etitle:has-text("Nothing matches.")');
  await page.reload();
  await same(() => page.inputValue('#hfind'), 'needle nowhere', 'the address keeps it');
  assert.deepEqual(page.trouble, []);
});

test('what was read on stands where something new arrives', async () => {
  const page = await w.open('#/history'),
    entries = page.locator('.entry');
  await page.live;
  await same(() => entries.count(), 50);
  await page.click('.body .link:has-text("Show more")');
  await page.waitForFunction(() => document.querySelectorAll('.entry').length > 60);
  const shown = await entries.count();
  await w.make({ op: 'create', title: 'New hay' });
  await like(() => entries.first().innerText(), /New hay/);
  assert.equal(await entries.count(), shown);
  assert.deepEqual(page.trouble, []);
});

test('what is typed stands where something arrives while it is typed', async () => {
  for (const [at, field, news] of [
    ['#/history', '#hfind', '**/api/ledger/verify'],
    ['#/todos', '#find', '**/api/todos/all'],
  ]) {
    const page = await w.open('#/settings'),
      late = await hold(page, news);
    await page.evaluate(to => (location.hash = to), at);
    await until(() => late.held.length === 1);
    await page.focus(field);
    const came = page.waitForResponse(r => r.url().endsWith(news.slice(2)));
    await page.keyboard.type('nee');
    late.go();
    await (await came).finished();
    await page.evaluate(() => new Promise(ok => requestAnimationFrame(() => requestAnimationFrame(ok))));
    await page.keyboard.type('dle');
    await same(() => page.inputValue(field), 'needle');
    await like(() => page.url(), /q=needle$/);
    assert.deepEqual(page.trouble, []);
  }
});

test('a library that holds nothing says where files are', async () => {
  const page = await w.open('#/library');
  await like(() => page.locator('.empty').innerText(), /Files of your folders are not listed here/);
  await page.click('.empty a');
  await page.waitForSelector('.shell[data-page=settings]');
  assert.deepEqual(page.trouble, []);
});

test('a row says that what was written at it is not saved, and applying asks first', async () => {
  const [id, other] = await create('Edited', 'Beside it'),
    set = await w.propose('unsaved', { op: 'update', id, priority: 'high' }, { op: 'update', id: other, priority: 'high' }),
    page = await w.open(`#/desk?set=${set.id}`),
    flag = () => row(page, 1).locator('.flag:has-text("not saved")').count();
  await page.waitForSelector('#item-2');
  await page.focus('#item-1');
  await page.keyboard.press('e');
  await page.locator('#item-1 .edit select').first().selectOption('low');
  await page.keyboard.press('Escape');
  await same(flag, 1);
  await page.reload();
  await same(flag, 1);
  await same(() => row(page, 2).locator('.flag:has-text("not saved")').count(), 0);
  await page.click('.sign .primary');
  await like(() => page.locator('dialog').innerText(), /What you wrote at one item is not saved[^]*“Edited”/);
  await page.click('dialog .quiet');
  await same(async () => (await w.todo(id)).priority, 'medium', 'nothing was applied');
  await same(flag, 1);
  await page.click('.sign .primary');
  await page.click('dialog .primary');
  await becomes(page, 1, 'applied');
  await same(async () => (await w.todo(id)).priority, 'high', 'as it stood');
  assert.deepEqual(page.trouble, []);
});

test('what was turned down or put off by mistake stands again as it stood', async () => {
  const ids = await create('R1', 'R2', 'R3'),
    set = await w.propose('again', ...ids.map(id => ({ op: 'update', id, priority: 'low' }))),
    page = await w.open(`#/desk?set=${set.id}`),
    press = async (n, ...keys) => {
      await page.focus(`#item-${n}`);
      for (const k of keys) await page.keyboard.press(k);
    };
  await becomes(page, 3, 'marked');
  await press(2, 'y');
  await becomes(page, 2, 'confirmed');
  await press(3, 'd');
  await becomes(page, 3, 'deferred');
  for (const [n, was] of [
    [1, 'marked'],
    [2, 'confirmed'],
    [3, 'deferred'],
  ]) {
    await press(n, 'n');
    await row(page, n).locator('.reasons').waitFor();
    await page.keyboard.press('1');
    await becomes(page, n, 'rejected');
    await page.focus(`#item-${n}`);
    await page.keyboard.press('u');
    await becomes(page, n, was);
    const stored = { marked: 'pending' }[was] ?? was;
    await until(async () => (await w.set(set.id)).items[n - 1].status === stored);
    await becomes(page, n, was);
  }
  assert.deepEqual(page.trouble, []);
});
