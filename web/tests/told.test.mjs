// What is said of what was done, and how it looks: toasts, rings, tabs, names, questions.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import { test, world, row, same, like, box, say, PHONE } from './world.mjs';
let w;
before(async () => {
  w = await world();
});
after(() => w?.close());
const create = async title => (await w.make({ op: 'create', title })).results[0].todo.id;
const openSet = async set => {
  const page = await w.open(`#/desk?set=${set.id}`);
  await page.waitForSelector('#item-1');
  return page;
};

test('a toast says what was done, moves nothing, stays while it is looked at, and goes', async () => {
  await w.make(...[1, 2, 3, 4, 5, 6, 7].map(n => ({ op: 'create', title: `Filler ${n}` })));
  const page = await w.open('#/todos', { viewport: { width: 1000, height: 500 } });
  await page.clock.install();
  await page.waitForSelector('#add');
  const main = await box(page.locator('main'));
  await page.fill('#add', 'add toasted bread');
  await page.press('#add', 'Enter');
  const toast = page.locator('.toast');
  await like(() => toast.first().textContent(), /toasted bread/i);
  const t = await box(toast.first()),
    add = await box(page.locator('.quick'));
  assert.deepEqual(await box(page.locator('main')), main);
  assert.ok(t.y >= add.y + add.height && t.y + t.height <= main.y + main.height, `the toast lies from ${t.y} to ${t.y + t.height}`);
  await toast.first().locator('.link').focus();
  await page.clock.fastForward(60_000);
  await same(() => toast.count(), 1, 'it has the focus');
  await page.keyboard.press('Enter');
  await like(() => toast.last().textContent(), /^Undone: .*toasted bread/i);
  assert.ok(!(await page.evaluate(() => document.activeElement === document.body)), 'the keyboard goes on');
  await page.focus('#add');
  await page.clock.fastForward(9000);
  await same(() => toast.count(), 0);
});

test('the ring of quick add is whole, every tab of History is on a phone, and nothing is called by empty quotation marks', async () => {
  const page = await w.open('#/todos');
  await page.focus('#add');
  const ring = await page.evaluate(() => {
    const s = getComputedStyle(document.querySelector('.quick'));
    return [s.outlineStyle, parseFloat(s.outlineWidth) + parseFloat(s.outlineOffset) <= 0];
  });
  assert.deepEqual(ring, ['solid', true], 'within the box, where nothing lies over it');
  const phone = await w.open('#/history', PHONE);
  await phone.waitForSelector('.tools-bar .seg button');
  const out = await phone.evaluate(() =>
    [...document.querySelectorAll('.tools-bar .seg button')].filter(b => b.getBoundingClientRect().right > innerWidth).map(b => b.textContent),
  );
  assert.deepEqual(out, []);
  const sheet = await openSet(await w.propose('untitled', { op: 'create', title: '' }));
  await like(() => row(sheet, 1).textContent(), /A todo without a title/);
  assert.ok(!/“”/.test(await row(sheet, 1).textContent()));
});

test('the question before deletions is made of sentences', async () => {
  const ids = [];
  for (const n of [0, 1, 2, 3, 4, 5]) ids.push(await create(`hold ${n}`));
  const page = await openSet(await w.propose('', ...ids.map(id => ({ op: 'delete', id }))));
  await page.click('.sign .all');
  await page.waitForSelector('dialog');
  await like(() => page.locator('dialog p').first().textContent(), /[.!?…]$/);
});

/** What of `parts` lies under the toast that is shown. */
const covered = (page, parts) =>
  page.evaluate(parts => {
    const shown = [...document.querySelectorAll('.toast')].filter(x => x.checkVisibility()).map(x => x.getBoundingClientRect()),
      meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    return shown.length
      ? [...document.querySelectorAll(parts)]
          .filter(x => x.checkVisibility() && shown.some(t => meets(t, x.getBoundingClientRect())))
          .map(x => x.className || x.id || x.tagName)
      : ['no toast'];
  }, parts);

const SCREENS = { desktop: { viewport: { width: 1280, height: 800 } }, narrow: { viewport: { width: 860, height: 700 } }, phone: PHONE };
for (const [name, options] of Object.entries(SCREENS))
  test(`a toast lies neither over what is done with chosen todos nor over a message, ${name}`, async () => {
    const page = await w.open('', options);
    await say(page, 'what do I have today?');
    await page.waitForSelector('.msg.agent .prose');
    await page.evaluate(() => {
      location.hash = '#/todos';
    });
    for (const title of [`First of ${name}`, `Second of ${name}, and what else there is to say of it`]) {
      await page.fill('#add', `"${title}"`);
      await page.press('#add', 'Enter');
      await page.waitForSelector(`.toast:has-text("${title}")`, { state: 'attached' });
    }
    await page
      .locator('.todo .ttitle')
      .first()
      .click({ modifiers: ['Control'] });
    await page.waitForSelector('.picked');
    await same(() => covered(page, '.picked, .page .bar :is(input, button), .quick, .nav a'), []);
    // By the rail, which leads back to the conversation: the bare address is that of a new one.
    await page.click('.nav a[href^="#/desk"]:not(.logo)');
    await page.waitForSelector('.msg.agent .prose');
    await same(() => covered(page, '.msg, .composer, .chat .bar :is(button, a), .nav a'), []);
    assert.deepEqual(page.trouble, []);
  });

for (const [name, options] of Object.entries(SCREENS))
  test(`a long conversation makes room for a notice, and its end stays in sight, ${name}`, async () => {
    await w.make(...Array.from({ length: 20 }, (_, i) => ({ op: 'create', title: `Of many ${i} ${name}` })));
    const page = await w.open('', options);
    for (const n of [1, 2, 3]) {
      await say(page, 'show my todos');
      await same(() => page.locator('.msg.agent[aria-busy=false] .told').count(), n);
    }
    await page.evaluate(() =>
      import(new URL('state/app.js', document.querySelector('script[type=module]').src).href).then(m =>
        m.notify('Something failed', 'and this is what to do about it'),
      ),
    );
    await page.waitForSelector('.notice.error');
    const stands = () =>
      page.evaluate(() => {
        const at = x => document.querySelector(x).getBoundingClientRect(),
          told = at('.notice.error'),
          log = at('.chat .log'),
          last = [...document.querySelectorAll('.msg')].at(-1).getBoundingClientRect();
        const meets = x => told.top < x.bottom - 1 && x.top < told.bottom - 1;
        return [
          meets(log) && 'messages',
          meets(at('.composer')) && 'field',
          meets(at('.nav a')) && 'pages',
          last.bottom > log.bottom + 1 && 'end',
        ].filter(Boolean);
      });
    // Of several that stand beside each other the pages' names are not below it.
    await same(async () => (await stands()).filter(x => x !== 'pages' || name === 'phone'), []);
    await page.click('.notice.error button');
    await same(() => page.evaluate(() => parseFloat(getComputedStyle(document.querySelector('.chat .log')).marginBottom)), 0);
    assert.deepEqual(page.trouble, []);
  });

test('below a short conversation what is told lies over no message and no button; on Todos over no field of a todo that is open', async () => {
  const page = await w.open('#/todos');
  await page.fill('#add', 'add told elsewhere');
  await page.press('#add', 'Enter');
  await page.waitForSelector('.toast');
  await page.locator('.todo .ttitle').first().click();
  await page.waitForSelector('.todo .edit');
  const under = () =>
    page.evaluate(() => {
      const out = [];
      for (const n of document.querySelectorAll('.notice, .toast')) {
        const a = n.getBoundingClientRect();
        for (const el of document.querySelectorAll('.msg, .chat .bar button, .chat h2, .composer, .todo .edit .field, .sign, .op')) {
          const b = el.getBoundingClientRect();
          if (b.width && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
            out.push(el.className || el.tagName);
        }
      }
      return out;
    });
  await same(under, []);
  await page.evaluate(() => (location.hash = '#/desk'));
  await page.waitForSelector('#say');
  await say(page, 'add told here tomorrow');
  await page.waitForSelector('.msg.agent[aria-busy=false] .docket');
  await page.hover('.toast >> nth=0').catch(() => {});
  await page.context().route('**/*', r => r.abort());
  await page.locator('#item-1 .no').click();
  await page.waitForSelector('.notice.offline');
  await same(under, []);
  await page.context().unroute('**/*');
  await page.waitForSelector('.notice.offline', { state: 'detached' });
  assert.deepEqual(page.trouble, []);
});

test('on a wide screen what is told lies over no line, no card and no title; a list that ends there does not move when it goes', async () => {
  await w.make(...Array.from({ length: 30 }, (_, i) => ({ op: 'create', title: `Long list ${i}` })));
  const page = await w.open('#/todos', { viewport: { width: 1280, height: 700 } });
  await page.waitForSelector('.todo');
  const app = f => page.evaluate(`import(new URL('state/app.js', document.querySelector('script[type=module]').src).href).then(m => { (${f})(m); })`);
  await app(m => m.notify('Something failed', 'and this is what to do about it'));
  await app(m => m.toast('Something was done', 'Undo', () => {}, 60_000));
  const stands = () =>
    page.evaluate(() => {
      const of = x => document.querySelector(x)?.getBoundingClientRect(),
        told = [of('.notice'), of('.toast')],
        top = Math.min(...told.map(x => x.top)),
        end = of('.page .body, .chat .log').bottom;
      return [
        told.every(x => x.height > 0 && x.bottom <= innerHeight),
        end <= top,
        [...document.querySelectorAll('.bar')].every(x => x.getBoundingClientRect().bottom <= top),
      ];
    });
  await same(stands, [true, true, true], 'todos');
  for (const at of ['todos?view=week', 'history', 'library', 'settings', 'desk']) {
    await page.evaluate(at => (location.hash = `#/${at}`), at);
    await page.waitForFunction(at => document.querySelector(at), at === 'desk' ? '.chat .log' : '.page .body > *');
    // A page that is left takes its notices with it.
    await app(m => m.notify('Something failed', 'and this is what to do about it'));
    await page.waitForSelector('.notice.error');
    if (at === 'desk') {
      // Below what a new conversation offers there is room.
      await same(
        () =>
          page.evaluate(
            () =>
              document.querySelector('.empty').lastElementChild.getBoundingClientRect().bottom <
              document.querySelector('.notice').getBoundingClientRect().top,
          ),
        true,
      );
      await same(async () => (await stands())[2], true);
    } else await same(stands, [true, true, true], at);
  }
  await page.evaluate(() => (location.hash = '#/todos'));
  await page.waitForSelector('.todo');
  const last = page.locator('.todo').last(),
    top = () => last.evaluate(x => Math.round(x.getBoundingClientRect().top)),
    ends = () => page.evaluate(() => document.querySelector('.page .body').getBoundingClientRect().bottom === innerHeight);
  await page.locator('.page .body').evaluate(x => (x.scrollTop = x.scrollHeight));
  await same(ends, false);
  await last.hover();
  const stood = await top();
  await app(m => (m.toasts.value = []));
  await same(() => page.locator('.toast').count(), 0);
  // Read after what is drawn next: it has been measured by then.
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.equal(await top(), stood, 'while it is pointed at');
  await page.hover('#find');
  await same(ends, true);
  assert.deepEqual(page.trouble, []);
});
