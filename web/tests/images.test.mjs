// Pictures: made in the thread, chosen, made anew, saved by signing; and those that go with a message.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test, world, modelServer, folder, say, clean, same, until, PHONE } from './world.mjs';

let w, m, root;
before(async () => {
  m = await modelServer(
    {
      models: [{ id: 'eyes' }, { id: 'flux' }],
      answers: [{ when: { message: 'what is this' }, text: 'A striped square.' }],
      drawings: [
        { when: 'blue', width: 300, height: 200 },
        { when: 'broken', text: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
        { when: 'endless sea (variation 2', never: true },
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
  await page.reload();
  await page.waitForSelector('.attached img');
  await say(page, 'what is this?');
  await page.waitForFunction(() => document.querySelector('.msg.agent')?.textContent.includes('A striped square.'));
  assert.equal(await page.locator('.attached').count(), 0, 'the input is cleared on send');
  await page.waitForSelector('.msg.you .given img');
  await page.locator('button:has-text("What the model saw")').click();
  await page.waitForSelector('dialog .call th:has-text("square.png")');
  await page.reload();
  await page.waitForSelector('.msg.you .given img');
  await same(() => page.locator('.attached').count(), 0, 'nor is it there again');
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

/** A file as a script on the page makes it. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=';
const give = (page, how, at, names) =>
  page.evaluate(
    ([how, at, names, pixel]) => {
      const data = new DataTransfer();
      for (const name of names) {
        const bytes = name.startsWith('fake') ? 'no picture' : Uint8Array.from(atob(pixel), c => c.charCodeAt(0));
        data.items.add(new File([bytes], name, { type: name.endsWith('.svg') ? 'image/svg+xml' : 'image/png' }));
      }
      const e =
        how === 'paste'
          ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
          : new DragEvent(how, { dataTransfer: data, bubbles: true, cancelable: true });
      document.querySelector(at).dispatchEvent(e);
      return e.defaultPrevented;
    },
    [how, at, names, PIXEL],
  );

test('pictures are pasted, and dropped anywhere; one bad file does not end the rest', async () => {
  const page = await w.open();
  assert.equal(await give(page, 'paste', '#say', ['pasted.png']), true);
  await page.waitForFunction(() => document.querySelectorAll('.attached img').length === 1);
  assert.equal(await give(page, 'dragover', '.log', []), false, 'words that are dragged are none of ours');
  assert.equal(await give(page, 'drop', '.log', ['b.png', 'x.svg', 'fake.png', 'after.png']), true, 'the browser stays on the page');
  await page.waitForSelector('.attached img[alt="after.png"]');
  await page.waitForFunction(() => document.querySelectorAll('.attached img').length === 3);
  const told = (await page.locator('.notice').allTextContents()).join('|');
  assert.match(told, /x\.svg is no PNG/);
  assert.match(told, /fake\.png: /);
  // What is told covers nothing: each control is where it can be pressed.
  const covered = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('.notice')].some(n => {
        const a = n.getBoundingClientRect();
        return [...document.querySelectorAll('main button, main a, main textarea, main h2')].some(el => {
          const b = el.getBoundingClientRect();
          return b.width > 0 && b.bottom > a.top && b.top < a.bottom && b.right > a.left && b.left < a.right;
        });
      }),
    );
  assert.equal(await covered(), false);
  await clean(page);
  await page.setViewportSize(PHONE.viewport);
  assert.equal(await covered(), false);
  const hidden = await page.evaluate(() => {
    const [img, button] = ['.attached img', '.attached button'].map(q => document.querySelector(q).getBoundingClientRect());
    return button.top < img.bottom - 1 && button.bottom > img.top && button.left < img.right && button.right > img.left;
  });
  assert.equal(hidden, false, 'the button to take it out covers no part of it');
  // They go with the page that they were told on.
  await page.evaluate(() => {
    location.hash = '#/library?v=images';
  });
  await page.waitForSelector('.gallery.all');
  assert.equal(await page.locator('.notice').count(), 0);
  assert.deepEqual(page.trouble, []);
});

test('a message waits for its pictures, and no mode drops them', async () => {
  const page = await w.open();
  let go;
  const held = new Promise(ok => (go = ok));
  await page.route('**/api/images', async route => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  await give(page, 'drop', '.composer', ['late.png']);
  await page.waitForSelector('.attached .pulse');
  await page.fill('#say', 'what is this?');
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('.msg.you').count(), 0, 'not yet');
  go();
  await page.waitForSelector('.msg.you .given img');
  await page.waitForFunction(() => document.querySelector('.msg.agent')?.textContent.includes('A striped square.'));
  // The pictures of a message stand under it, at its side.
  const aside = await page.evaluate(() => {
    const [a, b] = ['.msg.you .prose', '.msg.you .given img'].map(q => document.querySelector(q).getBoundingClientRect());
    return Math.abs(a.left - b.left);
  });
  assert.ok(aside < 8, `${aside}`);
  const runs = (await w.call('GET', '/api/images')).total;
  await give(page, 'drop', '.composer', ['kept.png']);
  await page.waitForSelector('.attached img[alt="kept.png"]');
  await page.fill('#say', '/image a fox');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.notice.info:has-text("Pictures go with messages in mode Auto, Chat or Plan")');
  assert.equal(await page.inputValue('#say'), '/image a fox', 'nothing is lost');
  assert.equal(await page.locator('.attached img').count(), 1);
  assert.equal((await w.call('GET', '/api/images')).total, runs + 1);
  assert.deepEqual(page.trouble, []);
});

test('one taken away leaves the gallery, its number and its files; one made anew stays in one place', async () => {
  const page = await w.open();
  await say(page, '/image 3 images of a harbour');
  await done(page);
  await loaded(page);
  const gallery = page.locator('.gallery').first();
  await gallery.locator('.look').nth(1).click();
  await page.click('dialog button:has-text("Take away")');
  await page.waitForFunction(() => document.querySelectorAll('.gallery .thumb').length === 2);
  assert.equal(await gallery.locator('b').first().textContent(), '2 pictures');
  await gallery.locator('button:has-text("Save 2 selected pictures")').waitFor();
  await page.click('.toast .link');
  await page.waitForFunction(() => document.querySelectorAll('.gallery .thumb').length === 3);
  // A prompt of blanks is none, and nothing is lost.
  await gallery.locator('button[aria-label="Make picture 1 anew"]').click();
  await page.fill('#redraw-prompt', '   ');
  await page.fill('#redraw-more', 'blue');
  await page.click('button:has-text("Make it")');
  assert.equal(await page.inputValue('#redraw-more'), 'blue');
  await page.fill('#redraw-prompt', 'a harbour');
  await page.click('button:has-text("Make it")');
  await page.waitForFunction(() => document.querySelector('.gallery img')?.naturalWidth === 300);
  await done(page);
  assert.equal(await page.locator('.gallery .thumb').count(), 3, 'in its old place alone');
  assert.deepEqual(page.trouble, []);
});

test('what was made before a stop is said, with what it cost', async () => {
  const page = await w.open();
  await say(page, '/image 2 images of an endless sea');
  await page.waitForFunction(() => document.querySelectorAll('.gallery .thumb').length === 1);
  await page.click('.send');
  await page.waitForSelector('.msg.agent:has-text("1 picture was made before, and is kept. $0.07 was spent.")');
  assert.equal(await page.locator('.msg.agent:has-text("Nothing has been changed")').count(), 0);
  await clean(page);
  assert.deepEqual(page.trouble, []);
});

test('the library shows all of them, chooses none by itself, and what was taken away', async () => {
  for (const _ of Array(105)) await w.call('POST', '/api/images', { data: PIXEL, name: 'many.png' });
  const page = await w.open('#library?v=images'),
    { total, images } = await w.call('GET', '/api/images');
  await w.call('DELETE', `/api/images/${images[0].id}`);
  for (;;) {
    await page.waitForSelector('.gallery.all .thumb');
    const more = page.locator('.gallery.all .dk-acts .link'),
      shown = await page.locator('.thumb').count();
    if (!(await more.count())) break;
    await more.click();
    await page.waitForFunction(n => document.querySelectorAll('.thumb').length > n, shown);
  }
  await page.waitForFunction(n => document.querySelectorAll('.thumb').length === n, total - 1);
  assert.equal(await page.locator('.thumb input:checked').count(), 0);
  await page.locator('.thumb input').first().check();
  await page.locator('button:has-text("Save 1 selected picture")').waitFor();
  await page.locator('label:has-text("Also those that were taken away") input').check();
  await page.waitForSelector('.thumb.away');
  await page.locator('.thumb.away .look').first().click();
  await page.click('dialog button:has-text("Bring back")');
  await until(async () => (await w.call('GET', '/api/images')).total === total);
  await clean(page);
  assert.deepEqual(page.trouble, []);
});

test('a reading of the library that comes late takes nothing back, and one that failed is made again', async () => {
  const { total } = await w.call('GET', '/api/images');
  for (let n = total; n < 90; n++) await w.call('POST', '/api/images', { data: PIXEL, name: 'many.png' });
  const page = await w.open('#library?v=images'),
    thumbs = n => page.waitForFunction(n => document.querySelectorAll('.gallery.all .thumb').length === n, n),
    more = page.locator('.gallery.all .dk-acts .link');
  await page.live;
  await thumbs(40);
  // What the server's news asked for, with 40 still wanted, is answered after the next forty.
  let answer;
  const late = new Promise(ok => (answer = ok));
  const held = new Promise(ok =>
    page.route(/api\/images\?limit=40&offset=0/, async r => {
      ok(r);
      await late;
      await r.continue();
    }),
  );
  const { id } = await w.call('POST', '/api/images', { data: PIXEL, name: 'late.png' });
  await held;
  await more.click();
  await thumbs(80);
  const came = page.waitForResponse(/api\/images\?limit=40&offset=0/);
  answer();
  await (await came).finished();
  await page.evaluate(() => new Promise(ok => setTimeout(ok, 100)));
  await thumbs(80);
  await page.unroute(/api\/images\?limit=40&offset=0/);
  // The next is refused once.
  await page.route(/api\/images\?/, r => r.fulfill({ status: 500, body: '' }), { times: 1 });
  await more.click();
  await page.waitForSelector('.notice.error');
  await thumbs(80);
  await more.click();
  await page.waitForFunction(() => document.querySelectorAll('.gallery.all .thumb').length > 80);
  await w.call('DELETE', `/api/images/${id}`);
  page.trouble.length = 0;
  await page.close();
});
