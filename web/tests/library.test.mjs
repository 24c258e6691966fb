// The library: stored outputs, the tree that is fetched branch by branch, the path box, texts by lines.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import { test, world, PHONE, same, clean } from './world.mjs';

let w;
before(async () => {
  w = await world();
});
after(() => w.close());
const keep = (tool, value, more = {}) =>
  w.call('POST', '/api/outputs', { tool, args: { file: `${tool}.json` }, text: typeof value === 'string' ? value : JSON.stringify(value), ...more });
const shop = { page: 1, items: Array.from({ length: 250 }, (_, id) => ({ id, name: `Item ${id}`, price: id / 2 })), "it's": { deep: [[1, 2]] } };
const label = (page, name) => page.locator('.tkey', { has: page.locator(`.tlabel:text-is("${name}")`) }).first();

test('an empty library says what comes here, and a new output appears by itself', async () => {
  const page = await w.open('#/library');
  await page.waitForSelector('.etitle:has-text("No output is stored yet.")');
  await same(() => page.locator('.nav a[aria-current]').innerText(), 'Library');
  await keep('first', { a: 'longer than the other' });
  await page.waitForSelector('.outputs .iline:has-text("first")');
  await keep('second', [1, 2, 3], { success: false });
  await page.waitForSelector('.outputs .iline:has-text("second"):has-text("3 elements"):has-text("failed")');
  await same(() => page.locator('.outputs b').allInnerTexts(), ['second', 'first'], 'newest first');
  await page.fill('#lib-find', 'FIRST');
  await page.waitForFunction(() => document.querySelectorAll('.outputs li').length === 1);
  await page.fill('#lib-find', '');
  await page.selectOption('#lib-sort', 'size_chars');
  // Both: as long as the search stands, the first is there alone.
  await same(() => page.locator('.outputs b').allInnerTexts(), ['first', 'second'], 'the longest first');
  await page.locator('.iline').first().focus();
  await page.keyboard.press('ArrowDown');
  await same(() => page.evaluate(() => document.activeElement?.closest('li')?.nextElementSibling), null, 'the last line has the focus');
  assert.deepEqual(page.trouble, []);
});

test('the tree fetches a branch when it is opened, a hundred members at a time', async () => {
  const o = await keep('shop', shop),
    page = await w.open(`#/library?o=${o.id}`),
    asked = [];
  page.on('request', r => /members\?path=%24%5B/.test(r.url()) && asked.push(decodeURIComponent(r.url().split('members?')[1])));
  await label(page, 'items').waitFor();
  await same(() => page.locator('.tree .tree').count(), 0, 'nothing below is there yet');
  await label(page, 'items').focus();
  await page.keyboard.press('ArrowRight');
  await label(page, '99').waitFor();
  await same(() => asked, ["path=$['items']&offset=0&limit=100"]);
  await same(() => page.locator('.tree .tree > li').count(), 101, 'a hundred, and the way to the rest');
  await page.click('.tree .tree .link');
  await label(page, '199').waitFor();
  await label(page, '7').click();
  await label(page, 'price').waitFor();
  await same(() => label(page, 'price').locator('.tval').innerText(), '3.5');
  await label(page, 'price').click();
  await page.waitForSelector('.found li');
  await same(() => page.inputValue('#lib-path'), "$['items'][7]['price']");
  await same(() => page.locator('.found pre').allInnerTexts(), ['3.5']);
  await label(page, 'items').focus();
  await page.keyboard.press('ArrowLeft');
  await label(page, '7').waitFor({ state: 'detached' });
  await page.keyboard.press('ArrowDown');
  await same(() => page.evaluate(() => document.activeElement?.querySelector('.tlabel')?.textContent), "it's");
  assert.deepEqual(page.trouble, []);
});

test('a path gives values with their places and an exact number; one that is not valid is told in place', async () => {
  const o = await keep('paths', shop),
    page = await w.open(`#/library?o=${o.id}`);
  await page.fill('#lib-path', '$.items[?@.price > 120].name');
  await page.press('#lib-path', 'Enter');
  await page.waitForSelector('.results:has-text("9 values")');
  await same(async () => (await page.locator('.found .fpath').allInnerTexts())[0], "$['items'][241]['name']");
  await same(async () => (await page.locator('.found pre').allInnerTexts())[0], '"Item 241"');
  await page.fill('#lib-path', '$..id');
  await page.press('#lib-path', 'Enter');
  await page.waitForSelector('.results:has-text("250 values"):has-text("first 100")');
  await same(() => page.locator('.found li').count(), 100);
  await page.fill('#lib-path', '$.gone');
  await page.press('#lib-path', 'Enter');
  await page.waitForSelector('.results:has-text("No value")');
  await page.fill('#lib-path', '$.items[?@.price >]');
  await page.press('#lib-path', 'Enter');
  await page.waitForSelector('#lib-path-hint[role=alert]:has-text("character")');
  await same(() => page.getAttribute('#lib-path', 'aria-invalid'), 'true');
  await same(() => page.locator('.results').count(), 0);
  await same(() => page.locator('.notice.error').count(), 0, 'nowhere else');
  assert.deepEqual(page.trouble, []);
});

test('a text is read by lines and searched', async () => {
  const o = await keep('log', Array.from({ length: 450 }, (_, i) => (i % 100 === 7 ? `error <b>${i}</b>` : `line ${i}`)).join('\n')),
    page = await w.open(`#/library?o=${o.id}`);
  await page.waitForSelector('.textlines li');
  await same(() => page.locator('.textlines li').count(), 200);
  await page.click('.none .link');
  await page.waitForFunction(() => document.querySelectorAll('.textlines li').length === 400);
  await page.fill('#lib-words', 'error');
  await page.press('#lib-words', 'Enter');
  await page.waitForSelector('.pathbox:has-text("5 lines")');
  await same(
    () => page.locator('.textlines li').evaluateAll(all => all.map(x => [x.value, x.textContent])),
    [
      [8, 'error <b>7</b>'],
      [108, 'error <b>107</b>'],
      [208, 'error <b>207</b>'],
      [308, 'error <b>307</b>'],
      [408, 'error <b>407</b>'],
    ],
  );
  assert.deepEqual(page.trouble, []);
});

test('the library is clean for axe in light and dark, and fits a phone', async () => {
  const o = await keep('access', { ...shop, items: shop.items.slice(0, 12) });
  for (const options of [{ colorScheme: 'light' }, { colorScheme: 'dark' }, PHONE]) {
    const page = await w.open('#/library', options);
    await page.waitForSelector('.outputs .iline');
    await clean(page, `list ${JSON.stringify(options)}`);
    await page.evaluate(id => {
      location.hash = `#/library?o=${id}`;
    }, o.id);
    await label(page, 'items').click();
    await label(page, '3').waitFor();
    await page.fill('#lib-path', '$.items[0:3]');
    await page.press('#lib-path', 'Enter');
    await page.waitForSelector('.found li');
    await clean(page, `tree ${JSON.stringify(options)}`);
    const wide = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.shell, .nav, .page, .body, .treebox')].filter(x => x.scrollWidth > innerWidth).map(x => x.className),
      );
    await same(wide, [], 'nothing sticks out');
    await page.context().close();
  }
});
