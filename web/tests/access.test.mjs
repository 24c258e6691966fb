// What everybody can use, on a desk, and how much is fetched before anything can be used.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import zlib from 'node:zlib';
import { everywhere, open } from './states.mjs';
const viewport = { width: 1280, height: 800 };

everywhere({
  'desktop light': { viewport, colorScheme: 'light' },
  'desktop dark': { viewport, colorScheme: 'dark' },
});

test('the first load is at most 120 KB', async () => {
  const sizes = {},
    bodies = [];
  // Counted as a server compresses them, which the one under test need not do for a client on the same machine.
  const fresh = await open();
  fresh.on('response', r => {
    const name = new URL(r.url()).pathname;
    if (name.startsWith('/api/')) return;
    bodies.push(
      r.body().then(
        body => {
          sizes[name] = /woff2$/.test(name) ? body.length : zlib.gzipSync(body, { level: 6 }).length;
        },
        () => {},
      ),
    );
  });
  await fresh.reload();
  await fresh.waitForFunction(() => performance.getEntriesByName('ready').length > 0);
  await fresh.evaluate(() => document.fonts.ready);
  await Promise.all(bodies);
  const total = Object.values(sizes).reduce((a, b) => a + b, 0);
  assert.ok(total > 50_000 && total <= 120_000, `${total} bytes: ${JSON.stringify(sizes)}`);
});
