// Other programs' tools: listed and tried in Settings, and a call of one in the sheet.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { test, folder, world, like, clean } from './world.mjs';
let w, notes;
before(async () => {
  const data = folder(),
    script = fs.readFileSync('../crates/testkit/src/tool_server.sh', 'utf8');
  notes = path.join(data, 'notes');
  const server = { command: 'sh', args: ['-c', script, 'tool-server', 'well', notes], confined: false };
  fs.writeFileSync(path.join(data, 'mcp.json'), JSON.stringify({ mcpServers: { notes: server } }));
  w = await world(data, { COUNTERSIGN_MODEL: 'none' });
});
after(() => w?.close());

test('Settings shows the servers, starts one, and allows its reads', async () => {
  const page = await w.open('#/settings');
  const card = page.locator('section[aria-labelledby="c-mcp"]');
  await like(() => card.textContent(), /notes not started/);
  await card.getByRole('button').click();
  await like(() => card.textContent(), /notes runs/);
  await card.locator('summary').click();
  await like(() => card.textContent(), /look looks/);
  await like(() => card.textContent(), /add-note waits for a signature/);
  await card.getByRole('checkbox').click();
  await like(async () => (await w.call('GET', '/api/mcp-servers')).servers[0].reads, /allow/);
  await clean(page);
  assert.deepEqual(page.trouble, []);
});

test('a call shows server, tool and arguments, and is made once when it is signed', async () => {
  const call = { op: 'call_tool', server: 'notes', tool: 'add-note', arguments: { text: 'buy milk\u202e' } };
  const set = await w.propose('Note the milk', call);
  const page = await w.open(`#/desk?set=${set.id}`);
  const item = page.locator('#item-1');
  await like(() => item.textContent(), /notes\/add-note/);
  await like(() => item.textContent(), /buy milk/);
  // What waits alone is open.
  await like(() => item.locator('.panel').textContent(), /Another program does this/);
  assert.ok((await item.locator('pre').first().textContent()).includes('buy milkU+202E'));
  await clean(page);
  assert.equal(fs.existsSync(notes), false);
  await w.call('POST', `/api/change-sets/${set.id}/apply`, { digest: set.digest, sign: [{ item: 1, digest: set.items[0].digest }] });
  await like(() => item.locator('.panel').textContent(), /Done, says the server/);
  assert.equal(fs.readFileSync(notes, 'utf8'), 'called\n');
  assert.deepEqual(page.trouble, []);
});

test('Settings shows a server at an address, asks it, and says that it runs elsewhere', async () => {
  const answers = {
    initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'web', version: '1' } },
    'tools/list': { tools: [{ name: 'add-note', inputSchema: { type: 'object' } }] },
  };
  const server = http.createServer((request, response) => {
    let text = '';
    request.on('data', piece => (text += piece));
    request.on('end', () => {
      const { id, method } = text ? JSON.parse(text) : {};
      const body = method in answers ? JSON.stringify({ jsonrpc: '2.0', id, result: answers[method] }) : '';
      response.writeHead(body ? 200 : 202, { 'content-type': 'application/json' }).end(body);
    });
  });
  await new Promise(begun => server.listen(0, '127.0.0.1', () => begun(null)));
  const url = `http://127.0.0.1:${server.address().port}/mcp`;
  const data = folder();
  fs.writeFileSync(path.join(data, 'mcp.json'), JSON.stringify({ mcpServers: { web: { url } } }));
  const other = await world(data, { COUNTERSIGN_MODEL: 'none' });
  try {
    const page = await other.open('#/settings');
    const card = page.locator('section[aria-labelledby="c-mcp"]');
    await like(() => card.textContent(), /web not asked yet/);
    await like(() => card.textContent(), /Runs elsewhere/);
    assert.ok((await card.textContent())?.includes(url));
    await card.getByRole('button').click();
    await like(() => card.textContent(), /web answers/);
    await card.locator('summary').click();
    await like(() => card.textContent(), /add-note waits for a signature/);
    await clean(page);
    assert.deepEqual(page.trouble, []);
  } finally {
    await other.close();
    server.close();
  }
});
