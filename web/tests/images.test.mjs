// Pictures: made in the thread, chosen, made anew, saved by signing; and those that go with a message.
import { test, before, after } from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { world, modelServer, folder, say, clean, until, PHONE } from './world.mjs';

let w, m, root;
before(async () => {
  m = await modelServer(
    {
      models: [{ id: 'eyes' }, { id: 'flux' }],
      answers: [{ when: { message: 'what is this' }, text: 'A striped square.' }],
      drawings: [
        { when: 'blue', width: 300, height: 200 },
        { when: 'broken', text: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
        { width: 256, height: 256 },
      ],
    },
    'eyes',
  );
  const data = folder();
  fs.writeFileSync(
    path.join(data, 'models.json'),
    JSON.stringify({
      providers: { p: { kind: 'openai', baseUrl: m.env.COUNTERSIGN_MODEL_URL, dialect: 'compatible' } },
      models: { eyes: { provider: 'p', capabilities: ['vision'] }, flux: { provider: 'p', capabilities: ['image'] } },
      selectionRules: { default: 'eyes' },
      retries: { most: 0 },
    }),
  );
  w = await world(data);
  root = folder();
  await w.call('POST', '/api/workspaces', { root });
});
after(async () => {
  await w?.close();
  m?.stop();
  fs.rmSync(root, { recursive: true, force: true });
});
const loaded = page =>
  page.waitForFunction(() => {
    const all = [...document.querySelectorAll('.thumbs img')];
    return all.length > 0 && all.every(i => i.complete && i.naturalWidth > 0);
  });
const done = page => page.waitForFunction(() => !document.querySelector('.msg.agent[aria-busy=true]') && document.querySelector('.msg.agent'));

test('pictures are made, chosen, looked at, made anew and saved by signing', async () => {
  const page = await w.open();
  await say(page, '/image 3 images of a lighthouse');
  await done(page);
  await loaded(page);
  const gallery = page.locator('.gallery');
  assert.equal(await gallery.locator('b').first().textContent(), '3 pictures');
  assert.equal(await gallery.locator('.thumb').count(), 3);
  assert.match(await gallery.locator('img').first().getAttribute('alt'), /^Picture 1: images of a lighthouse/);
  await clean(page);
  // Arrows move, Enter opens, Escape closes.
  await gallery.locator('.look').first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.waitForSelector('dialog figure img');
  assert.match(await page.locator('dialog h2').textContent(), /variation 2 of 3/);
  await clean(page);
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog', { state: 'detached' });
  // One less.
  await gallery.locator('input[type=checkbox]').nth(1).uncheck();
  await gallery.locator('button:has-text("Save 2 selected pictures")').waitFor();
  // The first one anew, in its place.
  await gallery.locator('button[aria-label="Make picture 1 anew"]').click();
  assert.match(await page.inputValue('#redraw-prompt'), /^images of a lighthouse \(variation 1 of 3\)$/);
  await page.fill('#redraw-more', 'blue');
  await clean(page);
  await page.click('button:has-text("Make it")');
  await page.waitForFunction(() => document.querySelector('.gallery img')?.naturalWidth === 300);
  await done(page);
  assert.equal(await page.locator('.gallery').first().locator('.thumb').count(), 3);
  // Saved: proposed, with the picture as the preview, and written when signed.
  await page.locator('.gallery').first().locator('button:has-text("Save 2 selected pictures")').click();
  await page.fill('#save-folder', '../out');
  await page.click('dialog button.primary');
  await page.waitForSelector('dialog [role=alert]');
  await page.fill('#save-folder', 'art');
  await page.click('dialog button.primary');
  await page.waitForSelector('#item-1');
  assert.match(await page.locator('#item-1').textContent(), /▧.*art\/image-001\.png/s);
  assert.equal(fs.existsSync(path.join(root, 'art')), false, 'nothing is written by a proposal');
  await page.locator('#item-1').focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('.picture-preview img')?.naturalWidth > 0);
  await clean(page);
  const [{ id }] = (await w.call('GET', '/api/change-sets')).change_sets,
    set = await w.set(id);
  await w.call('POST', `/api/change-sets/${id}/apply`, { digest: set.digest, sign: set.items.map(i => ({ item: i.n, digest: i.digest })) });
  assert.deepEqual(fs.readdirSync(path.join(root, 'art')).sort(), ['image-001.png', 'image-002.png']);
  assert.deepEqual(page.trouble, []);
});

test('one that fails is told beside those that came', async () => {
  const page = await w.open();
  await say(page, '/image broken glass');
  await page.waitForSelector('.msg.agent .fail');
  assert.match(await page.locator('.msg.agent .fail').textContent(), /no PNG, JPEG, WebP or GIF/);
  assert.deepEqual(page.trouble, []);
});

test('a picture goes with a message, shown small, and can be taken out', async () => {
  const page = await w.open(),
    files = folder();
  fs.writeFileSync(path.join(files, 'square.png'), fs.readFileSync(path.join(root, 'art/image-002.png')));
  fs.writeFileSync(path.join(files, 'page.html'), '<p>no</p>');
  const pick = async (...names) => {
    const chooser = page.waitForEvent('filechooser');
    await page.click('.composer button[aria-label="Add pictures"]');
    await (await chooser).setFiles(names.map(n => path.join(files, n)));
  };
  await pick('page.html');
  await page.waitForSelector('.notice:has-text("page.html is no PNG")');
  await page.click('.notice button');
  await pick('square.png');
  await page.waitForSelector('.attached img');
  await clean(page);
  await page.click('.attached button');
  await page.waitForSelector('.attached', { state: 'detached' });
  await pick('square.png');
  await page.waitForSelector('.attached img');
  await say(page, 'what is this?');
  await page.waitForFunction(() => document.querySelector('.msg.agent')?.textContent.includes('A striped square.'));
  assert.equal(await page.locator('.attached').count(), 0, 'the input is cleared on send');
  await page.waitForSelector('.msg.you .given img');
  await page.locator('button:has-text("What the model saw")').click();
  await page.waitForSelector('dialog .call th:has-text("square.png")');
  assert.deepEqual(page.trouble, []);
  fs.rmSync(files, { recursive: true, force: true });
});

test('the library has all of them, on a phone too', async () => {
  const page = await w.open('#library?v=images', PHONE);
  await loaded(page);
  assert.ok((await page.locator('.thumb').count()) >= 5);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, 'nothing is wider than the screen');
  await clean(page);
  const total = async () => (await w.call('GET', '/api/images')).total,
    all = await total();
  await page.locator('.look').first().click();
  await page.click('dialog button:has-text("Take away")');
  await until(async () => (await total()) === all - 1);
  await page.click('.toast .link');
  await until(async () => (await total()) === all);
  assert.deepEqual(page.trouble, []);
});
