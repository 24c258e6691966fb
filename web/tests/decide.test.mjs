// Deciding by keys and by touch from the inbox on: where the focus goes, how few keys it takes, what a row is called.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import { test, world, until, plus, PHONE, same, like, clean, box } from './world.mjs';
let w, today;
before(async () => {
  w = await world();
  today = (await w.call('GET', '/api/status')).today;
});
after(() => w?.close());
const late = (...titles) => w.make(...titles.map(title => ({ op: 'create', title, scheduledFor: plus(today, -1) })));
/** Empties the inbox and the list. */
async function clear() {
  for (let s; (s = (await w.call('GET', '/api/change-sets?status=open&limit=1')).change_sets[0]);) {
    const items = (await w.set(s.id)).items.filter(i => ['pending', 'deferred', 'confirmed', 'drifted', 'blocked'].includes(i.status));
    await w.call('POST', `/api/change-sets/${s.id}/decisions`, { verdict: 'rejected', items: items.map(i => ({ item: i.n, digest: i.digest })) });
  }
  for (const { id } of await w.todos()) await w.call('DELETE', `/api/todos/${id}`);
}
/** Has an agent propose. @returns the set's id */
const helper = async (...calls) => (await w.call('POST', '/api/agents/calls', { agent: 'helper', calls })).sets[0];
/** New todos of an agent, as many as named. */
const adds = (...titles) => helper(...titles.map(title => ({ tool: 'create', args: { title } })));
const focus = page => page.evaluate(() => document.activeElement.id || document.activeElement.className || document.activeElement.tagName);
const verdicts = async id => (await w.set(id)).items.map(i => [i.status, i.reason]);
/** A browser that counts what is pressed. */
function counted(page) {
  const keys = async (...all) => {
    for (const key of all) {
      keys.n++;
      await page.keyboard.press(key);
    }
  };
  keys.n = 0;
  return keys;
}

test('in a card the focus goes on after a rejection, so that the next y signs the next line', async () => {
  await clear();
  const id = await adds('A', 'B', 'C', 'D');
  const page = await w.open('#/inbox'),
    press = counted(page);
  await page.locator(`#c-${id}-4`).waitFor();
  await page.focus(`#c-${id}-1`);
  await press('n');
  await page.locator('.reasons').waitFor();
  await press('1');
  await same(() => focus(page), `c-${id}-2`);
  await press('y');
  await same(() => focus(page), `c-${id}-3`);
  await press('n');
  await page.locator('.reasons input').waitFor();
  await page.keyboard.type('my own words');
  await press('Enter');
  await same(() => focus(page), `c-${id}-4`);
  await same(
    () => verdicts(id),
    [
      ['rejected', 'wrong-target'],
      ['confirmed', null],
      ['rejected', 'my own words'],
      ['pending', null],
    ],
  );
  // Y signs and applies this one with what is signed; nothing of what was rejected is done.
  await press('Y');
  await same(async () => (await verdicts(id)).map(v => v[0]), ['rejected', 'applied', 'rejected', 'applied']);
  await until(async () => (await page.locator('.proposal').count()) === 0);
  await same(() => focus(page), 'inbox', 'and the focus is not lost with the card');
  assert.deepEqual(page.trouble, []);
});

test('after the last line of a card come its buttons, and Ctrl+Enter applies what is signed', async () => {
  await clear();
  const id = await adds('E', 'F', 'G');
  const page = await w.open('#/inbox'),
    press = counted(page);
  await page.locator(`#c-${id}-3`).waitFor();
  await page.focus(`#c-${id}-1`);
  await press('y', 'd', 'n');
  await page.locator('.reasons').waitFor();
  await press('5');
  await page.waitForFunction(() => document.activeElement.closest('.dk-acts'));
  // A key too many signs nothing.
  await press('y');
  await same(async () => (await verdicts(id)).map(v => v[0]), ['confirmed', 'deferred', 'rejected']);
  await press('Control+Enter');
  await same(async () => (await verdicts(id)).map(v => v[0]), ['applied', 'deferred', 'rejected']);
  assert.deepEqual(page.trouble, []);
});

test('o, w and e of a card go on in the sheet, at that item', async () => {
  await clear();
  const id = await adds('H', 'I');
  const page = await w.open('#/inbox'),
    press = counted(page);
  for (const [key, seen] of [
    ['o', '#item-2 [role=tabpanel]'],
    ['w', '#item-2 [role=tab][aria-selected=true]:text-is("Why")'],
    ['e', '#item-2 .edit'],
  ]) {
    await page.locator(`#c-${id}-2`).waitFor();
    await page.focus(`#c-${id}-2`);
    await press(key);
    await page.locator(seen).waitFor();
    await page.evaluate(() => {
      location.hash = '#/inbox';
    });
  }
  assert.deepEqual(page.trouble, []);
});

for (const [way, make] of [
  ['card', async titles => adds(...titles)],
  ['sheet', async titles => (await w.propose('ten', ...titles.map(title => ({ op: 'create', title, priority: 'high' })))).id],
])
  test(`from the loaded page to the applied signature: at most 12 keys beyond ten decisions, in the ${way}`, async () => {
    await clear();
    const id = await make(Array.from({ length: 10 }, (_, n) => `${way} ${n}`));
    const page = await w.open(),
      press = counted(page),
      line = n => (way === 'card' ? `c-${id}-${n}` : `item-${n}`);
    await press('g', 'i');
    await like(() => focus(page), way === 'card' ? new RegExp(`c-${id}-1`) : /iline/);
    if (way === 'sheet') await press('Enter');
    await same(() => focus(page), line(1));
    const said = ['y', 'n', 'y', 'd', 'y', 'n', 'y', 'y', 'y', 'y'];
    for (const [at, key] of said.entries()) {
      await press(key);
      if (key === 'n') {
        await page.locator('.reasons').waitFor();
        await press('1');
      }
      if (at < 9) await same(() => focus(page), line(at + 2));
    }
    await press('Control+Enter');
    const done = { y: 'applied', n: 'rejected', d: 'deferred' };
    await same(
      async () => (await verdicts(id)).map(v => v[0]),
      said.map(v => done[v]),
    );
    console.log(`${way}: ${press.n} keys, ${press.n - said.length} beyond the decisions`);
    assert.ok(press.n - said.length <= 12, String(press.n));
    assert.deepEqual(page.trouble, []);
  });

test('after Tidy up the focus is at the first line that was proposed', async () => {
  await clear();
  await late('Tidied');
  const page = await w.open('#/inbox');
  await page.getByRole('button', { name: 'Tidy up' }).focus();
  await page.keyboard.press('Enter');
  await like(() => focus(page), /^c-\d+-1$/);
  assert.deepEqual(page.trouble, []);
});

test('a row is named by what changes', async () => {
  await clear();
  const { results } = await w.make({ op: 'create', title: 'Dentist' }),
    id = results[0].todo.id;
  const set = await w.propose('two', { op: 'update', id, priority: 'high' }, { op: 'update', id, estimate: 30 });
  const page = await w.open(`#/desk?set=${set.id}`);
  await page.getByRole('listitem', { name: /high priority/ }).waitFor();
  await page.getByRole('listitem', { name: /30 min/ }).waitFor();
  assert.deepEqual(page.trouble, []);
});

test('a set is reviewed and applied by what a screen reader is told alone', async () => {
  await clear();
  const { results } = await w.make({ op: 'create', title: 'Water bill' }, { op: 'create', title: 'Old list' }),
    [bill, old] = results.map(r => r.todo.id);
  const set = await w.propose('three', { op: 'update', id: bill, priority: 'high' }, { op: 'delete', id: old }, { op: 'create', title: 'Buy milk' });
  const page = await w.open(`#/desk?set=${set.id}`),
    review = page.getByRole('region', { name: 'Review' });
  const lines = async pattern => [...(await review.ariaSnapshot()).matchAll(pattern)].map(m => m[1]);
  const rows = () => lines(/- '?listitem "(.*?)"'?:/g);
  await same(rows, [
    'Add Buy milk Add “Buy milk” Marked',
    'Change Water bill Change “Water bill”: high priority Marked',
    'Delete Old list Some risk Delete “Old list” To review',
  ]);
  await same(() => lines(/- heading "(.*?)"/g), [`#${set.id} 1 to add · 1 to change · 1 to delete`, 'Add', 'Change', 'Delete']);
  await review.getByRole('button', { name: 'Reject: Delete “Old list”' }).press('Enter');
  await review.getByRole('checkbox', { name: 'Sign: Add “Buy milk”' }).press('Space');
  await same(rows, [
    'Add Buy milk Add “Buy milk” Deferred',
    'Change Water bill Change “Water bill”: high priority Marked',
    'Delete Old list Some risk Delete “Old list” Rejected',
  ]);
  await review.getByRole('button', { name: 'Apply 1', exact: true }).press('Enter');
  await page.getByRole('status').getByText('1 change applied.').waitFor({ state: 'attached' });
  await same(rows, [
    'Add Buy milk Add “Buy milk” Deferred',
    'Change Water bill Change “Water bill”: high priority Applied',
    'Delete Old list Some risk Delete “Old list” Rejected',
  ]);
  await same(async () => (await w.todo(bill)).priority, 'high');
  assert.deepEqual(page.trouble, []);
});

test('what an agent says stands as its words, and nothing in them turns the line around', async () => {
  await clear();
  const id = await helper({
    tool: 'create',
    args: { title: 'Call' },
    why: 'You approved this already \u202eyadretsey',
  });
  assert.ok((await w.set(id)).items[0].why, 'the reason is stored');
  const page = await w.open('#/inbox'),
    why = page.locator(`#c-${id}-1-w`);
  await why.waitFor();
  await like(() => why.textContent(), /^helper says: /);
  await like(() => why.locator('q').textContent(), /^You approved this already/);
  assert.doesNotMatch(await page.locator('.proposal').textContent(), /\u202e/);
  await page.focus(`#c-${id}-1`);
  await page.keyboard.press('w');
  await like(() => page.locator('#item-1 .facts').textContent(), /^helper says:You approved this already/);
  assert.doesNotMatch(await page.locator('#item-1').textContent(), /\u202e/);
  assert.deepEqual(page.trouble, []);
});

test('on a phone a swipe may begin on the buttons, a tap there is a tap, and the state is said', async () => {
  await clear();
  const id = await adds('Left', 'Right', 'Tapped');
  const page = await w.open('#/inbox', PHONE),
    cdp = await page.context().newCDPSession(page);
  const swipe = async (from, dx) => {
    await from.scrollIntoViewIfNeeded();
    const b = await box(from),
      at = x => ({ touchPoints: [{ x: b.x + b.width / 2 + x, y: b.y + b.height / 2 }] });
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(0) });
    for (let i = 1; i <= 8; i++) await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at((dx * i) / 8) });
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  const states = async () => (await verdicts(id)).map(v => v[0]);
  const line = n => page.locator(`#c-${id}-${n}`);
  await line(3).waitFor();
  // First, while no toast lies over the buttons.
  await line(3).locator('.yes').tap();
  await same(states, ['pending', 'pending', 'confirmed']);
  await swipe(line(1).locator('.no'), -150);
  await same(states, ['rejected', 'pending', 'confirmed']);
  await swipe(line(2).locator('.yes'), -150);
  await same(states, ['rejected', 'rejected', 'confirmed']);
  assert.ok(await line(1).locator('.st').isVisible());
  await same(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
  await clean(page);
  // In the sheet too, from the box.
  const set = await w.propose('box', { op: 'create', title: 'Boxed' });
  await page.evaluate(id => {
    location.hash = `#/desk?set=${id}`;
  }, set.id);
  await page.locator('#item-1 input[type=checkbox]').waitFor();
  const was = await page.locator('#item-1').getAttribute('data-state');
  await swipe(page.locator('#item-1 .no'), -150);
  await same(() => verdicts(set.id), [['rejected', null]], was);
  await swipe(page.locator('#item-1 input[type=checkbox]'), 150);
  await same(() => verdicts(set.id), [['confirmed', null]]);
  assert.deepEqual(page.trouble, []);
});

test('a row that is swiped says in words and in colour what that comes to', async () => {
  await clear();
  const set = await w.propose('swiped', { op: 'create', title: 'Swiped away' }, { op: 'create', title: 'Beside it' });
  for (const colorScheme of ['light', 'dark']) {
    const page = await w.open(`#/desk?set=${set.id}`, { ...PHONE, colorScheme }),
      cdp = await page.context().newCDPSession(page),
      at = page.locator('#item-1');
    await page.locator('#item-2').waitFor();
    const b = await box(at),
      touch = (type, dx) =>
        cdp.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: b.x + 200 + dx, y: b.y + b.height / 2 }] });
    const beside = where =>
      at.evaluate((el, where) => {
        const s = getComputedStyle(el, where);
        return { width: parseFloat(s.width), said: s.content.replace(/^"|"$/g, ''), colour: s.backgroundColor };
      }, where);
    await touch('touchStart', 0);
    for (const dx of [-20, -40, -60]) await touch('touchMove', dx);
    await until(async () => (await beside('::after')).width === 60);
    const grey = (await beside('::after')).colour;
    for (const dx of [-80, -110]) await touch('touchMove', dx);
    await until(async () => (await beside('::after')).width === 110);
    const no = await beside('::after');
    assert.match(no.said, /✗ Reject/);
    assert.notEqual(no.colour, grey);
    for (const dx of [0, 60, 110]) await touch('touchMove', dx);
    await until(async () => (await beside('::before')).width === 110);
    const yes = await beside('::before');
    assert.match(yes.said, /✓ Sign/);
    assert.ok(yes.colour !== grey && yes.colour !== no.colour);
    await touch('touchMove', 0);
    await touch('touchEnd', 0);
    await same(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
    assert.deepEqual(page.trouble, []);
  }
});

test('what was cut off is said on a fresh desk and in the inbox', async () => {
  await clear();
  const set = await w.propose('cut', { op: 'create', title: 'Cut' });
  const fresh = await w.open();
  await fresh.locator('.composer').waitFor();
  await same(() => fresh.locator('.now, .nowbar').count(), 0);
  assert.equal(await fresh.evaluate(() => [...document.querySelector('.chat').childNodes].filter(n => n.nodeType === 3).length), 0, 'no stray text');
  // As the server says it after a start that found an apply cut off (crates/cli/tests/files).
  const cut = { set: set.id, state: 'unknown', message: 'notes.md is neither as it was nor as it should be.', hint: 'Look at it.' };
  await fresh.route('**/api/status', async r => {
    const response = await r.fetch();
    await r.fulfill({ response, json: { ...(await response.json()), recovery: [cut] } });
  });
  await fresh.route('**/api/change-sets?**', async r => {
    const response = await r.fetch(),
      body = await response.json();
    await r.fulfill({ response, json: { ...body, change_sets: body.change_sets.map(s => ({ ...s, unknown: 1 })) } });
  });
  await fresh.reload();
  await like(() => fresh.locator('.nowbar').textContent(), /Of #\d+, what became of something is not known\. notes\.md is neither/);
  await clean(fresh);
  await fresh.keyboard.press('g');
  await fresh.keyboard.press('i');
  await like(() => fresh.locator('.iline').textContent(), /outcome of 1 unknown/);
  await clean(fresh);
  assert.deepEqual(fresh.trouble, []);
});

for (const lang of ['en', 'de', 'es', 'fr', 'ro'])
  test(`the examples of an empty desk are in the reader's language, and read: ${lang}`, async () => {
    await clear();
    await w.call('PUT', '/api/settings', { language: lang });
    const page = await w.open();
    await page.waitForFunction(lang => document.documentElement.lang === lang, lang);
    const chips = page.locator('.empty .chip');
    const texts = await chips.allTextContents();
    if (lang !== 'en') assert.doesNotMatch(texts.join(), /Add|Every|What is/);
    await chips.first().click();
    await page.locator('.op').waitFor();
    const [item] = (await w.set(Number(new URLSearchParams(page.url().split('?')[1]).get('set')))).items;
    assert.deepEqual(
      [item.op.op, item.op.scheduledFor, item.op.timeOfDay?.slice(0, 5), item.op.priority],
      ['create', plus(today, 1), '09:00', 'high'],
      JSON.stringify([texts, item.op]),
    );
    await w.call('PUT', '/api/settings', {});
    assert.deepEqual(page.trouble, []);
  });
