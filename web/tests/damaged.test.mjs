// A ledger that somebody altered: said on the desk before anything else is done, and shown in the history.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test, world, folder, serve, like, same } from './world.mjs';
let w;
before(async () => {
  const data = folder(),
    first = await serve(data);
  for (const title of ['Buy zinnias', 'Call mom']) await first.call('POST', '/api/todos', { title });
  await first.stop();
  // As somebody would with an editor: a few bytes of the file.
  const file = path.join(data, 'countersign.db'),
    bytes = fs.readFileSync(file);
  for (let at = bytes.indexOf('zinnias'); at >= 0; at = bytes.indexOf('zinnias', at)) bytes.write('zombies', at);
  fs.writeFileSync(file, bytes);
  w = await world(data);
});
after(() => w?.close());

test('a broken ledger is said on the desk, and what was altered in it is not shown as what was written', async () => {
  const page = await w.open('#/desk');
  const bar = page.locator('.nowbar');
  await like(() => bar.innerText(), /The ledger is broken at entry 1/);
  await bar.getByRole('button', { name: 'History' }).click();
  await page.waitForSelector('.verify.bad');
  const entry = seq => page.locator(`.entry[data-seq="${seq}"]`);
  await like(() => entry(1).innerText(), /Changed since it was written/);
  await same(() => entry(1).locator('.btn').count(), 0, 'nothing is taken back on the strength of it');
  assert.doesNotMatch(await entry(2).innerText(), /Changed since/);
  await same(() => entry(2).locator('.btn').count(), 2);
});

test('what is stored otherwise than the ledger says is told on the desk, and which it is in the history', async () => {
  const data = folder(),
    first = await serve(data);
  for (const title of ['Buy zinnias', 'Call mom']) await first.call('POST', '/api/todos', { title });
  await first.stop();
  // The title that a todo is found by, before its empty notes and its body.
  const file = path.join(data, 'countersign.db'),
    bytes = fs.readFileSync(file),
    at = bytes.indexOf('Call mom{"');
  assert.ok(at > 0);
  bytes.write('Call tom', at);
  fs.writeFileSync(file, bytes);
  const other = await world(data);
  try {
    const page = await other.open('#/desk');
    const bar = page.locator('.nowbar');
    await like(() => bar.innerText(), /not what the ledger says in 1 place.*rebuild --write/s);
    await bar.getByRole('button', { name: 'History' }).click();
    await like(() => page.locator('.verify.bad').innerText(), /1 difference/);
    await like(() => page.locator('.strip.bad').innerText(), /todo #2 is kept under/);
  } finally {
    await other.close();
  }
});
