// A real small model behind the real binary: what it proposes is signed on the page and applied.
// COUNTERSIGN_TEST_MODEL names its file (SmolLM2-135M-Instruct Q4_1, as scripts/llama_server.py gets it).
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import { test, world, say, row, becomes, same } from './world.mjs';
const file = process.env.COUNTERSIGN_TEST_MODEL;
if (!file && process.env.CI === 'true') throw new Error('COUNTERSIGN_TEST_MODEL names no model file: in CI this test has to run');
const skip = file ? false : 'COUNTERSIGN_TEST_MODEL names no model file';
let w;
before(async () => {
  if (file) w = await world(undefined, { COUNTERSIGN_MODEL: `embedded:${file}`, COUNTERSIGN_MODEL_URL: '' });
});
after(() => w?.close());

test('a real model is asked, and its proposal is signed and applied', { skip, timeout: 300_000 }, async () => {
  const made = await w.make({ op: 'create', title: 'Renew passport' }, { op: 'create', title: 'Pay car insurance' });
  const ids = made.results.map(r => r.todo.id);
  const page = await w.open();
  page.setDefaultTimeout(240_000);
  // The planner cannot tell which of the two; the model is offered both and nothing else.
  await say(page, 'already the passport or the car insurance');
  await page.waitForSelector('#item-1');
  const run = (await page.evaluate(() => fetch('/api/sessions').then(r => r.json()))).sessions[0];
  const runs = (await w.call('GET', `/api/sessions/${run.id}`)).runs;
  const calls = (await w.call('GET', `/api/runs/${runs[0].id}/trace`)).calls;
  assert.equal(calls.length, 1);
  const [call] = calls;
  assert.equal(call.role, 'propose');
  assert.ok(call.usage.prompt_tokens > 100 && call.usage.completion_tokens > 3, JSON.stringify(call.usage));
  assert.ok(call.min_logprob < 0, 'its own probabilities are read');
  const said = JSON.parse(call.raw);
  assert.equal(said.do, 'complete');
  assert.ok(['Renew passport', 'Pay car insurance'].includes(said.todo), call.raw);
  assert.match(call.model, /smol/i);

  const chosen = said.todo === 'Renew passport' ? ids[0] : ids[1];
  await same(async () => (await w.todo(chosen)).completed, false, 'nothing happens before it is signed');
  await page.focus('#item-1');
  await page.keyboard.press('Y');
  await becomes(page, 1, 'applied');
  await same(async () => (await w.todo(chosen)).completed, true);
  await same(async () => (await w.todo(ids.find(id => id !== chosen))).completed, false);
  await same(() => row(page, 1).count(), 1);
  // The answer names the model, its tokens and that it ran here.
  const usage = (await page.locator('.msg.agent .usage').last().textContent()).replace(/\s+/g, ' ');
  assert.match(usage, /local/);
  assert.deepEqual(page.trouble, []);
});

test('what became of its proposals is shown beside the models', { skip, timeout: 120_000 }, async () => {
  const page = await w.open('#/settings');
  page.setDefaultTimeout(60_000);
  await page.waitForSelector('.taken li');
  const line = (await page.locator('.taken li').first().textContent()).replace(/[\s\u2068\u2069]+/g, ' ');
  assert.match(line, /kept .*1.* of .*1.* messages decided/);
  assert.deepEqual(page.trouble, []);
});
