// What the server words is in the language of the page: labels, warnings, refusals, questions, receipts.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test, world, becomes, like, say, same, until, clean } from './world.mjs';

/** @type {Awaited<ReturnType<typeof world>>} */
let w, set;
before(async () => {
  w = await world();
  // Titles that are phrases of the product: whoever translates them has translated what a person wrote.
  await w.make(
    { op: 'create', title: 'Nothing has been changed.', priority: 'high' },
    { op: 'create', title: 'Delete “milk”' },
    { op: 'create', title: 'Tidy up', scheduledFor: '2031-03-03' },
  );
  const all = await w.todos(),
    id = t => all.find(x => x.title === t).id;
  set = await w.propose(
    '',
    { op: 'update', id: id('Tidy up'), scheduledFor: '2031-03-10', priority: 'high', labels: ['done'] },
    { op: 'bulk_complete', where: { ids: [id('Nothing has been changed.'), id('Delete “milk”')] } },
    { op: 'create', title: 'Tidy up' },
  );
});
after(() => w?.close());

const LANGUAGES = ['de', 'es', 'fr', 'ro'];
const OWN = ['Nothing has been changed.', 'Delete “milk”', 'Delete ‘milk’', 'Tidy up', 'done'];
const ftl = (dir, l) =>
  fs
    .readdirSync(dir)
    .filter(f => f.startsWith(`${l}.`))
    .map(f => fs.readFileSync(new URL(f, dir), 'utf8'))
    .join('\n');
/** The simple texts of the page's catalogue that another language says otherwise. */
function pageTexts(l) {
  const dir = new URL('../ui/locales/', import.meta.url),
    of = text => new Map([...text.matchAll(/^((?:page|ui)-[\w-]+) = (.+)$/gm)].map(m => [m[1], m[2]])),
    there = of(ftl(dir, l));
  return new Set(
    [...of(ftl(dir, 'en'))].filter(([id, text]) => there.get(id) !== text && !text.includes('{') && text.includes(' ')).map(([, text]) => text),
  );
}
/** The server's templates, each as a pattern for a whole text. */
const templates = () => {
  const dir = new URL('../../crates/speech/phrases/', import.meta.url),
    lines = fs.readdirSync(dir).flatMap(f => fs.readFileSync(new URL(f, dir), 'utf8').split('\n')),
    // A gap at the beginning would fit every language.
    english = lines.filter(x => x.startsWith('en ') && !x.startsWith('en {') && x.split(' ').length > 2).map(x => x.slice(3));
  return english.map(x => new RegExp(`^${x.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]*\}/g, '.+')}$`, 's'));
};
/** Texts that can be seen, and what is read out in their place. */
const visible = page =>
  page.evaluate(() => {
    const out = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let n = walk.nextNode(); n; n = walk.nextNode()) {
      const e = n.parentElement;
      if (n.data.trim() && e?.checkVisibility() && !e.closest('script,style,option,.raw,code,textarea')) out.push(n.data.trim());
    }
    for (const e of document.querySelectorAll('[aria-label],[title]')) out.push(e.getAttribute('aria-label') ?? e.getAttribute('title') ?? '');
    return out;
  });
async function noEnglish(page, l) {
  const known = pageTexts(l),
    patterns = templates(),
    english = text => !OWN.includes(text) && (known.has(text) || patterns.some(p => p.test(text)));
  await same(async () => (await visible(page)).filter(english), [], `English on a page in ${l}`);
}

for (const l of LANGUAGES)
  test(`sheet, inspector, question and refusal in ${l}: nothing is English, axe finds nothing`, async () => {
    const page = await w.open(`#/desk?set=${set.id}`, { locale: l, viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
    await becomes(page, 1, 'marked');
    await same(() => page.evaluate(() => document.documentElement.lang), l);
    await noEnglish(page, l);
    await page.focus('#item-1');
    await page.keyboard.press('o');
    await page.waitForSelector('.insp');
    await noEnglish(page, l);
    await page.keyboard.press('w');
    await page.waitForSelector('.facts');
    await noEnglish(page, l);
    await clean(page);
    // What people wrote stands as they wrote it.
    for (const own of ['Nothing has been changed.', 'Tidy up']) await until(async () => (await page.locator('body').innerText()).includes(own), own);
    // A refusal is told with what failed and what to do: the decision names a digest that nobody showed.
    await page.route('**/decision', r => r.continue({ postData: JSON.stringify({ ...r.request().postDataJSON(), digest: 'another' }) }));
    const answered = page.waitForResponse('**/decision');
    await page.focus('#item-2');
    await page.keyboard.press('n');
    await page.waitForSelector('.reasons');
    await page.keyboard.press('2');
    const refused = await (await answered).json();
    assert.equal(refused.error, 'stale_item');
    assert.ok(!templates().some(p => p.test(refused.message) || p.test(refused.hint)), JSON.stringify(refused));
    await page.waitForSelector('.notice, .toast, [role=alert]');
    await noEnglish(page, l);
    assert.deepEqual(page.trouble, []);
    await page.context().close();
  });

test('a message is answered in German, and a question has German choices', async () => {
  const page = await w.open('#/desk', { locale: 'de', viewport: { width: 1280, height: 900 } });
  await say(page, 'pay the rent friday 9am');
  await page.waitForSelector('text=1 Änderung vorgeschlagen');
  await noEnglish(page, 'de');
  await page.context().close();
});

test('another language is heard at once, without a new page', async () => {
  const page = await w.open(`#/desk?set=${set.id}`, { locale: 'en', viewport: { width: 1280, height: 900 } });
  await becomes(page, 2, 'marked');
  const label = page.locator('#item-2');
  await until(async () => (await label.innerText()).length > 0);
  await w.call('PUT', '/api/settings', { language: 'fr' });
  await page.waitForFunction(() => document.documentElement.lang === 'fr' && /Terminer « Delete ‘milk’ »/.test(document.body.innerHTML));
  await noEnglish(page, 'fr');
  await w.call('PUT', '/api/settings', {});
});

test('counts of one are said of one; a title runs as its script does, and its line begins where the others do', async () => {
  const title = 'לשלם 1234 (bank)',
    set = await w.propose('un', { op: 'create', title }),
    page = await w.open(`#/desk?set=${set.id}`, { locale: 'fr-FR' });
  await like(() => page.locator('.tally').innerText(), /1 proposition · 1 marquée · 0 ouverte/);
  await page.uncheck('#item-1 input');
  await like(() => page.locator('.tally').innerText(), /1 reportée/);
  // Read from the right: the Latin word of a Hebrew title stands at its left.
  const left = await page.locator('.target-t').evaluate((el, at) => {
    const range = document.createRange(),
      text = el.firstChild,
      x = i => (range.setStart(text, i), range.setEnd(text, i + 1), range.getBoundingClientRect().left);
    return x(at) < x(0);
  }, title.indexOf('bank'));
  assert.ok(left);
  assert.deepEqual(page.trouble, []);
});
