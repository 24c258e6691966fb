// What a slow server, a slow line or a busy page must not spoil: answers are held back here, never waited for by the clock.
import { test, before, after } from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { world, folder, same, until, becomes, row, box, say } from './world.mjs';
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
/** Holds back requests that fit, as they come; `go` lets them and all later ones pass. `answered` asks the server at once and holds the answer. */
async function hold(page, url, fits = () => true, answered = false) {
  let go;
  const held = [],
    free = new Promise(ok => (go = ok));
  await page.route(url, async r => {
    if (!fits(r.request())) return r.fallback();
    const response = answered && held.length === 0 ? await r.fetch() : null;
    held.push(r.request());
    await free;
    await (response ? r.fulfill({ response }) : r.continue());
  });
  return { held, go };
}

test('an answer that is older than what was decided since is not shown', async () => {
  const set = await raise('Stale A', 'Stale B'),
    page = await open(set);
  await becomes(page, 1, 'marked');
  const read = await hold(page, `**/api/change-sets/${set.id}`, r => r.method() === 'GET', true);
  await create('News');
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
  await create('More news');
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
  const put = await hold(page, '**/api/settings', r => r.method() === 'PUT' && !puts++);
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
  await page.fill('#add', 'add buy bread');
  await page.waitForSelector('.seen p');
  const edit = await hold(page, '**/api/edits');
  await page.press('#add', 'Enter');
  await page.press('#add', 'Enter');
  await until(() => edit.held.length > 0);
  await page.fill('#add', 'add buy salt');
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

test('parts of a file are chosen from what is kept now', async () => {
  const lines = Array.from({ length: 30 }, (_, i) => `line ${i + 1}\n`).join('');
  fs.writeFileSync(path.join(root, 'parts.txt'), lines);
  const base = (await w.call('GET', `/api/workspaces/${workspace}/file?path=parts.txt`)).state.hash,
    content = lines.replace('line 2\n', 'l\n').replace('line 28\n', 'm\n'),
    set = await w.propose('parts', { op: 'write_file', workspace, path: 'parts.txt', base, content }),
    page = await open(set);
  await page.waitForSelector('[data-hunk="2"]');
  const diff = await hold(page, '**/items/1/diff');
  await page.click('[data-hunk="1"]');
  await until(() => diff.held.length === 1);
  await page.waitForSelector('[data-hunk="2"]:disabled');
  diff.go();
  await page.click('[data-hunk="2"]');
  await page.waitForFunction(() => document.querySelectorAll('.hunk[data-kept=false]').length === 2);
});
