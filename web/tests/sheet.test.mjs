import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import { test, world, until, row, state, becomes, plus, PHONE, same, like, clean, box, quick, hold, settled } from './world.mjs';
let w, today;
before(async () => {
  w = await world();
  today = (await w.call('GET', '/api/settings')).effective.today;
});
after(() => w?.close());
const create = async title => (await w.make({ op: 'create', title })).results[0].todo.id;
const openSet = async (set, options) => {
  const page = await w.open(`#/desk?set=${set.id}`, options);
  await page.waitForSelector('#item-1');
  return page;
};

test('nothing that deletes is premarked, and Apply signs exactly what is marked', async () => {
  const a = await create('Alpha'),
    b = await create('Beta');
  const set = await w.propose('two', { op: 'update', id: a, priority: 'high' }, { op: 'delete', id: b });
  const page = await openSet(set);
  await same(async () => [await state(page, 1), await state(page, 2)], ['marked', 'pending']);
  await same(async () => (await w.set(set.id)).items.map(i => i.status), ['pending', 'pending'], 'nothing is stored as decided');
  await page.click('.sign .primary');
  await becomes(page, 1, 'applied');
  await same(async () => (await w.set(set.id)).items.map(i => i.status), ['applied', 'pending']);
  await same(async () => [(await w.todo(a)).priority, (await w.todo(b)).title], ['high', 'Beta']);
});

test('keys: n with a digit rejects with a reason, d defers, focus moves on', async () => {
  const ids = [await create('K1'), await create('K2'), await create('K3')];
  const set = await w.propose('keys', ...ids.map(id => ({ op: 'update', id, priority: 'low' })));
  const page = await openSet(set);
  await page.focus('#item-1');
  await page.keyboard.press('n');
  await row(page, 1).locator('.reasons').waitFor();
  await page.keyboard.press('2');
  await becomes(page, 1, 'rejected');
  await page.waitForFunction(() => document.activeElement?.id === 'item-2');
  await page.keyboard.press('d');
  await becomes(page, 2, 'deferred');
  await page.waitForFunction(() => document.activeElement?.id === 'item-3');
  await page.keyboard.press('n');
  await row(page, 3).locator('.reasons').waitFor();
  await page.keyboard.type('not mine');
  await page.keyboard.press('Enter');
  await becomes(page, 3, 'rejected');
  await until(async () => (await w.set(set.id)).items[2].status === 'rejected');
  await same(
    async () => (await w.set(set.id)).items.map(i => [i.status, i.reason]),
    [
      ['rejected', 'wrong-value'],
      ['deferred', null],
      ['rejected', 'not mine'],
    ],
  );
});

test('drift is shown with base, now and proposed; rebasing lets it be signed', async () => {
  const id = await create('Drifting');
  await w.make({ op: 'update', id, scheduledFor: plus(today, 1) });
  const set = await w.propose('move it', { op: 'update', id, scheduledFor: plus(today, 5) });
  const page = await openSet(set);
  await becomes(page, 1, 'marked');
  await settled(page);
  // The open sheet is told of it and reads nothing again.
  const read = await hold(page, `**/api/change-sets/${set.id}`);
  await w.make({ op: 'update', id, scheduledFor: plus(today, 2) });
  await becomes(page, 1, 'drifted');
  assert.equal(read.held.length, 0);
  read.go();
  const cells = () => page.locator('.driftbox tbody td').allTextContents();
  await same(async () => (await cells()).map(c => c.slice(-10)), [plus(today, 1), plus(today, 2), plus(today, 5)]);
  await same(() => row(page, 1).locator('input[type=checkbox]').first().isDisabled(), true);
  await page.click('text=Rebase');
  await becomes(page, 1, 'pending');
  await page.focus('#item-1');
  await page.keyboard.press('y');
  await becomes(page, 1, 'confirmed');
  await page.click('.sign .primary');
  await page.waitForSelector('.receipt');
  await same(async () => (await w.todo(id)).scheduledFor, plus(today, 5));
});

test('a newer version waits while a row has the focus, and marks are kept', async () => {
  const ids = [await create('V1'), await create('V2')];
  const set = await w.propose('versions', ...ids.map(id => ({ op: 'update', id, priority: 'low' })));
  const page = await openSet(set);
  await page.focus('#item-1');
  await page.keyboard.press('y');
  await becomes(page, 1, 'confirmed');
  const item = (await w.set(set.id)).items[1];
  await w.call('PATCH', `/api/change-sets/${set.id}/items/2`, { digest: item.digest, args: { priority: 'high' } });
  await page.waitForSelector('.strip.run .link');
  await like(() => page.locator('.strip.run .link').textContent(), /v2: 1 changed/);
  await same(() => state(page, 2), 'marked', 'nothing is redrawn under the hands');
  await page.click('.strip.run .link');
  await becomes(page, 2, 'pending');
  await same(() => state(page, 1), 'confirmed');
  await like(() => page.locator('.strip').first().textContent(), /your marks kept/);
});

test('an apply whose answer was lost is asked for again under its key, and happens once', async () => {
  const set = await w.propose('lost answer', { op: 'create', title: 'Only once' });
  const page = await openSet(set);
  const keys = [];
  await page.route('**/apply', async r => {
    keys.push(r.request().headers()['idempotency-key']);
    if (keys.length === 1) {
      await r.fetch();
      await r.abort();
    } else await r.continue();
  });
  await page.click('.sign .primary');
  // It asks by itself, too, a second later.
  await Promise.any([page.click('.strip.bad >> text=Ask again'), page.waitForSelector('.strip.bad', { state: 'detached' })]);
  await page.waitForSelector('.receipt');
  await until(() => keys.length > 1);
  assert.equal(keys[0], keys[1]);
  await same(async () => (await w.todos()).filter(t => t.title === 'Only once').length, 1);
});

test('an item is edited before it is signed', async () => {
  const set = await w.propose('new one', { op: 'create', title: 'Typo', priority: 'low' });
  const page = await openSet(set);
  await page.focus('#item-1');
  await page.keyboard.press('e');
  await page.waitForSelector('.edit');
  await page.fill('.edit input[type=text] >> nth=0', 'Right');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.edit', { state: 'detached' });
  await becomes(page, 1, 'pending');
  await same(async () => (await w.set(set.id)).items.map(i => [i.op.title, i.op.priority, i.status]), [['Right', 'low', 'pending']]);
});

test('many deletes: a target is left out, the number is confirmed by name, and all can be undone', async () => {
  const made = await w.make(...Array.from({ length: 30 }, (_, i) => ({ op: 'create', title: `Bulk ${i}` })));
  const ids = made.results.map(r => r.todo.id);
  const set = await w.propose('clear', { op: 'bulk_delete', where: { ids } });
  const page = await openSet(set);
  await page.waitForSelector('.target input');
  await page.focus('#item-1');
  await page.keyboard.press('x');
  await page.waitForFunction(() => document.activeElement?.matches('[data-target]'));
  await page.keyboard.press('x');
  await page.waitForSelector('[data-excluded=true]');
  await page.focus('#item-1');
  await page.keyboard.press('y');
  await becomes(page, 1, 'confirmed');
  await page.click('.sign .primary');
  await page.waitForSelector('dialog');
  await same(() => page.locator('dialog h2').textContent(), 'Delete 29 todos?');
  await page.click('dialog .quiet');
  await same(async () => (await w.todos()).filter(t => t.title.startsWith('Bulk')).length, 30, 'cancelling changes nothing');
  await page.click('.sign .primary');
  // The number is typed: neither a click nor another number goes on.
  await same(() => page.locator('dialog .danger').isDisabled(), true);
  await page.getByLabel('Type 29 to go on').fill('30');
  await page.keyboard.press('Enter');
  await same(() => page.locator('dialog .danger').isDisabled(), true);
  await page.getByLabel('Type 29 to go on').fill('29');
  await page.click('dialog .danger');
  await page.waitForSelector('.receipt');
  await same(async () => (await w.todos()).filter(t => t.title.startsWith('Bulk')).map(t => t.id), [ids[0]]);
  await page.click('.receipt >> text=Undo all');
  await page.click('.sign .all, .sign .primary:enabled >> nth=0');
  await page.waitForSelector('.receipt');
  await same(async () => (await w.todos()).filter(t => t.title.startsWith('Bulk')).length, 30);
});

test('some deletions want a press that is held; fewer do not', async () => {
  const made = await w.make(...Array.from({ length: 9 }, (_, i) => ({ op: 'create', title: `Held ${i}` })));
  const ids = made.results.map(r => r.todo.id),
    left = async () => (await w.todos()).filter(t => t.title.startsWith('Held')).length;
  const few = await w.propose('few', ...ids.slice(0, 2).map(id => ({ op: 'delete', id })));
  const page = await openSet(few);
  await page.click('.sign .all');
  await page.waitForSelector('.receipt');
  await same(left, 7);
  const set = await w.propose('some', ...ids.slice(2).map(id => ({ op: 'delete', id })));
  await page.evaluate(id => {
    location.hash = `#/desk?set=${id}`;
  }, set.id);
  await page.click('.sign .all');
  await same(() => page.locator('dialog h2').textContent(), 'Delete 7 todos?');
  await clean(page);
  await page.click('dialog .danger');
  await page.keyboard.press('Escape');
  await same(left, 7, 'a click is not enough');
  await page.click('.sign .all');
  await page.focus('dialog .danger');
  await page.keyboard.down('Enter');
  await page.waitForSelector('dialog', { state: 'detached' });
  await page.keyboard.up('Enter');
  await page.waitForSelector('.receipt');
  await same(left, 0);
});

test('an item that needs a rejected one is rejected with it, and waits again with it', async () => {
  const set = await w.propose('chain', { op: 'create', title: 'Parent' }, { op: 'update', id: '@1', priority: 'high' });
  const page = await openSet(set);
  await quick(page, row(page, 1).locator('.no'));
  await becomes(page, 1, 'rejected');
  await becomes(page, 2, 'rejected');
  await same(() => row(page, 2).locator('.st').innerText(), 'Rejected with 1');
  await same(() => row(page, 2).locator('input[type=checkbox]').first().isDisabled(), true);
  await same(() => row(page, 2).locator('.no').count(), 0);
  await same(async () => (await w.set(set.id)).status, 'resolved');
  await quick(page, row(page, 1).locator('.no'));
  await becomes(page, 1, 'marked');
  await becomes(page, 2, 'marked');
});

test('by touch: right signs, left rejects, down does neither, six seconds to undo', async () => {
  const ids = [await create('T1'), await create('T2'), await create('T3')];
  const set = await w.propose('touch', ...ids.map(id => ({ op: 'update', id, priority: 'high' })));
  const page = await openSet(set, PHONE),
    cdp = await page.context().newCDPSession(page);
  const drag = async (n, dx, dy) => {
    const b = await box(row(page, n).locator('.title')),
      p = (x, y) => ({ touchPoints: [{ x: b.x + 60 + x, y: b.y + 8 + y }] });
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', ...p(0, 0) });
    for (let i = 1; i <= 8; i++) await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', ...p((dx * i) / 8, (dy * i) / 8) });
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await drag(1, 110, 0);
  await becomes(page, 1, 'confirmed');
  await drag(2, -110, 0);
  await becomes(page, 2, 'rejected');
  await page.click('.toast:has-text("T2") .link');
  await becomes(page, 2, 'marked');
  await drag(3, 0, -120);
  await same(() => state(page, 3), 'marked');
  await page.tap('.sign .primary');
  await page.waitForSelector('.receipt');
  await same(() => Promise.all(ids.map(async id => (await w.todo(id)).priority)), ['high', 'high', 'high']);
  // Afterwards an item still says what it changed.
  await page.tap('#item-1 .turn');
  await like(() => page.locator('#item-1 .fields').textContent(), /medium.*high/i);
});

test('by touch: what has drifted cannot be signed, nor does it look as if it were', async () => {
  const id = await create('Drifts away'),
    set = await w.propose('drifting', { op: 'update', id, priority: 'high' });
  await w.make({ op: 'update', id, priority: 'low' });
  const page = await openSet(set, PHONE),
    cdp = await page.context().newCDPSession(page);
  await becomes(page, 1, 'drifted');
  const b = await box(row(page, 1).locator('.title')),
    touch = (type, dx) => cdp.send('Input.dispatchTouchEvent', { type, touchPoints: dx === null ? [] : [{ x: b.x + 60 + dx, y: b.y + 8 }] });
  await touch('touchStart', 0);
  for (let i = 1; i <= 8; i++) await touch('touchMove', i * 14);
  assert.deepEqual(
    await page.evaluate(() => [document.querySelector('#item-1').dataset.swipe, document.querySelector('#item-1').style.getPropertyValue('--dx')]),
    ['', '0px'],
  );
  await touch('touchEnd', null);
  await same(() => page.locator('.toast').count(), 0);
  await same(async () => (await w.set(set.id)).items[0].status, 'drifted');
});

test('the inbox shows what waits and opens it', async () => {
  const set = await w.propose('waits in the inbox', { op: 'create', title: 'Inboxed' });
  const page = await w.open('#/inbox');
  // What a line holds is seen before it is decided: a key of a decision opens it.
  await page.locator('.iline:has-text("waits in the inbox")').focus();
  await page.keyboard.press('y');
  await becomes(page, 1, 'marked');
  await same(async () => (await w.set(set.id)).items[0].status, 'pending');
  await page.goBack();
  await page.click('.iline:has-text("waits in the inbox")');
  await becomes(page, 1, 'marked');
  await like(() => page.evaluate(() => location.hash), new RegExp(`set=${set.id}\\b`));
  await page.click('text=Decide later');
  await page.waitForSelector('.shell[data-page=inbox]');
  await same(async () => (await w.set(set.id)).items.map(i => i.status), ['deferred']);
  // Applying would do nothing now: it is said that nothing has been done, and the bar keeps its height.
  await page.evaluate(id => (location.hash = `#/desk?set=${id}`), set.id);
  await becomes(page, 1, 'deferred');
  await like(() => page.locator('.blast').innerText(), /^Nothing has been changed yet\. Expires in 7 days/);
  assert.ok((await box(page.locator('.sign'))).height < 150);
});

test('the inbox counts once what wants a decision; what wants none is kept below', async () => {
  await w.propose('wants something', { op: 'create', title: 'Counted' });
  const odd = await w.propose('wants nothing', { op: 'complete', id: 987654 }),
    total = (await w.call('GET', '/api/status')).inbox,
    page = await w.open('#/inbox');
  assert.equal(odd.items[0].status, 'invalid');
  await page.waitForSelector('.iline');
  await same(() => page.locator('header .num').first().textContent(), String(total));
  await same(() => page.locator('h3.idle ~ .lines .iline').filter({ hasText: 'wants nothing' }).count(), 1);
  await same(() => page.locator('.lines').first().locator('.iline').filter({ hasText: 'wants nothing' }).count(), 0);
  await same(
    () =>
      page
        .locator('.body .iline, .body .card')
        .count()
        .then(n => n - 0 >= total),
    true,
  );
});

test('what cannot be signed is no open item, and says its verb once', async () => {
  const set = await w.propose(
      'mixed',
      { op: 'create', title: 'Good' },
      { op: 'complete', id: 987654 },
      { op: 'run_command', workspace: 'none', command: 'rm -rf /' },
    ),
    page = await w.open(`#/desk?set=${set.id}`);
  await page.waitForSelector('#item-3');
  await like(() => page.locator('.tally').textContent(), /1 marked · 0 open · 2 cannot be signed/);
  const seen = await row(page, 3)
    .locator('.title')
    .evaluate(e => [...e.querySelectorAll('.vh')].reduce((text, vh) => text.replace(vh.textContent, ''), e.textContent));
  assert.doesNotMatch(seen.replace(/\s+/g, ' '), /Run Run|Run run/i);
});

test('a row says its title once, its heading the verb, and a long word begins beside its sign, in each language', async () => {
  const long = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverleihungsurkundenausstellungsverordnung';
  const { results } = await w.make(
      ...['Lamp', 'Gone', long, ...Array.from({ length: 30 }, (_, n) => `Heap ${n}`)].map(title => ({ op: 'create', title })),
    ),
    [lamp, gone, word, ...bulk] = results.map(r => r.todo.id);
  const set = await w.propose(
    'said once',
    { op: 'create', title: 'Bread', scheduledFor: '2031-01-02', labels: ['errands'] },
    { op: 'update', id: lamp, labels: ['desk'], priority: 'high' },
    { op: 'update', id: word, labels: ['desk'], priority: 'high' },
    { op: 'delete', id: gone },
    { op: 'bulk_delete', where: { ids: bulk } },
  );
  for (const [locale, heads] of Object.entries({
    'en-US': ['Add', 'Change', 'Delete'],
    'de-DE': ['Neu', 'Ändern', 'Löschen'],
    'es-ES': ['Añadir', 'Cambiar', 'Borrar'],
    'fr-FR': ['Ajouter', 'Modifier', 'Supprimer'],
    'ro-RO': ['Adaugă', 'Schimbă', 'Șterge'],
  })) {
    const page = await w.open(`#/desk?set=${set.id}`, { ...PHONE, locale });
    await page.waitForSelector('#item-5', { state: 'attached' });
    await same(() => page.locator('.rows h3').allTextContents(), heads);
    const seen = n =>
      row(page, n)
        .locator('.what')
        .evaluate(el => {
          const all = el.cloneNode(true);
          for (const x of all.querySelectorAll('.vh')) x.remove();
          return all.textContent.replace(/\s+/g, ' ').trim();
        });
    await like(() => seen(1), /^Bread ?\p{Lu}\p{Ll}+ .*errands\P{L}*$/u, locale);
    await like(() => seen(2), /^Lamp ?\p{Lu}.*desk/u, locale);
    for (const [n, title, head] of [
      [1, 'Bread', heads[0]],
      [2, 'Lamp', heads[1]],
      [4, 'Gone', ''],
      [5, '30', ''],
    ]) {
      const text = await seen(n);
      assert.equal(text.split(title).length, 2, `${locale}: ${text}`);
      if (head) assert.ok(!text.includes(head), `${locale}: ${text}`);
    }
    await like(() => row(page, 1).locator('.note').textContent(), /Bread/, 'it is still its name');
    const beside = () =>
      row(page, 3)
        .locator('.title')
        .evaluate(el => el.querySelector('.target-t').getClientRects()[0].top < el.querySelector('.verb .icon').getBoundingClientRect().bottom);
    await same(beside, true, locale);
    assert.deepEqual(page.trouble, []);
  }
});

test('the row of a new todo names what it holds, notes and checklist with the rest', async () => {
  const set = await w.propose('pack', { op: 'create', title: 'Pack “all”', notes: 'by noon', checklist: ['socks', 'hat'], labels: ['trip'] });
  const page = await openSet(set);
  await like(() => row(page, 1).textContent(), /Add “Pack ‘all’”: label “trip”, notes, checklist “socks”, “hat”/);
});
