// Takes screenshots with the real binary and real data: shots/current/*.png, and docs/screenshot.png.
import fs from 'node:fs';
import path from 'node:path';
import { world, modelServer, folder, say, plus, PHONE } from '../tests/world.mjs';
const out = 'shots/current';
fs.mkdirSync(out, { recursive: true });
fs.mkdirSync('../docs', { recursive: true });
const model = await modelServer({
  answers: [
    { when: { message: 'long' }, text: 'A long tale begins with', finish: 'length', usage: [812, 46] },
    { when: { message: 'flaky' }, status: 503, body: 'busy', times: 1 },
    { text: 'Two todos walk into a bar. Neither was due.', usage: [812, 46] },
  ],
});
const w = await world(undefined, model.env);
const { today } = (await w.call('GET', '/api/settings')).effective;
await w.make(
  { op: 'create', title: 'Pay rent', scheduledFor: plus(today, 1), priority: 'high', labels: ['home'] },
  { op: 'create', title: 'Call the bank', scheduledFor: plus(today, -2), estimate: 30 },
  {
    op: 'create',
    title: 'Stand-up',
    scheduledFor: plus(today, -7),
    timeOfDay: '09:30',
    recurrence: { type: 'weekly', interval: 1, byDay: ['MO', 'TU', 'WE', 'TH', 'FR'] },
    labels: ['work'],
  },
  { op: 'create', title: 'Old shopping list', notes: 'from last year' },
  { op: 'create', title: 'Dentist with Anna', scheduledFor: plus(today, 9), timeOfDay: '11:00' },
  { op: 'create', title: 'Write release note', dueDate: plus(today, 4), labels: ['work'], checklist: [{ title: 'draft' }, { title: 'send to Ben' }] },
  { op: 'create', title: 'Water the plants', scheduledFor: today, recurrence: { type: 'daily', interval: 3 } },
);
const root = folder(),
  code = Array.from({ length: 40 }, (_, i) => `fn step_${i + 1}() -> usize { ${i} }\n`).join('');
fs.writeFileSync(path.join(root, 'steps.rs'), code);
fs.writeFileSync(path.join(root, 'notes.md'), 'old notes\n');
const workspace = (await w.call('POST', '/api/workspaces', { root })).id;
const hash = async f => (await w.call('GET', `/api/workspaces/${workspace}/file?path=${f}`)).state.hash;
const files = await w.propose(
  'make the steps count from one',
  {
    op: 'write_file',
    workspace,
    path: 'steps.rs',
    base: await hash('steps.rs'),
    content: code.replace('{ 2 }', '{ 3 + 0 }').replace('step_30() -> usize', 'step_thirty() -> u64'),
  },
  { op: 'write_file', workspace, path: 'Cargo.toml', content: '[package]\nname = "steps"\nversion = "0.1.0"\n' },
  { op: 'delete_file', workspace, path: 'notes.md', base: await hash('notes.md') },
  { op: 'run_command', workspace, command: 'cargo test --workspace' },
);
const SAID = ['add "Buy a cake" tomorrow 9am high priority, move dentist to friday and delete old shopping list'];
for (const [name, options] of [
  ['desktop', { viewport: { width: 1280, height: 800 } }],
  ['phone', { ...PHONE, deviceScaleFactor: 2 }],
])
  for (const colorScheme of ['light', 'dark']) {
    const page = await w.open('', { ...options, colorScheme, reducedMotion: 'reduce' });
    const shot = async what => {
      await page.waitForTimeout(150);
      await page.screenshot({ path: `${out}/${name}-${colorScheme}-${what}.png` });
    };
    await shot('1-empty');
    for (const s of SAID) {
      await say(page, s);
      await page.waitForSelector('.docket b', { state: 'attached' });
      await page.waitForSelector('.msg.agent[aria-busy=false]');
    }
    await shot('2-thread');
    if (!(await page.isVisible('#item-2'))) await page.locator('.docket button:has-text("Review")').last().click();
    await page.waitForSelector('#item-2');
    await page.focus('#item-2');
    await page.keyboard.press('o');
    await page.waitForSelector('.insp');
    await shot('3-review');
    if (name === 'desktop' && colorScheme === 'light') fs.copyFileSync(`${out}/desktop-light-3-review.png`, '../docs/screenshot.png');
    await page.evaluate(id => {
      location.hash = `#/desk?set=${id}`;
    }, files.id);
    await page.waitForSelector('#item-2');
    await page.focus('#item-1');
    await page.keyboard.press('o');
    await page.waitForSelector('.hunk');
    await shot('5-files');
    await page.focus('#item-4');
    await page.keyboard.press('o');
    await page.waitForSelector('#item-4 .panel');
    await shot('5-command');
    if (await page.isVisible('.back')) await page.click('.back');
    await page.click('.composer .seg label:has-text("Chat")');
    for (const [n, s] of ['tell me a joke', 'tell me a flaky joke', 'tell me a long joke'].entries()) {
      await say(page, s);
      await page.waitForFunction(n => document.querySelectorAll('.msg.agent[aria-busy=false]').length > n, n);
    }
    await shot('6-model');
    await page.locator('.usage .link').last().click();
    await page.waitForSelector('dialog .call');
    await shot('6-saw');
    await page.keyboard.press('Escape');
    for (const p of ['inbox', 'todos', 'todos?view=week', 'history', 'settings']) {
      await page.evaluate(x => {
        location.hash = `#/${x}`;
      }, p);
      await page.waitForFunction(() => !/Loading…/.test(document.querySelector('main')?.textContent ?? 'Loading…'));
      await shot(`4-${p.replace(/\W+/g, '-')}`);
    }
    if (page.trouble.length) console.log(name, colorScheme, page.trouble);
    await page.context().close();
  }
await w.close();
model.stop();
fs.rmSync(root, { recursive: true });
