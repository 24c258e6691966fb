// What a finger and a small screen need: targets of 44 pixels, a long press, room for the rows, nothing over them.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test, world, same, like, until, row, state, becomes, settled, box, clean, PHONE } from './world.mjs';
let w, set;
before(async () => {
  w = await world();
  const made = await w.make(...Array.from({ length: 5 }, (_, i) => ({ op: 'create', title: `Chore ${i + 1}`, labels: ['home'] })), {
      op: 'create',
      title: 'Old list',
      notes: 'from last year',
    }),
    ids = made.results.map(r => r.todo.id),
    { root, workspace } = await w.openFolder();
  fs.writeFileSync(path.join(root, 'a.txt'), 'one\n');
  const base = (await w.call('GET', `/api/workspaces/${workspace}/file?path=a.txt`)).state.hash;
  set = await w.propose(
    'small screens',
    { op: 'create', title: 'New' },
    ...ids.slice(0, 5).map(id => ({ op: 'update', id, priority: 'high' })),
    { op: 'delete', id: ids[5] },
    { op: 'write_file', workspace, path: 'a.txt', base, content: 'two\n' },
    { op: 'run_command', workspace, command: 'ls' },
  );
});
after(() => w?.close());

/** Controls that a finger has to aim at: less than 44 pixels wide or high, by what lies under it. */
const small = page =>
  page.evaluate(() => {
    const out = [];
    for (const el of document.querySelectorAll('button, a[href]:not(.skip), input, select, textarea, summary')) {
      if (el.closest('.vh') || el.disabled || !el.checkVisibility({ visibilityProperty: true })) continue;
      el.scrollIntoView({ block: 'center', inline: 'center' });
      const b = el.getBoundingClientRect(),
        x = b.x + b.width / 2,
        y = b.y + b.height / 2,
        meets = (dx, dy) => {
          const at = document.elementFromPoint(x + dx, y + dy);
          return el.contains(at) || el.closest('label')?.contains(at) || at?.closest('label')?.control === el;
        },
        reach = (dx, dy) => {
          let n = 0;
          while (n < 60 && meets(dx * (n + 1), dy * (n + 1))) n++;
          return n;
        },
        wide = reach(-1, 0) + reach(1, 0) + 1,
        high = reach(0, -1) + reach(0, 1) + 1;
      // The last pixel lies between two where sizes are no whole pixels.
      if (wide < 43 || high < 43)
        out.push(`${el.className || el.id || el.tagName} ${(el.ariaLabel ?? el.textContent).slice(0, 30)}: ${wide} × ${high}`);
    }
    return out;
  });

test('whatever a finger presses is 44 pixels wide and high', async () => {
  const page = await w.open(`#/desk?set=${set.id}`, { ...PHONE, reducedMotion: 'reduce' });
  await becomes(page, 9, 'pending');
  await row(page, 2).locator('.no').tap();
  await becomes(page, 2, 'rejected');
  await row(page, 8).locator('.turn').tap();
  await page.waitForSelector('#item-8 .hname');
  await settled(page);
  await same(() => small(page), [], 'the sheet');
  for (const at of ['inbox', 'todos', 'todos?view=week', 'history', 'history?kind=memory', 'library', 'rules', 'settings']) {
    await page.evaluate(h => (location.hash = h), `#/${at}`);
    await page.waitForFunction(p => document.querySelector('.shell').dataset.page === p, at.split('?')[0]);
    await until(async () => !/Loading/.test(await page.locator('main').innerText()));
    await settled(page);
    await same(() => small(page), [], at);
  }
  assert.deepEqual(page.trouble, []);
});

test('a finger that rests on a row is asked why it is turned down, and lifting it opens nothing', async () => {
  const page = await w.open(`#/desk?set=${set.id}`, PHONE),
    cdp = await page.context().newCDPSession(page);
  await settled(page);
  const touch = (type, at) => cdp.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
  // Also of what no swipe decides.
  for (const n of [3, 9]) {
    const what = row(page, n).locator('.what');
    await what.scrollIntoViewIfNeeded();
    const b = await box(what),
      at = { x: b.x + 30, y: b.y + b.height / 2 },
      before = await state(page, n);
    await touch('touchStart', at);
    await row(page, n).locator('.reasons').waitFor();
    await touch('touchEnd');
    await page.waitForTimeout(100);
    await same(() => page.locator('.insp').count(), 0);
    await same(() => state(page, n), before, 'it decides nothing by itself');
    await row(page, n).locator('.chip:has-text("Not now")').tap();
    await becomes(page, n, 'rejected');
    await until(async () => (await w.set(set.id)).items[n - 1].reason === 'not-now');
  }
  // A finger that moves on scrolls.
  const b = await box(row(page, 4).locator('.what'));
  await touch('touchStart', { x: b.x + 30, y: b.y + 10 });
  await touch('touchMove', { x: b.x + 32, y: b.y + 40 });
  await page.waitForTimeout(700);
  await touch('touchEnd');
  await same(() => page.locator('.reasons').count(), 0);
  assert.deepEqual(page.trouble, []);
});

test('on the phone what was done is said below the rows and the buttons that apply', async () => {
  const page = await w.open(`#/desk?set=${set.id}`, PHONE),
    cdp = await page.context().newCDPSession(page);
  await settled(page);
  for (const n of [5, 6]) {
    const what = row(page, n).locator('.what');
    await what.scrollIntoViewIfNeeded();
    const b = await box(what),
      touch = (type, x) => cdp.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: b.y + b.height / 2 }] });
    await touch('touchStart', b.x + 10);
    for (let x = 30; x <= 150; x += 30) await touch('touchMove', b.x + x);
    await touch('touchEnd');
    await becomes(page, n, 'confirmed');
  }
  const bar = await box(page.locator('.sign'));
  const toasts = page.locator('.toast:visible');
  await same(() => toasts.count(), 1);
  await until(async () => (await box(toasts)).y >= bar.y + bar.height - 1, 'below the buttons');
  await same(() => page.locator('.toast:visible .link').evaluate(e => e.offsetHeight >= 44 && e.offsetWidth >= 44), true);
  assert.deepEqual(page.trouble, []);
});

test('the rows have at least half of a small screen, and of one whose text is twice as large', async () => {
  for (const size of ['', '200%']) {
    const page = await w.open(`#/desk?set=${set.id}`, { ...PHONE, viewport: { width: 320, height: 568 } });
    await page.evaluate(s => (document.documentElement.style.fontSize = s), size);
    await becomes(page, 9, await state(page, 9));
    const share = () =>
      page.evaluate(() => {
        document.querySelector('.ghead').scrollIntoView({ block: 'start' });
        const top = document.querySelector('.review').getBoundingClientRect().top,
          end = document.querySelector('.sign').getBoundingClientRect().top;
        return (end - top) / innerHeight;
      });
    await until(async () => (await share()) >= 0.5, `${size}: ${await share()}`);
    await same(() => page.locator('.review').evaluate(e => e.scrollWidth - e.clientWidth), 0, 'nothing is wider than the screen');
    // What is gone to is not below the buttons.
    await page.focus('#item-9');
    await page.locator('#item-9').evaluate(e => e.scrollIntoView({ block: 'nearest' }));
    const head = await box(row(page, 9).locator('.head')),
      bar = await box(page.locator('.sign'));
    assert.ok(head.y + head.height <= bar.y + 1, `a row to ${head.y + head.height}, the buttons from ${bar.y}`);
    await like(() => page.locator('.tally').textContent(), /9 items/, 'it is there to be heard');
    await clean(page, size);
    assert.deepEqual(page.trouble, []);
  }
});

test('what is out of date is said on the bar, over no row that is gone to, also on a low screen', async () => {
  const ids = (await w.make(...Array.from({ length: 18 }, (_, i) => ({ op: 'create', title: `Row ${i}` })))).results.map(r => r.todo.id),
    long = await w.propose('long', ...ids.map(id => ({ op: 'update', id, priority: 'high' })), { op: 'create', title: 'Other' });
  await w.make({ op: 'update', id: ids[17], priority: 'low' });
  for (const [width, height] of [
    [390, 844],
    [390, 560],
  ]) {
    const page = await w.open(`#/desk?set=${long.id}`, { ...PHONE, viewport: { width, height } });
    await page.waitForSelector('.strip.drifted');
    await page.evaluate(() => document.querySelector('.samehead .link')?.click());
    await becomes(page, 19, 'marked');
    const between = () =>
      page.evaluate(
        () => document.querySelector('.sign').getBoundingClientRect().top - document.querySelector('.passing').getBoundingClientRect().bottom,
      );
    await until(async () => Math.abs(await between()) <= 1, `${height}: ${await between()} above the bar`);
    await page.evaluate(() => document.querySelector('.rows .op').focus());
    const seen = [];
    for (let i = 0; i < 19; i++) {
      seen.push(
        await page.evaluate(() => {
          const head = document.activeElement.querySelector('.head').getBoundingClientRect();
          return Math.round(document.querySelector('.passing').getBoundingClientRect().top - head.bottom);
        }),
      );
      await page.keyboard.press('j');
    }
    assert.deepEqual(
      seen.filter(room => room < 0),
      [],
      `${height}: ${seen}`,
    );
    assert.deepEqual(page.trouble, []);
  }
});

test('what comes by itself is said over no row that has the focus', async () => {
  const ids = (await w.make(...Array.from({ length: 14 }, (_, i) => ({ op: 'create', title: `Stays ${i}` })))).results.map(r => r.todo.id),
    long = await w.propose('stays', ...ids.map((id, i) => ({ op: 'update', id, dueDate: `2031-02-${10 + i}` }))),
    page = await w.open(`#/desk?set=${long.id}`, PHONE);
  await becomes(page, 14, 'marked');
  await page.live;
  // The last row that is seen in full.
  const at = await page.evaluate(() => {
    const end = document.querySelector('.sign').getBoundingClientRect().top,
      row = [...document.querySelectorAll('.rows .op')].findLast(r => r.getBoundingClientRect().bottom <= end);
    row.focus({ preventScroll: true });
    return row.getBoundingClientRect().top;
  });
  await w.make({ op: 'update', id: ids[13], priority: 'low', dueDate: '2031-03-01' });
  await page.waitForSelector('.passing .drifted', { state: 'attached' });
  const covered = () =>
    page.evaluate(() => {
      const row = document.activeElement.getBoundingClientRect(),
        strip = document.querySelector('.passing').getBoundingClientRect();
      return [document.activeElement.className, row.top, strip.top < row.bottom - 1 && strip.bottom > row.top + 1];
    });
  await same(covered, ['op', at, false], 'it lies over no row that has the focus, and moves none');
  await page.keyboard.press('k');
  await until(
    () =>
      page.evaluate(
        () =>
          Math.abs(document.querySelector('.sign').getBoundingClientRect().top - document.querySelector('.passing').getBoundingClientRect().bottom) <=
          1,
      ),
    'then it is said',
  );
  assert.deepEqual(page.trouble, []);
});

test('a row that is swiped makes nothing scroll sideways', async () => {
  const swiped = await w.propose('sideways', { op: 'create', title: 'Left and right' }, { op: 'create', title: 'Stays where it is' }),
    page = await w.open(`#/desk?set=${swiped.id}`, PHONE),
    cdp = await page.context().newCDPSession(page);
  await becomes(page, 1, 'marked');
  const b = await box(row(page, 1).locator('.what')),
    touch = (type, x) => cdp.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: b.y + b.height / 2 }] }),
    wide = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('main, main *')]
          .filter(e => /auto|scroll/.test(getComputedStyle(e).overflowX) && e.scrollWidth > e.clientWidth && !e.closest('.vh'))
          .map(e => e.className),
      );
  for (const by of [110, -110]) {
    await touch('touchStart', b.x + 130);
    for (let i = 1; i <= 4; i++) await touch('touchMove', b.x + 130 + (by * i) / 4);
    await until(() => row(page, 1).evaluate(e => Math.abs(parseFloat(e.style.getPropertyValue('--dx'))) > 72));
    await same(wide, [], `${by}`);
    await touch('touchMove', b.x + 130);
    await touch('touchEnd');
  }
  assert.deepEqual(page.trouble, []);
});
