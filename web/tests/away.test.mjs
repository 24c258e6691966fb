// The server goes away and comes back: what was pressed meanwhile says what became of it, and nothing has to be opened again.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import { test, world, same, like, until, clean } from './world.mjs';
let w;
before(async () => {
  w = await world();
});
after(() => w?.close());
/** Nothing of the server is reached from this page until the answer is called. */
async function away(page, what = '**/*') {
  await page.context().route(what, r => r.abort());
  return () => page.context().unroute(what);
}
const lost = page => like(() => page.locator('.notice.offline').textContent(), /not reachable. Whether your last change arrived is not known/);

test('a box that was ticked shows what stands when nobody answered, and the page says so', async () => {
  await w.make({ op: 'create', title: 'Tick me' });
  for (const view of ['', '?view=week']) {
    const today = (await w.call('GET', '/api/status')).today,
      [{ id }] = await w.todos();
    await w.make({ op: 'update', id, scheduledFor: today });
    const page = await w.open(`#/todos${view}`),
      box = page.locator(`[data-id="${id}"] input[type=checkbox]`);
    await box.waitFor();
    const home = await away(page);
    await box.click();
    await lost(page);
    await same(() => box.isChecked(), false);
    await like(() => page.locator('.notice.error').textContent(), /not known whether this was done[^]*Completed: Tick me/);
    await clean(page);
    await home();
    await page.waitForSelector('.notice.offline', { state: 'detached' });
    await box.click();
    await until(async () => (await w.todo(id)).completed);
    await w.make({ op: 'complete', id, completed: false });
    assert.deepEqual(page.trouble, []);
  }
});

test('what was to be added stays in its field when nobody answers, is no message, and Enter adds it', async () => {
  const page = await w.open('#/todos');
  await page.waitForSelector('#add');
  const home = await away(page);
  await page.fill('#add', 'Buy rye bread');
  await page.press('#add', 'Enter');
  await like(() => page.locator('#add-seen .fail').textContent(), /The text is kept; Enter tries again/);
  await same(() => page.inputValue('#add'), 'Buy rye bread');
  assert.match(await page.evaluate(() => location.hash), /todos/);
  await like(() => page.locator('.notice.offline').textContent(), /Nothing has been changed/, 'it was only asked what it means');
  await clean(page);
  await home();
  await page.waitForSelector('.notice.offline', { state: 'detached' });
  await page.press('#add', 'Enter');
  await page.waitForSelector('.ttitle:has-text("Buy rye bread")');
  await same(() => page.locator('#add-seen .fail').count(), 0);
  await same(() => page.inputValue('#add'), '');
});

test('a page that is opened while the server is away is there when it is back', async () => {
  await w.propose('waits', { op: 'create', title: 'Waits' });
  for (const [name, what, there] of [
    ['inbox', '**/*', '.iline'],
    ['todos', '**/*', '.todo'],
    // Its files are there, and what it is to show is not.
    ['inbox', '**/{api,health}**', '.iline'],
    ['todos', '**/{api,health}**', '.todo'],
    ['history', '**/{api,health}**', '.entry, .hentry, .page li'],
  ]) {
    const page = await w.open('#/desk');
    await page.live;
    const home = await away(page, what === '**/*' ? what : /\/(api|health)(\/|$)/);
    await page.click(`#pages a[href^="#/${name}"]`);
    await page.waitForSelector('.notice.offline');
    await same(() => page.locator('.notice.error').count(), 0, 'no words of the browser');
    await home();
    await page.waitForSelector(there);
    await same(() => page.getByText('Loading…').count(), 0);
    assert.deepEqual(page.trouble, []);
  }
});

test('of an apply that nobody answered the page does not say that nothing was changed, and asks again by itself', async () => {
  const set = await w.propose('lost', { op: 'create', title: 'Once at most' }),
    page = await w.open(`#/desk?set=${set.id}`),
    keys = [];
  await page.waitForSelector('#item-1');
  let gone = true;
  await page.route('**/apply', async r => {
    keys.push(r.request().headers()['idempotency-key']);
    if (!gone) return r.continue();
    await r.fetch();
    await r.abort();
  });
  await page.route('**/health', r => (gone ? r.abort() : r.continue()));
  await page.click('.sign .primary');
  await page.waitForSelector('.strip.bad');
  await lost(page);
  await same(() => page.getByText('Nothing has been changed').count(), 0);
  gone = false;
  await page.waitForSelector('.receipt');
  await page.waitForSelector('.strip.bad', { state: 'detached' });
  assert.ok(keys.length > 1 && keys.every(key => key === keys[0]), String(keys));
  await same(async () => (await w.todos()).filter(x => x.title === 'Once at most').length, 1);
});
