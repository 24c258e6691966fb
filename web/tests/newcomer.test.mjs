// What somebody meets who knows nothing of it yet: nothing is cut off, out of sight, untrue or a dead end.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test, world, say, becomes, folder, row, same, like, until, box, PHONE } from './world.mjs';
let w;
before(async () => {
  w = await world();
});
after(() => w?.close());
const go = (page, hash) =>
  page.evaluate(h => {
    location.hash = h;
  }, hash);
/** How far the end of the conversation is below what is seen. */
const below = page => page.locator('.log').evaluate(l => Math.round(l.scrollHeight - l.scrollTop - l.clientHeight));
/** Whatever is wider than where it stands, but for what is there to be scrolled. */
const tooWide = page =>
  page.evaluate(() =>
    [...document.querySelectorAll('.review *')]
      .filter(e => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest('.vh'))
      .map(e => `${e.tagName} ${e.textContent.slice(0, 40)}`),
  );

test('a question is in sight when it comes, and a reader who went up stays there', async () => {
  const page = await w.open('', { viewport: { width: 1024, height: 600 } });
  for (const text of ['add "Paint the fence"', 'add "Paint the door"', 'add "Paint the gate" tomorrow']) {
    const n = await page.locator('.docket').count();
    await say(page, text);
    await page.waitForSelector(`.docket >> nth=${n}`);
  }
  await say(page, 'move paint');
  await page.waitForSelector('.clarify');
  await same(() => below(page), 0, 'the question is out of sight');
  await page.locator('.log').hover();
  await page.mouse.wheel(0, -4000);
  await until(async () => (await below(page)) > 100);
  // The card of the first set grows by what is decided about it.
  await page.locator('.docket >> nth=0').evaluate(d => d.append('one line more\n'));
  await until(() => page.locator('.log').evaluate(l => l.scrollTop === 0));
  await say(page, 'never mind');
  await page.waitForSelector('.msg.agent >> nth=4');
  await same(() => below(page), 0, 'what one says oneself is out of sight');
  await page.context().close();
});

test('beside an empty conversation the sheet tells what waits, and leads there', async () => {
  const set = await w.propose('Waits', { op: 'create', title: 'Something' }),
    page = await w.open();
  await like(() => page.locator('.review .etitle').innerText(), /^\d+ change sets? waits?$/);
  await page.click('.review .empty a');
  await page.waitForSelector('.iline');
  for (const { id } of (await w.call('GET', '/api/change-sets?status=open')).change_sets)
    for (const i of (await w.set(id)).items)
      await w.call('PUT', `/api/change-sets/${id}/items/${i.n}/decision`, { verdict: 'rejected', digest: i.digest });
  await go(page, '#/desk');
  await same(() => page.locator('.review .etitle').innerText(), 'Nothing is waiting.', `#${set.id}`);
  await page.context().close();
});

test('a conversation in the list is one line, also after Settings were looked at', async () => {
  const page = await w.open('#/settings', { viewport: { width: 1440, height: 900 } });
  await page.waitForSelector('#c-about');
  await go(page, '#/desk');
  await page.click('[popovertarget=sessions]');
  await page.waitForSelector('.convo .ic');
  const tops = await page
    .locator('.convo >> nth=0')
    .evaluate(l => [...l.querySelectorAll('.ic')].map(b => Math.round(b.getBoundingClientRect().top)));
  assert.equal(tops.length, 3);
  assert.equal(new Set(tops).size, 1, `${tops}`);
  await page.context().close();
});

test('a long page scrolls within its frame, and never moves it', async () => {
  const page = await w.open('#/settings', { viewport: { width: 1440, height: 700 } });
  await page.waitForSelector('#c-about');
  await same(() => page.evaluate(() => document.documentElement.scrollHeight - innerHeight), 0, 'the page is longer than the screen');
  await page.locator('#c-about').evaluate(e => e.scrollIntoView());
  await same(() => page.locator('.nav').evaluate(n => n.getBoundingClientRect().top), 0);
  await page.context().close();
});

test('long names, commands and lines of a file are shown whole, on a phone and in German', async () => {
  const root = folder();
  fs.writeFileSync(path.join(root, 'a.txt'), 'one\n');
  const workspace = (await w.call('POST', '/api/workspaces', { root })).id,
    long = `echo ${'and-on-'.repeat(30)}; echo end`,
    set = await w.propose(
      'Long',
      { op: 'write_file', workspace, path: `${'very/deep/'.repeat(12)}place.txt`, content: `${'word '.repeat(60)}\n` },
      { op: 'run_command', workspace, command: long },
      { op: 'create', title: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverleihungsurkunde' },
    );
  for (const options of [PHONE, { viewport: { width: 1024, height: 768 } }]) {
    const page = await w.open(`#/desk?set=${set.id}`, { ...options, locale: 'de-DE' });
    await page.waitForSelector('#item-3');
    assert.deepEqual(await tooWide(page), []);
    for (const n of [1, 2]) {
      await row(page, n).focus();
      await page.keyboard.press('o');
      const text = row(page, n).locator(n === 1 ? '.diff' : 'pre.raw, .argv code >> nth=0');
      await text.first().waitFor();
      await same(() => text.first().evaluate(e => e.scrollWidth - e.clientWidth), 0, `item ${n}`);
    }
    const [all, some] = await Promise.all(['.sign .all', '.sign .primary'].map(b => box(page.locator(b))));
    assert.equal(all.y, some.y, 'the two buttons stand side by side');
    await go(page, '#/rules');
    await page.waitForSelector('.rform');
    const [text, form] = await Promise.all(['.empty > p >> nth=-1', '.card'].map(x => box(page.locator(x).first())));
    assert.ok(text.y + text.height <= form.y, 'the form lies over what is said above it');
    await page.context().close();
  }
  fs.rmSync(root, { recursive: true });
});

test('on a small screen, with a conversation and in German, Send stands at the end of its line', async () => {
  const page = await w.open('', { viewport: { width: 1024, height: 768 }, locale: 'de-DE' });
  await say(page, 'was ist heute fällig?');
  await page.waitForSelector('.fullness');
  const [modes, send, form] = await Promise.all(['.composer .seg', '.send', '.composer'].map(x => box(page.locator(x))));
  assert.ok(Math.abs(modes.y + modes.height / 2 - (send.y + send.height / 2)) < 2, JSON.stringify({ modes, send }));
  assert.ok(form.x + form.width - (send.x + send.width) < 16, JSON.stringify({ form, send }));
  await page.context().close();
});

test('on a phone, with a conversation, the tools of the composer stand in one line', async () => {
  for (const width of [390, 360]) {
    const page = await w.open('', { ...PHONE, viewport: { width, height: 800 } });
    await say(page, 'what is due today?');
    await page.waitForSelector('.fullness');
    const middles = await page.locator('.tools > :is(.seg, .fullness, .ic)').evaluateAll(all =>
      all.map(e => {
        const r = e.getBoundingClientRect();
        return Math.round(r.top + r.height / 2);
      }),
    );
    assert.equal(middles.length, 3);
    assert.ok(Math.max(...middles) - Math.min(...middles) < 4, `${width}: ${middles}`);
    await page.context().close();
  }
});

test('what is signed to the last item is called so; what many todos come to is said once', async () => {
  const made = await w.make(...Array.from({ length: 25 }, (_, i) => ({ op: 'create', title: `Sock ${i + 1}.` }))),
    ids = made.results.map(r => r.todo.id),
    set = await w.propose('Laundry', { op: 'bulk_delete', where: { ids } }),
    page = await w.open(`#/desk?set=${set.id}`);
  await page.waitForSelector('#item-1 .target');
  await same(() => page.locator('#item-1 .target-t').innerText(), '25 todos');
  await same(() => page.locator('#item-1 .panel').getByText('Sock 1.').count(), 1);
  await row(page, 1).focus();
  await page.keyboard.press('y');
  await becomes(page, 1, 'confirmed');
  await same(() => page.locator('.bar.two .st').innerText(), 'Signed');
  await page.context().close();
});

test('what only ran cannot be undone, and no button says so; what is applied is not called nothing', async () => {
  const root = folder(),
    workspace = (await w.call('POST', '/api/workspaces', { root })).id,
    set = await w.propose('Look', { op: 'run_command', workspace, command: 'sh -c "mkdir made"' }, { op: 'create', title: 'Look again' }),
    page = await w.open(`#/desk?set=${set.id}`);
  await like(() => page.locator('.blast').innerText(), /Can be undone, but for the command\./);
  await page.waitForSelector('#item-2');
  const view = await w.set(set.id);
  await w.call('POST', `/api/change-sets/${set.id}/apply`, {
    digest: view.digest,
    sign: view.items.filter(i => i.kind === 'command').map(i => ({ item: i.n, digest: i.digest })),
  });
  await page.waitForSelector('.receipt');
  await same(() => page.locator('.receipt button').allInnerTexts(), ['Rewind to here']);
  const done = await w.propose('Plain', { op: 'create', title: 'Plain' }),
    plain = await w.set(done.id);
  await w.call('POST', `/api/change-sets/${done.id}/apply`, {
    digest: plain.digest,
    sign: plain.items.map(i => ({ item: i.n, digest: i.digest })),
  });
  await go(page, `#/desk?set=${done.id}`);
  // What it did, and where that stands: read from its entry, so it comes a moment later.
  await like(() => page.locator('#item-1 .panel').innerText(), /Plain[^]*Applied as entry \d+\.$/);
  await page.context().close();
  fs.rmSync(root, { recursive: true });
});

test('what can be taken back of a command is said, and a set of which nothing can be signed is put away', async () => {
  const root = folder(),
    workspace = (await w.call('POST', '/api/workspaces', { root })).id,
    set = await w.propose('Look', { op: 'run_command', workspace, command: 'touch made' }, { op: 'run_command', workspace, command: 'ls' }),
    page = await w.open(`#/desk?set=${set.id}`);
  await like(() => page.locator('.blast').innerText(), /Can be undone\./);
  await page.waitForSelector('#item-2');
  await same(() => page.getByText('Cannot be undone').count(), 0);
  const view = await w.set(set.id);
  await w.call('POST', `/api/change-sets/${set.id}/apply`, { digest: view.digest, sign: view.items.map(i => ({ item: i.n, digest: i.digest })) });
  await page.waitForSelector('.receipt');
  await like(() => page.locator('.receipt').innerText(), /Undo/);
  const broken = await w.propose('Broken', { op: 'delete_file', workspace, path: 'nowhere' });
  await go(page, `#/desk?set=${broken.id}`);
  await like(() => page.locator('.strip').innerText(), /Nothing of it can be signed\./);
  await page.getByRole('button', { name: 'Put it away' }).click();
  await page.waitForFunction(() => location.hash.includes('inbox'));
  assert.equal((await w.set(broken.id)).status, 'resolved');
  await page.context().close();
  fs.rmSync(root, { recursive: true });
});

test('without a folder the page of rules says where one is opened', async () => {
  const other = await world(),
    page = await other.open('#/rules');
  await page.click('.card a');
  await page.waitForSelector('.folders, .openf');
  await page.context().close();
  await other.close();
});
