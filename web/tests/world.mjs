// What every browser test starts from: the real binary with a data folder of its own, and Chromium.
import { spawn } from 'node:child_process';
import { afterEach, test as unlimited } from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inspect, isDeepStrictEqual } from 'node:util';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

const BIN = process.env.BIN ?? '../target/debug/countersign';
/** Debian's Chromium as a program without windows, which takes half the time, or with them. */
const CHROMIUM = process.env.CHROMIUM ?? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(at => fs.existsSync(at));
/** How many times slower every page's processor is made, to find what is read too early. What is waited for gets as many times longer. */
const SLOW = Number(process.env.COUNTERSIGN_TEST_SLOW ?? 1);
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
];
const axeSource = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** What this file started. It ends with the file, also one that took too long: what lives on would keep the whole run from ending. */
const started = new Set();
function start(program, args, options) {
  const child = spawn(program, args, options);
  started.add(child);
  child.on('exit', () => started.delete(child));
  return child;
}
/** The folders of this file, gone with it. */
const folders = [];
process.on('exit', () => {
  started.forEach(child => child.kill('SIGKILL'));
  folders.forEach(gone => fs.rmSync(gone, { recursive: true, force: true, maxRetries: 3 }));
});
process.on('SIGTERM', () => process.exit(143));

/** A data folder of its own. */
export function folder() {
  folders.push(fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-')));
  return folders.at(-1);
}
/** Starts the server alone, as if it were `now` if that is given. */
export async function serve(data, now, env = {}) {
  const server = start(BIN, ['serve', '--port', '0', '--data', data, '--json', ...(now ? ['--now', now] : [])], {
    env: { ...process.env, HOME: folder(), COUNTERSIGN_TOKEN: 'test-token', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise((ok, no) => {
    let text = '';
    server.stdout.on('data', d => {
      text += d;
      const end = text.indexOf('\n');
      if (end > 0) ok(text.slice(0, end));
    });
    server.on('exit', code => no(new Error(`the server ended with ${code}: ${text}`)));
    server.on('error', no);
  });
  const told = JSON.parse(line),
    first = new URL(told.url ?? told.address ?? told.page),
    base = first.origin;
  const call = async (method, url, body) => {
    const r = await fetch(base + url, {
      method,
      headers: { authorization: 'Bearer test-token', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      signal: AbortSignal.timeout(60_000 * SLOW),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await r.text();
    if (!r.ok) throw new Error(`${method} ${url}: ${r.status} ${text}`);
    return text && r.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
  };
  /** Ends the server, and is done when it has ended. */
  const stop = () =>
    new Promise(ok => {
      server.on('exit', ok);
      server.kill();
    });
  return { first, base, call, server, stop };
}
/** A model server that answers by a script (crates/testkit), and the environment that makes it the model. `wrong` gathers requests that broke a rule. */
export async function modelServer(script, name = 'qwen3:4b') {
  const file = path.join(folder(), 'script.json');
  fs.writeFileSync(file, JSON.stringify({ models: [{ id: name, context: 8192 }], ...script }));
  const server = start(path.join(path.dirname(BIN), 'model-server'), [file], { stdio: ['ignore', 'pipe', 'pipe'] });
  const wrong = [];
  server.stderr.on('data', d => wrong.push(String(d)));
  const url = await new Promise((ok, no) => {
    server.stdout.once('data', d => ok(String(d).trim()));
    server.once('exit', code => no(new Error(`the model server ended with ${code}: ${wrong.join('')}`)));
    server.once('error', no);
  });
  return {
    env: { COUNTERSIGN_MODEL_URL: url, COUNTERSIGN_MODEL: name },
    wrong,
    stop() {
      server.kill();
      fs.rmSync(path.dirname(file), { recursive: true, force: true });
    },
  };
}
/** Starts a server and a browser. `close` ends both and removes the data. */
export async function world(data = folder(), env = {}) {
  const { first, base, call, server } = await serve(data, undefined, env);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ARGS });
  let cookies = null;
  const roots = [];
  return {
    base,
    call,
    server,
    /** An empty folder that is open; it goes with the world. @returns its path, and the name it is open under */
    async openFolder() {
      const root = fs.realpathSync(folder());
      roots.push(root);
      return { root, workspace: (await call('POST', '/api/workspaces', { root })).id };
    },
    /** Makes todos as the person's own edit. @returns the receipt */
    make: (...operations) => call('POST', '/api/edits', { operations }),
    /** A change set that waits. */
    propose: (title, ...operations) => call('POST', '/api/change-sets', { title, operations }),
    todo: async id => (await call('GET', `/api/todos/${id}`)).todo,
    todos: async () => (await call('GET', '/api/todos/all')).todos,
    set: id => call('GET', `/api/change-sets/${id}`),
    /** A page that is signed in. `page.trouble` gathers script errors and broken policies; `page.live` is done when it follows the server's news. `beside` another page it is a tab of the same browser. */
    async open(hash = '', { beside, ...options } = {}) {
      const context = beside?.context() ?? (await browser.newContext(options));
      if (cookies && !beside) await context.addCookies(cookies);
      const page = await context.newPage();
      page.setDefaultTimeout(10_000 * SLOW);
      opened.add(page);
      count(page);
      page.trouble = [];
      page.on('pageerror', e => page.trouble.push(String(e)));
      page.on('console', m => {
        if (m.type() === 'error' && !/Failed to load resource/.test(m.text())) page.trouble.push(m.text());
      });
      page.on('dialog', d => {
        page.trouble.push(`dialog ${d.message()}`);
        d.dismiss();
      });
      await throttle(page, SLOW);
      page.live = page.waitForResponse('**/api/events').catch(() => null);
      await page.goto(cookies ? `${base}/` : first.href);
      if (!cookies) cookies = await context.cookies();
      await page.waitForFunction(() => performance.getEntriesByName('ready').length > 0);
      if (hash)
        await page.evaluate(h => {
          location.hash = h;
        }, hash);
      return page;
    },
    /** A browser that has seen nothing yet, with a page in it that is nowhere. */
    async nowhere() {
      const context = await browser.newContext(),
        page = await context.newPage();
      opened.add(page);
      return page;
    },
    first,
    async close() {
      await browser.close();
      // It saves what it holds where its database is taken from under it: it ends first.
      const ended = server.exitCode ?? server.signalCode ?? new Promise(done => server.once('exit', done));
      server.kill();
      await ended;
      for (const gone of [data, ...roots]) fs.rmSync(gone, { recursive: true, force: true });
    },
  };
}
/** Pages of the test that runs. They are closed with it: an open page reacts to what later tests do, and takes its time. */
const opened = new Set();
afterEach(
  async () => {
    const all = [...opened];
    opened.clear();
    await Promise.all(all.map(page => page.context().close()));
  },
  { timeout: 30_000 * SLOW },
);
/** What a page does that a test waited for in vain: whether its script runs, and what it was not answered. */
async function doing(page) {
  const hash = await Promise.race([page.evaluate(() => location.hash), new Promise(late => setTimeout(late, 2_000))]).catch(() => undefined);
  const asked = [...(asking.get(page) ?? [])].map(r => `${r.method()} ${r.url()}`);
  return `${hash === undefined ? 'a page whose script does not go on' : `the page at ${hash || 'its start'}`} waits for ${inspect(asked)}`;
}
/**
 * A test with an end: what would wait for ever fails by its own name with what its pages do, and the tests after it run.
 * `how` is as node:test takes it; its `timeout` is in milliseconds.
 */
export function test(name, ...rest) {
  const body = rest.pop(),
    { timeout = 90_000 * SLOW, ...how } = rest.pop() ?? {};
  return unlimited(name, how, async t => {
    let timer;
    const late = new Promise((_, no) => {
      timer = setTimeout(async () => {
        const pages = await Promise.all([...opened].map(doing));
        no(new Error(`not done in ${timeout / 1000} s: ${pages.join('; ') || 'no page is open'}`));
      }, timeout);
    });
    await Promise.race([body(t), late]).finally(() => clearTimeout(timer));
  });
}
const sessions = new WeakMap();
/** Makes a page's processor so many times slower. */
async function throttle(page, rate) {
  if (SLOW <= 1) return;
  if (!sessions.has(page)) sessions.set(page, await page.context().newCDPSession(page));
  await sessions.get(page).send('Emulation.setCPUThrottlingRate', { rate });
}
/** What the open pages tell the person, for a failure's text. */
const told = async () => {
  const all = await Promise.all(
    [...opened]
      .filter(p => !p.isClosed())
      .map(p =>
        p
          .locator('.notice, .toast')
          .allTextContents()
          .catch(() => []),
      ),
  );
  return JSON.stringify(all.flat());
};
/** Reads until `good` takes the value, at most 20 s (times `SLOW`): what is on the screen is stored, and what is stored is on the screen, a moment later. @returns the value */
async function patiently(read, good, fail) {
  for (const end = Date.now() + 20_000 * SLOW; ;) {
    let value, trouble;
    try {
      value = await read();
    } catch (e) {
      trouble = e;
    }
    if (!trouble && good(value)) return value;
    if (Date.now() > end) {
      if (trouble) throw trouble;
      return fail(value, await told());
    }
    await new Promise(later => setTimeout(later, 25));
  }
}
/** What `read` gives becomes `expected`; if not, the last value is shown beside it with what the pages tell. @returns the value */
export const same = (read, expected, why = '') =>
  patiently(
    read,
    v => isDeepStrictEqual(v, expected),
    (actual, says) => {
      throw new assert.AssertionError({ message: `${why} ${inspect(actual)} is not ${inspect(expected)}; the pages say ${says}`, actual, expected });
    },
  );
/** The text that `read` gives comes to match. @returns the text */
export const like = (read, pattern, why = '') =>
  patiently(
    read,
    v => pattern.test(v ?? ''),
    (v, says) => assert.fail(`${why} ${JSON.stringify(v)} does not match ${pattern}; the pages say ${says}`),
  );
/** The answer becomes yes. @returns the answer */
export const until = (check, why = '') =>
  patiently(check, Boolean, (v, says) => assert.fail(`never so: ${why} ${check}: ${v}; the pages say ${says}`));
/** Findings of axe, as lines; `clean` asks for none. It measures the page, so it is not slowed down itself. */
async function axe(page) {
  await throttle(page, 1);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${axeSource};0`);
  const found = await page.evaluate(() =>
    axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'], resultTypes: ['violations'] }),
  );
  await throttle(page, SLOW);
  return found.violations.map(v => `${v.id}: ${v.nodes.map(n => n.target.join(' ')).join(', ')} (${v.nodes[0].any[0]?.message ?? v.help})`);
}
/** What a page has asked for and was not answered yet; streams aside, which end with what they tell of. */
const asking = new WeakMap();
function count(page) {
  const open = new Set();
  asking.set(page, open);
  page.on('request', r => /\/events(\?|$)/.test(r.url()) || open.add(r));
  for (const end of ['requestfinished', 'requestfailed']) page.on(end, r => open.delete(r));
}
/** The page follows the server's news, and has read what it reads for that: news is gathered for 25 ms first. */
export async function settled(page) {
  await page.live;
  await page.evaluate(() => new Promise(done => setTimeout(done, 50)));
  await until(() => !asking.get(page)?.size);
}
/** axe finds nothing. It is asked once, when the page stands still: answered, drawn, and done with what moves. A fault that is there then is a fault. */
export async function clean(page, why = '') {
  const still = () =>
    page.evaluate(
      ms =>
        new Promise(done => {
          let changes = 0,
            timer;
          const moving = () => document.getAnimations().some(a => a.playState === 'running' && a.effect?.getComputedTiming().endTime !== Infinity),
            seen = new MutationObserver(() => {
              changes++;
              wait();
            });
          const wait = () => {
            clearTimeout(timer);
            timer = setTimeout(() => {
              if (moving()) return wait();
              seen.disconnect();
              document.fonts.ready.then(() => done(changes));
            }, ms);
          };
          seen.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
          wait();
        }),
      100 * SLOW,
    );
  await until(() => !asking.get(page)?.size, why);
  while ((await still()) || asking.get(page)?.size) await until(() => !asking.get(page)?.size, why);
  assert.deepEqual(await axe(page), [], why);
}
/**
 * Signs a browser in that has kept nothing, and counts what comes off the wire until nothing has come for a second:
 * heads and bodies as they were sent, of everything that was asked for. Streams that stay open count with what they have sent.
 * @returns {Promise<{ total: number, parts: { name: string, bytes: number }[] }>}
 */
export async function weigh(w) {
  const page = await w.nowhere(),
    cdp = await page.context().newCDPSession(page),
    all = new Map();
  let last = Date.now();
  const part = id => all.get(id) ?? all.set(id, { name: '?', bytes: 0 }).get(id);
  const note = (id, f) => {
    last = Date.now();
    f(part(id));
  };
  // A redirect is told with the request it leads to, under the same id.
  cdp.on('Network.requestWillBeSent', e =>
    note(e.requestId, p => {
      if (e.redirectResponse) all.set(`${e.requestId} redirect`, { name: p.name, bytes: e.redirectResponse.encodedDataLength });
      p.name = new URL(e.request.url).pathname;
    }),
  );
  cdp.on('Network.responseReceived', e => note(e.requestId, p => (p.bytes = e.response.encodedDataLength)));
  cdp.on('Network.dataReceived', e => note(e.requestId, p => (p.bytes += e.encodedDataLength)));
  cdp.on('Network.loadingFinished', e => note(e.requestId, p => (p.bytes = e.encodedDataLength)));
  await cdp.send('Network.enable');
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.goto(w.first.href);
  await page.waitForFunction(() => performance.getEntriesByName('ready').length > 0);
  await until(() => Date.now() - last > 1000 * SLOW);
  const parts = [...all.values()].filter(p => p.bytes > 0).sort((a, b) => b.bytes - a.bytes);
  return { total: parts.reduce((sum, p) => sum + p.bytes, 0), parts };
}
/** Holds back requests that fit, as they come; `go` lets them and all later ones pass. `answered` asks the server at once and holds the answer. */
export async function hold(page, url, fits = () => true, answered = false) {
  let go;
  const held = [],
    free = new Promise(ok => (go = ok));
  await page.route(url, async r => {
    if (!fits(r.request())) return r.fallback();
    const response = answered && held.length === 0 ? await r.fetch() : null;
    held.push(r.request());
    await free;
    await (response ? r.fulfill({ response }) : r.continue());
  });
  return { held, go };
}
/** A row of the sheet by its number. */
export const row = (page, n) => page.locator(`#item-${n}`);
export const state = (page, n) => row(page, n).getAttribute('data-state');
/** Waits until a row shows a state. */
export const becomes = (page, n, s) => page.waitForSelector(`#item-${n}[data-state=${s}]`);
/** Where something is, once it stands still. */
export async function box(at) {
  await (await at.elementHandle()).waitForElementState('stable');
  return at.boundingBox();
}
/** A click that is no long press, however long this process is kept waiting between the two: both are sent at once. */
export async function quick(page, at) {
  await at.scrollIntoViewIfNeeded();
  const b = await box(at),
    cdp = await page.context().newCDPSession(page),
    send = type =>
      cdp.send('Input.dispatchMouseEvent', { type, x: b.x + b.width / 2, y: b.y + b.height / 2, button: 'left', buttons: 1, clickCount: 1 });
  await Promise.all([send('mousePressed'), send('mouseReleased')]);
}
/** Holds the button of the question that is open, until it is answered. */
export async function agree(page) {
  const b = await box(page.locator('dialog .danger'));
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2);
  await page.mouse.down();
  await page.waitForFunction(() => !document.querySelector('dialog'));
  await page.mouse.up();
}
/** Says something on the desk. */
export async function say(page, text) {
  await page.fill('#say', text);
  await page.press('#say', 'Enter');
}
/**
 * Holds back the events of a page's one run. `through(words)` lets them pass up to the first that has these words;
 * the connection ends there, and the page goes on from the last event it saw. `change` edits or, with null, drops an event.
 */
export async function dam(page, change = x => x) {
  let events = null,
    at = 0,
    to = 0,
    held = null;
  const flow = () => {
    if (!held || to <= at) return;
    const body = events.slice(at, to).join('\n\n') + '\n\n',
      r = held;
    at = to;
    held = null;
    r.fulfill({ contentType: 'text/event-stream', body });
  };
  let known;
  const ready = new Promise(ok => {
    known = ok;
  });
  await page.route('**/api/runs/*/events', async r => {
    events ??= (await (await r.fetch()).text())
      .split('\n\n')
      .filter(x => x.trim())
      .map(change)
      .filter(x => x !== null);
    held = r;
    known();
    flow();
  });
  return {
    async through(words) {
      await ready;
      const found = events.findIndex((x, i) => i >= to && x.includes(words));
      if (found < 0) throw new Error(`no event with ${words} in\n${events.join('\n')}`);
      to = found + 1;
      flow();
    },
  };
}
/** A date so many days from the server's today. */
export const plus = (today, days) => new Date(Date.parse(`${today}T00:00:00Z`) + days * 864e5).toISOString().slice(0, 10);
