// Models in the thread and in Settings, with a scripted model server behind the real binary.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test, world, modelServer, folder, say, dam, PHONE, same, like, until, clean } from './world.mjs';
let w, m, other;
before(async () => {
  m = await modelServer({
    answers: [
      { when: { message: 'joke' }, text: 'Two todos walk into a bar.', usage: [812, 46] },
      { when: { message: 'story' }, chunks: ['Once ', 'upon ', 'a time ', 'there was ', 'a todo.'], delayMs: 40, usage: [5000, 9] },
      { when: { message: 'saga' }, text: 'It began when', finish: 'length', usage: [5000, 5], times: 1 },
      { when: { message: 'saga' }, text: 'It began and it ended.', usage: [5000, 6] },
      { when: { message: 'rhyme' }, text: 'Roses are red.', usage: [3, 5] },
      { when: { message: 'refuse' }, status: 400, body: '{"error":{"message":"no such thing"}}', times: 1 },
      { when: { message: 'refuse' }, text: 'Now it works.', usage: [5000, 4] },
      { when: { message: 'maybe the novel' }, text: '{"operations":[{"op":"comp', noEnd: true, usage: [5000, 4], times: 1 },
      { when: { message: 'maybe the novel' }, text: 'Certainly! I would do it.', usage: [5000, 4] },
      { when: { message: 'flaky' }, status: 503, body: 'busy', times: 1 },
      { when: { message: 'flaky' }, text: 'Here after all.', usage: [5000, 4] },
      // What a probe asks.
      { when: { schema: 'probe' }, text: '{"answer":"green"}', usage: [5000, 4] },
      // What is asked once more.
      { text: '{"operations":[{"op":"comp', noEnd: true, usage: [5000, 4], times: 1 },
      { text: 'Certainly! I would do it.', usage: [5000, 4] },
    ],
  });
  w = await world(undefined, m.env);
  other = await world();
});
after(async () => {
  await w?.close();
  await other?.close();
  m?.stop();
});
const chat = async (page, text) => {
  await page.click('.composer .seg label:has-text("Chat")');
  await say(page, text);
};
const done = (page, n) => page.waitForFunction(n => document.querySelectorAll('.msg.agent[aria-busy=false]').length === n, n);
const last = page => page.locator('.msg.agent').last();
const flat = async l => (await l.textContent()).replace(/\s+/g, ' ').trim();

test('the composer names the model and where it runs; an answer shows its tokens, time and place, also after a reload', async () => {
  const page = await w.open();
  await page.waitForSelector('.meter .lamp');
  await same(() => flat(page.locator('.meter')), 'localqwen3:4b');
  await chat(page, 'tell me a joke');
  await done(page, 1);
  const usage = /^qwen3:4b812 → 46 tokens0(\.\d)?\ss\s?localWhat the model saw$/u;
  await like(async () => (await flat(last(page).locator('.usage'))).replaceAll(' 812', '812'), usage);
  await same(() => flat(last(page).locator('.prose')), 'Two todos walk into a bar.');
  await same(() => last(page).locator('.mended, .banner').count(), 0);
  await page.reload();
  await page.waitForSelector('.usage');
  await like(async () => (await flat(last(page).locator('.usage'))).replaceAll(' 812', '812'), usage);
  await clean(page);
  assert.deepEqual(page.trouble, []);
});

test('text arrives while the model writes, beside its name', async () => {
  const page = await w.open(),
    run = await dam(page);
  await chat(page, 'a story please');
  await run.through('"Once ');
  await page.waitForFunction(() => {
    const a = document.querySelector('.msg.agent[aria-busy=true]');
    return /^Once/.test(a?.querySelector('.prose')?.textContent ?? '') && /qwen3:4b/.test(a?.querySelector('.stage')?.textContent ?? '');
  });
  await run.through('event: done');
  await done(page, 1);
  await same(() => flat(last(page).locator('.prose')), 'Once upon a time there was a todo.');
});

test('what the model saw: sections with tokens, messages and the raw answer; Escape goes back', async () => {
  const page = await w.open();
  await chat(page, 'tell me a joke');
  await done(page, 1);
  await page.click('.usage .link');
  await page.waitForSelector('dialog .call');
  await same(() => flat(page.locator('dialog .call h3')), '1. Answering qwen3:4b');
  const sections = () => page.locator('dialog tbody tr').evaluateAll(all => all.map(r => [...r.cells].map(c => c.textContent)));
  await same(
    async () => (await sections()).map(s => [s[0], Number(s[1]) > 0]),
    [
      ['rules', true],
      ['request', true],
    ],
  );
  await same(() => page.locator('dialog summary').allTextContents(), ['1. Sent: System', '1. Sent: You', '1. Answer, as it came']);
  await same(() => page.locator('dialog details[open] pre').textContent(), 'Two todos walk into a bar.');
  await page.click('dialog summary:has-text("You")');
  await like(() => page.locator('dialog details[open] pre').first().textContent(), /tell me a joke/);
  await clean(page);
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog', { state: 'detached' });
  await until(() => page.evaluate(() => document.activeElement?.matches('.usage .link')));
  assert.deepEqual(page.trouble, []);
});

test('a reply that was cut off: the banner retries the same message, or is put away', async () => {
  const page = await w.open(),
    sent = [];
  page.on('request', r => {
    if (r.method() === 'POST' && r.url().endsWith('/api/runs')) sent.push(r.postDataJSON());
  });
  await chat(page, 'a saga');
  await page.waitForSelector('.banner button');
  await like(() => flat(page.locator('.banner')), /reached its limit.*Nothing has been changed\./);
  await clean(page);
  await page.click('.composer .seg label:has-text("Auto")');
  await page.click('.banner button:has-text("Retry")');
  await done(page, 2);
  await same(
    () => sent.map(s => [s.message, s.mode]),
    [
      ['a saga', 'chat'],
      ['a saga', 'chat'],
    ],
  );
  await same(() => page.locator('.banner').count(), 0);
  await same(() => flat(last(page).locator('.prose')), 'It began and it ended.');
});

test('a prompt that the server cut is said in plain sight', async () => {
  const page = await w.open();
  await chat(page, 'a rhyme');
  await done(page, 1);
  await page.waitForSelector('.banner button');
  await like(() => flat(page.locator('.banner')), /read less than it was sent\. Give the model a larger context\./);
  await same(() => flat(last(page).locator('.prose')), 'Roses are red.');
  await clean(page);
});

test('a model that does not answer is said so with a hint; Continue puts the banner away, a reload brings it back', async () => {
  const page = await w.open();
  await chat(page, 'please refuse');
  await page.waitForSelector('.banner button');
  await like(() => flat(page.locator('.banner')), /failed|refused|400/);
  await page.click('.banner button:has-text("Continue")');
  await page.waitForSelector('.banner', { state: 'detached' });
  await page.reload();
  await page.waitForSelector('.banner');
  // The record says why, too.
  await like(() => flat(page.locator('.banner')), /(failed|refused|400).*Nothing has been changed\./);
  assert.deepEqual(page.trouble, []);
});

test('an answer that is cut twice is told once; one of no use is a badge that says who answered instead', async () => {
  await w.make({ op: 'create', title: 'Dentist' }, { op: 'create', title: 'Write novel' });
  const page = await w.open();
  await page.click('.composer .seg label:has-text("Plan")');
  await say(page, 'finally the dentist, or maybe the novel');
  await done(page, 1);
  await page.waitForSelector('.banner button');
  await same(() => page.locator('.banner p b').allTextContents(), ['The answer was cut: the last frame is missing.']);
  await like(() => flat(page.locator('.banner')), /Only what was whole before the cut is used/);
  await clean(page);
  await page.click('.composer .seg label:has-text("Auto")');
  await say(page, 'finally the dentist, or maybe the novel');
  await done(page, 2);
  await same(() => last(page).locator('.banner').count(), 0);
  await same(() => flat(last(page).locator('.mended summary')), 'mended');
  await last(page).locator('.mended summary').click();
  await like(() => flat(last(page).locator('.mended ul')), /built-in rules answered/);
});

test('what was dealt with by itself is a badge that opens', async () => {
  const page = await w.open();
  await chat(page, 'a flaky one');
  await done(page, 1);
  await same(() => flat(last(page).locator('.prose')), 'Here after all.');
  await same(() => page.locator('.banner').count(), 0);
  await same(() => page.locator('.mended ul').isVisible(), false);
  // Nothing of the answer was mended: what is told is a note.
  await same(() => flat(page.locator('.mended summary')), 'notes');
  await page.focus('.mended summary');
  await page.keyboard.press('Enter');
  await like(() => flat(page.locator('.mended ul')), /busy.*Trying again/);
  await clean(page);
});

test('a hosted model and money are shown as such', async () => {
  const page = await w.open();
  await page.route('**/api/runs/*', async r => {
    const run = await (await r.fetch()).json();
    await r.fulfill({ json: { ...run, usage: { ...run.usage, hosted: true, cost_micros: 4200 } } });
  });
  await chat(page, 'tell me a joke');
  await done(page, 1);
  await like(() => flat(page.locator('.usage')), /\$0\.0042/);
  await same(() => flat(page.locator('.usage .lamp')), 'hosted');
  await like(() => page.locator('.usage .lamp').getAttribute('title'), /left this machine/);
});

test('on a phone the model line and the banner fit', async () => {
  const page = await w.open('', PHONE);
  await chat(page, 'tell me a joke');
  await done(page, 1);
  await same(() => page.evaluate(() => document.documentElement.scrollWidth), 390);
  await until(() => page.evaluate(() => document.querySelector('.composer').scrollWidth <= document.querySelector('.composer').clientWidth));
  await clean(page);
});

test('Settings list the models with lamp, place, roles, and a probe says what one can do', async () => {
  const page = await w.open('#/settings');
  await page.waitForSelector('.model');
  const text = await flat(page.locator('.model').first());
  assert.match(
    text,
    /^qwen3:4banswerslocal ?Used for answering, carrying out steps, planning, proposing, repairing, routing, summarizing, supervising commands/,
  );
  await page.click('.model button');
  await page.waitForSelector('.model p[role=status]');
  await like(() => flat(page.locator('.model p[role=status]').first()), /keeps to a form/);
  await clean(page);
  assert.deepEqual(page.trouble, []);
});

test('without a model Settings say so and how to get one; the thread shows the planner', async () => {
  const page = await other.open('#/settings');
  await page.waitForSelector('.how');
  await like(() => flat(page.locator('section:has(#c-models)')), /Built-in planner only.*Ollama.*COUNTERSIGN_MODEL=.*models\.json/);
  await same(() => page.locator('.how li').count(), 3);
  await page.evaluate(() => {
    location.hash = '#/desk';
  });
  await same(() => flat(page.locator('.meter')), 'built-in planner');
  await say(page, 'add "Plain" tomorrow');
  await done(page, 1);
  await same(() => page.locator('.usage, .mended, .banner').count(), 0);
  assert.deepEqual(page.trouble, []);
});

test('a folder is opened by its path, listed, and closed; one that is not there is refused', async () => {
  const root = fs.realpathSync(folder());
  const page = await other.open('#/settings');
  await page.waitForSelector('#s-folder');
  await page.locator('section:has(#c-folders)').getByText('No folder is open').waitFor();
  await page.fill('#s-folder', '/nowhere/at/all');
  await page.press('#s-folder', 'Enter');
  await page.waitForSelector('.notice.error');
  await page.fill('#s-folder', root);
  await page.press('#s-folder', 'Enter');
  await page.waitForSelector('.folders li');
  await same(() => page.locator('.folders code').textContent(), root);
  // The list may come by the feed before the answer does that empties the field.
  await page.waitForFunction(() => document.querySelector('#s-folder').value === '');
  await clean(page);
  fs.rmdirSync(root);
  await page.reload();
  await page.waitForSelector('.folders .badf');
  await page.click('.folders button');
  await page.waitForSelector('.folders', { state: 'detached' });
  await same(async () => (await other.call('GET', '/api/workspaces')).workspaces, []);
});

test('an export that leaves something out says so first, and is downloaded on a second word', async () => {
  await other.make({ op: 'create', title: 'Rich', notes: 'a note', estimate: 30, status: 'in_progress', checklist: [{ title: 'x' }] });
  const page = await other.open('#/settings');
  await page.click('.chip:has-text("todo.txt")');
  await page.waitForSelector('.loses li');
  await like(() => flat(page.locator('.loses')), /todo\.txt leaves something out:/);
  await clean(page);
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('.loses a')]);
  assert.match(file.suggestedFilename(), /\.txt$/);
  const [json] = await Promise.all([page.waitForEvent('download'), page.click('.chip:has-text("json")')]);
  assert.match(json.suggestedFilename(), /\.json/);
  await page.waitForSelector('.loses', { state: 'detached' });
});

test('a server that can only look says so beside the message', async () => {
  const looking = await world();
  try {
    const page = await looking.open();
    await page.route('**/api/status', async route => {
      const response = await route.fetch(),
        looks = { code: 'disk_full', message: 'nothing can be changed now, only read', hint: 'Free some space.' };
      await route.fulfill({ response, json: { ...(await response.json()), looks } });
    });
    await page.reload();
    await like(() => flat(page.locator('.nb-text')), /nothing can be changed now/);
    assert.match((await page.locator('.nb-text').getAttribute('title')) ?? '', /Free some space/);
  } finally {
    await looking.close();
  }
});

test('models that are named and cannot be used are told of, and what needs none works', async () => {
  const data = folder();
  fs.writeFileSync(`${data}/models.json`, '{');
  const damaged = await world(data);
  try {
    const page = await damaged.open();
    await like(() => flat(page.locator('.nb-text')), /models\.json is no JSON/);
    await say(page, 'add buy bread');
    await page.waitForSelector('.msg.agent[aria-busy=false] .docket');
    assert.deepEqual(page.trouble, []);
  } finally {
    await damaged.close();
  }
});
