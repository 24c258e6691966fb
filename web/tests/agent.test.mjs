// An agent's run in the thread: steps, tool calls, pauses, questions, permission, the summary; with a scripted model.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test, world, modelServer, folder, say, PHONE, same, like, until, clean } from './world.mjs';
let w, m, plain;
const project = folder();
const call = (tool, args, thinking = 'I look first.') => ({ text: JSON.stringify({ thinking, action: 'next_step', tool, args }), times: 1 });
const done = message => ({ text: JSON.stringify({ action: 'complete', message }), times: 1 });
const on = (words, ...answers) => answers.map(a => ({ ...a, when: { ...a.when, message: a.when?.message ?? words } }));
before(async () => {
  fs.writeFileSync(path.join(project, 'a.txt'), 'one\n');
  const plan = {
    text: JSON.stringify({ task_list: [{ description: 'Read a.txt' }, { description: 'Write b.txt' }, { description: 'Write c.txt' }] }),
    times: 1,
  };
  m = await modelServer({
    answers: [
      // One conversation after the other: each reply is given once, in this order.
      ...on(
        '',
        plan,
        call('read_file', { path: 'a.txt' }),
        done('It says one.'),
        call('write_file', { path: 'b.txt', content: 'b\n' }),
        done('b.txt is proposed.'),
      ),
      ...on('', call('write_file', { path: 'c.txt', content: 'c\n' }), done('c.txt is proposed.')),
      { text: JSON.stringify({ log_entry: { action: 'Wrote two files', details: 'As asked.', result: 'x' } }), times: 1 },
      { text: JSON.stringify({ action: 'ask_user', question: 'Which file?', context: 'Two fit.' }), times: 1 },
      call('delete_file', { path: 'a.txt' }),
      done('a.txt is proposed for deletion.'),
      { text: 'no summary', times: 1 },
      call('read_file', { path: 'a.txt' }),
      done('I read it.'),
      { text: 'not json', times: 1 },
      { text: 'not json either', times: 1 },
      { text: 'never json', times: 1 },
      { never: true },
    ],
  });
  w = await world(undefined, m.env);
  plain = await world();
});
after(async () => {
  await w?.close();
  await plain?.close();
  m?.stop();
  fs.rmSync(project, { recursive: true, force: true });
});
const flat = async l => (await l.textContent()).replace(/\s+/g, ' ').trim();
const last = page => page.locator('.msg.agent').last();
const agent = async page => {
  await page.waitForSelector('.composer .seg label:has-text("Agent")');
  await page.click('.composer .seg label:has-text("Agent")');
};
const steps = page =>
  last(page)
    .locator('.steps li')
    .evaluateAll(all => all.map(x => x.dataset.status));

test('Agent is offered only where a model and a folder are', async () => {
  const page = await plain.open();
  await plain.call('POST', '/api/workspaces', { root: project });
  await page.reload();
  await page.waitForSelector('.composer .seg');
  await same(() => page.locator('.composer .seg label:has-text("Agent")').count(), 0);
  const other = await w.open();
  await other.waitForSelector('.meter .lamp');
  await same(() => other.locator('.composer .seg label:has-text("Agent")').count(), 0);
  await w.call('POST', '/api/workspaces', { root: project });
  await other.reload();
  await other.waitForSelector('.composer .seg label:has-text("Agent")');
});

test('steps, a pause, a reload, Continue, one change set, and the summary edited', async () => {
  const page = await w.open();
  await agent(page);
  await say(page, '- read a.txt\n- write b.txt\n- write c.txt');
  await page.waitForSelector('.clarify button:has-text("Continue")');
  await same(() => steps(page), ['completed', 'completed', 'pending']);
  await same(() => flat(last(page).locator('.clarify .q')), '2 of its steps done, 1 left. 1 change queued.');
  await last(page).locator('.tools-used summary').click();
  await like(() => flat(last(page).locator('.tools-used li').first()), /read_file.*a\.txt.*one/);
  await like(() => flat(last(page).locator('.tools-used li').last()), /write_file.*Waits for your signature/);
  await clean(page);
  await page.reload();
  await page.waitForSelector('.clarify button:has-text("Continue")');
  await same(() => steps(page), ['completed', 'completed', 'pending']);
  await like(() => flat(last(page).locator('.clarify')), /What you write below goes to this run\. Start something else/);
  await page.locator('.clarify button:text-is("Continue")').focus();
  await page.keyboard.press('Enter');
  // The focus stays in the run when the button is gone.
  await page.waitForFunction(() => !document.querySelector('.clarify'));
  await same(() => page.evaluate(() => document.activeElement?.className), 'agent-run');
  await page.waitForSelector('.work');
  await same(() => steps(page), ['completed', 'completed', 'completed']);
  await same(() => flat(last(page).locator('.prose').first()), '3 of 3 steps done. 2 changes wait for your signature.');
  await same(() => flat(last(page).locator('blockquote.prose')), 'c.txt is proposed.');
  await like(() => flat(last(page).locator('.docket').first()), /2 to add/);
  assert.equal(fs.existsSync(path.join(project, 'b.txt')), false);
  const card = last(page).locator('.work');
  await like(() => flat(card), /Not kept yet.*Wrote two files.*3 of 3 steps done; 2 changes proposed\..*read_file, write_file/);
  await clean(page);
  await card.locator('button:has-text("Edit")').click();
  await card.locator('textarea').first().fill('Made b and c');
  await card.locator('button:has-text("Save as edited")').click();
  await page.waitForSelector('.work .st[data-state=applied]');
  await like(() => flat(card), /Kept.*Made b and c/);
  await page.reload();
  await page.waitForSelector('.work .st[data-state=applied]');
  await same(() => page.locator('.work button').count(), 0);
  assert.deepEqual(page.trouble, []);
});

test('a question is answered in place', async () => {
  const page = await w.open();
  await agent(page);
  await say(page, 'Delete the file');
  await page.waitForSelector('.clarify input');
  await like(() => flat(last(page).locator('.clarify')), /Which file\? ?Two fit\./);
  // In its own field, or as any message: it is the answer, and no request of its own.
  await same(() => page.getAttribute('#say', 'placeholder'), 'Answer in your own words…');
  await say(page, 'a.txt');
  await page.waitForSelector('.work');
  await same(() => page.locator('.msg.you').count(), 1);
  await like(() => flat(last(page).locator('.agent-run')), /You: a\.txt/);
  await like(() => flat(last(page).locator('.docket').first()), /1 to delete/);
  await page.locator('.work button:has-text("Discard")').click();
  await page.waitForSelector('.work .st[data-state=rejected]');
  assert.deepEqual(page.trouble, []);
});

test('permission is asked for in place, on a phone too', async () => {
  const page = await w.open('', PHONE);
  const { run, session } = await w.call('POST', '/api/runs', { message: 'Read a.txt', mode: 'agent', agent: { permissions: { read_file: 'ask' } } });
  await page.evaluate(s => {
    location.hash = `#/desk?s=${s}`;
  }, session);
  await page.waitForSelector('.clarify button:has-text("Allow this call")');
  await like(() => flat(last(page).locator('.asked')), /read_file.*a\.txt/);
  await clean(page);
  await until(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await page.click('.clarify button:has-text("Allow this call")');
  await page.waitForFunction(() => /I read it\./.test(document.querySelector('.msg.agent .said')?.textContent ?? ''));
  await same(async () => (await w.call('GET', `/api/runs/${run}`)).status, 'done');
  assert.deepEqual(page.trouble, []);
});

test('each call that wants permission is decided by itself, in the sheet where that is free', async () => {
  const read = path => ({ name: 'read_file', args: { path } });
  const model = await modelServer({
    answers: [
      { text: JSON.stringify({ thinking: 'x', action: 'next_step', tool_calls: ['a.txt', 'no.txt', 'b.txt'].map(read) }), times: 1 },
      done('I read one.'),
    ],
  });
  const own = await world(folder(), model.env);
  try {
    await own.call('POST', '/api/workspaces', { root: project });
    const page = await own.open('', { viewport: { width: 1280, height: 800 } });
    const { run, session } = await own.call('POST', '/api/runs', {
      message: 'Read them',
      mode: 'agent',
      agent: { permissions: { read_file: 'ask' } },
    });
    await page.evaluate(s => {
      location.hash = `#/desk?s=${s}`;
    }, session);
    await page.waitForSelector('.review .permits');
    await same(() => page.locator('.permits').count(), 1, 'asked in one place');
    await same(
      () =>
        page
          .locator('.review .permits li')
          .allTextContents()
          .then(all => all.map(x => x.replace(/\s+/g, ' ').trim())),
      ['read_file {"path":"a.txt"}', 'read_file {"path":"no.txt"}', 'read_file {"path":"b.txt"}'],
    );
    await clean(page);
    // By keys, as a change is: the last one leads to the button.
    await page.locator('.permits input').first().focus();
    for (const key of ['y', 'n', 'n']) await page.keyboard.press(key);
    await same(() => page.evaluate(() => document.activeElement?.textContent), 'Allow this call');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => /I read one\./.test(document.querySelector('.msg.agent')?.textContent ?? ''));
    const { tools } = (await own.call('GET', `/api/runs/${run}`)).agent;
    assert.deepEqual(
      tools.map(x => x.status),
      ['completed', 'denied', 'denied'],
    );
    assert.deepEqual(page.trouble, []);
  } finally {
    await own.close();
    model.stop();
  }
});

test('replies that cannot be used end the run visibly; Stop ends one that is under way', async () => {
  const page = await w.open();
  await agent(page);
  await say(page, 'What is in it?');
  await page.waitForSelector('.agent-run .fail');
  await like(() => flat(last(page).locator('.agent-run .fail')), /Invalid controller output: the reply is no JSON object/);
  await like(() => flat(last(page).locator('.fail[data-now=failure]')), /Nothing has been changed\./);
  await say(page, 'Again');
  await page.waitForFunction(() => document.querySelectorAll('.msg.agent[aria-busy=true]').length === 1);
  await page.waitForSelector('.composer .send[aria-label="Stop"]');
  await page.click('.composer .send[aria-label="Stop"]');
  await page.waitForFunction(() => document.querySelectorAll('.msg.agent[aria-busy=true]').length === 0);
  assert.deepEqual(page.trouble, []);
});

test('the model’s own confidence is shown as self-rated, and gates nothing', async () => {
  const thinking = { task: 'I look at a.txt.', facts: [], decisions: [], risks: [], confidence: 0.05 };
  const model = await modelServer({
    answers: [{ text: JSON.stringify({ thinking, action: 'next_step', tool: 'read_file', args: '{"path":"a.txt"}' }), times: 1 }, { never: true }],
  });
  const own = await world(folder(), model.env);
  try {
    await own.call('POST', '/api/workspaces', { root: project });
    const page = await own.open();
    await agent(page);
    await say(page, 'What is in a.txt?');
    await page.waitForSelector('.thinks');
    await same(() => flat(page.locator('.thinks')), 'Thinks: I look at a.txt. self-rated 5 %');
    await like(() => flat(page.locator('.stage')), /^Agent ?Working/, 'mode and stage in one line');
    // It went on all the same: the tool has run.
    await page.waitForSelector('.tools-used li[data-status=completed]');
    await page.click('.composer .send[aria-label="Stop"]');
    await page.waitForFunction(() => document.querySelectorAll('.msg.agent[aria-busy=true]').length === 0);
    assert.deepEqual(page.trouble, []);
  } finally {
    await own.close();
    model.stop();
  }
});
