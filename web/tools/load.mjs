// How long the inbox takes to list while many decide: 1 000 pending items in 100 sets, 50 clients, each listing
// and deciding in turns until every item is decided; then what was decided is compared with what is there.
// BIN=…/countersign node tools/load.mjs
import { serve, folder } from '../tests/world.mjs';
import fs from 'node:fs';

const CLIENTS = 50,
  SETS = 100,
  EACH = 10;
const data = folder(),
  { call, stop } = await serve(data);
const sets = [];
for (let s = 0; s < SETS; s++)
  sets.push(
    await call('POST', '/api/change-sets', { operations: Array.from({ length: EACH }, (_, n) => ({ op: 'create', title: `Todo ${s} ${n}` })) }),
  );
const times = { list: [], decide: [] };
const timed = async (what, f) => {
  const began = performance.now();
  const r = await f();
  times[what].push(performance.now() - began);
  return r;
};
const wanted = new Map();
await Promise.all(
  Array.from({ length: CLIENTS }, async (_, who) => {
    for (let at = who; at < SETS * EACH; at += CLIENTS) {
      const set = sets[Math.floor(at / EACH)],
        item = set.items[at % EACH],
        verdict = at % 3 ? 'confirmed' : 'rejected';
      wanted.set(item.id, verdict);
      await timed('list', () => call('GET', '/api/change-sets?status=open&limit=200'));
      await timed('decide', () => call('PUT', `/api/change-sets/${set.id}/items/${item.n}/decision`, { verdict, digest: item.digest }));
    }
  }),
);
let wrong = 0;
for (const s of sets) for (const i of (await call('GET', `/api/change-sets/${s.id}`)).items) wrong += i.status === wanted.get(i.id) ? 0 : 1;
const entries = (await call('GET', '/api/ledger?kind=decided&limit=1')).entries[0];
for (const [what, all] of Object.entries(times)) {
  all.sort((a, b) => a - b);
  const at = q => `${all[Math.floor(all.length * q)].toFixed(1)} ms`;
  console.log(`${what}: ${all.length} calls, p50 ${at(0.5)}, p95 ${at(0.95)}, most ${at(0.999)}`);
}
console.log(`${wanted.size} decisions, ${wrong} lost; newest entry @${entries?.seq ?? '?'}`);
await stop();
fs.rmSync(data, { recursive: true, force: true });
