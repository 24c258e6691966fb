// Every page and state of a list that has some of everything, as axe should see them.
import { test, before, after } from 'node:test';
import assert from 'node:assert/strict';
import { world, becomes, say, plus, same, clean } from './world.mjs';
let w, set, done, today;
before(async () => {
  w = await world();
  today = (await w.call('GET', '/api/settings')).effective.today;
  const made = await w.make(
    { op: 'create', title: 'Pay rent', scheduledFor: today, priority: 'high', labels: ['home'] },
    { op: 'create', title: 'Call bank', scheduledFor: plus(today, -1), dueDate: plus(today, 3), estimate: 90 },
    { op: 'create', title: 'Stand-up', scheduledFor: today, timeOfDay: '09:30', recurrence: { type: 'daily', interval: 1 } },
    { op: 'create', title: 'Release note', checklist: [{ title: 'draft' }] },
    ...Array.from({ length: 25 }, (_, i) => ({ op: 'create', title: `Old ${i}` })),
  );
  const id = made.results.map(r => r.todo.id);
  set = await w.propose(
    'Tidy up',
    { op: 'create', title: 'Buy milk', scheduledFor: plus(today, 1) },
    { op: 'update', id: id[0], scheduledFor: plus(today, 3) },
    { op: 'update', id: id[1], priority: 'high' },
    { op: 'bulk_delete', where: { ids: id.slice(4) } },
    { op: 'update', id: 99999, priority: 'low' },
  );
  await w.make({ op: 'update', id: id[1], priority: 'low' });
  done = await w.propose('Applied already', { op: 'update', id: id[3], priority: 'high' });
  const view = await w.set(done.id);
  await w.call('POST', `/api/change-sets/${done.id}/apply`, { digest: view.digest, sign: view.items.map(i => ({ item: i.n, digest: i.digest })) });
});
after(() => w?.close());

/** Every page and state, by name; each leaves the page as axe should see it. */
const STATES = {
  empty: async page => {
    await page.waitForSelector('.empty h3');
  },
  review: async page => {
    await page.evaluate(id => {
      location.hash = `#/desk?set=${id}`;
    }, set.id);
    await becomes(page, 3, 'drifted');
    await page.focus('#item-2');
    await page.keyboard.press('o');
    await page.waitForSelector('.insp');
  },
  why: async page => {
    await page.keyboard.press('w');
    await page.waitForSelector('.facts');
  },
  checks: async page => {
    await page.click('[role=tab] >> nth=2');
    await page.waitForSelector('.checks');
  },
  raw: async page => {
    await page.click('[role=tab] >> nth=3');
    await page.waitForSelector('.raw');
  },
  targets: async page => {
    await page.focus('#item-4');
    await page.keyboard.press('o');
    await page.waitForSelector('.target');
  },
  edit: async page => {
    await page.focus('#item-2');
    await page.keyboard.press('e');
    await page.waitForSelector('.edit');
  },
  reject: async page => {
    await page.keyboard.press('Escape');
    await page.focus('#item-2');
    await page.keyboard.press('n');
    await page.waitForSelector('.reasons');
  },
  confirm: async page => {
    await page.keyboard.press('Escape');
    await page.click('.sign .all');
    await page.waitForSelector('dialog');
  },
  applied: async page => {
    await page.keyboard.press('Escape');
    await page.evaluate(id => {
      location.hash = `#/desk?set=${id}`;
    }, done.id);
    await page.waitForSelector('.receipt');
  },
  inbox: async page => {
    await page.evaluate(() => {
      location.hash = '#/inbox';
    });
    await page.waitForSelector('.iline');
  },
  todos: async page => {
    await page.evaluate(() => {
      location.hash = '#/todos';
    });
    await page.waitForSelector('.todo');
    await page.click('.ttitle:has-text("Pay rent")');
    await page.waitForSelector('.edit');
  },
  week: async page => {
    await page.evaluate(() => {
      location.hash = '#/todos?view=week';
    });
    await page.waitForSelector('.wcard');
    await page.click('.wtitle >> nth=0');
  },
  history: async page => {
    await page.evaluate(() => {
      location.hash = '#/history';
    });
    await page.waitForSelector('.verify');
    await page.click('.hitem .fold >> nth=0');
  },
  settings: async page => {
    await page.evaluate(() => {
      location.hash = '#/settings';
    });
    await page.waitForSelector('#c-about');
  },
  help: async page => {
    await page.evaluate(() => {
      location.hash = '#/desk';
      document.body.focus();
    });
    await page.waitForSelector('#say');
    await page.evaluate(() => {
      document.activeElement?.blur?.();
    });
    await page.keyboard.press('?');
    await page.waitForSelector('dialog');
  },
  thread: async page => {
    await page.keyboard.press('Escape');
    await page.evaluate(() => {
      location.hash = '#/desk';
    });
    await say(page, 'add "Water the plants" tomorrow');
    await page.waitForSelector('.docket b', { state: 'attached' });
  },
};
/** A page of that list. */
export const open = (...how) => w.open(...how);
/** Looks at all of it on these screens. A file takes few of them, so that none takes long. */
export function everywhere(screens) {
  for (const [name, options] of Object.entries(screens))
    test(`axe finds nothing: ${name}`, async () => {
      const page = await w.open('', { ...options, reducedMotion: 'reduce' });
      for (const [what, enter] of Object.entries(STATES)) {
        await enter(page);
        await clean(page, what);
        await same(() => page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, `${what}: wider than the screen`);
      }
      assert.deepEqual(page.trouble, []);
    });
}
