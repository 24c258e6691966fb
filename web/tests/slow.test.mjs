// What a slow server, a slow line or a busy page must not spoil: answers are held back here, never waited for by the clock.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test, world, folder, same, until, becomes, row, box, say, hold, quick } from './world.mjs';
let w, root, workspace;
before(async () => {
  w = await world();
  root = fs.realpathSync(folder());
  fs.mkdirSync(path.join(root, 'src'));
  fs.writeFileSync(path.join(root, 'a.txt'), 'one\n');
  fs.writeFileSync(path.join(root, 'src/appetite.rs'), 'fn x() {}\n');
  workspace = (await w.call('POST', '/api/workspaces', { root })).id;
});
after(async () => {
  await w?.close();
  if (root) fs.rmSync(root, { recursive: true, force: true });
});
const create = async (...titles) => (await w.make(...titles.map(title => ({ op: 'create', title })))).results.map(r => r.todo.id);
const raise = async (...titles) => w.propose(titles[0], ...(await create(...titles)).map(id => ({ op: 'update', id, priority: 'high' })));
/** Opens a set on a page that has read all it reads at first. */
async function open(set, n = 1) {
  const page = await w.open(`#/desk?set=${set.id}`);
  await page.waitForSelector(`#item-${n}`);
  return page;
}
test('an answer that is older than what was decided since is not shown', async () => {
  const set = await raise('Stale A', 'Stale B'),
    page = await open(set);
  await becomes(page, 1, 'marked');
  // Another version of the set is read as a whole.
  const amend = async priority =>
    w.call('PATCH', `/api/change-sets/${set.id}/items/2`, { digest: (await w.set(set.id)).items[1].digest, args: { priority } });
  const read = await hold(page, `**/api/change-sets/${set.id}`, r => r.method() === 'GET', true);
  await amend('low');
  await until(() => read.held.length === 1);
  await page.evaluate(() => {
    window.seen = [];
    const el = document.querySelector('#item-1');
    new MutationObserver(() => window.seen.push(el.dataset.state)).observe(el, { attributeFilter: ['data-state'] });
  });
  await page.focus('#item-1');
  await page.keyboard.press('y');
  await same(async () => (await w.set(set.id)).items[0].status, 'confirmed');
  await page.waitForFunction(id => performance.getEntriesByType('resource').some(r => r.name.includes(`/${id}/items/1/decision`)), set.id);
  read.go();
  await until(() => read.held.length > 1);
  await amend('high');
  await until(() => read.held.length > 2);
  await same(() => page.evaluate(() => window.seen), ['confirmed']);
});

test('what changed between the first reading and the first news is shown', async () => {
  const page = await w.open('#/todos'),
    news = await hold(page, '**/api/events');
  await page.reload();
  await page.waitForSelector('.todos .todo');
  await until(() => news.held.length > 0);
  await create('In the gap');
  news.go();
  await page.waitForSelector('.todo:has-text("In the gap")');
});

test('settings that are changed quickly are all stored', async () => {
  const page = await w.open('#/settings');
  await page.waitForSelector('#s-keys');
  let puts = 0;
  const put = await hold(page, '**/api/settings', r => r.method() === 'PATCH' && !puts++);
  await page.selectOption('#s-week', 'sunday');
  await until(() => put.held.length === 1);
  await page.click('#s-attention');
  // If the second did not wait for the first, it would overtake it now.
  await page.evaluate(() => fetch('/api/ledger/verify').then(r => r.text()));
  put.go();
  await same(async () => {
    const s = (await w.call('GET', '/api/settings')).settings;
    return [s.weekStart, s.attention];
  }, ['sunday', 'off']);
  await same(async () => [await page.inputValue('#s-week'), await page.isChecked('#s-attention')], ['sunday', false]);
  await w.call('PUT', '/api/settings', {});
});

test('settings that somebody else stores before our answer arrives are shown', async () => {
  const page = await w.open('#/settings');
  await page.waitForSelector('#s-keys');
  const put = await hold(page, '**/api/settings', r => r.method() === 'PATCH', true);
  await page.selectOption('#s-week', 'sunday');
  await until(async () => (await w.call('GET', '/api/settings')).settings.weekStart === 'sunday');
  const read = page.waitForResponse(
    async r => r.url().endsWith('/api/settings') && r.request().method() === 'GET' && /saturday/.test(await r.text()),
  );
  await w.call('PUT', '/api/settings', { weekStart: 'saturday' });
  // The news is read before the answer to ours is let through.
  await (await read).finished();
  await page.evaluate(() => fetch('/api/ledger/verify').then(r => r.text()));
  put.go();
  await same(() => page.inputValue('#s-week'), 'saturday');
  await w.call('PUT', '/api/settings', {});
});

test('of two languages chosen quickly the last one is spoken, though its texts come first', async () => {
  const page = await w.open('#/settings');
  await page.waitForSelector('#s-language');
  const romanian = await hold(page, '**/locales/ro*.ftl');
  await page.selectOption('#s-language', 'ro');
  await until(() => romanian.held.length > 0);
  await page.selectOption('#s-language', 'fr');
  await page.waitForFunction(() => document.documentElement.lang === 'fr');
  const late = page.waitForResponse('**/locales/ro.ftl');
  romanian.go();
  await (await late).finished();
  await page.evaluate(() => fetch('/api/ledger/verify').then(r => r.text()));
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'fr');
  await w.call('PUT', '/api/settings', {});
});

test('a part of the page that is first drawn while the texts of the set language arrive speaks it, and shows no names of texts', async () => {
  await w.call('PUT', '/api/settings', { language: 'de' });
  const set = await raise('Reload A', 'Reload B'),
    page = await w.open('#/settings');
  await page.waitForFunction(() => document.documentElement.lang === 'de');
  const german = await hold(page, '**/locales/de.ftl'),
    shown = await hold(page, `**/api/change-sets/${set.id}`);
  const review = page.waitForResponse('**/locales/en.review.ftl');
  await page.evaluate(id => {
    location.hash = `#/desk?set=${id}`;
    location.reload();
  }, set.id);
  await until(() => german.held.length > 0 && shown.held.length > 0);
  shown.go();
  await (await review).finished();
  german.go();
  await page.waitForFunction(() => document.documentElement.lang === 'de');
  await page.waitForSelector('#item-2');
  await page.getByText('Noch wurde nichts geändert', { exact: false }).first().waitFor();
  assert.doesNotMatch(await page.locator('body').innerText(), /page-[a-z]/);
  assert.deepEqual(page.trouble, []);
  await w.call('PUT', '/api/settings', {});
});

test('with "apply as I sign", what is signed while an apply is under way is applied after it', async () => {
  await w.call('PUT', '/api/settings', { applyAsISign: true });
  const set = await raise('Queue A', 'Queue B'),
    page = await w.open('#/settings');
  await page.waitForSelector('#s-asisign:checked');
  await page.evaluate(id => {
    location.hash = `#/desk?set=${id}`;
  }, set.id);
  await becomes(page, 2, 'marked');
  const apply = await hold(page, '**/apply');
  await page.focus('#item-1');
  await page.keyboard.press('y');
  await until(() => apply.held.length === 1);
  await page.keyboard.press('y');
  apply.go();
  await becomes(page, 1, 'applied');
  await becomes(page, 2, 'applied');
  await w.call('PUT', '/api/settings', {});
});

test('letters that are meant for a box on its way decide nothing; then it takes them', async () => {
  const set = await raise('Box A', 'Box B'),
    page = await w.open(),
    file = await hold(page, '**/parts/reject.js');
  await page.evaluate(id => {
    location.hash = `#/desk?set=${id}`;
  }, set.id);
  await becomes(page, 2, 'marked');
  await page.focus('#item-1');
  await page.keyboard.press('n');
  await page.keyboard.type('you');
  assert.equal(await page.locator('.insp').count(), 0);
  file.go();
  await page.waitForSelector('#item-1 .reasons');
  await same(() => page.locator('#item-1').getAttribute('data-state'), 'marked');
  // A reason and the key after it, before anything is drawn: the second is for the next row.
  await page.evaluate(() => {
    const press = key => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    press('2');
    press('d');
  });
  await same(
    async () => (await w.set(set.id)).items.map(i => [i.status, i.reason]),
    [
      ['rejected', 'wrong-value'],
      ['deferred', null],
    ],
  );
});

test('how long ✗ was pressed is told by the times of the events', async () => {
  const set = await raise('Press A', 'Press B'),
    page = await open(set, 2),
    cdp = await page.context().newCDPSession(page);
  await becomes(page, 2, 'marked');
  const press = async (n, ms) => {
    const b = await box(row(page, n).locator('.no')),
      now = Date.now() / 1000,
      at = { x: b.x + b.width / 2, y: b.y + b.height / 2, button: 'left', buttons: 1, clickCount: 1 };
    await Promise.all([
      cdp.send('Input.dispatchMouseEvent', { type: 'mousePressed', timestamp: now - ms / 1000, ...at }),
      cdp.send('Input.dispatchMouseEvent', { type: 'mouseReleased', timestamp: now, ...at }),
    ]);
  };
  await press(1, 100);
  await becomes(page, 1, 'rejected');
  await same(() => page.locator('.reasons').count(), 0);
  await press(2, 700);
  await page.waitForSelector('#item-2 .reasons');
  await same(() => page.locator('#item-2').getAttribute('data-state'), 'marked');
  // What was pressed elsewhere and let go on ✗ is no press of it.
  const other = await open(await raise('Press C', 'Press D'), 2);
  for (const n of [1, 2]) {
    const no = await box(row(other, n).locator('.no'));
    await row(other, n).locator('.title').hover();
    await other.mouse.down();
    await other.mouse.move(no.x + no.width / 2, no.y + no.height / 2);
    await other.mouse.up();
    await quick(other, row(other, n).locator('.no'));
    await becomes(other, n, 'rejected');
    assert.equal(await other.locator('.reasons').count(), 0);
    // Now it was pressed once, and is let go again.
    await quick(other, row(other, n).locator('.no'));
    await becomes(other, n, 'marked');
    await row(other, n).locator('.title').hover();
    await other.mouse.down();
    await other.mouse.move(no.x + no.width / 2, no.y + no.height / 2);
    await other.mouse.up();
    await quick(other, row(other, n).locator('.no'));
    await becomes(other, n, 'rejected');
    assert.equal(await other.locator('.reasons').count(), 0);
  }
});

test('Enter on a file that is still looked for waits for the list', async () => {
  const page = await w.open(),
    find = await hold(page, '**/find?query=app');
  await page.click('#say');
  await page.keyboard.type('see @');
  await same(() => page.locator('#files [role=option]').allTextContents(), ['a.txt', 'src/appetite.rs']);
  await page.keyboard.type('app');
  await page.keyboard.press('Enter');
  await until(() => find.held.length === 1);
  find.go();
  await same(() => page.inputValue('#say'), 'see @src/appetite.rs ');
  await same(() => page.locator('.msg').count(), 0);
});

test('a todo that is added with two Enters is added once, and what is typed meanwhile stays', async () => {
  const page = await w.open('#/todos');
  const read = await hold(page, '**/api/interpret'),
    edit = await hold(page, '**/api/edits');
  await page.fill('#add', 'add buy bread');
  await page.press('#add', 'Enter');
  await page.press('#add', 'Enter');
  await page.fill('#add', 'add buy salt');
  await until(() => read.held.length > 0);
  read.go();
  await until(() => edit.held.length > 0);
  edit.go();
  await page.waitForSelector('.todo:has-text("bread")');
  await same(async () => (await w.todos()).filter(x => /bread/.test(x.title)).length, 1);
  assert.equal(edit.held.length, 1);
  await same(() => page.inputValue('#add'), 'add buy salt');
});

test('what is said while a conversation is still being read stays in it', async () => {
  const { session, events } = await w.call('POST', '/api/runs', { message: 'add "Before" tomorrow' });
  await w.call('GET', events);
  const page = await w.open(),
    read = await hold(page, `**/api/sessions/${session}`, () => true, true);
  await page.evaluate(s => {
    location.hash = `#/desk?s=${s}`;
  }, session);
  await until(() => read.held.length === 1);
  await say(page, 'add "Meanwhile" tomorrow');
  await page.waitForSelector('.msg.agent[aria-busy=false] .docket');
  read.go();
  await same(() => page.locator('.msg.you .prose').allTextContents(), ['add "Before" tomorrow', 'add "Meanwhile" tomorrow']);
});

test('a run that still goes on in a conversation is followed, also when something was said meanwhile', async () => {
  const { session, events } = await w.call('POST', '/api/runs', { message: 'add "Old" tomorrow' });
  await w.call('GET', events);
  const page = await w.open();
  let go,
    held = 0;
  const free = new Promise(ok => (go = ok));
  await page.route(`**/api/sessions/${session}`, async r => {
    const response = await r.fetch(),
      json = await response.json();
    // As it was a moment ago.
    json.runs[0].status = 'running';
    held++;
    await free;
    await r.fulfill({ response, json });
  });
  await page.evaluate(s => {
    location.hash = `#/desk?s=${s}`;
  }, session);
  await until(() => held === 1);
  await say(page, 'add "New" tomorrow');
  await page.waitForSelector('.msg.agent[aria-busy=false] .docket');
  go();
  await same(() => page.locator('.msg.you .prose').allTextContents(), ['add "Old" tomorrow', 'add "New" tomorrow']);
  await same(() => page.locator('.msg.agent[aria-busy=true]').count(), 0);
});

test('More goes on where the list ends, also when news began it anew meanwhile', async () => {
  const titles = Array.from({ length: 130 }, (_, i) => `Many ${i}`);
  for (const title of titles) await create(title);
  const many = await w.propose('many', ...titles.map(title => ({ op: 'create', title: `${title} more` })));
  await w.call('POST', `/api/change-sets/${many.id}/decisions`, {
    verdict: 'rejected',
    items: many.items.map(i => ({ item: i.n, digest: i.digest })),
  });
  for (const text of titles) await w.call('POST', '/api/outputs', { tool: 'many', args: { file: text }, text });
  /** Where it is, what a line is, what asks for more, and what is news. */
  const lists = [
    ['#/history', '.entry', /\/ledger\?.*before=/, () => create('News')],
    [
      '#/history?kind=memory',
      '.dline',
      /\/decisions\?.*before=/,
      async () => {
        const { id, items } = await w.propose('news', { op: 'create', title: 'News' });
        await w.call('POST', `/api/change-sets/${id}/decisions`, { verdict: 'rejected', items: [{ item: 1, digest: items[0].digest }] });
      },
    ],
    ['#/library', '.outputs li', /\/outputs\?.*offset=[1-9]/, () => w.call('POST', '/api/outputs', { tool: 'news', args: {}, text: 'news' })],
  ];
  for (const [hash, line, url, news] of lists) {
    const page = await w.open(hash),
      texts = () => page.locator(line).allTextContents(),
      more = page.locator('button:text-is("Show more")');
    await page.live;
    await same(async () => (await texts()).length, 50, hash);
    await more.click();
    await same(async () => (await texts()).length, 100, hash);
    const read = await hold(page, url, () => true, true);
    await more.click();
    await until(() => read.held.length === 1);
    const before = (await texts())[0];
    await news();
    // As many as stood there, begun anew.
    await until(async () => (await texts())[0] !== before);
    await same(async () => (await texts()).length, 100, hash);
    read.go();
    await same(async () => (await texts()).length > 100, true, hash);
    const got = await texts(),
      fresh = await w.open(hash);
    await same(async () => (await fresh.locator(line).allTextContents()).length, 50, hash);
    for (let n = 50; n < got.length; n = Math.min(n + 50, got.length)) {
      await fresh.locator('button:text-is("Show more")').click();
      await same(async () => (await fresh.locator(line).count()) > n, true, hash);
    }
    await same(() => fresh.locator(line).allTextContents(), got, hash);
  }
});

test('parts of a file are chosen from what is kept now', async () => {
  const lines = Array.from({ length: 30 }, (_, i) => `line ${i + 1}\n`).join('');
  fs.writeFileSync(path.join(root, 'parts.txt'), lines);
  const base = (await w.call('GET', `/api/workspaces/${workspace}/file?path=parts.txt`)).state.hash,
    content = lines.replace('line 2\n', 'l\n').replace('line 28\n', 'm\n'),
    set = await w.propose('parts', { op: 'write_file', workspace, path: 'parts.txt', base, content }),
    page = await open(set);
  await page.waitForSelector('[data-hunk="2"]');
  const diff = await hold(page, '**/items/1/diff*');
  await page.click('[data-hunk="1"]');
  await until(() => diff.held.length === 1);
  await page.waitForSelector('[data-hunk="2"]:disabled');
  diff.go();
  await page.click('[data-hunk="2"]');
  await page.waitForFunction(() => document.querySelectorAll('.hunk[data-kept=false]').length === 2);
});

test('what is said is answered at once by a line of where it stands, though the part that draws answers is on its way', async () => {
  const page = await w.open(),
    part = await hold(page, '**/parts/answer.js'),
    run = await hold(page, '**/api/runs');
  await page.fill('#say', 'add "Slow line" tomorrow');
  await until(() => part.held.length > 0);
  await page.press('#say', 'Enter');
  await until(() => run.held.length > 0);
  await same(
    () => page.locator('.msg').evaluateAll(all => all.map(m => m.innerText.split(/\n+/))),
    [
      ['You', 'add "Slow line" tomorrow'],
      ['Countersign', 'Sent'],
    ],
  );
  await same(() => page.locator('.msg.agent').getAttribute('aria-busy'), 'true');
  await same(() => page.evaluate(() => document.activeElement.id), 'say');
  part.go();
  run.go();
  await page.waitForSelector('.msg.agent[aria-busy=false] .docket');
  assert.deepEqual(page.trouble, []);
});
