// A page that is opened while the server is dead says so and is there when it is back; one that is open while the server becomes another build says that.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import { test, world, same, like, clean, settled } from './world.mjs';
let w;
before(async () => {
  w = await world();
  await w.make({ op: 'create', title: 'There again' });
});
after(() => w?.close());

test('a page of which nothing, or only a part, comes while the server is dead says so, and opens when it is back', async () => {
  const first = await w.open(),
    cookies = await first.context().cookies();
  for (const [what, dead] of [
    ['what it reads', /\/(api|health)(\/|$)/],
    ['its texts too', /\/(api|health)(\/|$)|\.ftl$/],
    ['a module of it', /\/(api|health)(\/|$)|state\/sets\.js$/],
    ['all but its beginning', /\/(api|health)(\/|$)|\.(ftl|css|svg)$|\/(state|parts|vendor)\//],
  ])
    for (const [locale, words] of [
      ['en-GB', /Server not reachable/],
      ['ro-RO', /Serverul nu răspunde/],
    ]) {
      const context = await first.context().browser().newContext({ locale });
      await context.addCookies(cookies);
      const page = await context.newPage();
      await page.route(dead, r => r.abort());
      await page.goto(`${w.base}/#/todos`);
      await like(() => page.locator('body').innerText(), words, `${what}, ${locale}`);
      await page.unroute(dead);
      await page.waitForSelector('.ttitle:has-text("There again")', { timeout: 15_000 });
      await same(() => page.locator('.notice').count(), 0);
      await context.close();
    }
});

/** The news is followed anew, as after the server was away. */
const anew = page =>
  page.evaluate(() => {
    for (const hidden of [true, false]) {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }
  });
/** The server says it is another build, from now on. */
const updated = page =>
  page.route(
    url => url.pathname === '/',
    r => (r.request().method() === 'HEAD' ? r.fulfill({ headers: { etag: '"feedfeedfeedfeed"' }, body: '' }) : r.continue()),
  );

test('a page of a build before says so, and Reload keeps what was written and what was decided', async () => {
  const set = await w.propose('Signed before', { op: 'create', title: 'U1' }, { op: 'create', title: 'U2' }),
    page = await w.open(`#/desk?set=${set.id}`);
  await settled(page);
  await anew(page);
  await settled(page);
  await same(() => page.locator('.notice').count(), 0, 'the same build');
  await updated(page);
  await anew(page);
  await like(() => page.locator('.notice').innerText(), /Countersign has been updated\. This page is still the version before\.\s*Reload/);
  await clean(page);
  await page.fill('#say', 'half a sentence');
  await page.focus('#item-1');
  await page.keyboard.press('e');
  await page.fill('#ed-1-title', 'Half a title');
  await page.evaluate(() => (location.hash = '#/todos'));
  await page.waitForSelector('.ttitle');
  await same(() => page.locator('.notice button.link').count(), 1, 'another page takes it not away');
  await page.locator('.ttitle').first().click();
  const form = page.locator('.edit input[type=text]').first(),
    id = await form.getAttribute('id');
  await form.fill('A draft of a todo');
  await page.evaluate(n => (location.hash = `#/desk?set=${n}`), set.id);
  await page.waitForSelector('#item-2');
  // On its way as Reload is pressed.
  let go;
  const free = new Promise(ok => (go = ok));
  await page.route('**/decision', async r => {
    await free;
    await r.continue();
  });
  await page.focus('#item-2');
  await page.keyboard.press('d');
  const loaded = page.waitForEvent('load');
  await page.click('.notice button.link');
  go();
  await loaded;
  await page.waitForSelector('#item-2');
  await same(async () => (await w.set(set.id)).items[1].status, 'deferred');
  await same(() => page.inputValue('#say'), 'half a sentence');
  await page.focus('#item-1');
  await page.keyboard.press('e');
  await same(() => page.inputValue('#ed-1-title'), 'Half a title');
  await page.evaluate(() => (location.hash = '#/todos'));
  await page.locator('.ttitle').first().click();
  await same(() => page.inputValue(`#${id}`), 'A draft of a todo');
  assert.deepEqual(page.trouble, []);
});

test('what was typed where it is not kept is told before the page is read anew', async () => {
  const page = await w.open('#/settings');
  await settled(page);
  await updated(page);
  await anew(page);
  await page.waitForSelector('.notice button.link');
  await page.focus('#s-paste');
  await page.keyboard.type('a list of things');
  await page.evaluate(() => (window.here = true));
  await page.click('.notice button.link');
  await like(() => page.locator('.toast').innerText(), /not kept when the page is read anew/);
  await same(() => page.evaluate(() => document.activeElement.id), 's-paste');
  await same(() => page.evaluate(() => window.here), true);
  const loaded = page.waitForEvent('load');
  await page.click('.notice button.link');
  await loaded;
  await same(() => page.evaluate(() => window.here ?? null), null);
  assert.deepEqual(page.trouble, []);
});
