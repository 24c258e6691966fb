// Measures the page with the real binary: bytes and time to ready, a set of 1 000 items, a list of 5 000 todos.
import { world } from '../tests/world.mjs';
const w = await world();
const page = await w.open();
const load = async what => {
  const r = await page.evaluate(() => ({
    ready: Math.round(performance.getEntriesByName('ready')[0].startTime),
    requests: performance.getEntriesByType('resource').length + 1,
    wire: performance.getEntriesByType('resource').reduce((s, e) => s + e.transferSize, 0),
  }));
  console.log(what, JSON.stringify(r));
};
await load('cold');
await page.reload();
await page.waitForFunction(() => performance.getEntriesByName('ready').length);
await load('warm');
const took = async (what, act, done) => {
  const t = performance.now();
  await act();
  await page.waitForFunction(...done);
  console.log(what, Math.round(performance.now() - t), 'ms');
};
// What the page's own thread does for one decision: script, style and layout, until it is quiet again.
const cdp = await page.context().newCDPSession(page);
await cdp.send('Performance.enable');
const KINDS = ['TaskDuration', 'ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'];
const work = async () => {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return KINDS.map(kind => metrics.find(m => m.name === kind).value * 1000);
};
const decide = async (what, first, times) => {
  await page.focus(`#item-${first}`);
  await page.waitForTimeout(500);
  const before = await work();
  for (let n = 0; n < times; n++) {
    await page.keyboard.press('y');
    await page.waitForTimeout(300);
  }
  const after = await work();
  console.log(what, KINDS.map((kind, n) => `${kind} ${((after[n] - before[n]) / times).toFixed(1)}`).join(', '), 'ms each');
};
const few = await w.make(...Array.from({ length: 10 }, (_, n) => ({ op: 'create', title: `One ${n}` })));
const ten = await w.propose('ten', ...few.results.map(({ todo }, n) => ({ op: 'update', id: todo.id, [['title', 'notes'][n % 2]]: `Other ${n}` })));
await page.evaluate(id => {
  location.hash = `#/desk?set=${id}`;
}, ten.id);
await page.waitForSelector('#item-10');
await decide('decisions among 10', 1, 9);
for (let i = 0; i < 5; i++) await w.make(...Array.from({ length: 1000 }, (_, n) => ({ op: 'create', title: `Todo ${i} ${n}` })));
const ids = (await w.todos()).slice(0, 1000).map(t => t.id);
const set = await w.propose('thousand', ...ids.map((id, n) => ({ op: 'update', id, [['title', 'notes'][n % 2]]: `Renamed ${n}` })));
await took(
  '1 000 items drawn',
  () =>
    page.evaluate(id => {
      location.hash = `#/desk?set=${id}`;
    }, set.id),
  [() => document.querySelectorAll('.op').length >= 100],
);
await took(
  'one decision',
  async () => {
    await page.focus('#item-1');
    await page.keyboard.press('y');
  },
  [() => document.querySelector('#item-1')?.getAttribute('data-state') === 'confirmed'],
);
await decide('decisions among 1 000', 2, 20);
await took(
  '5 000 todos drawn',
  () =>
    page.evaluate(() => {
      location.hash = '#/todos';
    }),
  [() => document.querySelectorAll('.todo').length >= 100],
);
await w.close();
