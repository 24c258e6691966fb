// What signs, what applies, and what can no longer be either.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import { test, world, until, serve, folder, row, state, becomes, say, plus, PHONE, same, like, box, quick, hold, settled } from './world.mjs';
let w, old, part;
before(async () => {
  // Ten days ago something was proposed, and nobody decided.
  const data = folder(),
    then = plus(new Date().toISOString().slice(0, 10), -10),
    past = await serve(data, `${then}T10:00`);
  old = await past.call('POST', '/api/change-sets', {
    title: 'long forgotten',
    operations: [
      { op: 'create', title: 'Too late' },
      { op: 'create', title: 'Too late as well' },
    ],
  });
  part = await past.call('POST', '/api/change-sets', {
    title: 'half forgotten',
    operations: [
      { op: 'create', title: 'In good time' },
      { op: 'create', title: 'Never looked at' },
    ],
  });
  await past.call('POST', `/api/change-sets/${part.id}/apply`, { digest: part.digest, sign: [{ item: 1, digest: part.items[0].digest }] });
  await past.stop();
  w = await world(data);
});
after(() => w?.close());
const create = async (...titles) => (await w.make(...titles.map(title => ({ op: 'create', title })))).results.map(r => r.todo.id);
const priorities = ids => Promise.all(ids.map(async id => (await w.todo(id)).priority));
/** Opens a proposal to raise the priority of new todos. */
async function raise(titles, options) {
  const ids = await create(...titles);
  const set = await w.propose(titles[0], ...ids.map(id => ({ op: 'update', id, priority: 'high' })));
  const page = await w.open(`#/desk?set=${set.id}`, options);
  await becomes(page, ids.length, 'marked');
  // What is drawn anew while a key is pressed does not hear it.
  await settled(page);
  return { ids, set, page };
}
/** Holds the next apply back, looks at what the page shows meanwhile, and lets it go. */
async function applying(page, act, shown) {
  let go, body, heard;
  const asked = new Promise(ok => (heard = ok));
  // In place before anything is done, or a quick page is not held back.
  await page.route('**/apply', r => {
    body = r.request().postDataJSON();
    go = () => r.continue();
    heard();
  });
  await act();
  await until(() => body, 'the apply is asked for');
  await asked;
  const words = `Applying ${shown.n}…`;
  await same(() => page.locator('.sign .primary').textContent(), words);
  await same(async () => (await page.locator('[role=status]').textContent()).trim(), words);
  assert.deepEqual(
    body.sign.map(s => s.item),
    shown.signs,
  );
  await go();
  await page.unroute('**/apply');
}

test('Y signs and applies one item and what is signed already, and says how many', async () => {
  const { ids, page } = await raise(['Y1', 'Y2', 'Y3', 'Y4']);
  await page.focus('#item-1');
  await applying(page, () => page.keyboard.press('Y'), { n: 1, signs: [1] });
  await becomes(page, 1, 'applied');
  await same(() => priorities(ids), ['high', 'medium', 'medium', 'medium'], 'what is only marked is left');
  await page.focus('#item-2');
  await page.keyboard.press('y');
  await becomes(page, 2, 'confirmed');
  await page.focus('#item-3');
  await applying(page, () => page.keyboard.press('Y'), { n: 2, signs: [3] });
  await becomes(page, 3, 'applied');
  await same(() => priorities(ids), ['high', 'high', 'high', 'medium']);
  await same(() => state(page, 4), 'marked');
  assert.deepEqual(page.trouble, []);
});

test('with "apply as I sign", signing applies', async () => {
  const { ids, page, set } = await raise(['S1', 'S2', 'S3']);
  await page.focus('#item-1');
  await page.keyboard.press('y');
  await becomes(page, 1, 'confirmed');
  await same(() => priorities(ids), ['medium', 'medium', 'medium'], 'not by itself');
  await page.focus('#item-1');
  await page.keyboard.press('u');
  await becomes(page, 1, 'deferred');
  await page.evaluate(() => {
    location.hash = '#/settings';
  });
  await page.click('#s-asisign');
  await until(async () => (await w.call('GET', '/api/settings')).settings.applyAsISign);
  await page.evaluate(id => {
    location.hash = `#/desk?set=${id}`;
  }, set.id);
  await row(page, 1).locator('input[type=checkbox]').first().click();
  await becomes(page, 1, 'applied');
  await same(() => priorities(ids), ['high', 'medium', 'medium']);
  await page.focus('#item-3');
  await page.keyboard.press('y');
  await becomes(page, 3, 'applied');
  await same(() => priorities(ids), ['high', 'medium', 'high']);
  await w.call('PUT', '/api/settings', {});
});

test('a click on ✗ rejects; a long press asks for the reason first', async () => {
  const { ids, page, set } = await raise(['L1', 'L2']);
  await quick(page, row(page, 1).locator('.no'));
  await becomes(page, 1, 'rejected');
  await same(() => page.locator('.reasons').count(), 0);
  await row(page, 2).locator('.no').hover();
  await page.mouse.down();
  await page.waitForSelector('#item-2 .reasons');
  await page.mouse.up();
  await same(() => state(page, 2), 'marked', 'letting go decides nothing');
  await page.click('.reasons .chip:has-text("Not now")');
  await becomes(page, 2, 'rejected');
  await until(async () => (await w.set(set.id)).items[1].status === 'rejected');
  await same(
    async () => (await w.set(set.id)).items.map(i => [i.status, i.reason]),
    [
      ['rejected', null],
      ['rejected', 'not-now'],
    ],
  );
  await same(() => priorities(ids), ['medium', 'medium']);
});

test('by touch too, a long press on ✗ asks for the reason', async () => {
  const { page, set } = await raise(['P1', 'P2'], PHONE),
    cdp = await page.context().newCDPSession(page),
    b = await box(row(page, 1).locator('.no'));
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: b.x + b.width / 2, y: b.y + b.height / 2 }] });
  await page.waitForSelector('#item-1 .reasons');
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await same(() => state(page, 1), 'marked');
  await page.tap('.reasons .chip:has-text("Too risky")');
  await becomes(page, 1, 'rejected');
  await until(async () => (await w.set(set.id)).items[0].reason === 'too-risky');
});

test('the card in the thread opens the review, and applies all', async () => {
  const ids = await create('Card A', 'Card B'),
    page = await w.open('', PHONE);
  await say(page, 'complete "Card A" and complete "Card B"');
  const card = page.locator('.docket');
  await card.locator('button:has-text("Apply all 2")').waitFor();
  await same(() => card.locator('button').allTextContents(), ['Review', 'Apply all 2']);
  await like(() => card.textContent(), /Ready.*2 to change/);
  await same(() => page.isVisible('#item-1'), false);
  await card.locator('button:has-text("Review")').click();
  await page.waitForSelector('#item-1', { state: 'visible' });
  await same(() => Promise.all(ids.map(async id => (await w.todo(id)).completed)), [false, false], 'looking changes nothing');
  await page.click('.back');
  await card.locator('button:has-text("Apply all 2")').click();
  await page.waitForSelector('.receipt');
  await same(() => Promise.all(ids.map(async id => (await w.todo(id)).completed)), [true, true]);
  await page.click('.back');
  await same(() => card.locator('button').allTextContents(), ['Look']);
  await like(() => card.textContent(), /Applied/);
});

test('what expired is not in the inbox; the sheet and the history say so, and nothing of it can be signed', async () => {
  const fresh = await w.propose('still waits', { op: 'create', title: 'In time' });
  const page = await w.open('#/inbox');
  await page.waitForSelector('.iline:has-text("still waits")');
  await same(() => page.locator('.iline:has-text("long forgotten")').count(), 0);
  await page.evaluate(id => {
    location.hash = `#/desk?set=${id}`;
  }, old.id);
  await becomes(page, 1, 'expired');
  await like(
    () =>
      page
        .locator('.strip')
        .allTextContents()
        .then(all => all.join()),
    /Expired\. Nothing of it can be signed any more/,
  );
  await same(() => page.locator('.review .bar .st').textContent(), 'Expired');
  await same(
    async () => [
      await page.locator('.sign').count(),
      await page.locator('.op .no').count(),
      await page.locator('.op input[type=checkbox]:enabled').count(),
      await page.locator('.review >> text=Decide later').count(),
    ],
    [0, 0, 0, 0],
  );
  const sent = [];
  page.on('request', r => {
    if (r.method() !== 'GET') sent.push(r.url());
  });
  await page.focus('#item-1');
  for (const key of ['y', 'Y', 'n', 'd', 'u', 'e', 'a', 'Control+Enter']) {
    await page.focus('#item-1');
    await page.keyboard.press(key);
  }
  await same(async () => [await state(page, 1), await page.locator('.reasons, .edit, dialog').count(), sent], ['expired', 0, []]);
  await same(async () => (await w.set(old.id)).items.map(i => i.status), ['expired', 'expired']);
  await until(async () => !(await w.todos()).some(t => t.title.startsWith('Too late')));
  await page.evaluate(() => {
    location.hash = '#/history';
  });
  await page.waitForSelector('.entries, .empty');
  await page.click('.tools-bar .seg button:has-text("Proposals")');
  const entry = page.locator(`.entry[data-kind=expired]:has-text("#${old.id}")`);
  await entry.waitFor();
  await like(() => entry.textContent(), new RegExp(`Expired.*Change set #${old.id}$`));
  await same(async () => (await w.set(fresh.id)).status, 'pending');
  assert.deepEqual(page.trouble, []);
});

test('of what expired after a part of it was applied it is not said that nothing was changed', async () => {
  const page = await w.open(`#/desk?set=${part.id}`);
  await becomes(page, 1, 'applied');
  await becomes(page, 2, 'expired');
  await same(
    () =>
      page
        .locator('.strip')
        .allTextContents()
        .then(all => all.map(x => x.trim().replace(/\s*Propose it anew$/, ''))),
    ['Expired. What of it was not applied can no longer be signed.'],
  );
  await same(
    () =>
      page
        .locator('.review')
        .innerText()
        .then(x => /nothing has been changed|Expires/i.test(x)),
    false,
  );
});

test('what expired is proposed anew with one press, as another change set', async () => {
  const page = await w.open(`#/desk?set=${old.id}`);
  await page.click('.strip button:has-text("Propose it anew")');
  await page.waitForFunction(id => ![undefined, String(id)].includes(/set=(\d+)/.exec(location.hash)?.[1]), old.id);
  const id = await page.evaluate(() => Number(/set=(\d+)/.exec(location.hash)?.[1]));
  await same(async () => (await w.set(id)).items.map(i => i.status), ['pending', 'pending']);
  await same(async () => (await w.set(old.id)).status, 'expired');
  assert.deepEqual(page.trouble, []);
});

test('a decision made in another window stands in this one at once', async () => {
  const { set, page } = await raise(['Two windows', 'Two more windows']);
  const other = await w.open(`#/desk?set=${set.id}`);
  await becomes(other, 2, 'marked');
  await settled(other);
  // It says so itself: nothing has to be read for it.
  const read = await hold(other, `**/api/change-sets/${set.id}`);
  await page.focus('#item-1');
  await page.keyboard.press('n');
  await page.keyboard.press('1');
  await becomes(other, 1, 'rejected');
  // Taken back, it stands as it stood before.
  await page.keyboard.press('u');
  await becomes(other, 1, 'marked');
  await page.focus('#item-2');
  await page.keyboard.press('y');
  await becomes(other, 2, 'confirmed');
  await like(() => other.locator('.sign .primary').textContent(), /2/);
  assert.deepEqual([read.held.length, page.trouble, other.trouble], [0, [], []]);
});

test('a decision made in another window is told, and not overwritten', async () => {
  const { set, page } = await raise(['Two windows', 'Two more windows']);
  const other = await w.open(`#/desk?set=${set.id}`);
  await becomes(other, 2, 'marked');
  await Promise.all([page.live, other.live]);
  // In the background a window hears nothing, and what it reads when it is back comes too late.
  const turn = hidden =>
    other.evaluate(hidden => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  const late = await hold(other, `**/api/change-sets/${set.id}`, r => r.method() === 'GET');
  await turn(true);
  await page.focus('#item-1');
  await page.keyboard.press('y');
  await becomes(page, 1, 'confirmed');
  await same(async () => (await w.set(set.id)).items[0].status, 'confirmed');
  await other.focus('#item-1');
  await other.keyboard.press('d');
  await like(() => other.locator('.notice').first().textContent(), /item 1 was signed in another window/);
  await turn(false);
  late.go();
  await becomes(other, 1, 'confirmed');
  assert.equal((await w.set(set.id)).items[0].status, 'confirmed');
  // Seen, it can be changed.
  await other.focus('#item-1');
  await other.keyboard.press('d');
  await becomes(other, 1, 'deferred');
  await same(async () => (await w.set(set.id)).items[0].status, 'deferred');
  assert.deepEqual([page.trouble, other.trouble], [[], []]);
});
