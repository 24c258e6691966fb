// What has its place on small screens and on wide ones: pages, the two halves, conversations, entries, hours.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import { test, world, say, same, like, until, box, becomes, clean, PHONE } from './world.mjs';
let w;
before(async () => {
  w = await world();
});
after(() => w?.close());

test('every page fits 320 pixels, and a low screen has its rail and its rows', async () => {
  const set = await w.propose('narrow', ...[1, 2, 3].map(n => ({ op: 'create', title: `Narrow ${n}` })));
  const page = await w.open(`#/desk?set=${set.id}`, { viewport: { width: 320, height: 640 } });
  await page.waitForSelector('#item-1');
  for (const at of [`desk?set=${set.id}`, 'inbox', 'todos', 'todos?view=week', 'history', 'library', 'rules', 'settings']) {
    await page.evaluate(h => (location.hash = h), `#/${at}`);
    await page.waitForFunction(p => document.querySelector('.shell').dataset.page === p, at.split('?')[0]);
    const out = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('main, main *, .nav a')]
          .filter(e => e.checkVisibility() && e.getBoundingClientRect().right > innerWidth + 1 && !e.closest('.vh, .seg, .scroll, svg, .diff'))
          .map(e => e.className || e.tagName),
      );
    await same(out, [], at);
  }
  const low = await w.open(`#/desk?set=${set.id}`, { viewport: { width: 844, height: 390 } });
  await low.waitForSelector('#item-1');
  await low.locator('#pages .help').scrollIntoViewIfNeeded();
  const help = await box(low.locator('#pages .help'));
  assert.ok(help.y + help.height <= 390, 'the rail ends on the screen');
  await low.locator('#item-1').scrollIntoViewIfNeeded();
  const row = await box(low.locator('#item-1 .head')),
    sign = await box(low.locator('.sign'));
  assert.ok(row.y >= 0 && row.y + row.height <= sign.y && sign.y + sign.height <= 391, `a row at ${row.y}, the buttons from ${sign.y}`);
  assert.deepEqual([...page.trouble, ...low.trouble], []);
});

test('the sheet has 55 % of what the rail leaves, and its head is not cut', async () => {
  const set = await w.propose('wide', { op: 'create', title: 'One' }),
    page = await w.open(`#/desk?set=${set.id}`, { viewport: { width: 1900, height: 900 } });
  await page.waitForSelector('#item-1');
  const part = async () => (await box(page.locator('.review'))).width / (await box(page.locator('main'))).width;
  assert.ok(Math.abs((await part()) - 0.55) < 0.01, `${await part()}`);
  await page.setViewportSize({ width: 900, height: 700 });
  const cut = () => page.evaluate(() => [...document.querySelectorAll('.review .htext h2')].some(e => e.scrollWidth > e.clientWidth));
  await same(cut, false);
  assert.deepEqual(page.trouble, []);
});

test('what is only answered needs no sheet; what waits brings it', async () => {
  const page = await w.open();
  await page.waitForSelector('.review');
  await page.check('input[name=mode] >> nth=1');
  await page.waitForSelector('.review', { state: 'detached' });
  assert.ok((await box(page.locator('.chat'))).width > 1000, 'the conversation has the room');
  const set = await w.propose('waits', { op: 'create', title: 'Waits' });
  await page.evaluate(h => (location.hash = h), `#/desk?set=${set.id}`);
  await page.waitForSelector('.review #item-1');
  assert.deepEqual(page.trouble, []);
});

test('a conversation has its name in one line and its day below, and what is done with it beside that', async () => {
  const title = 'A name of some forty characters for it';
  await w.call('POST', '/api/sessions', { title });
  for (const options of [{}, PHONE]) {
    const page = await w.open('', options);
    await page.click('[popovertarget=sessions]');
    const line = page.locator('.convo', { hasText: title });
    await line.waitFor();
    await like(() => line.locator('.when').textContent(), /Today · 0 messages/);
    assert.ok(await line.locator('.name').evaluate(e => e.scrollWidth <= e.clientWidth), 'all of the name');
    const name = await box(line.locator('.name')),
      when = await line.locator('.when').evaluate(e => {
        const all = document.createRange();
        all.selectNodeContents(e);
        return all.getBoundingClientRect().right;
      }),
      rename = await box(line.locator('.ic').first());
    assert.ok(rename.y + rename.height / 2 > name.y + name.height && rename.x >= when, 'beside the day, not over the name');
    await clean(page);
    assert.deepEqual(page.trouble, []);
  }
});

test('an entry of one item is one line, says its name once, and opens', async () => {
  const id = (await w.make({ op: 'create', title: 'One line' })).results[0].todo.id,
    { entry } = await w.make({ op: 'update', id, priority: 'high' });
  const page = await w.open('#/history'),
    line = page.locator(`.entry[data-seq="${entry}"]`);
  await line.waitFor();
  await same(async () => (await line.textContent()).split('One line').length, 2);
  assert.ok((await box(line)).height < 60, `${(await box(line)).height}`);
  await line.locator('.fold').click();
  await like(() => line.locator('.fields').textContent(), /Medium.*High/);
  await clean(page);
  await line.locator('button:has-text("Undo")').click();
  await becomes(page, 1, 'marked');
  assert.deepEqual(page.trouble, []);
});

test('hours are told as todos have them, whatever the browser likes', async () => {
  await w.make({ op: 'create', title: 'An hour' });
  const page = await w.open('#/history', { locale: 'en-US' });
  await like(() => page.locator('.entry .dim').first().textContent(), /· \d\d:\d\d ·/);
  assert.ok(!/\b[AP]M\b/.test(await page.locator('.entries').first().textContent()));
  assert.deepEqual(page.trouble, []);
});

test('one way to a review that the conversation shows', async () => {
  const page = await w.open('', PHONE);
  await say(page, 'add a stamp');
  await page.waitForSelector('.docket b');
  await until(async () => !(await page.locator('.jump').count()));
  assert.deepEqual(page.trouble, []);
});

test('pictures have the library’s head, and nothing is offered to be saved before it is chosen', async () => {
  const page = await w.open('#/library?v=images');
  await page.waitForSelector('.too');
  await page.waitForSelector('.bar .seg button[aria-pressed=true]:has-text("Images")');
  await same(() => page.locator('button:has-text("Save 0")').count(), 0);
  await clean(page);
  assert.deepEqual(page.trouble, []);
});

test('the names of the pages are whole in every language, on the rail and on a phone', async () => {
  for (const options of [{}, PHONE])
    for (const locale of ['en', 'de', 'es', 'fr', 'ro']) {
      const page = await w.open('', { ...options, locale });
      await page.evaluate(() => document.fonts.ready);
      const cut = () =>
        page.locator('#pages a > span:not(.ico, .vh)').evaluateAll(all => {
          const rail = document.querySelector('#pages').getBoundingClientRect();
          return all
            .filter(s => {
              const b = s.getBoundingClientRect(),
                a = s.parentElement.getBoundingClientRect(),
                icon = s.parentElement.querySelector('.ico').getBoundingClientRect();
              return (
                s.scrollWidth > s.clientWidth ||
                b.left < rail.left ||
                b.right > rail.right ||
                Math.abs(icon.x + icon.width / 2 - a.x - a.width / 2) > 1
              );
            })
            .map(s => s.textContent);
        });
      await same(cut, [], locale);
      assert.equal(await page.evaluate(() => document.documentElement.lang), locale);
      await page.context().close();
    }
});

test('no date is broken at its hyphens, whoever wrote it', async () => {
  const title = 'Report of 2031-10-07 for the days from 2031-10-08 to 2031-10-09 and again on 2031-10-10';
  const set = await w.propose('dates', ...[10, 11, 12].map(d => ({ op: 'create', title, scheduledFor: `2031-10-${d}` }))),
    page = await w.open(`#/desk?set=${set.id}`, PHONE);
  await page.waitForSelector('#item-3');
  const broken = () =>
    page.evaluate(() => {
      const out = [];
      for (const el of document.querySelectorAll('.nb')) if (el.checkVisibility() && el.getClientRects().length > 1) out.push(el.textContent);
      const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
      while (texts.nextNode())
        if (/\d{4}-\d\d-\d\d/.test(texts.currentNode.data) && texts.currentNode.parentElement.className !== 'nb') out.push(texts.currentNode.data);
      return out;
    });
  for (const width of [390, 360, 340, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await same(broken, []);
  }
  // What is read and copied is the text as it is.
  await like(() => page.locator('#item-1 .what').textContent(), /Report of 2031-10-07 for the days from 2031-10-08 to 2031-10-09 and/);
  assert.deepEqual(page.trouble, []);
});

test('on a phone several labels stand below their title, and a box beside the words it ticks', async () => {
  const today = (await w.call('GET', '/api/settings')).effective.today;
  await w.make({
    op: 'create',
    title: 'A long title with a Donaudampfschifffahrtsgesellschaft in it',
    scheduledFor: today,
    labels: ['first', 'second', 'third', 'fourth'],
  });
  const page = await w.open('#/todos', PHONE),
    todo = page.locator('.todo', { hasText: 'A long title' });
  const title = await box(todo.locator('.ttitle')),
    tags = await box(todo.locator('.tags'));
  assert.ok(tags.y >= title.y + title.height - 1 && title.width > 240, `${title.width} wide, labels at ${tags.y} of ${title.y + title.height}`);
  await same(() => todo.locator('.tag').evaluateAll(all => new Set(all.map(t => t.getBoundingClientRect().y)).size), 1);
  await page.evaluate(() => (location.hash = '#/todos?view=week'));
  await page.waitForSelector('.wcard');
  const short = await w.make({ op: 'create', title: 'Short', scheduledFor: today });
  const card = page.locator(`.wcard[data-id="${short.results[0].todo.id}"]`);
  await card.waitFor();
  const middle = async at => {
    const b = await box(at);
    return b.y + b.height / 2;
  };
  assert.ok(Math.abs((await middle(card.locator('input'))) - (await middle(card.locator('.clamp')))) <= 2);
  await clean(page);
  assert.deepEqual(page.trouble, []);
});
