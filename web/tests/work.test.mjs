// Work in a project folder, with a scripted model server behind the real binary: what is loaded, the reply, the Now bar.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test, world, modelServer, folder, say, PHONE, like, same, clean } from './world.mjs';
let w, m, root;
/** Words that do not repeat: a model that loops is cut off. */
const words = n => Array.from({ length: n }, (_, i) => `word${i} ${(i * 7919) % 1009}`);
const long = words(60).join(' ');
const greet = {
  summary: 'a.txt would greet the reader.',
  sections: [
    {
      heading: 'Why',
      body: 'Because `a.txt` was **very** dull.\n\n```sh\ncat a.txt\n```\n\n```rust\n// says one\nfn x() -> &str { "<b>1</b>" }\n```\n\n- short\n- kind',
    },
    { heading: '<b>Not markup</b>', body: '<img src=x onerror=alert(1)>' },
  ],
  todos: [
    { text: 'Greet', completed: true },
    { text: 'Look again', completed: false },
  ],
  fileChanges: [{ path: 'a.txt', search: 'one', replace: 'hello one', todoIndex: 0 }],
  commands: [
    { command: 'cat a.txt', why: 'shows it' },
    { command: 'ls', why: 'lists' },
  ],
  nextSteps: [1, 2, 3].map(n => ({ html: `<i>Step ${n}</i>`, inputText: `Do step ${n} in a.txt` })),
};
const cut = JSON.stringify({
  summary: 'Adds two.',
  todos: [{ text: 'a' }],
  fileChanges: [{ path: 'n.md', search: '', replace: 'n' }, { path: 'm.md' }],
});
before(async () => {
  m = await modelServer({
    answers: [
      { when: { message: 'I ran the command' }, text: JSON.stringify({ summary: 'It prints the file.' }), usage: [5000, 5] },
      { when: { message: 'greet' }, text: JSON.stringify(greet), usage: [38000, 16] },
      {
        when: { message: 'long' },
        text: JSON.stringify({
          ...greet,
          summary: long,
          sections: [{ heading: 'More', body: words(60).join('\n') }],
          fileChanges: [],
          commands: [],
        }),
        usage: [5000, 5],
      },
      { when: { message: 'cut' }, text: cut.slice(0, -12), finish: 'length', usage: [5000, 5] },
    ],
  });
  root = folder();
  fs.writeFileSync(path.join(root, 'a.txt'), 'one\ntwo\n');
  fs.mkdirSync(path.join(root, 'src'));
  fs.writeFileSync(path.join(root, 'src', 'appetite.rs'), 'fn x() {}\n');
  w = await world(undefined, m.env);
  await w.call('POST', '/api/workspaces', { root });
});
after(async () => {
  await w?.close();
  m?.stop();
  fs.rmSync(root, { recursive: true, force: true });
});
const flat = async l => (await l.textContent()).replace(/\s+/g, ' ').trim();
const last = page => page.locator('.msg.agent').last();
const done = (page, n) => page.waitForFunction(n => document.querySelectorAll('.msg.agent[aria-busy=false]').length === n, n);
/** Says something and waits for the answer. */
async function ask(page, text, n = 1) {
  await say(page, text);
  await done(page, n);
  await last(page).locator('.prose').first().waitFor();
}

test('a reply shows what was loaded, sections, steps, the set and next steps; applying ticks the linked step', async () => {
  fs.writeFileSync(path.join(root, 'a.txt'), 'one\ntwo\n');
  const page = await w.open();
  await ask(page, 'make a.txt greet the reader, not .env');
  await same(() => last(page).locator('.section strong').allTextContents(), ['very']);
  await page.waitForSelector('.turnline');
  await like(() => flat(last(page).locator('.loaded')), /^1 file loaded: a\.txt ?Not loaded: \.env is never loaded/);
  await like(() => flat(last(page).locator('[data-now=summary]')), /^3 changes proposed: .*Nothing happens until you sign\.$/);
  await same(() => flat(last(page).locator('blockquote.prose')), 'a.txt would greet the reader.');
  await same(() => last(page).locator('details.section > summary').allTextContents(), ['Why', 'Not markup']);
  const code = last(page).locator('.raw.code');
  await same(() => code.allTextContents(), ['cat a.txt', '// says one\nfn x() -> &str { "<b>1</b>" }']);
  await code.locator('.c-key').first().waitFor();
  await same(
    () => Promise.all(['c-com', 'c-key', 'c-str'].map(name => code.nth(1).locator(`.${name}`).first().textContent())),
    ['// says one', 'fn', '"<b>1</b>"'],
    'code of a reply is in colours',
  );
  await same(() => code.locator('b').count(), 0, 'nothing of it is markup');
  await same(() => last(page).locator('.section img, .section b').count(), 0, 'nothing of a reply is markup');
  const ticks = () =>
    last(page)
      .locator('.steps li')
      .evaluateAll(all => all.map(l => l.dataset.done));
  await same(() => ticks(), ['false', 'false'], 'a linked step waits for its change');
  await same(() => last(page).locator('.nexts .chip').allTextContents(), ['Step 1', 'Step 2', 'Step 3']);
  const line = await flat(last(page).locator('.turnline'));
  assert.match(line, /^Pending ?Run 2 commands ?38.016 tokens$/u);
  await page.click('.docket button:has-text("Apply")');
  await page.waitForSelector('.turnline:has-text("3 applied")');
  await same(() => ticks(), ['true', 'false']);
  assert.equal(fs.readFileSync(path.join(root, 'a.txt'), 'utf8'), 'hello one\ntwo\n');
  await like(() => flat(last(page).locator('.turnline')), /^✓ Done ?3 applied/u);
  await like(() => flat(last(page).locator('.section.done')), /^What was done ?Edit a\.txt/);
  await page.reload();
  await page.waitForSelector('.steps li');
  await page.waitForSelector('.turnline:has-text("3 applied")');
  await same(() => ticks(), ['true', 'false']);
  await clean(page);
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

test('a next step fills the message field; the output of a command is looked at on request', async () => {
  fs.writeFileSync(path.join(root, 'a.txt'), 'one\ntwo\n');
  const page = await w.open();
  await ask(page, 'make a.txt greet the reader');
  await last(page).locator('.nexts .chip').first().click();
  await same(() => page.inputValue('#say'), 'Do step 1 in a.txt');
  await page.fill('#say', '');
  await last(page).locator('.turnline button').click();
  await page.waitForSelector('.turnline:has-text("2 applied")');
  await page.click('#item-2 .turn');
  await page.locator('.outcome button:has-text("Analyze output")').first().click();
  await done(page, 2);
  await like(
    () => flat(page.locator('.msg.you').last()),
    /I ran the command: `cat a\.txt` \(exit code 0\) Output: .*one two Please analyze this output\./,
  );
  await same(() => flat(last(page).locator('[data-now=summary]')), 'Nothing has been changed.');
  await same(() => flat(last(page).locator('blockquote.prose')), 'It prints the file.');
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

test('a summary out of sight is in the Now bar, with at most three next steps, and goes for good with ✕', async () => {
  const page = await w.open('', PHONE);
  await ask(page, 'a long word about a.txt');
  await page.waitForSelector('.steps li');
  const bar = page.locator('.nowbar[data-slot=summary]');
  /** Scrolls until the bar is there, or gone: what is drawn meanwhile may move the text on. */
  const scroll = (to, bars) =>
    same(async () => {
      await page.evaluate(to => {
        const log = document.querySelector('.log');
        log.scrollTop = to === 'end' ? log.scrollHeight : 0;
      }, to);
      return bar.count();
    }, bars);
  await scroll('top', 0);
  await scroll('end', 1);
  await same(() => bar.locator('.chip').count(), 3);
  await clean(page);
  await bar.locator('text=See details').click();
  await bar.waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.querySelector('[data-now=summary]').getBoundingClientRect().top > 0);
  // A next step fills the field; the bar goes.
  await page.reload();
  await page.waitForSelector('.steps li');
  await scroll('end', 1);
  await bar.locator('.chip').nth(1).click();
  await same(() => page.inputValue('#say'), 'Do step 2 in a.txt');
  await bar.waitFor({ state: 'detached' });
  // ✕ is for good, also after a reload.
  await page.reload();
  await page.waitForSelector('.steps li');
  await scroll('end', 1);
  await bar.locator('.ic').click();
  await bar.waitFor({ state: 'detached' });
  await page.reload();
  await page.waitForSelector('.steps li');
  await scroll('end', 0);
  await page.waitForFunction(
    () =>
      document.querySelector('[data-now=summary]').getBoundingClientRect().bottom < document.querySelector('.log').getBoundingClientRect().top + 60,
  );
  await same(() => page.locator('.nowbar').count(), 0);
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

test('a cut reply blocks its changes, says so, and offers Retry and Continue; also after a reload', async () => {
  const page = await w.open();
  await ask(page, 'cut a.txt into two');
  const look = async () => {
    await page.waitForSelector('.blocked');
    const banner = await flat(last(page).locator('.banner'));
    assert.match(banner, /Recovery succeeded!/);
    assert.match(banner, /Recovered: 1 todo\(s\), 1 file change\(s\)\. The content below may be incomplete\./);
    assert.match(banner, /BLOCKED: \d file change\(s\) from truncated response\. .* NO changes have been applied\./);
    await like(() => flat(last(page).locator('.blocked')), /n\.md/);
    await same(() => last(page).locator('.docket').count(), 0);
  };
  await look();
  await page.reload();
  await look();
  await clean(page);
  await last(page).locator('.banner button:has-text("Continue")').click();
  await same(() => last(page).locator('.banner').count(), 0);
  await same(() => last(page).locator('.steps li').count(), 1, 'the words stay');
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

test('@ lists files; arrows and Enter choose one', async () => {
  const page = await w.open();
  await page.click('#say');
  await page.keyboard.type('look at @app');
  await page.waitForSelector('#files [role=option]');
  await same(() => page.locator('#files [role=option]').allTextContents(), ['src/appetite.rs']);
  await page.keyboard.press('Enter');
  await same(() => page.inputValue('#say'), 'look at @src/appetite.rs ');
  await page.keyboard.type('and @');
  await page.waitForFunction(() => document.querySelectorAll('#files [role=option]').length === 2);
  await clean(page);
  await page.keyboard.press('Escape');
  await same(() => page.locator('#files').count(), 0);
  assert.deepEqual(m.wrong, [], 'no request to the model broke a rule');
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

test('Enter sends where the file that is listed is written out', async () => {
  const page = await w.open();
  await page.focus('#say');
  await page.keyboard.type('read @src/appetite.rs');
  await page.waitForSelector('#files [role=option]');
  await page.keyboard.press('Enter');
  await same(() => page.locator('.msg.you .prose').textContent(), 'read @src/appetite.rs');
  await same(() => page.locator('#files').count(), 0);
});
