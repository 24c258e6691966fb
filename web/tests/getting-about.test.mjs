// Getting about: a set with its conversation, Back on a phone, the place in a list, keys from anywhere, labels, cards of the week.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import { test, world, say, same, like, until, box, becomes, clean, plus, PHONE } from './world.mjs';
let w;
before(async () => {
  w = await world();
});
after(() => w?.close());
const visible = (page, what) => page.locator(what).isVisible();

test('a set that is opened from the inbox brings its conversation; one of none says where it came from', async () => {
  const page = await w.open();
  await say(page, 'add a first thing');
  await becomes(page, 1, 'marked');
  const first = await page.evaluate(() => location.hash);
  await page.click('.chat .bar .end');
  await say(page, 'add a second thing');
  await becomes(page, 1, 'marked');
  await page.evaluate(() => (location.hash = '#/inbox'));
  await page.click('.iline:has-text("first")');
  await like(() => page.locator('.msgs .you').first().textContent(), /first thing/);
  await same(() => page.evaluate(() => location.hash), first);
  await page.goBack();
  await page.waitForSelector('#inbox');
  const alone = await w.propose('By a script', { op: 'create', title: 'Scripted' });
  await page.click('.iline:has-text("By a script")');
  await like(() => page.locator('.origin').textContent(), /#\d+ By a script.*Proposed from.*no conversation/);
  await like(() => page.locator('.chat h2').textContent(), /By a script/);
  assert.ok(!(await page.evaluate(() => location.hash)).includes('s='));
  // An address alone does the same.
  const other = await w.open(`#/desk?${/set=\d+/.exec(first)[0]}`);
  await like(() => other.locator('.msgs .you').first().textContent(), /first thing/);
  await w.call('POST', `/api/change-sets/${alone.id}/decisions`, { decisions: [{ item: 1, verdict: 'rejected' }] }).catch(() => {});
  assert.deepEqual([...page.trouble, ...other.trouble], []);
});

test('on a phone Back leads from the sheet to its conversation, and the desk is opened as it was left', async () => {
  const page = await w.open('#/todos', PHONE);
  await page.click('#pages a[href*="desk"] >> nth=-1');
  await say(page, 'add a phone thing');
  await page.click('.docket .dk-acts .btn >> nth=0');
  await until(() => visible(page, '.review'));
  await page.goBack();
  await until(() => visible(page, '.chat'), 'not another page');
  assert.match(await page.evaluate(() => location.hash), /desk\?.*set=/);
  await page.goForward();
  await until(() => visible(page, '.review'));
  await page.click('.back');
  await until(() => visible(page, '.chat'));
  await page.click('#pages a[href*="inbox"]');
  await page.waitForSelector('#inbox');
  await page.click('#pages a[href*="desk"] >> nth=-1');
  await until(() => visible(page, '.chat'), 'the thread was left, the thread is opened');
  await page.click('.docket .dk-acts .btn >> nth=0');
  await until(() => visible(page, '.review'));
  await page.click('#pages a[href*="desk"] >> nth=-1');
  await until(() => visible(page, '.chat'), 'its own tab leaves the sheet');
  await page.reload();
  await until(() => visible(page, '.chat'), 'read anew, it is the half that was there');
  assert.deepEqual(page.trouble, []);
});

test('j begins at the first line, wherever the focus was lost', async () => {
  const set = await w.propose('keys', { op: 'create', title: 'K1' }, { op: 'create', title: 'K2' }),
    page = await w.open('#/inbox');
  await page.waitForSelector('.iline');
  await page.keyboard.press('j');
  await same(() => page.evaluate(() => document.activeElement.classList[0]), 'iline');
  await page.evaluate(h => (location.hash = h), `#/desk?set=${set.id}`);
  await page.waitForSelector('#item-2');
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press('j');
  await same(() => page.evaluate(() => document.activeElement.id), 'item-1');
  await page.keyboard.press('j');
  await same(() => page.evaluate(() => document.activeElement.id), 'item-2');
  assert.deepEqual(page.trouble, []);
});

test('a page that is opened again stands where it was', async () => {
  await w.make(...Array.from({ length: 60 }, (_, n) => ({ op: 'create', title: `Long list ${n}` })));
  const page = await w.open('#/todos', { viewport: { width: 1000, height: 600 } });
  await page.waitForSelector('.todo >> nth=40');
  await page.evaluate(() => (document.querySelector('.body').scrollTop = 900));
  await page.waitForFunction(() => document.querySelector('.body').scrollTop === 900);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await page.click('#pages a[href*="inbox"]');
  await page.waitForSelector('#inbox');
  await page.click('#pages a[href*="todos"]');
  await same(() => page.evaluate(() => document.querySelector('.todo') && document.querySelector('.body').scrollTop), 900);
  assert.deepEqual(page.trouble, []);
});

test('a toast moves nothing, here or on the desk', async () => {
  const set = await w.propose('to toast', { op: 'create', title: 'Toasted' }),
    page = await w.open(`#/desk?set=${set.id}`);
  await page.waitForSelector('#item-1');
  const places = ['.composer', '.sign'].map(x => page.locator(x)),
    before = [await box(places[0]), await box(places[1])];
  await page.evaluate(() => (location.hash = '#/todos'));
  await page.fill('#add', 'add a crumb');
  await page.press('#add', 'Enter');
  await page.waitForSelector('.toast');
  await page.evaluate(h => (location.hash = h), `#/desk?set=${set.id}`);
  await page.waitForSelector('.toast');
  assert.deepEqual([await box(places[0]), await box(places[1])], before);
  const t = await box(page.locator('.toast').first());
  assert.ok(t.x + t.width <= before[1].x, 'not over what is decided');
  assert.ok(t.y + t.height <= before[0].y, 'not over what is written');
  assert.deepEqual(page.trouble, []);
});

test('todos by keys: to the search, along the rows, open, done', async () => {
  await w.make(...[1, 2, 3].map(n => ({ op: 'create', title: `By keys ${n}` })));
  const page = await w.open('#/todos');
  await page.waitForSelector('.todo >> nth=2');
  const at = () => page.evaluate(() => document.activeElement.closest('.todo')?.querySelector('.tt').textContent ?? document.activeElement.id);
  const titles = await page.locator('.todo .tt').allTextContents();
  await page.keyboard.press('/');
  await same(at, 'find');
  await page.keyboard.press('ArrowDown');
  await same(at, titles[0]);
  await page.keyboard.press('j');
  await same(at, titles[1]);
  await page.keyboard.press('k');
  await same(at, titles[0]);
  await page.keyboard.press('o');
  await page.waitForSelector('.todo .edit');
  await page.keyboard.type('jk/');
  await same(() => page.inputValue('.todo .edit input[type=text] >> nth=0').then(v => v.endsWith('jk/')), true, 'what is typed is typed');
  await page.click('.edit .quiet:has-text("Cancel")');
  await same(at, titles[0]);
  await page.keyboard.press('y');
  await until(async () => (await w.todos()).find(t => t.title === titles[0])?.completed);
  assert.deepEqual(page.trouble, []);
});

test('a label leads to all that have it', async () => {
  await w.make(
    { op: 'create', title: 'Fix the tap', labels: ['at home', 'urgent'] },
    { op: 'create', title: 'Paint', labels: ['At home'] },
    { op: 'create', title: 'About a home', labels: [] },
  );
  for (const options of [{}, PHONE]) {
    const page = await w.open('#/todos', options);
    await page.click('.todo:has-text("Fix the tap") .tag:has-text("at home")');
    await same(() => page.inputValue('#find'), 'label:at home');
    await same(async () => (await page.locator('.todo .tt').allTextContents()).sort(), ['Fix the tap', 'Paint']);
    await page.reload();
    await same(() => page.locator('.todo').count(), 2, 'the address keeps it');
    await clean(page);
    assert.deepEqual(page.trouble, []);
  }
});

test('a card of the week opens the todo, and a long title leaves room for the next card', async () => {
  const today = (await w.call('GET', '/api/status')).today,
    long = 'Talk to everybody about everything '.repeat(6).trim();
  const id = (await w.make({ op: 'create', title: long, scheduledFor: today })).results[0].todo.id,
    page = await w.open('#/todos?view=week', { viewport: { width: 1280, height: 800 } });
  const title = page.locator(`.wcard[data-id="${id}"] .wtitle`);
  await title.waitFor();
  assert.ok((await box(title)).height < 70, 'three lines');
  await title.click();
  await page.waitForSelector('dialog .edit');
  await clean(page);
  await page.selectOption(`dialog select[id$="-priority"]`, 'high');
  await page.click('dialog .edit .primary');
  await page.waitForSelector('dialog', { state: 'detached' });
  await same(async () => (await w.todo(id)).priority, 'high');
  await title.click();
  await page.click('dialog .wacts .ic >> nth=1');
  await until(async () => (await w.todo(id)).scheduledFor === plus(today, 1));
  await page.waitForSelector('dialog', { state: 'detached' });
  assert.deepEqual(page.trouble, []);
});
