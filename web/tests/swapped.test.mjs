// The model changes in the middle of a conversation, at a restart: from here to elsewhere and back.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test, world, serve, modelServer, folder, say, same, like, until, clean } from './world.mjs';
const flat = async l => (await l.textContent()).replace(/\s+/g, ' ').trim();
const done = (page, n) => page.waitForFunction(n => document.querySelectorAll('.msg.agent[aria-busy=false]').length === n, n);
/** The model's line under each answer: its name and where it ran. */
const lines = async page =>
  (await page.locator('.usage').allTextContents()).map(l => [l.match(/near:1b|far-large/)?.[0], l.match(/local|hosted/)?.[0]].join(' '));

test('each answer names the model it is of and where that ran; the composer names the one that answers next', async () => {
  const data = folder(),
    file = path.join(data, 'models.json'),
    near = await modelServer({ answers: [{ text: 'It is Rayleigh.', usage: [5000, 4] }] }, 'near:1b'),
    far = await modelServer({ answers: [{ text: 'Light scatters.', usage: [5000, 4] }] }, 'far-large');
  const settings = (name, server, place) => {
    const url = server.env.COUNTERSIGN_MODEL_URL;
    // Under this address nobody knows that it is this machine.
    const provider = place === 'local' ? { baseUrl: url } : { baseUrl: url.replace('127.0.0.1', '127.1'), allowInsecureHttp: true };
    fs.writeFileSync(
      file,
      JSON.stringify({ providers: { p: { kind: 'openai', ...provider } }, models: { [name]: { provider: 'p', size: 'large' } } }),
    );
  };
  settings('near:1b', near, 'local');
  const first = await serve(data);
  const { run, session } = await first.call('POST', '/api/runs', { message: 'why is the sky blue?', mode: 'chat' });
  await until(async () => (await first.call('GET', `/api/runs/${run}`)).status === 'done');
  await first.stop();

  settings('far-large', far, 'hosted');
  const second = await serve(data);
  const b = await second.call('POST', '/api/runs', { message: 'and at night?', mode: 'chat', session });
  await until(async () => (await second.call('GET', `/api/runs/${b.run}`)).status === 'done');
  const { models } = await second.call('GET', '/api/models');
  assert.deepEqual(
    models.map(m => [m.name, m.place, m.lamp]),
    [['far-large', 'hosted', 'up']],
  );
  await second.stop();

  settings('near:1b', near, 'local');
  const w = await world(data);
  try {
    const page = await w.open();
    await page.evaluate(s => {
      location.hash = `#/desk?s=${s}`;
    }, session);
    await done(page, 2);
    await same(() => lines(page), ['near:1b local', 'far-large hosted']);
    await like(() => flat(page.locator('.meter')), /^local\s?near:1b/);
    await page.click('.composer .seg label:has-text("Chat")');
    await say(page, 'and in the morning?');
    await done(page, 3);
    await same(() => lines(page), ['near:1b local', 'far-large hosted', 'near:1b local']);
    // What the other said goes along.
    await page.locator('.usage .link').last().click();
    await page.waitForSelector('dialog .call');
    await like(() => flat(page.locator('dialog')), /Light scatters\./);
    await page.keyboard.press('Escape');
    await clean(page);
    assert.deepEqual(page.trouble, []);
  } finally {
    await w.close();
    near.stop();
    far.stop();
  }
  assert.deepEqual([...near.wrong, ...far.wrong], []);
});

test('a page that is open says where the next message goes, once a model was chosen elsewhere', async () => {
  const data = folder(),
    near = await modelServer({ answers: [{ text: 'It is Rayleigh.' }] }, 'near:1b'),
    far = await modelServer({ answers: [{ text: 'Light scatters.' }] }, 'far-large'),
    provider = (server, host) => ({
      kind: 'openai',
      baseUrl: server.env.COUNTERSIGN_MODEL_URL.replace('127.0.0.1', host),
      allowInsecureHttp: true,
    });
  fs.writeFileSync(
    path.join(data, 'models.json'),
    JSON.stringify({
      providers: { n: provider(near, '127.0.0.1'), f: provider(far, '127.1') },
      models: { 'near:1b': { provider: 'n', size: 'large' }, 'far-large': { provider: 'f', size: 'large' } },
      selectionRules: { default: 'near:1b' },
    }),
  );
  const w = await world(data);
  try {
    const page = await w.open();
    await like(() => flat(page.locator('.meter')), /^local\s?near:1b/);
    await w.call('PUT', '/api/models/choice', { model: 'far-large' });
    await like(() => flat(page.locator('.meter')), /^hosted\s?far-large/);
    await w.call('PUT', '/api/models/choice', { model: 'near:1b' });
    await like(() => flat(page.locator('.meter')), /^local\s?near:1b/);
    assert.deepEqual(page.trouble, []);
  } finally {
    await w.close();
    near.stop();
    far.stop();
  }
});

test('a run of an agent that waits goes on with the model that is there by then, and says so', async () => {
  const data = folder(),
    ask = JSON.stringify({ thinking: 'so', action: 'ask_user', question: 'Which colour?' }),
    end = JSON.stringify({ thinking: 'so', action: 'complete', message: 'It is green.' }),
    one = await modelServer({ answers: [{ text: ask, usage: [5000, 4] }] }, 'near:1b'),
    two = await modelServer({ answers: [{ text: end, usage: [5000, 4] }] }, 'far-large');
  const first = await serve(data, undefined, one.env);
  const { run, session } = await first.call('POST', '/api/runs', { message: 'Paint it', mode: 'agent', agent: {} });
  await until(async () => (await first.call('GET', `/api/runs/${run}`)).status === 'waiting');
  await first.stop();
  const w = await world(data, two.env);
  try {
    const page = await w.open();
    await page.evaluate(s => {
      location.hash = `#/desk?s=${s}`;
    }, session);
    await page.waitForSelector('.msg.agent');
    await say(page, 'green');
    await until(async () => (await w.call('GET', `/api/runs/${run}`)).status === 'done');
    await page.locator('.mended summary').first().click();
    await like(() => flat(page.locator('.mended ul').first()), /began with near:1b and goes on with far-large/);
    await same(async () => (await w.call('GET', `/api/runs/${run}`)).model, 'far-large');
    assert.deepEqual(page.trouble, []);
  } finally {
    await w.close();
    one.stop();
    two.stop();
  }
});
