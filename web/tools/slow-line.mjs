// Measures what a slow line makes of the page: how long each place takes to its first row, opened by its address in a
// browser that has kept nothing, over 400 kbit/s with 400 ms to the server. BIN=…/countersign node tools/slow-line.mjs [PLACE…]
import { world, plus } from '../tests/world.mjs';

const RATE = 400_000 / 8,
  LATENCY = 400,
  TIMES = 3;
const w = await world();
const { today } = (await w.call('GET', '/api/settings')).effective;
await w.make(...Array.from({ length: 8 }, (_, n) => ({ op: 'create', title: `Todo ${n}`, scheduledFor: plus(today, 0) })));
const ids = (await w.todos()).map(x => x.id);
const set = await w.propose('Eight', ...ids.map((id, n) => ({ op: 'update', id, [['title', 'notes'][n % 2]]: `Other ${n}` })));
/** Where each place is, and its first row. */
const PLACES = {
  desk: ['', '#say'],
  set: [`#/desk?set=${set.id}`, '#item-1'],
  inbox: ['#/inbox', '.iline'],
  todos: ['#/todos', '.todo'],
  week: ['#/todos?view=week', '.wcard'],
  history: ['#/history', '.entry'],
  library: ['#/library', '.page .body > *:not(.none)'],
  rules: ['#/rules', '.page .body > *:not(.none)'],
  settings: ['#/settings', '.card'],
};
// Signs the browser in: each measurement is a context of its own with its cookie.
const first = await w.open();
const cookies = await first.context().cookies(),
  browser = first.context().browser();
const wanted = process.argv.slice(2);
for (const [name, [hash, row]] of Object.entries(PLACES).filter(([n]) => !wanted.length || wanted.includes(n))) {
  const took = [];
  for (let n = 0; n < TIMES; n++) {
    const context = await browser.newContext();
    await context.addCookies(cookies);
    const page = await context.newPage(),
      cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', { offline: false, latency: LATENCY, downloadThroughput: RATE, uploadThroughput: RATE });
    await page.addInitScript(first => {
      const seen = new MutationObserver(() => document.querySelector(first) && (seen.disconnect(), performance.mark('row')));
      seen.observe(document, { subtree: true, childList: true });
    }, row);
    await page.goto(`${w.base}/${hash}`, { waitUntil: 'commit', timeout: 60_000 });
    await page.waitForSelector(row, { state: 'attached', timeout: 60_000 });
    took.push(await page.evaluate(() => performance.getEntriesByName('row')[0].startTime));
    await context.close();
  }
  took.sort((a, b) => a - b);
  console.log(name.padEnd(9), took.map(ms => `${(ms / 1000).toFixed(1)} s`).join('  '));
}
await w.close();
