// The thread as a run goes on: what is sent, in which mode, and what the answer shows until it is done.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import { test, world, until, dam, state, becomes, say, row, same, like, quick } from './world.mjs';
let w;
before(async () => {
  w = await world();
});
after(() => w?.close());

const modeOf = page => page.locator('.composer input[name=mode]').evaluateAll(all => all.map(x => x.checked));
/** Gathers what the page posts to start runs. */
const started = page => {
  const bodies = [];
  page.on('request', r => {
    if (r.method() === 'POST' && r.url().endsWith('/api/runs')) bodies.push(r.postDataJSON());
  });
  return bodies;
};
const answered = (page, n) => page.waitForFunction(n => document.querySelectorAll('.msg.agent[aria-busy=false]').length === n, n);
const lastAnswer = page => page.locator('.msg.agent').last();
const proposals = async () => (await w.call('GET', '/api/change-sets?status=open')).total_open;

test('the page starts in Auto; the switch and Alt with 1, 2, 3 choose the mode that is sent', async () => {
  const page = await w.open(),
    bodies = started(page);
  await same(() => page.locator('.composer .seg label').allTextContents(), ['Auto', 'Chat', 'Plan']);
  await same(() => modeOf(page), [true, false, false]);
  const steps = [
    [async () => {}, 'auto', true],
    [() => page.click('.composer .seg label:has-text("Chat")'), 'chat', false],
    [() => page.click('.composer .seg label:has-text("Plan")'), 'plan', true],
    [() => page.keyboard.press('Alt+1'), 'auto', true],
    [() => page.keyboard.press('Alt+2'), 'chat', false],
    [() => page.keyboard.press('Alt+3'), 'plan', true],
  ];
  for (const [n, [choose, mode, proposes]] of steps.entries()) {
    await page.focus('#say');
    await choose();
    await same(
      () => modeOf(page),
      ['auto', 'chat', 'plan'].map(m => m === mode),
    );
    const before = await proposals();
    await say(page, `add "Mode ${n}" tomorrow`);
    await answered(page, n + 1);
    await same(() => [bodies.length, bodies[n]?.mode], [n + 1, mode]);
    await same(async () => (await proposals()) - before, proposes ? 1 : 0, `${mode} proposes`);
    await same(() => lastAnswer(page).locator('.docket').count(), proposes ? 1 : 0);
  }
  await like(() => lastAnswer(page).locator('.prose').textContent(), /1 change proposed/);
  assert.deepEqual(page.trouble, []);
});

test('a message is trimmed, the input is empty at once, and a blank one is not sent', async () => {
  const page = await w.open(),
    bodies = started(page);
  let answer;
  await page.route('**/api/runs', r => {
    answer = () => r.continue();
  });
  for (const blank of ['', '   ', ' \n ']) {
    await say(page, blank);
    await same(() => page.locator('.msg').count(), 0);
  }
  await say(page, '  add "Trimmed" tomorrow \n');
  // The server has not answered yet.
  await page.waitForSelector('.msg.agent[aria-busy=true]');
  await same(() => page.inputValue('#say'), '');
  await same(() => page.locator('.msg.you .prose p').allTextContents(), ['add "Trimmed" tomorrow']);
  await same(() => page.locator('.msg.agent .prose').count(), 0);
  await until(() => answer);
  answer();
  await answered(page, 1);
  await same(() => bodies.map(b => b.message), ['add "Trimmed" tomorrow']);
});

test('an answer shows its stages in its bubble, then its summary, then its result', async () => {
  const page = await w.open(),
    run = await dam(page, x => (x.startsWith('event: summary') ? x.replace(/"text":"[^"]*"/, '"text":"Half of it"') : x)),
    bubble = lastAnswer(page);
  await say(page, 'add "Staged" tomorrow');
  await page.waitForSelector('.msg.agent .stage');
  await same(async () => (await bubble.locator('.stage').textContent()).trim(), 'Sent');
  for (const [words, shown] of [
    ['"routing","decision"', 'Routingas a plan'],
    ['"proposing"', 'Proposingas a plan'],
    ['"validating"', 'Validatingas a plan'],
    ['"summarizing"', 'Summarizingas a plan'],
  ]) {
    await run.through(words);
    await page.waitForFunction(s => document.querySelector('.msg.agent .stage')?.textContent.trim() === s, shown);
    assert.doesNotMatch(
      await page
        .locator('header')
        .allTextContents()
        .then(all => all.join(' ')),
      /Routing|Proposing|Validating|Summarizing/,
    );
  }
  await same(() => bubble.locator('.prose').count(), 0);
  await run.through('event: summary');
  await page.waitForSelector('.msg.agent .prose');
  await same(async () => [await bubble.locator('.prose').allTextContents(), await bubble.getAttribute('aria-busy')], [['Half of it'], 'true']);
  await run.through('event: result');
  await page.waitForFunction(() => document.querySelector('.msg.agent .prose').textContent.startsWith('1 change proposed'));
  await same(() => bubble.getAttribute('aria-busy'), 'true');
  await run.through('event: done');
  await answered(page, 1);
  await same(async () => [await bubble.locator('.prose').count(), await bubble.locator('.stage').count()], [1, 0]);
  await like(() => bubble.locator('.prose').textContent(), /^1 change proposed: add “Staged”/);
});

test('what is proposed can be decided while its summary is still being written', async () => {
  const ids = (await w.make({ op: 'create', title: 'Early A' }, { op: 'create', title: 'Early B' })).results.map(r => r.todo.id),
    page = await w.open(),
    run = await dam(page);
  await say(page, 'complete "Early A" and complete "Early B"');
  await run.through('event: ops');
  await becomes(page, 1, 'marked');
  await becomes(page, 2, 'marked');
  await same(async () => [await lastAnswer(page).getAttribute('aria-busy'), await lastAnswer(page).locator('.prose').count()], ['true', 0]);
  await row(page, 1).locator('input[type=checkbox]').first().click();
  await becomes(page, 1, 'deferred');
  await quick(page, row(page, 2).locator('.no'));
  await becomes(page, 2, 'rejected');
  await run.through('event: done');
  await answered(page, 1);
  await same(async () => [await state(page, 1), await state(page, 2)], ['deferred', 'rejected']);
  const id = Number(new URLSearchParams((await page.evaluate(() => location.hash)).split('?')[1]).get('set'));
  await until(async () => (await w.set(id)).items[1].status === 'rejected');
  await same(
    async () => (await w.set(id)).items.map(i => [i.op.id, i.status]),
    [
      [ids[0], 'deferred'],
      [ids[1], 'rejected'],
    ],
  );
});

test('done without a result: the run itself is read, and no text is no answer', async () => {
  const silent = x => (/^event: (summary|result|ops|change_set)/.test(x) ? null : x);
  for (const [record, expected] of [
    [null, [['1 change proposed'], 1, 0]],
    [{ text: null, change_set: null }, [[], 0, 1]],
  ]) {
    const page = await w.open(),
      run = await dam(page, silent);
    if (record)
      await page.route(/\/api\/runs\/[^/]+$/, async r => {
        const response = await r.fetch();
        await r.fulfill({ response, json: { ...(await response.json()), ...record } });
      });
    await say(page, 'add "Silent" tomorrow');
    await run.through('event: done');
    await answered(page, 1);
    const bubble = lastAnswer(page);
    await same(
      async () => [
        (await bubble.locator('.prose').allTextContents()).map(s => s.split(':')[0]),
        await bubble.locator('.docket').count(),
        await bubble.locator('text=No answer.').count(),
      ],
      expected,
    );
    await same(() => bubble.locator('.fail').count(), 0);
    assert.deepEqual(page.trouble, []);
  }
});
