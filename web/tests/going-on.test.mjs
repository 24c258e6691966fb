// Conversations that fill up: the gauge, the choice at a threshold, handoff, extension, the folder's plan, bugs.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test, world, PHONE, folder, modelServer, same, clean } from './world.mjs';
let w;
const CUT = '{"summary": "Adds a page.", "fileChanges": [{"path": "n.html", "action": "create", "content": "<p>on';
before(async () => {
  w = await world();
});
after(() => w?.close());

/** A conversation that was told so much, without a model. */
async function full(title, bytes) {
  const s = await w.call('POST', '/api/sessions', { title });
  for (let told = 0; told < bytes; told += 36_000) {
    const r = await w.call('POST', '/api/runs', { session: s.id, message: `add "${'ö'.repeat(150)}" ${'ö'.repeat(17_800)}`, mode: 'plan' });
    await w.call('GET', r.events);
  }
  return s.id;
}
const settings = async part => w.call('PUT', '/api/settings', { ...(await w.call('GET', '/api/settings')).settings, ...part });
const wide = page => page.evaluate(() => document.documentElement.scrollWidth);

test('at its threshold a conversation asks once; a handoff goes on with the input prefilled', async () => {
  await settings({ sessionMegabytes: 1 });
  const id = await full('Kitchen', 860_000);
  const edit = { base: 0, markdown: '## Goal\n\nA kitchen\n\n## Acceptance Criteria\n\n- [ ] The sink works\n' },
    url = `/api/sessions/${id}/plan`;
  await w.call('PUT', url, { ...edit, accept: (await w.call('PUT', url, edit)).digest });
  const page = await w.open(`#/desk?s=${id}`);
  await page.waitForSelector('dialog h2:has-text("The storage is")');
  await clean(page);
  await same(() => page.locator('dialog tbody tr').count(), 7);
  await page.click('dialog button:has-text("Cancel")');
  await same(async () => (await w.call('GET', `/api/sessions/${id}/meter`)).offer, null);
  await page.reload();
  await page.waitForSelector('.fullness[data-high]');
  await same(() => page.locator('dialog').count(), 0, 'it does not nag');

  await page.click('.fullness');
  await page.click('dialog summary:has-text("What the new conversation is told")');
  await page.waitForSelector('dialog pre:has-text("Parent session")');
  await page.click('dialog button:has-text("Hand off")');
  await page.waitForSelector('.chat .bar h2:has-text("Kitchen · 2")');
  await page.waitForSelector('.carried:has-text("Handed off")');
  await same(() => page.inputValue('#say'), 'The sink works');
  await clean(page);
  await page.click('.carried a');
  await page.waitForSelector('.chat .bar h2:text-is("Kitchen")');
  assert.deepEqual(page.trouble, []);
});

test('an extension sums up, and the gauge falls; on a phone it fits', async () => {
  const id = await full('Garden', 860_000);
  const page = await w.open(`#/desk?s=${id}`, PHONE);
  await page.waitForSelector('dialog h2:has-text("The storage is")');
  await same(() => wide(page), 390);
  await page.tap('dialog button:has-text("Extend")');
  await page.waitForSelector('.carried:has-text("summed up")');
  await page.waitForSelector('.fullness:not([data-high])');
  await same(() => wide(page), 390);
  await same(async () => (await w.call('GET', `/api/sessions/${id}/meter`)).storage.percent, 0);
  assert.deepEqual(page.trouble, []);
  await settings({ sessionMegabytes: 20 });
});

test('a cut reply is a bug that is listed and can be settled', async () => {
  const model = await modelServer({ answers: [{ text: CUT, finish: 'length' }] }),
    root = folder(),
    w = await world(folder(), model.env);
  try {
    fs.writeFileSync(path.join(root, 'a.txt'), 'one\n');
    await w.call('POST', '/api/workspaces', { root });
    const { session, run } = await w.call('POST', '/api/runs', { message: 'create n.html for a.txt with what fits' });
    await w.call('GET', `/api/runs/${run}/events`);
    const page = await w.open(`#/desk?s=${session}`);
    await page.click('.fullness');
    await page.click('dialog summary:has-text("bugs"), dialog summary:has-text("bug")');
    await page.waitForSelector('.bugs li:has-text("truncated"), .bugs li:has-text("cut off")');
    await clean(page);
    const open = (await w.call('GET', `/api/sessions/${session}/bugs`)).open;
    await page.locator('.bugs input').first().check();
    await page.waitForSelector(`.bugs summary:has-text("${open - 1} open")`);
    assert.deepEqual(model.wrong, []);
    assert.deepEqual(page.trouble, []);
  } finally {
    await w.close();
    model.stop();
  }
  fs.rmSync(root, { recursive: true });
});

test('a plan that was edited in the session’s folder is taken over after a look', async () => {
  await settings({ mirror: 'on' });
  const s = await w.call('POST', '/api/sessions', { title: 'Attic' });
  const { folder: dir } = await w.call('POST', `/api/sessions/${s.id}/folder`, {});
  fs.writeFileSync(path.join(dir, 'plan_doc.md'), '## Goal\n\nA dry attic\n');
  const page = await w.open(`#/desk?s=${s.id}`);
  await page.click('.goal');
  await page.click('.warn button:has-text("Take it over")');
  await same(() => page.inputValue('#plan-md'), '## Goal\n\nA dry attic\n');
  await page.click('text=Show changes');
  await page.click('text=Save 1 change');
  await page.waitForSelector('.goal:has-text("A dry attic")');
  await same(async () => (await w.call('GET', `/api/sessions/${s.id}/folder`)).edited, null);
  assert.deepEqual(page.trouble, []);
});

test('a plan that cannot be read is mended by a model, shown, and saved only after a look', async () => {
  const good = '## Goal\n\nPay the rent\n\n## Acceptance Criteria\n\n- [ ] The todo exists\n';
  const model = await modelServer({ answers: [{ text: good, times: 1 }, { text: 'I cannot read that.' }] }),
    w = await world(folder(), model.env);
  try {
    const s = await w.call('POST', '/api/sessions', { title: 'Attic' }),
      url = `/api/sessions/${s.id}/plan`,
      page = await w.open(`#/desk?s=${s.id}`);
    await page.click('.goal');
    await page.click('.seg button:has-text("Markdown")');
    await page.fill('#plan-md', 'pay rent, then sleep\n');
    await same(() => page.locator('text=Have a model mend it').count(), 0);
    await page.click('text=Show changes');
    await page.waitForSelector('.warn button:has-text("Have a model mend it")');
    await clean(page);
    await page.click('text=Have a model mend it');
    await page.waitForSelector('.plan-changes');
    await same(() => page.locator('.plan-changes ins').allTextContents(), ['Pay the rent', '[ ] The todo exists']);
    await same(async () => (await w.call('GET', url)).plan.metadata.version, 0, 'showing saves nothing');
    await page.click('text=Save 2 changes');
    await page.waitForSelector('.goal:has-text("Pay the rent")');
    await same(async () => (await w.call('GET', url)).plan.metadata.version, 1);
    // A model that cannot either: it is said, and what was written stays.
    await page.click('.goal');
    await page.click('.seg button:has-text("Markdown")');
    await page.fill('#plan-md', 'nothing of a plan\n');
    await page.click('text=Show changes');
    await page.click('text=Have a model mend it');
    await page.waitForSelector('.notice:has-text("asked once")');
    await same(() => page.inputValue('#plan-md'), 'nothing of a plan\n');
    await same(async () => (await w.call('GET', url)).plan.metadata.version, 1);
    assert.deepEqual(page.trouble, []);
  } finally {
    await w.close();
    model.stop();
  }
});
