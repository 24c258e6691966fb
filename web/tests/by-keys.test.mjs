// What is opened by keys goes on by keys, Escape goes one level up, fingers find what they press, and a row's dates are its sentence's.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import { test, world, same, like, PHONE, plus } from './world.mjs';
let w, today;
before(async () => {
  w = await world();
  today = (await w.call('GET', '/api/status')).today;
});
after(() => w?.close());
const focus = page => page.evaluate(() => document.activeElement.id);

test('an undo pressed by a key takes the focus to the proposal; pressed by a pointer it does not', async () => {
  await w.make({ op: 'create', title: 'Taken back' });
  for (const way of ['keys', 'pointer']) {
    const page = await w.open('#/history'),
      undo = page.locator('.acts-line button:has-text("Undo")').first();
    if (way === 'pointer') await undo.click();
    else {
      await undo.waitFor();
      await page.keyboard.press('Tab');
      await undo.focus();
      await page.keyboard.press('Enter');
    }
    await page.waitForSelector('#item-1');
    await same(() => focus(page), way === 'keys' ? 'item-1' : '');
    assert.deepEqual(page.trouble, []);
  }
});

test('Escape clears the filter of a set, and then goes back to its rows', async () => {
  const set = await w.propose('several', ...['one', 'two', 'three'].map(title => ({ op: 'create', title })));
  const page = await w.open(`#/desk?set=${set.id}`);
  await page.waitForSelector('#item-3');
  await page.focus('#item-2');
  await page.keyboard.press('/');
  await same(() => focus(page), 'filter');
  await page.keyboard.type('three');
  await same(() => page.locator('.rows .op').count(), 1);
  await page.keyboard.press('Escape');
  await same(() => page.locator('.rows .op').count(), 3);
  await same(() => focus(page), 'filter');
  await page.keyboard.press('Escape');
  await same(() => focus(page), 'item-1');
  assert.deepEqual(page.trouble, []);
});

test('Escape leads from the message to the items, and back to the one that was left; what is written stays', async () => {
  const set = await w.propose('leaving', ...['one', 'two', 'three'].map(title => ({ op: 'create', title })));
  for (const options of [{}, { viewport: { width: 700, height: 800 } }]) {
    const page = await w.open(`#/desk?set=${set.id}`, options);
    await page.waitForSelector('#item-3');
    if (options.viewport) await page.click('.review .back');
    await page.focus('#say');
    await page.keyboard.press('Escape');
    await same(() => focus(page), 'item-1');
    await page.keyboard.press('j');
    await same(() => focus(page), 'item-2');
    if (options.viewport) await page.click('.review .back');
    await page.focus('#say');
    await page.keyboard.type('tomorrow');
    await page.keyboard.press('Escape');
    await same(() => focus(page), 'item-2');
    await page.keyboard.press('j');
    await same(() => focus(page), 'item-3');
    await same(() => page.inputValue('#say'), 'tomorrow');
    await same(() => page.locator('.msg').count(), 0, 'nothing was sent');
    assert.deepEqual(page.trouble, []);
  }
  const page = await w.open(`#/desk?set=${set.id}`);
  await page.waitForSelector('#item-3');
  await page.focus('#say');
  for (const key of ['Escape', 'y', 'n', '1']) await page.keyboard.press(key);
  await page.keyboard.press('Control+Enter');
  await same(async () => (await w.todos()).some(t => t.title === 'one'), true);
  await same(async () => (await w.set(set.id)).items.find(i => i.n === 2).status, 'rejected');
  await same(() => page.locator('.msg').count(), 0, 'no letter was sent');
  assert.deepEqual(page.trouble, []);
});

test('Escape leads from the buttons to the rows, and from the receipt out of the sheet', async () => {
  const set = await w.propose('stepping back', ...['one', 'two'].map(title => ({ op: 'create', title: `step ${title}` })));
  const page = await w.open('#/inbox', { viewport: { width: 700, height: 800 } });
  await page.locator('.iline', { hasText: 'stepping back' }).click();
  await page.waitForSelector('#item-2');
  await page.focus('#item-2');
  await page.keyboard.press('y');
  await page.waitForFunction(() => document.activeElement.matches('.sign'));
  await page.keyboard.press('Escape');
  await same(() => focus(page), 'item-2');
  await page.keyboard.press('y');
  await page.waitForFunction(() => document.activeElement.matches('.sign'));
  await page.keyboard.press('Control+Enter');
  await page.waitForFunction(() => document.activeElement.matches('.receipt'));
  await page.keyboard.press('Escape');
  await page.waitForSelector('.shell[data-view=thread]');
  await same(() => focus(page), 'say');
  assert.equal((await w.set(set.id)).status, 'resolved');
  assert.deepEqual(page.trouble, []);
});

test('dates of a row are written as in its sentence', async () => {
  const { results } = await w.make({ op: 'create', title: 'Miete', scheduledFor: plus(today, 1) });
  const set = await w.propose('later', { op: 'update', id: results[0].todo.id, scheduledFor: plus(today, 3) });
  const written = (ymd, sign, first) => (first === 'year' ? ymd : ymd.split('-').reverse().join(sign));
  for (const [locale, sign, first] of [
    ['en-US', '-', 'year'],
    ['de-DE', '.'],
    ['fr-FR', '/'],
  ]) {
    const page = await w.open(`#/desk?set=${set.id}`, { locale });
    await like(() => page.locator('#item-1 .becomes').textContent(), new RegExp(`${written(plus(today, 3), sign, first).replaceAll('.', '\\.')}$`));
    assert.deepEqual(page.trouble, []);
  }
});

test('on a phone every button is 44 px high or reaches as far', async () => {
  await w.propose('touch', { op: 'create', title: 'Press me' });
  for (const where of ['#/desk', '#/inbox', '#/todos', '#/history', '#/settings']) {
    const page = await w.open(where, PHONE);
    await page.waitForFunction(() => document.querySelector('main .btn, main .send'));
    const low = () =>
      page
        .locator('main :is(.btn, .chip, .send, select)')
        .evaluateAll(all => all.filter(e => e.offsetHeight > 0 && e.offsetHeight < 44).map(e => `${e.offsetHeight} ${e.textContent}`));
    await same(low, [], where);
    assert.deepEqual(page.trouble, []);
  }
});
