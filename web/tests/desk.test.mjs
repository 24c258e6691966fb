import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import { test, world, row, state, becomes, say, same, until, like, quick } from './world.mjs';
let w;
before(async () => {
  w = await world();
});
after(() => w?.close());

test('the main job by mouse: say it, look, apply, undo', async () => {
  const page = await w.open();
  await say(page, 'add "Pay rent" tomorrow 9am high priority');
  await page.waitForSelector('.docket b');
  await becomes(page, 1, 'marked');
  await same(async () => (await w.todos()).map(t => t.title), [], 'nothing is changed by proposing');
  await until(async () => (await page.locator('.understood li').count()) > 0, 'says what it understood');
  await page.click('.sign .primary');
  await page.waitForSelector('.receipt');
  const { today } = (await w.call('GET', '/api/settings')).effective;
  await same(
    async () => (await w.todos()).map(t => [t.title, t.timeOfDay, t.priority, t.scheduledFor > today]),
    [['Pay rent', '09:00', 'high', true]],
  );
  await page.click('text=Undo all');
  // Taking back an addition deletes, and a deletion is never premarked.
  await page.click('.sign .all');
  await page.waitForSelector('.receipt');
  await same(() => w.todos(), []);
  assert.deepEqual(page.trouble, []);
});

test('todos that were asked for stand below each other', async () => {
  const titles = ['Plant a tree', 'Plant a rose; water it', 'Plant an oak'];
  for (const title of titles) await w.call('POST', '/api/todos', { title, labels: ['garden'] });
  const page = await w.open();
  await say(page, 'list my garden todos');
  await page.waitForSelector('.told li');
  await same(
    async () => (await page.locator('.told li').allTextContents()).map(text => text.replace(/^#\d+ /, '')),
    titles.map(title => `“${title}”`),
  );
  await like(() => page.locator('.msg.agent .prose p').last().textContent(), /^3 todos.*:$/);
  // Each leads to its todo, which is found by its number alone.
  await page.click('.told li:nth-child(2) a');
  await same(() => page.locator('.todo .tt').allTextContents(), [titles[1]]);
  assert.match(await page.inputValue('#find'), /^#\d+$/);
  assert.deepEqual(page.trouble, []);
});

test('the main job by keyboard only', async () => {
  const page = await w.open();
  await page.focus('#say');
  await page.keyboard.type('add buy milk tomorrow');
  await page.keyboard.press('Enter');
  await becomes(page, 1, 'marked');
  for (let i = 0; i < 30 && !(await page.evaluate(() => document.activeElement?.closest('.op'))); i++) await page.keyboard.press('Tab');
  await page.keyboard.press('y'); // a checkbox of the row has the focus
  await becomes(page, 1, 'confirmed');
  await page.keyboard.press('u');
  await becomes(page, 1, 'deferred');
  await page.keyboard.press('y');
  await becomes(page, 1, 'confirmed');
  await page.keyboard.press('Control+Enter');
  await page.waitForSelector('.receipt');
  await until(async () => (await w.todos()).some(t => /milk/i.test(t.title)));
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await page.waitForSelector('.todo');
  await same(() => page.evaluate(() => location.hash), '#/todos');
  assert.deepEqual(page.trouble, []);
});

test('what is said comes first for the keyboard', async () => {
  const page = await w.open(),
    at = () => page.evaluate(() => document.activeElement?.id || document.activeElement?.className);
  await page.keyboard.press('Tab');
  await same(at, 'skip');
  await page.keyboard.press('Tab');
  await same(at, 'say');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await same(() => page.evaluate(() => document.activeElement?.getAttribute('href')), '#/desk', 'the link leads to the pages');
  await page.keyboard.press('/');
  await same(at, 'say');
  await page.keyboard.type('a/b');
  await same(() => page.inputValue('#say'), 'a/b');
  // Where there is more than one item, the key is for their filter, which comes when it is asked for.
  const [few, some, many] = [1, 5, 8].map(n => Array.from({ length: n }, (_, i) => ({ op: 'create', title: `Filtered ${n} ${i}` })));
  for (const [set, to] of [
    [await w.propose('many', ...many), 'filter'],
    [await w.propose('some', ...some), 'filter'],
    [await w.propose('few', ...few), 'say'],
  ]) {
    await page.evaluate(id => {
      location.hash = `#/desk?set=${id}`;
    }, set.id);
    await becomes(page, 1, 'marked');
    await page.focus('#item-1');
    await page.keyboard.press('/');
    await same(at, to);
  }
  assert.deepEqual(page.trouble, []);
});

test('parts of the page that could not be fetched are fetched when the server is back', async () => {
  const page = await w.open();
  const refused = new Set();
  await page.route(/(answer|review)\.js|sheet\.css/, r => {
    const name = new URL(r.request().url()).pathname;
    if (refused.has(name)) return r.continue();
    refused.add(name);
    return r.abort();
  });
  await say(page, 'add buy bread tomorrow');
  await becomes(page, 1, 'marked');
  assert.equal(refused.size, 3);
  await page.waitForSelector('.msg.agent .docket');
  await same(() => row(page, 1).evaluate(el => getComputedStyle(el.closest('.sheet')).containerType), 'inline-size', 'styled');
  assert.deepEqual(page.trouble, []);
});

test('letters in the composer decide nothing', async () => {
  const set = await w.propose('letters', { op: 'create', title: 'Letters' });
  const page = await w.open(`#/desk?set=${set.id}`);
  await page.waitForSelector('#item-1');
  const shown = await state(page, 1);
  await page.focus('#say');
  await page.keyboard.type('yynn?gt');
  await same(() => state(page, 1), shown);
  await same(() => page.locator('dialog').count(), 0);
  await same(async () => (await w.set(set.id)).items[0].status, 'pending');
});

test('a question is answered with a chip, which stays in the thread', async () => {
  await w.make({ op: 'create', title: 'Dentist Anna' }, { op: 'create', title: 'Dentist Bert' });
  const page = await w.open();
  await say(page, 'complete dentist');
  await page.waitForSelector('.clarify button.chip');
  await until(async () => (await page.locator('.clarify button.chip').count()) >= 2);
  await page.click('.clarify button.chip:has-text("Bert")');
  await page.waitForSelector('.docket b');
  await same(() => page.locator('.clarify.done .chosen').count(), 1);
  await page.reload();
  await page.waitForSelector('.clarify.done .chosen');
  await like(() => page.locator('.clarify.done .chosen').textContent(), /Bert/);
  const bert = (await w.todos()).find(t => t.title === 'Dentist Bert');
  const set = (await w.call('GET', '/api/change-sets?status=open')).change_sets.at(-1);
  await same(async () => (await w.set(set.id)).items.map(i => i.op.id), [bert.id]);
});

test('a reload keeps the thread, the sheet and what was decided', async () => {
  const page = await w.open();
  await say(page, 'add water the plants tomorrow');
  await becomes(page, 1, 'marked');
  await row(page, 1).locator('input[type=checkbox]').first().click();
  await becomes(page, 1, 'deferred');
  await page.reload();
  await becomes(page, 1, 'deferred');
  await same(() => page.locator('.msg.you .prose').textContent(), 'add water the plants tomorrow');
  await quick(page, row(page, 1).locator('.no'));
  await becomes(page, 1, 'rejected');
  await page.reload();
  await becomes(page, 1, 'rejected');
});

test('when the stream cannot be had, the run is read and never started twice', async () => {
  const page = await w.open();
  let started = 0;
  await page.route('**/api/runs/*/events', r => r.abort());
  page.on('request', r => {
    if (r.method() === 'POST' && r.url().endsWith('/api/runs')) started++;
  });
  await say(page, 'add feed the cat tomorrow');
  await becomes(page, 1, 'marked');
  await page.waitForSelector('.msg.agent[aria-busy=false]');
  await same(() => started, 1);
});

test('a message sent while one is under way replaces it', async () => {
  const page = await w.open(),
    cancelled = [];
  let held = 0;
  await page.route('**/api/runs/*/events', r => (held++ ? r.continue() : undefined));
  page.on('request', r => {
    if (r.url().endsWith('/cancel')) cancelled.push(r.url());
  });
  await say(page, 'add the first one tomorrow');
  await page.waitForSelector('.send[aria-label=Stop]');
  // Before the answer to its POST no event of it is asked for: the one held back would be the second's.
  await until(() => held === 1);
  await say(page, 'add the second one tomorrow');
  await page.waitForSelector('.docket b');
  await same(() => cancelled.length, 1);
  await like(() => page.locator('.msg.agent').first().textContent(), /Stopped\. Nothing has been changed\./);
});

test('a failed run says so and changes nothing', async () => {
  const page = await w.open();
  await page.route('**/api/runs', r =>
    r.fulfill({ status: 502, contentType: 'application/json', body: '{"error":"assistant_failure","message":"it broke"}' }),
  );
  await say(page, 'add something');
  await page.waitForSelector('.fail');
  await like(() => page.locator('.fail').textContent(), /Sorry, I could not process that\. \(it broke\)/);
});

test('text with HTML in it stays text, and no policy is broken', async () => {
  const evil = '<img src=x onerror=alert(1)><b>bold</b>';
  await w.make({ op: 'create', title: evil, notes: '<script>alert(2)</script>', labels: ['<i>x</i>'] });
  const page = await w.open();
  await page.evaluate(() => {
    window.broken = [];
    document.addEventListener('securitypolicyviolation', e => window.broken.push(e.violatedDirective));
  });
  await say(page, `add "${evil}" tomorrow`);
  await page.waitForSelector('.msg.agent[aria-busy=false]');
  for (const p of ['todos', 'history', 'inbox', 'settings', 'desk']) {
    await page.evaluate(x => {
      location.hash = `#/${x}`;
    }, p);
    await page.waitForSelector(`.shell[data-page=${p}]`);
    await page.waitForFunction(() => !/Loading…/.test(document.querySelector('main').textContent));
    if (p === 'todos') await page.click('.ttitle:has-text("onerror")');
  }
  await same(() => page.locator('main img, main script, .todos b, .prose b').count(), 0);
  await same(() => page.evaluate(() => window.broken), []);
  assert.deepEqual(page.trouble, []);
});

test('the server going away is said, and its coming back', async () => {
  const page = await w.open('#/todos');
  await page.waitForSelector('.quick');
  await page.route('**/api/**', r => r.abort());
  await page.route('**/health', r => r.abort());
  await page.fill('#add', 'x');
  await page.press('#add', 'Enter');
  await page.waitForSelector('.notice.offline');
  await like(() => page.locator('.notice.offline').textContent(), /Nothing has been changed/);
  await page.unroute('**/api/**');
  await page.unroute('**/health');
  await page.waitForSelector('.notice.offline', { state: 'detached' });
});

test('icons are within the page: they are drawn also when the server is gone', async () => {
  const page = await w.open('#/desk');
  await page.waitForFunction(() => {
    // Those of a button that only a phone has are not drawn here.
    const uses = [...document.querySelectorAll('svg.icon use')].filter(u => u.checkVisibility());
    return uses.length > 5 && uses.every(u => document.querySelector(`symbol${u.getAttribute('href')}`) && u.getBBox().width > 0);
  });
});

test('Ctrl+Enter while a message is written sends it, and signs nothing', async () => {
  const page = await w.open();
  await say(page, 'buy "rooibos" friday');
  await becomes(page, 1, 'marked');
  const id = await page.evaluate(() => Number(/set=(\d+)/.exec(location.hash)?.[1]));
  await page.fill('#say', 'add "oolong" saturday');
  await page.press('#say', 'Control+Enter');
  await same(async () => (await page.locator('.msg.you').allTextContents()).filter(x => x.includes('oolong')).length, 1, 'it was sent');
  await same(() => page.inputValue('#say'), '');
  await page.waitForFunction(old => !location.hash.includes(`set=${old}`), id);
  await same(async () => [(await w.set(id)).items[0].applied_by, (await w.todos()).filter(x => x.title === 'rooibos').length], [null, 0]);
  // A field of an item that is edited has the key too.
  await becomes(page, 1, 'marked');
  const next = await page.evaluate(() => Number(/set=(\d+)/.exec(location.hash)?.[1]));
  await page.focus('#item-1');
  await page.keyboard.press('e');
  await page.fill('#ed-1-title', 'oolong tea');
  await page.press('#ed-1-title', 'Control+Enter');
  await same(async () => (await w.set(next)).items.map(i => [i.op.title, i.applied_by]), [['oolong tea', null]]);
  assert.deepEqual(page.trouble, []);
});

test('a question that was left for something else is not shown as answered', async () => {
  await w.make({ op: 'create', title: 'Plumber Anna' }, { op: 'create', title: 'Plumber Bert' });
  const page = await w.open();
  await say(page, 'complete plumber');
  await page.waitForSelector('.clarify button.chip');
  await say(page, 'add "water plants" tomorrow');
  await becomes(page, 1, 'marked');
  await page.waitForSelector('.clarify.done');
  await same(() => page.locator('.clarify.done .chip').count(), 0);
  await page.reload();
  await page.waitForSelector('.clarify.done');
  await same(() => page.locator('.clarify.done .chip').count(), 0);
  assert.deepEqual(page.trouble, []);
});

test('a conversation whose set was applied says so when it is opened anew', async () => {
  const page = await w.open();
  await say(page, 'add air the duvet tomorrow');
  await becomes(page, 1, 'marked');
  await page.focus('#item-1 input[type=checkbox]');
  await page.keyboard.press('y');
  await becomes(page, 1, 'confirmed');
  await page.keyboard.press('Control+Enter');
  await page.waitForSelector('.receipt');
  const session = new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('s');
  const anew = await w.open(`#/desk?s=${session}`);
  await anew.waitForSelector('.docket .st');
  await same(() => anew.locator('.docket .st').textContent(), 'Applied');
  assert.deepEqual(anew.trouble, []);
});
