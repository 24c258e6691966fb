// Getting a model on the page: what it is and its licence first, then bytes with a bar, stop, go on, remove.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import { test, world, PHONE, like, same, clean } from './world.mjs';

/** A whole model of the llama family with the bytes as tokens: it runs, and says nothing of sense. */
function gguf(wide) {
  const number = (size, write) => n => {
      const b = Buffer.alloc(size);
      b[write](n);
      return b;
    },
    u32 = number(4, 'writeUInt32LE'),
    u64 = n => number(8, 'writeBigUInt64LE')(BigInt(n)),
    text = s => Buffer.concat([u64(Buffer.byteLength(s)), Buffer.from(s)]),
    list = (kind, all) => Buffer.concat([u32(9), u32(kind), u64(all.length), ...all.map(kind === 8 ? text : u32)]);
  let count = 0;
  const values = [],
    tensors = [],
    put = (key, ...value) => (count++, values.push(text(key), ...value)),
    whole = (key, n) => put(key, u32(4), u32(n)),
    say = (key, value) => put(key, u32(8), text(value)),
    floats = (name, ...sizes) => {
      const data = new Float32Array(sizes.reduce((a, b) => a * b));
      for (let i = 0; i < data.length; i++)
        data[i] = ((((i + 7 * name.length) * 2654435761) >>> 16) / 65536 - 0.5) * 0.4 + (name.includes('norm') ? 1 : 0);
      tensors.push({ name, sizes, data: Buffer.from(data.buffer) });
    };
  say('general.architecture', 'llama');
  for (const [key, n] of Object.entries({
    embedding_length: 32,
    'attention.head_count': 4,
    'attention.head_count_kv': 2,
    feed_forward_length: wide,
    block_count: 2,
    context_length: 1024,
  }))
    whole(`llama.${key}`, n);
  let next = 256;
  const plain = byte => (byte > 32 && byte < 127) || (byte > 160 && byte < 173) || byte > 173,
    letters = Array.from({ length: 256 }, (_, byte) => String.fromCodePoint(plain(byte) ? byte : next++)),
    tokens = [...letters, 'ab', 'abc', '<|im_start|>', '<|im_end|>'];
  say('tokenizer.ggml.model', 'gpt2');
  say('tokenizer.ggml.pre', 'qwen2');
  put('tokenizer.ggml.tokens', list(8, tokens));
  put(
    'tokenizer.ggml.token_type',
    list(
      4,
      tokens.map((_, i) => (i < 258 ? 1 : 3)),
    ),
  );
  put('tokenizer.ggml.merges', list(8, ['a b', 'ab c']));
  whole('tokenizer.ggml.eos_token_id', 259);
  say('tokenizer.chat_template', '{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}<|im_start|>');
  floats('token_embd.weight', 32, tokens.length);
  for (const n of [0, 1])
    for (const [name, ...sizes] of [
      ['attn_norm', 32],
      ['attn_q', 32, 32],
      ['attn_k', 32, 16],
      ['attn_v', 32, 16],
      ['attn_output', 32, 32],
      ['ffn_norm', 32],
      ['ffn_gate', 32, wide],
      ['ffn_up', 32, wide],
      ['ffn_down', wide, 32],
    ])
      floats(`blk.${n}.${name}.weight`, ...sizes);
  floats('output_norm.weight', 32);
  let offset = 0;
  const pad = b => Buffer.concat([b, Buffer.alloc((32 - (b.length % 32)) % 32)]),
    named = tensors.map(t => {
      const at = offset;
      offset += pad(t.data).length;
      return Buffer.concat([text(t.name), u32(t.sizes.length), ...t.sizes.map(u64), u32(0), u64(at)]);
    }),
    head = Buffer.concat([Buffer.from('GGUF'), u32(3), u64(tensors.length), u64(count), ...values, ...named]);
  return Buffer.concat([pad(head), ...tensors.map(t => pad(t.data))]);
}
const FILE = '/acme/tiny/resolve/main/tiny.gguf',
  body = gguf(2_560);
let hub,
  w,
  held = [],
  hold = 0,
  ranges = [];
before(async () => {
  hub = http.createServer((q, r) => {
    if (q.url.split('?')[0] === '/api/models/acme/tiny') return r.end(JSON.stringify({ cardData: { license: 'apache-2.0' } }));
    if (q.url !== FILE) {
      r.statusCode = q.url.includes('gated') && q.url.includes('resolve') ? 403 : 404;
      return r.end();
    }
    const from = Number(/bytes=(\d+)-/.exec(q.headers.range ?? '')?.[1] ?? 0);
    ranges.push(from);
    r.writeHead(from ? 206 : 200, {
      etag: '"one"',
      'content-length': body.length - from,
      ...(from ? { 'content-range': `bytes ${from}-${body.length - 1}/${body.length}` } : {}),
    });
    if (!hold) return r.end(body.subarray(from));
    r.write(body.subarray(from, from + hold));
    held.push(() => r.end(body.subarray(from + hold)));
  });
  await new Promise(ok => hub.listen(0, '127.0.0.1', ok));
  const url = `http://127.0.0.1:${hub.address().port}`;
  w = await world(undefined, { HF_ENDPOINT: url, PYPI_ENDPOINT: url, OLLAMA_HOST: '127.0.0.1:9', COUNTERSIGN_MODEL: '' });
});
after(async () => {
  await w?.close();
  hub?.closeAllConnections();
  hub?.close();
});
const flat = async l => (await l.textContent()).replace(/\s+/g, ' ').trim();
const look = async (page, source) => {
  await page.fill('#s-model', source);
  await page.press('#s-model', 'Enter');
};

test('a model is described, confirmed, stopped half-way, gone on with, checked, and removed', async () => {
  const page = await w.open('#/settings');
  await page.waitForSelector('.store');
  hold = 1_000_000;
  await look(page, 'hf:acme/tiny/tiny.gguf');
  await page.waitForSelector('dialog[open]');
  await like(() => flat(page.locator('dialog')), /Download tiny\?\s*Its licence is apache-2\.0\./);
  await clean(page);
  assert.deepEqual(ranges, [], 'nothing is downloaded before it is confirmed');
  await page.click('dialog .btn.quiet');
  await same(async () => (await w.call('GET', '/api/models/store')).pulls, []);
  await look(page, 'hf:acme/tiny/tiny.gguf');
  await page.click('dialog .btn.primary');
  await page.waitForSelector('.pull[data-stage=downloading]');
  await page.waitForFunction(() => document.querySelector('.pull progress')?.value >= 1_000_000);
  await like(() => flat(page.locator('.pull')), /1 MB of 2 MB\s*downloading/);
  await clean(page);
  await page.click('.pull button:has-text("Stop")');
  await page.waitForSelector('.pull[data-stage=stopped]');
  hold = 0;
  await page.reload();
  await page.waitForSelector('.pull[data-stage=stopped]');
  await page.click('.pull button:has-text("Go on")');
  await like(() => flat(page.locator('dialog .facts')), /Here already\s*1 MB/);
  await page.click('dialog .btn.primary');
  const line = page.locator('.store li:has-text("hf:acme/tiny")');
  await line.waitFor();
  assert.deepEqual(ranges, [0, 1_000_000]);
  const { installed } = await w.call('GET', '/api/models/store');
  assert.equal(installed[0].sha256, crypto.createHash('sha256').update(body).digest('hex'));
  await line.locator('button:has-text("Check the file")').click();
  await page.waitForSelector('.notice:has-text("tiny is the file that was installed")');
  await clean(page);
  await line.locator('button:has-text("Remove")').click();
  await line.waitFor({ state: 'detached' });
  await same(async () => (await w.call('GET', '/api/models/store')).installed, []);
  assert.deepEqual(page.trouble, []);
});

test('what cannot be had says why, and what to do', async () => {
  const page = await w.open('#/settings');
  await page.waitForSelector('.store');
  await look(page, 'qwen3:4b');
  await page.waitForSelector('.notice.error:has-text("is no source of a model")');
  await look(page, 'hf:acme/gated/m.gguf');
  await page.click('dialog .btn.primary');
  await page.waitForSelector('.pull[data-stage=failed]');
  await like(() => flat(page.locator('.pull .fail')), /wants a key, or its licence accepted Accept the licence .* HF_TOKEN/);
  await page.click('.pull button:has-text("Remove the part")');
  await page.waitForSelector('.pull', { state: 'detached' });
});

test('a desk without a model offers one; nothing is downloaded unasked', async () => {
  const page = await w.open('#/desk', PHONE);
  await page.waitForSelector('.offer button');
  await like(() => flat(page.locator('.offer')), /No model answers here.*Get SmolLM2 135M Instruct.*92\.9 MB/);
  await clean(page);
  await same(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  // The index is not there: the click says so, and the offer stays.
  await page.click('.offer button');
  await page.waitForSelector('.notice.error:has-text("is not there")');
  await same(() => page.locator('.offer button').count(), 1);
  await same(async () => fs.existsSync((await w.call('GET', '/api/models/store')).folder), true);
});
