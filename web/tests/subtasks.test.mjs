// A request in sub-tasks on the page: the plan, the ways to run it, how far each is, one that fails and is begun again; with a scripted model.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test, world, modelServer, folder, say, same, like, clean } from './world.mjs';
let w, m;
const project = folder();
const asked = name => ({ message: `Now write the file ${name}.` });
const writes = (name, content) => ({
  text: JSON.stringify({ thinking: 'so', action: 'next_step', tool: 'write_file', args: { path: name, content } }),
  when: asked(name),
});
before(async () => {
  for (const [name, text] of Object.entries({ 'a.txt': 'ane\n', 'b.txt': 'twu\n', 'c.txt': 'thre\n' }))
    fs.writeFileSync(path.join(project, name), text);
  m = await modelServer({
    answers: [
      writes('a.txt', 'one\n'),
      { status: 400, body: 'no', times: 2, when: asked('b.txt') },
      writes('b.txt', 'two\n'),
      writes('c.txt', 'three\n'),
      { ...writes('all.txt', 'one\ntwo\nthree\n'), when: undefined, times: 1 },
      { text: JSON.stringify({ thinking: 'so', action: 'complete', message: 'All is in one file.' }) },
    ],
  });
  w = await world(undefined, m.env);
  await w.call('POST', '/api/workspaces', { root: project });
});
after(async () => {
  await w?.close();
  m?.stop();
  fs.rmSync(project, { recursive: true, force: true });
});
const flat = async l => (await l.textContent()).replace(/\s+/g, ' ').trim();
const last = page => page.locator('.msg.agent').last();
const statuses = page =>
  last(page)
    .locator('.subs li')
    .evaluateAll(all => all.map(x => x.dataset.status));

test('a plan is chosen, one fails and is retried, and one set is signed', async () => {
  const page = await w.open();
  await page.click('.composer .seg label:has-text("Agent")');
  await page.locator('.composer label:has-text("Split into sub-tasks") input').check();
  await say(page, 'Fix the spelling in a.txt, b.txt and c.txt. Then write all.txt with all of it.');
  await page.waitForSelector('.sub-choose');
  // What is longer than the view is shown from its beginning.
  await same(
    () =>
      last(page)
        .locator('.sub-choose .q')
        .evaluate(q => q.getBoundingClientRect().top > document.querySelector('.log').getBoundingClientRect().top),
    true,
  );
  await like(
    () => flat(last(page).locator('.sub-choose')),
    /Found 4 sub-tasks.*A · Parallel \(recommended\).*⚡.*Risk: low.*B · Sequential|Found 4 sub-tasks.*C · Fast & Loose/,
  );
  // As finely as somebody chooses, edited, and the same after a reload.
  await last(page).locator('.sub-edit summary').first().click();
  await last(page).locator('button.way:has-text("Coarse")').click();
  await like(() => flat(last(page).locator('.sub-choose .q')), /Found 2 sub-tasks/);
  await last(page).locator('button.way:has-text("Fine")').click();
  await like(() => flat(last(page).locator('.sub-choose .q')), /Found 4 sub-tasks/);
  await clean(page);
  await page.reload();
  await page.waitForSelector('.sub-choose');
  const start = last(page).locator('button:has-text("Start A")');
  await start.focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('button:has-text("Retry 2")');
  await same(() => statuses(page), ['completed', 'failed', 'completed', 'waiting']);
  await like(() => flat(last(page).locator('.subs li').last()), /Waiting: 1 \(depends on 2\)/);
  await same(() => last(page).locator('.subs progress').first().getAttribute('value'), '100');
  await like(() => flat(last(page).locator('.clarify .q')), /2 done, 1 left, 1 failed\. 2 changes queued\./);
  // All that is left waits for the one that failed: there is nothing to go on with, and the whole request is not offered again.
  await same(() => last(page).locator('button:has-text("Continue")').count(), 0);
  assert.equal(await page.locator('.banner').count(), 0);
  await clean(page);
  await page.click('button:has-text("Retry 2")');
  await page.waitForSelector('.work');
  await same(() => statuses(page), ['completed', 'completed', 'completed', 'completed']);
  await like(() => flat(last(page).locator('.docket').first()), /1 to add · 3 to change/);
  assert.equal(fs.readFileSync(path.join(project, 'a.txt'), 'utf8'), 'ane\n');
  assert.deepEqual(page.trouble, []);
});

test('a plan is edited: the order, the words, and what is left out', async () => {
  const page = await w.open();
  const { run, session } = await w.call('POST', '/api/runs', {
    message: 'Fix the spelling in a.txt, b.txt and c.txt',
    mode: 'agent',
    agent: { split: 'always' },
  });
  await page.evaluate(s => {
    location.hash = `#/desk?s=${s}`;
  }, session);
  await page.waitForSelector('.sub-choose');
  const plan = await w.call('GET', `/api/runs/${run}/subtasks`);
  assert.deepEqual(
    plan.tasks.map(x => x.writes),
    [['a.txt'], ['b.txt'], ['c.txt']],
  );
  await last(page).locator('.sub-edit summary').last().click();
  await last(page).locator('button[aria-label="Remove sub-task 2"]').click();
  await last(page).locator('button[aria-label="Move sub-task 3 up"]').click();
  await last(page).locator('.sub-edit textarea').first().fill('Spell c.txt as it should be');
  await last(page).locator('button:has-text("Save plan")').click();
  await like(() => flat(last(page).locator('.sub-choose .q')), /Found 2 sub-tasks/);
  await like(() => flat(last(page).locator('.subs')), /3\..*Spell c\.txt as it should be.*1\..*a\.txt/);
  await last(page).locator('button:has-text("Start B")').click();
  await page.waitForSelector('.work');
  await same(() => statuses(page), ['completed', 'completed']);
  assert.deepEqual(page.trouble, []);
});
