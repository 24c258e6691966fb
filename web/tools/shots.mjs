// Takes screenshots with the real binary and real data: shots/current/*.png, and docs/screenshot.png.
import fs from 'node:fs';
import { world, say, plus, PHONE } from '../tests/world.mjs';
const out = 'shots/current';
fs.mkdirSync(out, { recursive: true });
fs.mkdirSync('../docs', { recursive: true });
const w = await world();
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
  { op: 'create', title: 'Dentist with Anna', scheduledFor: plus(today, 2), timeOfDay: '11:00' },
  { op: 'create', title: 'Write release note', dueDate: plus(today, 4), labels: ['work'], checklist: [{ title: 'draft' }, { title: 'send to Ben' }] },
  { op: 'create', title: 'Water the plants', scheduledFor: today, recurrence: { type: 'daily', interval: 3 } },
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
    if (await page.isVisible('.jump')) await page.click('.jump');
    await page.waitForSelector('#item-2');
    await page.focus('#item-2');
    await page.keyboard.press('o');
    await page.waitForSelector('.insp');
    await shot('3-review');
    if (name === 'desktop' && colorScheme === 'light') fs.copyFileSync(`${out}/desktop-light-3-review.png`, '../docs/screenshot.png');
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
