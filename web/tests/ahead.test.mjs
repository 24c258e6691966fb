// What a place of the page draws its first rows with is put on its way with the page itself, and not module after module.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { ahead, onTheWay } from '../tools/ahead.mjs';
import { test, world, same } from './world.mjs';
let w, set, said;
before(async () => {
  w = await world();
  await w.make({ op: 'create', title: 'Pay rent', scheduledFor: (await w.call('GET', '/api/status')).today });
  set = await w.propose('Raise', { op: 'update', id: 1, priority: 'high' });
  const run = await w.call('POST', '/api/runs', { message: 'add milk' });
  said = run.session;
});
after(() => w?.close());

test('what is put on its way is what the modules import', () => {
  const { early, index } = ahead(),
    ui = name => fs.readFileSync(new URL(`../ui/${name}`, import.meta.url), 'utf8');
  assert.equal(ui('early.js'), early, 'node tools/ahead.mjs writes it');
  assert.equal(ui('index.html'), index, 'node tools/ahead.mjs writes it');
});

test('the first rows of every place need nothing that was not put on its way with the page, and nothing is asked for twice', async () => {
  const places = [
    ['', '#say'],
    [`#/desk?set=${set.id}`, '#item-1', 'fr-CA'],
    [`#/desk?s=${said}`, '.msg.agent .docket'],
    ['#/inbox', '.iline'],
    ['#/todos', '.todo'],
    ['#/todos?view=week', '.wcard'],
    ['#/history', '.entry'],
    ['#/library', '.page .body > *'],
    ['#/rules', '.page .body > *'],
    ['#/settings', '.card'],
  ];
  const first = await w.open(),
    cookies = await first.context().cookies(),
    browser = first.context().browser();
  for (const [hash, row, locale = 'en-GB'] of places) {
    const context = await browser.newContext({ locale });
    await context.addCookies(cookies);
    const page = await context.newPage(),
      asked = [],
      held = [],
      way = new Set(['early.js', 'tokens.css', 'app.css', ...onTheWay(hash).map(f => (/ftl$/.test(f) ? `locales/${locale.slice(0, 2)}.${f}` : f))]);
    await page.route(/\/a\/\w+\/.*\.(js|css|ftl)$/, r => {
      const file = r
        .request()
        .url()
        .replace(/.*\/a\/\w+\//, '');
      asked.push(file);
      if (way.has(file)) return r.continue();
      // It never comes.
      held.push(file);
    });
    // A style that is held would hold the load event, and is needed for no first row.
    await page.goto(`${w.base}/${hash}`, { waitUntil: 'commit' });
    await page.waitForSelector(row, { timeout: 10_000 }).catch(() => assert.fail(`${hash} waits for ${held}`));
    const links = await page.evaluate(() => [...document.querySelectorAll('link')].map(l => l.href.replace(/.*\/a\/\w+\//, '')));
    assert.deepEqual(
      [...way].filter(f => !links.includes(f) && f !== 'early.js' && f !== 'app.js'),
      [],
      `${hash}: is not on its way`,
    );
    await same(async () => asked.filter((f, i) => asked.indexOf(f) !== i), [], `${hash}: asked for twice`);
    await context.close();
  }
});
