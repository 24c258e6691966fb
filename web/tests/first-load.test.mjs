// How much a browser takes off the wire until the desk of a new list stands still: files, headers and answers, nothing kept from before.
import { test, before, after } from 'node:test';
import assert from 'node:assert/strict';
import { world, weigh } from './world.mjs';
let w;
before(async () => {
  w = await world();
});
after(() => w?.close());

test('the first load is at most 116 KB on the wire, and asks for nothing twice', async () => {
  const { total, parts } = await weigh(w);
  const told = parts.map(p => `${p.bytes} ${p.name}`).join('\n');
  assert.ok(total > 50_000 && total <= 116_000, `${total} bytes in ${parts.length} answers:\n${told}`);
  const names = parts.map(p => p.name).filter(name => name !== '/');
  assert.deepEqual(
    names.filter((name, i) => names.indexOf(name) !== i),
    [],
    told,
  );
});
