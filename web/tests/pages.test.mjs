import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test, world, box, until, becomes, plus, same, like, clean } from './world.mjs';
let w, today;
before(async () => {
  w = await world();
  today = (await w.call('GET', '/api/settings')).effective.today;
});
after(() => w?.close());
const create = async fields => (await w.make({ op: 'create', ...fields })).results[0].todo.id;

test('quick add shows what it understood, adds it, and the toast takes it back', async () => {
  const page = await w.open('#/todos');
  await page.fill('#add', 'add call the bank tomorrow 9am');
  await page.waitForSelector('.seen .label');
  await page.press('#add', 'Enter');
  await page.waitForSelector('.todo:has-text("bank")');
  await same(async () => (await w.todos()).map(t => [t.scheduledFor, t.timeOfDay]), [[plus(today, 1), '09:00']]);
  await page.click('.toast .link');
  await page.waitForSelector('.todo:has-text("bank")', { state: 'detached' });
  await same(() => w.todos(), []);
});

test('quick add takes what is no order for a title, shows it so, and leaves orders about what is there to the desk', async () => {
  const id = await create({ title: 'gym' }),
    page = await w.open('#/todos');
  for (const title of ['milk', 'Meeting with Anna', 'اتصل بالطبيب', '🎄 tree', '1', '<b>bold</b> & "quotes"', 'move the couch', 'finish the paper']) {
    await page.fill('#add', title);
    await same(() => page.locator('.seen b').textContent(), title);
    await page.press('#add', 'Enter');
    await until(async () => (await w.todos()).some(x => x.title === title), title);
    await same(() => page.inputValue('#add'), '');
    assert.match(await page.evaluate(() => location.hash), /todos/);
  }
  await page.click('.toast >> nth=-1 >> .link');
  await until(async () => !(await w.todos()).some(x => x.title === 'finish the paper'), 'it is undone like any edit');
  await page.fill('#add', 'delete gym');
  await page.press('#add', 'Enter');
  await page.waitForFunction(() => location.hash.includes('set='));
  await like(() => page.locator('.rows').textContent(), /Delete.*gym/);
  await same(async () => (await w.todo(id)).title, 'gym');
  for (const x of await w.todos()) await w.make({ op: 'delete', id: x.id });
  assert.deepEqual(page.trouble, []);
});

test('every field is edited in place and saved as one entry', async () => {
  const id = await create({ title: 'Edit me' }),
    page = await w.open('#/todos');
  await page.click('.ttitle:has-text("Edit me")');
  const at = f => `#td-${id}-${f}`;
  await page.fill(at('title'), 'Edited');
  await page.fill(at('scheduledFor'), plus(today, 3));
  await page.fill(at('timeOfDay'), '08:15');
  await page.fill(at('dueDate'), plus(today, 9));
  await page.selectOption(at('priority'), 'high');
  await page.fill(at('estimate'), '45');
  await page.fill(at('labels'), 'home, money');
  await page.fill(at('notes'), 'two\nlines');
  await page.fill(at('checklist'), 'first');
  await page.press(at('checklist'), 'Enter');
  await page.selectOption(at('recurrence'), 'weekly');
  await page.click('.edit .primary');
  await page.waitForSelector('.edit', { state: 'detached' });
  const t = await w.todo(id);
  assert.deepEqual(
    [t.title, t.scheduledFor, t.timeOfDay, t.dueDate, t.priority, t.estimate, t.labels, t.notes, t.checklist.map(c => c.title), t.recurrence.type],
    ['Edited', plus(today, 3), '08:15', plus(today, 9), 'high', 45, ['home', 'money'], 'two\nlines', ['first'], 'weekly'],
  );
  await page.click('.toast .link');
  await page.waitForSelector('.ttitle:has-text("Edit me")');
  await same(async () => (await w.todo(id)).title, 'Edit me');
});

test('completing and deleting in the list are taken back from the toast', async () => {
  const id = await create({ title: 'Toasted', notes: 'keep me', labels: ['x'], checklist: [{ title: 'one' }] }),
    page = await w.open('#/todos'),
    whole = async () => {
      const { updatedAt, version, ...rest } = await w.todo(id);
      return rest;
    },
    before = await whole(),
    line = page.locator(`.todo[data-id="${id}"]`);
  await line.locator('input[type=checkbox]').click();
  await line.waitFor({ state: 'detached' }); // the group of what is done is folded
  await same(async () => (await w.todo(id)).completed, true);
  await page.click('.toast:has-text("Toasted") .link');
  await line.waitFor();
  await same(() => whole(), before);
  await line.locator('[aria-label^="Delete"]').click();
  await line.waitFor({ state: 'detached' });
  await assert.rejects(w.todo(id), /404/);
  await page.click('.toast:has-text("Deleted") .link');
  await line.waitFor();
  await same(() => whole(), before);
  await same(() => page.evaluate(() => location.hash), '#/todos', 'the person stays where they were');
  assert.deepEqual(page.trouble, []);
});

test('bad input is refused with a hint, and the form keeps what was typed', async () => {
  const id = await create({ title: 'Stays' }),
    page = await w.open('#/todos');
  await page.click('.ttitle:has-text("Stays")');
  await page.fill(`#td-${id}-title`, '');
  await page.click('.edit .primary');
  await page.waitForSelector('.notice.error');
  await like(() => page.locator('.notice.error').textContent(), /title/i);
  await same(() => page.locator(`#td-${id}-title`).inputValue(), '');
  await same(async () => (await w.todo(id)).title, 'Stays');
});

test('search finds as you type', async () => {
  await create({ title: 'Zebra crossing' });
  const page = await w.open('#/todos');
  await page.fill('#find', 'zeb');
  await page.waitForFunction(() => location.hash === '#/todos?q=zeb' && /1 found/.test(document.querySelector('.body').textContent));
  await like(() => page.locator('.todo').textContent(), /Zebra/);
  // A slip of the finger is forgiven.
  await page.fill('#find', 'zerba crosing');
  await page.waitForFunction(() => /1 found/.test(document.querySelector('.body').textContent));
});

test('what is only due stands in the week on that day, and goes on by keys', async () => {
  const id = await create({ title: 'Only due', dueDate: today }),
    page = await w.open('#/todos?view=week');
  const on = () => page.evaluate(i => document.querySelector(`.wcard[data-id="${i}"]`)?.dataset.date, id);
  await same(on, today);
  await like(() => page.locator(`.wcard[data-id="${id}"]`).textContent(), /due Only due/);
  await page.click('[aria-label="Week after"]');
  await page.click('text=This week');
  const day = new Date(`${today}T00:00:00Z`).getUTCDay();
  // Back from Sunday, else on: within the week.
  const [key, step] = day === 0 || day === 6 ? ['Alt+ArrowLeft', -1] : ['Alt+ArrowRight', 1];
  const plus = n => new Date(Date.parse(`${today}T00:00:00Z`) + n * step * 864e5).toISOString().slice(0, 10);
  await page.locator(`.wcard[data-id="${id}"] .wtitle`).focus();
  for (const n of day === 5 ? [1] : [1, 2]) {
    await page.keyboard.press(key);
    await same(on, plus(n));
    await page.waitForFunction(i => document.activeElement?.closest('.wcard')?.dataset.id === String(i), id);
  }
  await same(async () => (await w.todo(id)).dueDate, today);
  await w.make({ op: 'delete', id });
});

test('a date of a series is moved by drag, by keys and by buttons; skipped; completed', async () => {
  const id = await create({ title: 'Stand-up', scheduledFor: today, recurrence: { type: 'daily', interval: 1 } }),
    page = await w.open('#/todos?view=week');
  await page.click('[aria-label="Week after"]');
  const days = await page
    .waitForFunction(t => {
      const d = [...document.querySelectorAll('.wday')].map(e => e.dataset.day);
      return d[0] > t && document.querySelectorAll('.wcard').length >= 7 && d;
    }, today)
    .then(h => h.jsonValue());
  const card = d => page.locator(`.wday[data-day="${d}"] .wcard[data-id="${id}"]`);
  await card(days[1]).dragTo(page.locator(`.wday[data-day="${days[2]}"]`));
  await page.waitForFunction(([d, n]) => document.querySelectorAll(`.wday[data-day="${d}"] .wcard`).length === n, [days[2], 2]);
  await card(days[4]).locator('.wtitle').focus();
  await page.keyboard.press('Alt+ArrowRight');
  await page.waitForFunction(d => document.querySelectorAll(`.wday[data-day="${d}"] .wcard`).length === 0, days[4]);
  await card(days[3]).locator('.wtitle').click();
  await page.click('dialog >> text=Skip');
  await page.waitForFunction(d => document.querySelectorAll(`.wday[data-day="${d}"] .wcard`).length === 0, days[3]);
  await card(days[0]).locator('input[type=checkbox]').click();
  await page.waitForSelector(`.wday[data-day="${days[0]}"] .wcard[data-done=true]`);
  const t = await w.todo(id);
  assert.deepEqual(
    [Object.entries(t.moved).map(([k, m]) => [k, m.date]), t.skippedDates, t.completedDates],
    [
      [
        [days[1], days[2]],
        [days[4], days[5]],
      ],
      [days[3]],
      [days[0]],
    ],
  );
  await w.make({ op: 'delete', id });
});

test('a todo is dragged into another week: while it rests at the edge the week turns, an arrow sends it there; by keys the week goes with it', async () => {
  const id = await create({ title: 'Far away', scheduledFor: today }),
    page = await w.open('#/todos?view=week', { viewport: { width: 1280, height: 800 } });
  const card = page.locator(`.wcard[data-id="${id}"]`),
    on = async () => (await w.todo(id)).scheduledFor,
    shown = () => page.evaluate(() => document.querySelector('.wday').dataset.day),
    at = async l => {
      const b = await box(l);
      return [b.x + b.width / 2, Math.min(b.y + b.height / 2, 400)];
    },
    take = async () => {
      await page.mouse.move(...(await at(card)));
      await page.mouse.down();
      await page.mouse.move(640, 300, { steps: 3 });
    };
  await card.waitFor();
  const first = await shown();
  // Onto the edge, which is there while something is dragged: it rests until the week has turned, and is let go on a day of it.
  await take();
  await page.mouse.move(...(await at(page.locator('.wedge[data-side=after]'))), { steps: 2 });
  await same(shown, plus(first, 7));
  const days = page.locator('.wday');
  await page.mouse.move(...(await at(days.nth(2))), { steps: 2 });
  await page.mouse.up();
  await same(on, plus(first, 9));
  await same(() => page.locator('.wedge').count(), 0);
  assert.equal(await shown(), plus(first, 7), 'it turns no further');
  // Let go on an arrow before that: the same day, a week on; what is shown stays.
  await card.waitFor();
  await take();
  await page.mouse.move(...(await at(page.locator('[aria-label="Week before"]'))), { steps: 2 });
  await page.waitForSelector('[aria-label="Week before"][data-over=true]');
  await page.mouse.up();
  await same(on, plus(first, 2));
  assert.equal(await shown(), plus(first, 7));
  await page.click('[aria-label="Week before"]');
  // By keys: a day over the end of the week, and a week.
  await w.make({ op: 'update', id, scheduledFor: plus(first, 6) });
  await page.locator(`.wday[data-day="${plus(first, 6)}"] .wcard[data-id="${id}"] .wtitle`).focus();
  for (const [key, day, week] of [
    ['Alt+ArrowRight', 7, 7],
    ['Alt+PageDown', 14, 14],
    ['Alt+PageUp', 7, 7],
    ['Alt+ArrowLeft', 6, 0],
  ]) {
    await page.keyboard.press(key);
    await same(on, plus(first, day), key);
    await same(shown, plus(first, week), key);
    await page.waitForFunction(
      ([i, d]) => {
        const c = document.activeElement?.closest('.wcard');
        return c?.dataset.id === i && c.dataset.date === d;
      },
      [String(id), plus(first, day)],
    );
  }
  assert.deepEqual(page.trouble, []);
  await w.make({ op: 'delete', id });
});

test('a series is one row on its open occurrence, says what was missed before, and is ticked there, in a search too', async () => {
  const id = await create({ title: 'Watering', scheduledFor: plus(today, -15), timeOfDay: '08:00', recurrence: { type: 'weekly', interval: 1 } }),
    page = await w.open('#/todos'),
    row = group => page.locator(`[data-group="${group}"] .todo[data-id="${id}"]`);
  await like(() => row('overdue').textContent(), /2 missed before/);
  assert.equal(await page.locator(`.todo[data-id="${id}"]`).count(), 1);
  await w.make({ op: 'move_occurrence', id, occurrenceDate: plus(today, -1), to: { date: today, time: '17:45' } });
  await like(() => row('today').textContent(), /17:45/);
  await page.fill('#find', 'watering');
  await page.locator('.todo[data-id="' + id + '"] input[type=checkbox]').click();
  await same(async () => (await w.todo(id)).completedDates, [plus(today, -1)]);
  await page.fill('#find', '');
  await row('upcoming').waitFor();
  assert.doesNotMatch((await row('upcoming').textContent()) ?? '', /missed/);
  await row('upcoming').locator('input[type=checkbox]').click();
  await same(async () => (await w.todo(id)).completedDates, [plus(today, -1), plus(today, 6)]);
  await w.make({ op: 'delete', id });
});

test('history: one item of an entry is undone', async () => {
  const a = await create({ title: 'Hist A' }),
    b = await create({ title: 'Hist B' });
  const done = await w.make({ op: 'update', id: a, priority: 'high' }, { op: 'update', id: b, priority: 'high' });
  const page = await w.open('#/history');
  const entry = page.locator(`.entry[data-seq="${done.entry}"]`);
  await entry.locator('.fold').first().click();
  await like(() => entry.locator('.fields').first().textContent(), /Medium.*High/);
  await entry.locator('.hitem .link').first().click();
  await becomes(page, 1, 'marked');
  await page.click('.sign .primary');
  await page.waitForSelector('.receipt');
  await same(async () => [(await w.todo(a)).priority, (await w.todo(b)).priority], ['medium', 'high']);
});

test('history: rewinding to an entry puts everything since back', async () => {
  const a = await create({ title: 'Rewind me' });
  const mark = await w.make({ op: 'update', id: a, notes: 'here' });
  const later = await w.make({ op: 'update', id: a, notes: 'later' }),
    last = await w.make({ op: 'create', title: 'Made later' });
  const page = await w.open('#/history');
  const told = (/** @type {number} */ seq) => page.locator(`.entry[data-seq="${seq}"]`).innerText();
  await like(() => told(last.entry), /● current/);
  await page.locator(`.entry[data-seq="${mark.entry}"] >> text=Rewind to here`).click();
  await page.waitForSelector('#item-1');
  await page.click('.sign .all, .sign .primary:enabled >> nth=0');
  await page.waitForSelector('.receipt');
  await same(async () => (await w.todo(a)).notes, 'here');
  await until(async () => !(await w.todos()).some(t => t.title === 'Made later'));
  // What it took back says so, and it is itself what "undo" takes back (S1-28, C39).
  const back = (await w.call('GET', '/api/ledger/last')).undo;
  assert.ok(back > last.entry);
  await page.goto(page.url().replace(/#.*/, '#/history'));
  await like(() => told(back), /Applied[^]*● current/);
  for (const e of [later, last]) assert.match(await told(e.entry), /Undone/i);
  assert.equal(await page.locator('.entry >> text=● current').count(), 1);
});

test('history: an undo that later changes are in the way of asks, and stops, keeps or undoes both', async () => {
  const a = await create({ title: 'Contested' });
  const first = await w.make({ op: 'update', id: a, priority: 'high' });
  await w.make({ op: 'update', id: a, priority: 'low' });
  const page = await w.open('#/history');
  const undo = () => page.locator(`.entry[data-seq="${first.entry}"] >> text=Undo`).first().click();
  await undo();
  await page.waitForSelector('dialog');
  await until(async () => (await page.locator('dialog .inway li, dialog .drift tbody tr').count()) > 0);
  assert.equal(await page.locator('dialog >> text=Keep the later changes').count(), 0, 'nothing would be left to take back');
  await page.click('dialog >> text=Stop');
  await same(async () => (await w.todo(a)).priority, 'low');
  await undo();
  await page.click('dialog >> text=Undo both');
  await page.waitForSelector('#item-1');
  await page.click('.sign .all, .sign .primary:enabled >> nth=0');
  await page.waitForSelector('.receipt');
  await same(async () => (await w.todo(a)).priority, 'medium');
});

test('a skip is drawn as the day it adds, and not with those that are skipped already', async () => {
  const id = await create({ title: 'Skipping', scheduledFor: today, recurrence: { type: 'daily', interval: 1 } });
  await w.make({ op: 'skip_occurrence', id, occurrenceDate: plus(today, 1) });
  const set = await w.propose('skip another', { op: 'skip_occurrence', id, occurrenceDate: plus(today, 2) }),
    page = await w.open(`#/desk?set=${set.id}`);
  await like(() => page.locator('.fields').innerText(), new RegExp(plus(today, 2)));
  assert.ok(!(await page.locator('.fields').innerText()).includes(plus(today, 1)));
  assert.deepEqual(page.trouble, []);
});

test('history says that the ledger holds', async () => {
  const page = await w.open('#/history');
  await page.waitForSelector('.verify.ok');
});

test('settings are saved; single keys can be turned off', async () => {
  const page = await w.open('#/settings');
  await page.selectOption('#s-week', 'sunday');
  await page.click('#s-keys');
  await until(async () => {
    const s = (await w.call('GET', '/api/settings')).settings;
    return s.weekStart === 'sunday' && s.singleKeys === 'off';
  });
  const set = await w.propose('no letters', { op: 'create', title: 'No letters' });
  await page.evaluate(id => {
    location.hash = `#/desk?set=${id}`;
  }, set.id);
  await becomes(page, 1, 'marked');
  await page.focus('#item-1');
  await page.keyboard.press('n');
  await page.keyboard.press('y');
  await page.keyboard.press('?');
  await same(
    async () => [
      await page.locator('#item-1').getAttribute('data-state'),
      await page.locator('.reasons').count(),
      await page.locator('dialog').count(),
    ],
    ['marked', 0, 0],
  );
  await w.call('PUT', '/api/settings', { singleKeys: 'on' });
});

test('the page speaks the language of the browser, or the one that is set', async () => {
  const page = await w.open('#/settings', { locale: 'de-DE' });
  await page.waitForFunction(
    () => document.querySelector('.nav a[aria-current]')?.textContent === 'Optionen' && document.documentElement.lang === 'de',
  );
  await page.selectOption('#s-language', 'ro');
  await page.waitForFunction(
    () => document.querySelector('.nav a[aria-current]')?.textContent === 'Setări' && document.documentElement.lang === 'ro',
  );
  await until(async () => (await w.call('GET', '/api/settings')).settings.language === 'ro', 'what was chosen is stored');
  await w.call('PUT', '/api/settings', {});
  await page.waitForFunction(() => document.documentElement.lang === 'de');
});

test('an import becomes a change set; exports can be had', async () => {
  const page = await w.open('#/settings');
  await page.selectOption('#s-format', 'todo.txt');
  await page.fill('#s-paste', '(A) Call the plumber +house due:2027-01-05\nx 2026-01-01 Old thing');
  await page.click('text=Import text');
  await page.waitForSelector('#item-2');
  await until(async () => !(await w.todos()).some(t => /plumber/.test(t.title)), 'nothing is imported before it is signed');
  await page.click('.sign .all, .sign .primary:enabled >> nth=0');
  await page.waitForSelector('.receipt');
  await until(async () => (await w.todos()).some(t => /plumber/.test(t.title) && t.priority === 'high'));
  await page.evaluate(() => {
    location.hash = '#/settings';
  });
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('.chip:has-text("json") >> nth=0')]);
  assert.match(file.suggestedFilename(), /\.json$/);
});

test('history: an apply of which nothing is there is not shown as done', async () => {
  await w.make({ op: 'create', title: 'Done once' });
  const page = await w.open();
  await page.route('**/api/ledger?**', async r => {
    const response = await r.fetch(),
      body = await response.json();
    // As the server tells an apply that was put back (crates/cli/tests/files).
    const [first, ...rest] = body.entries;
    // And one that ran a command which failed (crates/cli/tests/commands.rs).
    const command = { exit: 1, signal: null, elapsed_ms: 3, preview: '' };
    const failed = {
      ...first,
      seq: first.seq + 1,
      title: '1 command failed',
      undoable: false,
      items: first.items.map(i => ({ ...i, ok: false, undoable: false, command })),
    };
    const back = { ...first, title: 'Put back as it was', undoable: false, items: first.items.map(i => ({ ...i, ok: false, undoable: false })) };
    await r.fulfill({ response, json: { ...body, entries: [failed, back, ...rest] } });
  });
  await page.evaluate(() => {
    location.hash = '#/history';
  });
  const entry = page.locator('.entry[data-kind=not-applied]').nth(1);
  await like(() => page.locator('.entry[data-kind=not-applied] .ehead').first().textContent(), /1 command failed.*Failed/s);
  await like(() => entry.locator('.ehead').textContent(), /Put back as it was.*Not applied/s);
  await same(
    () =>
      entry
        .locator('.mark use')
        .getAttribute('href')
        .then(x => x.split('#').pop()),
    'icon-triangle-alert',
  );
});

test('history: what is looked for is shown, opened and marked, wherever it stands in its entry; a file shows what changed', async () => {
  await w.make(...Array.from({ length: 54 }, (_, i) => ({ op: 'create', title: `Mixed todo no. ${i + 1}` })), { op: 'create', title: 'Other' });
  const { root, workspace } = await w.openFolder();
  fs.writeFileSync(`${root}/found.txt`, 'one\ntwo\n');
  const { state } = await w.call('GET', `/api/workspaces/${workspace}/file?path=found.txt`),
    set = await w.propose('a file', { op: 'write_file', workspace, path: 'found.txt', base: state.hash, content: 'one\nzwei\n' });
  await w.call('POST', `/api/change-sets/${set.id}/apply`, { digest: set.digest, sign: [{ item: 1, digest: set.items[0].digest }] });
  const page = await w.open('#/history'),
    shown = () => page.locator('.hitem .hrow').allInnerTexts();
  await page.waitForSelector('.entry');
  // Opened before, and scrolled away.
  await page.locator('.entry', { hasText: 'Mixed todo no. 1' }).locator('button:has-text("Show")').click();
  await page.locator('.body').evaluate(b => (b.scrollTop = 900));
  await page.fill('#hfind', 'mixed todo 17');
  await until(async () => (await page.locator('.hitem').count()) === 1);
  await like(async () => (await shown())[0], /Mixed todo no\. 17/);
  await same(() => page.locator('.hitem mark').allTextContents(), ['Mixed', 'todo', '17']);
  await like(() => page.locator('.hitem .panel').innerText(), /Mixed todo no\. 17/, 'it is opened');
  await same(() => page.locator('.body').evaluate(b => b.scrollTop), 0);
  await like(() => page.locator('.ebody').last().innerText(), /Show 54 more/);
  await clean(page);
  await page.fill('#hfind', 'found.txt');
  await like(() => page.locator('.entry .panel').innerText(), /two[^]*zwei/);
  assert.deepEqual(page.trouble, []);
});
