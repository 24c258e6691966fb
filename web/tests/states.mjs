// Every page and state of a list that has some of everything, as axe should see them.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test, world, modelServer, folder, becomes, say, plus, same, until, clean } from './world.mjs';
let w, m, set, done, today, paused, asking, split, ended;
const project = folder();
const reply = (message, ...said) => said.map(text => ({ when: { message }, text: typeof text === 'string' ? text : JSON.stringify(text), times: 1 }));
const call = (tool, args) => ({ thinking: 'I look first.', action: 'next_step', tool, args });
const complete = message => ({ action: 'complete', message });
/** An agent's run, once it waits or has ended. @returns its conversation */
async function run(message, agent = {}) {
  const { run, session } = await w.call('POST', '/api/runs', { message, mode: 'agent', agent });
  await until(async () => !/^(queued|running)$/.test((await w.call('GET', `/api/runs/${run}`)).status), message);
  return session;
}
before(async () => {
  fs.writeFileSync(path.join(project, 'a.txt'), 'one\n');
  const plan = { task_list: ['Read a.txt', 'Write b.txt', 'Write c.txt'].map(description => ({ description })) };
  m = await modelServer({
    answers: [
      ...reply(
        '',
        plan,
        call('read_file', { path: 'a.txt' }),
        complete('It says one.'),
        call('write_file', { path: 'b.txt', content: 'b\n' }),
        complete('Done.'),
      ),
      ...reply('', { action: 'ask_user', question: 'Which file?', context: 'Two fit.' }),
      ...reply('', call('read_file', { path: 'a.txt' }), complete('It says one.')),
      ...reply('', 'not json', 'not json', 'not json'),
    ],
  });
  w = await world(undefined, m.env);
  await w.call('POST', '/api/workspaces', { root: project });
  paused = await run('- read a.txt\n- write b.txt\n- write c.txt');
  asking = await run('Delete the file');
  ended = await run('What is in a.txt?');
  const { run: failing } = await w.call('POST', '/api/runs', { message: 'And now?', mode: 'agent', session: ended });
  await until(async () => (await w.call('GET', `/api/runs/${failing}`)).status === 'failed');
  split = await run('Fix the spelling in a.txt, b.txt and c.txt. Then write all.txt with all of it.', { split: 'always' });
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
after(async () => {
  await w?.close();
  m?.stop();
  fs.rmSync(project, { recursive: true, force: true });
});
/** To a conversation, once it shows what is looked for. */
const conversation = (session, shows) => async page => {
  await page.evaluate(id => {
    location.hash = `#/desk?s=${id}`;
  }, session());
  await page.waitForSelector(shows);
};

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
  wake: async page => {
    await w.call('POST', '/api/wakes', {});
    await page.locator('.cline').first().focus();
    await page.keyboard.press('n');
    await page.waitForSelector('.cline .reasons');
  },
  rules: async page => {
    await page.evaluate(() => {
      location.hash = '#/rules';
    });
    await page.waitForSelector('#rules form, main form');
  },
  memory: async page => {
    await page.evaluate(() => {
      location.hash = '#/history?kind=memory';
    });
    await page.waitForSelector('.dline');
  },
  'a run that paused': conversation(() => paused, '.steps ~ .clarify, .clarify .dk-acts'),
  'a run that asks': conversation(() => asking, '.clarify input'),
  'runs that ended': conversation(() => ended, '.agent-run .fail'),
  'sub-tasks': conversation(() => split, '.sub-choose'),
  fullness: async page => {
    await page.click('.fullness');
    await page.waitForSelector('dialog table');
    // On a phone, too, all of the comparison is to be seen.
    await same(() => page.locator('dialog .scroll').evaluate(x => x.scrollWidth - x.clientWidth), 0, 'the comparison');
  },
  todos: async page => {
    if (await page.locator('dialog').count()) await page.keyboard.press('Escape');
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
    await page.click('.entry .fold >> nth=0');
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
        const beyond = () =>
          page.evaluate(() => [document.documentElement.scrollWidth > innerWidth, document.documentElement.scrollHeight > innerHeight]);
        await same(beyond, [false, false], `${what}: wider or higher than the screen`);
      }
      assert.deepEqual(page.trouble, []);
    });
}
