// What nobody would see in a text of somebody else's is drawn, wherever the page shows one.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test, world, row, becomes, like, same, clean, agree } from './world.mjs';
let w, root, workspace;
before(async () => {
  w = await world();
  ({ root, workspace } = await w.openFolder());
});
after(() => w?.close());
const open = async set => {
  const page = await w.open(`#/desk?set=${set.id}`);
  await page.waitForSelector('#item-1');
  return page;
};
const base = async name => (await w.call('GET', `/api/workspaces/${workspace}/file?path=${name}`)).state.hash;
const replaces = async (name, old, text) => {
  fs.writeFileSync(path.join(root, name), old);
  return w.propose(name, { op: 'write_file', workspace, path: name, content: text, base: await base(name) });
};

test('a diff draws what would turn it around or is not seen, in colours too, and is looked at twice', async () => {
  const set = await replaces(
    'auth.py',
    'def ok(u):\n    return u == "admin"\n',
    'def ok(u):\n    return u == "admin\u202e\u2066 # only admins\u2069 \u2066" or 1\nx\u200by = "\u001b[2J\ufeff"\n',
  );
  const page = await open(set);
  await page.waitForSelector('.hunk .c-str, .hunk .c-key');
  const lines = page.locator('.hunk tr[data-kind=added] .ln');
  await same(() => lines.first().textContent(), '    return u == "adminU+202EU+2066 # only adminsU+2069 U+2066" or 1');
  await same(() => lines.nth(1).textContent(), 'xU+200By = "U+001B[2JU+FEFF"');
  await same(() => lines.locator('.unseen').count(), 7);
  assert.doesNotMatch(await page.content(), /[\u202a-\u202e\u2066-\u2069\u200b\u001b]/u);
  // It is not marked of itself, it is flagged, and the checks name what it is.
  assert.equal(set.items[0].preselected, false);
  await same(() => row(page, 1).locator('.head .flag').allTextContents(), ['Look twice']);
  await page.click('#insp-1-checks');
  await like(
    () => row(page, 1).locator('.checks').textContent(),
    /auth\.py gets characters that nobody sees: U\+202E, U\+2066, U\+2069, U\+200B, U\+001B/,
  );
  await clean(page);
  // A text of one's own without them takes the doubt away.
  await w.call('PATCH', `/api/change-sets/${set.id}/items/1`, { digest: set.items[0].digest, content: 'def ok(u):\n    return False\n' });
  await page.reload();
  await page.waitForSelector('#item-1');
  await same(() => row(page, 1).locator('.head .flag').count(), 0);
  assert.deepEqual(page.trouble, []);
});

test('what pictures, scripts and encodings need is no trap', async () => {
  const text = '\ufeff\u{1f468}\u200d\u{1f469} \u2764\ufe0f 1\ufe0f\u20e3 \u0646\u0645\u06cc\u200c\u062e \u0915\u094d\u200d\u0937\r\n';
  const set = await w.propose('people', { op: 'write_file', workspace, path: 'people.txt', content: text }),
    page = await open(set);
  await page.waitForSelector('.hunk');
  await same(() => page.locator('.hunk tr[data-kind=added] .ln .unseen').allTextContents(), ['U+FEFF'], 'it is drawn all the same');
  assert.deepEqual(
    set.items[0].warnings.map(x => x.code),
    [],
  );
  await same(() => row(page, 1).locator('.head .flag').count(), 0);
});

test('commands, their lines, words and output, titles and values are drawn the same way', async () => {
  const set = await w.propose(
    'a title\u202e that turns',
    { op: 'run_command', workspace, command: 'echo a\u200bb\ntouch b.txt' },
    { op: 'create', title: 'Buy\u2066 milk', notes: 'in\u200bside' },
  );
  const page = await open(set);
  await same(() => row(page, 1).locator('.target-t').textContent(), 'echo aU+200Bb ⏎ touch b.txt');
  await same(() => row(page, 2).locator('.target-t').textContent(), 'BuyU+2066 milk');
  await like(() => page.locator('.htext').textContent(), /a titleU\+202E that turns/);
  await row(page, 1).locator('.turn').click();
  await like(() => row(page, 1).locator('.insp').textContent(), /echo aU\+200Bb/);
  await row(page, 1).locator('.cacts button').first().click();
  await agree(page);
  await becomes(page, 1, 'applied');
  await like(() => row(page, 1).locator('.outcome .raw').textContent(), /^aU\+200Bb/);
  await row(page, 2).locator('.turn').click();
  await like(() => row(page, 2).locator('.insp').textContent(), /inU\+200Bside/);
  await page.click('#insp-2-raw');
  await like(() => row(page, 2).locator('.insp pre').textContent(), /BuyU\+2066 milk/);
  assert.doesNotMatch(await page.locator('.review').evaluate(e => e.outerHTML), /[\u202a-\u202e\u2066-\u2069\u200b]/);
  assert.deepEqual(page.trouble, []);
});
