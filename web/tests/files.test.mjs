// Files and commands on the sheet: diffs, choosing parts, own text, outdated files, and what a command shows.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test, world, row, state, becomes, PHONE, like, same, until, clean, box } from './world.mjs';
let w, root, workspace;
before(async () => {
  w = await world();
  ({ root, workspace } = await w.openFolder());
});
after(() => w?.close());
const put = (name, text) => {
  fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  fs.writeFileSync(path.join(root, name), text);
};
const read = name => fs.readFileSync(path.join(root, name), 'utf8');
const base = async name => (await w.call('GET', `/api/workspaces/${workspace}/file?path=${encodeURIComponent(name)}`)).state.hash;
const write = async (name, content) => ({
  op: 'write_file',
  workspace,
  path: name,
  content,
  ...(fs.existsSync(path.join(root, name)) ? { base: await base(name) } : {}),
});
const open = async (set, options, n = 1) => {
  const page = await w.open(`#/desk?set=${set.id}`, options);
  await page.waitForSelector(`#item-${n}`);
  return page;
};
const details = async (page, n) => {
  if ((await page.locator('#item-' + n + ' .insp').count()) === 0) await row(page, n).locator('.turn').click();
  await page.waitForSelector(`#item-${n} .hunk, #item-${n} .panel p, #item-${n} .panel dl`);
};
const lines = n => Array.from({ length: n }, (_, i) => `line ${i + 1}\n`).join('');

test('files have a group of their own, by path, with lines, glyph and a flag; the counts and the blast say so', async () => {
  put('src/b.rs', 'fn b() {}\n');
  put('old.txt', 'one\ntwo\n');
  put('tool.sh', 'echo\n');
  const set = await w.propose(
    'all kinds',
    await write('src/b.rs', 'fn b() { a() }\n'),
    await write('Cargo.toml', '[package]\nname = "x"\n'),
    { op: 'delete_file', workspace, path: 'old.txt', base: await base('old.txt') },
    { op: 'chmod_file', workspace, path: 'tool.sh', base: await base('tool.sh'), mode: 0o755 },
    { op: 'create', title: 'Look at b' },
  );
  assert.deepEqual(
    set.items.map(i => i.problems),
    [[], [], [], [], []],
  );
  const page = await open(set);
  await like(() => page.locator('.htext h2').textContent(), /2 to add · 2 to change · 1 to delete/);
  const groups = await page
    .locator('.group')
    .evaluateAll(all => all.map(g => [g.querySelector('h3').textContent, [...g.querySelectorAll('.op')].map(o => Number(o.dataset.n))]));
  assert.deepEqual(groups, [
    ['Add', [5]],
    ['Files', [2, 3, 1, 4]],
  ]);
  await same(() => page.locator('.ghead .delta .vh').textContent(), '3 lines added, 1 removed');
  await same(() => page.locator('.group:last-child .op .verb span').allTextContents(), ['New file', 'Delete file', 'Edit', 'Permissions']);
  await same(() => page.locator('.warnf').allTextContents(), ['Look twice']);
  await same(() => row(page, 2).locator('.warnf').count(), 1);
  await like(() => page.locator('.blast').textContent(), /Deletes 1 file\. Writes 3 files\./);
  await details(page, 4);
  await like(() => row(page, 4).locator('.fields').textContent(), /rw-r--r--.*rwxr-xr-x/);
  await clean(page);
  assert.deepEqual(page.trouble, []);
});

test('the diff numbers lines, marks words, and each part can be left out and taken in again', async () => {
  const old = lines(40);
  put('a.txt', old);
  const set = await w.propose(
    'parts',
    await write('a.txt', old.replace('line 3\n', 'line three\n').replace('line 20\n', 'line 20 and more\n').replace('line 38\n', '')),
  );
  const page = await open(set);
  await page.waitForSelector('.hunk');
  await same(
    () =>
      page
        .locator('.hname')
        .allTextContents()
        .then(x => x.map(y => y.replace(/\s+/g, ' ').trim())),
    ['Part 1 of 3, line 1 +1 −1', 'Part 2 of 3, line 17 +1 −1', 'Part 3 of 3, line 35 +0 −1'],
  );
  const changed = page.locator('.hunk').first().locator('tr:not([data-kind=context])');
  await same(
    () => changed.evaluateAll(all => all.map(r => [...r.cells].map(c => c.textContent))),
    [
      ['3', '', '−removed', 'line 3'],
      ['', '3', '+added', 'line three'],
    ],
  );
  await same(() => page.locator('.hunk').first().locator('mark').allTextContents(), ['3', 'three']);
  await clean(page);
  // By keyboard: ] goes to the first part and on, space leaves it out.
  await page.focus('#item-1');
  await page.keyboard.press(']');
  await page.keyboard.press(']');
  await page.keyboard.press('Space');
  await page.waitForSelector('.hunk[data-kept=false]');
  await same(() => page.locator('.hunk').evaluateAll(all => all.map(x => x.dataset.kept)), ['true', 'false', 'true']);
  await same(async () => (await w.set(set.id)).items[0].file.added, 1);
  // After a reload the part that is out is still there to be taken in.
  await page.reload();
  await page.waitForSelector('.hunk[data-kept=false]');
  await same(() => page.locator('.hunk').count(), 3);
  await page.click('[data-hunk="1"]');
  await page.waitForFunction(() => document.querySelectorAll('.hunk[data-kept=false]').length === 2);
  await page.click('[data-hunk="2"]');
  await page.waitForFunction(() => document.querySelectorAll('.hunk[data-kept=false]').length === 1);
  await page.click('.sign .all, .sign .primary:not(:disabled)');
  await becomes(page, 1, 'applied');
  assert.equal(read('a.txt'), old.replace('line 20\n', 'line 20 and more\n').replace('line 38\n', ''));
  assert.deepEqual(page.trouble, []);
});

test('when no part is kept the page says that nothing would be written', async () => {
  put('none.txt', lines(30));
  const set = await w.propose('none', await write('none.txt', lines(30).replace('line 2\n', 'l\n').replace('line 28\n', 'm\n')));
  const page = await open(set);
  for (const n of [1, 2]) {
    await page.click(`[data-hunk="${n}"]`);
    await page.waitForSelector(`.hunk[data-kept=false] [data-hunk="${n}"]:not(:disabled)`);
  }
  await like(() => row(page, 1).textContent(), /No part is kept: nothing would be written/);
});

test('a text of one’s own takes the proposal’s place, with the line ends of the file', async () => {
  put('win.txt', 'one\r\ntwo\r\n');
  const set = await w.propose(
    'own',
    await write('win.txt', 'one\r\nTWO\r\n'),
    await write('new.md', '# Title\n'),
    await write('mixed.txt', 'a\r\nb\n'),
  );
  const page = await open(set);
  await details(page, 1);
  await row(page, 1).locator('button:has-text("Edit text")').click();
  await page.waitForSelector('#tx-1');
  await same(() => page.inputValue('#tx-1'), 'one\nTWO\n');
  await page.waitForFunction(() => document.activeElement?.id === 'tx-1');
  await clean(page);
  await page.fill('#tx-1', 'one\nmine\n');
  await page.press('#tx-1', 'Escape');
  await page.waitForSelector('#tx-1', { state: 'detached' });
  await page.keyboard.press('e');
  await page.waitForSelector('#tx-1');
  await same(() => page.inputValue('#tx-1'), 'one\nmine\n', 'what was written waits');
  await page.click('#item-1 .edit .primary');
  await page.waitForSelector('#item-1 .hunk tr[data-kind=added]:has-text("mine")');
  await same(() => row(page, 1).locator('[data-hunk]').count(), 0, 'no parts of a text of one’s own');
  // Key e, and Escape leaves it as it was.
  await page.focus('#item-2');
  await page.keyboard.press('e');
  await page.waitForSelector('#tx-2');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.activeElement?.id === 'item-2');
  await page.focus('#item-3');
  await page.keyboard.press('e');
  await page.waitForSelector('#item-3 .edit:has-text("mixes line ends")');
  await page.keyboard.press('Escape');
  await page.click('.sign .all, .sign .primary');
  await becomes(page, 1, 'applied');
  assert.deepEqual([read('win.txt'), read('new.md'), read('mixed.txt')], ['one\r\nmine\r\n', '# Title\n', 'a\r\nb\n']);
  assert.deepEqual(page.trouble, []);
});

test('a long diff is folded at about 400 rows and counts the rest; what is no text says so', async () => {
  put('bin.dat', Buffer.from([0, 159, 146, 150]));
  const set = await w.propose('long', await write('long.txt', lines(3000)), {
    op: 'delete_file',
    workspace,
    path: 'bin.dat',
    base: await base('bin.dat'),
  });
  const page = await open(set);
  await details(page, 1);
  await page.waitForSelector('.diff tr');
  await until(async () => (await page.locator('#item-1 .diff tr').count()) <= 400);
  await like(() => row(page, 1).textContent(), /2,?600 more lines are not shown/);
  await details(page, 2);
  await page.waitForFunction(() => /Not text/.test(document.querySelector('#item-2 .panel')?.textContent ?? ''));
  await like(() => row(page, 2).locator('.panel').textContent(), /4 byte.*no file/);
});

test('a file that changed on disk is out of date: then and now are shown, and nothing overwrites it', async () => {
  put('race.txt', 'one\n');
  const set = await w.propose('race', await write('race.txt', 'two\n'));
  const page = await w.open();
  // The page reads the set once and hears nothing more of it before it applies.
  const url = `**/api/change-sets/${set.id}`;
  let go,
    reads = 0;
  const applied = new Promise(ok => (go = ok));
  await page.route(url, async r => {
    if (reads++) await applied;
    await r.continue();
  });
  await page.evaluate(id => {
    location.hash = `#/desk?set=${id}`;
  }, set.id);
  await becomes(page, 1, 'marked');
  put('race.txt', 'theirs\n');
  await page.click('.sign .all, .sign .primary:not(:disabled)');
  await page.waitForSelector('.notice');
  go();
  await becomes(page, 1, 'drifted');
  const box = page.locator('.driftbox');
  await like(() => box.textContent(), /no longer the one this was made for/);
  await same(() => box.locator('tbody td').count(), 3);
  await same(() => box.locator('tbody td').allTextContents(), ['one', 'theirs', 'two']);
  await same(() => box.locator('button').allTextContents(), ['Rebase', 'Drop']);
  await clean(page);
  assert.equal(read('race.txt'), 'theirs\n');
  await box.locator('button:has-text("Rebase")').click();
  await page.waitForSelector(':text("does not fit any more")');
  await same(() => state(page, 1), 'drifted', 'what does not fit stays as it is');
  await box.locator('button:has-text("Drop")').click();
  await becomes(page, 1, 'rejected');
  assert.deepEqual(page.trouble, []);
});

test('on a phone long lines of a diff wrap, so that all that is signed is seen; parts have room for a thumb', async () => {
  put('wide.txt', lines(30));
  const set = await w.propose(
    'wide',
    await write(
      'wide.txt',
      lines(30)
        .replace('line 2\n', `${'very '.repeat(60)}long\n`)
        .replace('line 28\n', 'x\n'),
    ),
  );
  const page = await open(set, PHONE);
  await page.waitForSelector('.hunk');
  const size = () =>
    page.evaluate(() => {
      const d = document.querySelector('.diff');
      return {
        page: document.documentElement.scrollWidth,
        inner: d.scrollWidth > d.clientWidth,
        sheet: document.querySelector('.sheet').scrollWidth,
      };
    });
  await same(size, { page: 390, inner: false, sheet: 390 });
  await until(async () => (await page.locator('label.hname').first().boundingBox()).height >= 36);
  await clean(page);
});

/** The engine’s view of a command, as crates/core/src/wire/outside.rs has it. */
const command = (command, more) => ({
  workspace,
  cwd: '',
  command,
  argv: [command.split(' ')],
  verdict: 'prompt',
  class: 'project',
  reason: 'cargo runs code of the project',
  sandbox: 'bwrap',
  environment: ['PATH', 'LANG'],
  outcome: null,
  ...more,
});
const outcome = more => ({
  exit: 0,
  signal: null,
  timed_out: false,
  stopped: false,
  elapsed_ms: 1234,
  output: 'ab'.repeat(32),
  bytes: 2048,
  dropped: 0,
  preview: 'all well\n',
  sandbox: 'bwrap',
  ...more,
});
test('a command shows its words, folder, kind, reason, sandbox and environment; what never runs cannot be signed; an outcome says how it ended', async () => {
  const set = await w.propose('run', ...['cargo test', 'sh x', 'rm x', 'true', 'false'].map(c => ({ op: 'run_command', workspace, command: c })));
  const views = [
    command('cargo test', { cwd: 'crates/core' }),
    command('sh x', { argv: null, class: 'shell', sandbox: 'none' }),
    command('rm x', { verdict: 'never', class: 'destructive', reason: 'it deletes the workspace' }),
    command('true', { outcome: outcome() }),
    command('false', { outcome: outcome({ exit: 2, preview: '', bytes: 0, dropped: 5_000_000 }) }),
  ];
  const page = await w.open();
  await page.route(`**/api/change-sets/${set.id}`, async r => {
    const s = await (await r.fetch()).json();
    await r.fulfill({ json: { ...s, items: s.items.map((i, k) => ({ ...i, reversible: false, command: views[k] })) } });
  });
  await page.evaluate(id => {
    location.hash = `#/desk?set=${id}`;
  }, set.id);
  await page.waitForSelector('#item-1');
  await like(() => page.locator('.htext h2').textContent(), /5 to run/);
  await like(() => page.locator('.blast').textContent(), /Runs 5 commands\./);
  await like(() => row(page, 1).locator('.title').textContent(), /cargo test.*Cannot be undone/s);
  for (const n of [1, 2, 3, 4, 5]) {
    await row(page, n).locator('.turn').click();
    await page.waitForSelector(`#item-${n} .facts`);
    const has = [
      [
        /crates\/core/,
        /wants a signature · runs code of the project/,
        /cargo runs code/,
        /bubblewrap/,
        /Environment\s*2\s*PATH LANG/,
        /cannot be undone/,
      ],
      [/runs in a shell/, /nothing: it can do what you can/],
      [/Blocked\. it deletes the workspace/, /never runs · deletes or overwrites/],
      [/exit 0/, /1\.2\s?s/, /all well/, /Whole output, 2 kB/],
      [/exit 2/, /It printed nothing/, /5 MB more were not kept/],
    ][n - 1];
    for (const x of has) await like(() => row(page, n).locator('.panel').textContent(), x);
    await clean(page);
    await row(page, n).locator('.turn').click();
  }
  await row(page, 1).locator('.turn').click();
  await same(() => row(page, 1).locator('.argv code').allTextContents(), ['cargo', 'test']);
  const box = n => row(page, n).locator('input[type=checkbox]').first();
  await same(async () => [await box(1).isDisabled(), await box(3).isDisabled()], [false, true]);
  await same(() => row(page, 3).locator('.badf').textContent(), 'Blocked');
  await row(page, 4).locator('.turn').click();
  await same(() => row(page, 4).locator('.outcome a').getAttribute('href'), `/api/change-sets/${set.id}/items/4/output`);
});

test('a file that somebody changed since shows what, and its change is made again where it fits', async () => {
  put('again.txt', lines(30));
  const set = await w.propose('again', await write('again.txt', lines(30).replace('line 25\n', 'LINE 25\n')));
  put('again.txt', lines(30).replace('line 3\n', 'three\n'));
  const page = await open(set);
  await becomes(page, 1, 'drifted');
  await page.waitForSelector('.since');
  await same(
    () => page.locator('.since ~ .hunk tr[data-kind=removed] .ln, .since ~ .hunk tr[data-kind=added] .ln').allTextContents(),
    ['line 3', 'three'],
  );
  await page.click('.driftbox button:has-text("Rebase")');
  await becomes(page, 1, 'pending');
  await page.click('.sign .all, .sign .primary:not(:disabled)');
  await becomes(page, 1, 'applied');
  assert.equal(read('again.txt'), lines(30).replace('line 3\n', 'three\n').replace('line 25\n', 'LINE 25\n'));
  await page.context().close();
});

test('a diff of 10 000 lines is folded: the page draws about 400 rows and answers', async () => {
  const many = n => Array.from({ length: 10_000 }, (_, i) => `${n} line ${i}\n`).join('');
  put('many.txt', many('old'));
  const set = await w.propose('many', await write('many.txt', many('new')));
  const page = await open(set);
  await page.waitForSelector('.hunk tr');
  await until(async () => {
    const rows = await page.locator('.hunk tr').count();
    return rows > 100 && rows <= 420;
  });
  await like(() => page.locator('#item-1').textContent(), /19.?[56]\d\d/, 'it says how many rows are not shown');
  await until(async () => {
    const sent = await page.evaluate(() => performance.getEntriesByType('resource').find(r => r.name.includes('/items/1/diff'))?.decodedBodySize);
    return sent > 0 && sent < 200_000;
  });
  await page.keyboard.press('?');
  await page.waitForSelector('dialog');
  await page.keyboard.press('Escape');
  // What was not shown is not read; a key brings more of it, and the rest.
  const flag = row(page, 1).locator('.head .flag:has-text("Unread")');
  await same(() => flag.count(), 1);
  await page.getByRole('button', { name: 'Show 2,000 more' }).press('Enter');
  await until(async () => (await page.locator('.hunk tr').count()) >= 2400);
  await same(() => flag.count(), 1);
  await page.getByRole('button', { name: 'Show all' }).press('Enter');
  await until(async () => (await page.locator('.hunk tr').count()) === 20_000);
  await same(() => flag.count(), 0);
  await same(() => page.evaluate(() => document.activeElement?.className), 'diff');
  await page.click('.sign .all, .sign .primary:not(:disabled)');
  await becomes(page, 1, 'applied');
  assert.equal(read('many.txt'), many('new'));
  await page.context().close();
});

test('of a change that is longer than what is shown at a glance the lines that come are shown with those that go', async () => {
  const old = lines(450);
  put('half.txt', old);
  const set = await w.propose('half', await write('half.txt', old.replace(/^line (\d+)$/gm, 'line $1 again'))),
    page = await open(set);
  await page.waitForSelector('.hunk tr');
  const count = kind => page.locator(`.hunk tr[data-kind=${kind}]`).count();
  await same(() => Promise.all(['removed', 'added'].map(count)), [200, 200]);
  await same(() => page.locator('.hunk tr .ln').nth(399).innerText(), 'line 200 again');
  await like(() => page.locator('#item-1').textContent(), /500 more lines/);
  const flag = row(page, 1).locator('.head .flag:has-text("Unread")');
  await same(() => flag.count(), 1);
  await page.getByRole('button', { name: 'Show all' }).press('Enter');
  await same(() => Promise.all(['removed', 'added'].map(count)), [450, 450]);
  await same(() => flag.count(), 0);
  assert.deepEqual(page.trouble, []);
});

test('a new empty file, and line ends, are called by their names', async () => {
  const set = await w.propose('ends', await write('ends.txt', 'one\r\n'), await write('nothing.txt', ''));
  const page = await open(set);
  await details(page, 1);
  await same(() => row(page, 1).locator('.eol').allTextContents(), ['CRLF']);
  await details(page, 2);
  await like(() => row(page, 2).locator('.panel').textContent(), /The file is empty\./);
});

test('on a wide screen before and after stand beside each other, and the choice is kept', async () => {
  put('wide.txt', lines(12));
  const set = await w.propose('wide', await write('wide.txt', lines(12).replace('line 4\n', 'line four\nand a half\n').replace('line 7\n', ''))),
    page = await w.open(`#/desk?set=${set.id}`, { viewport: { width: 1400, height: 900 } });
  await page.waitForSelector('.hunk');
  await same(() => page.locator('.beside').count(), 0);
  await page.click('button:has-text("Side by side")');
  const halves = () =>
    page
      .locator('.beside tr')
      .evaluateAll(all =>
        all.filter(r => r.querySelector('[data-kind=added], [data-kind=removed]')).map(r => [...r.querySelectorAll('.ln')].map(c => c.textContent)),
      );
  await same(halves, [['line 4', 'line four'], ['and a half'], ['line 7']]);
  const [old, now] = await Promise.all([1, 2].map(n => box(page.locator(`.beside tr:has(.ln[data-kind=removed]) .ln >> nth=${n - 1}`))));
  assert.ok(Math.abs(old.y - now.y) < 1 && now.x > old.x + old.width - 1, 'beside each other');
  await clean(page);
  await page.reload();
  await page.waitForSelector('.beside');
  await page.setViewportSize({ width: 1100, height: 900 });
  await same(() => page.locator('.beside').count(), 0, 'no room for it');
  const wider = await w.open(`#/desk?set=${set.id}`, { viewport: { width: 1900, height: 1000 } });
  await wider.waitForSelector('.beside');
  assert.deepEqual([...page.trouble, ...wider.trouble], []);
});

test('of a long change each line stands with the one that comes in its place, and ] leads from part to part also where nothing is left to choose', async () => {
  const old = lines(60),
    now = old
      .replace(/line (1\d)\n/g, 'line $1 is longer\n')
      .replace('line 15 is longer\n', 'line 15 is longer\nentirely new\n')
      .replace('line 50\n', 'L\n');
  put('long.txt', old);
  const set = await w.propose('long', await write('long.txt', now)),
    page = await open(set);
  await page.waitForSelector('.hunk');
  const rows = () =>
    page
      .locator('.hunk')
      .first()
      .locator('tr:not([data-kind=context]) .ln')
      .evaluateAll(all => all.map(x => [x.textContent, x.querySelector('mark')?.textContent ?? null]));
  const pair = n => [
    [`line ${n}`, null],
    [`line ${n} is longer`, ' is longer'],
  ];
  await same(rows, [...[10, 11, 12, 13, 14, 15].flatMap(pair), ['entirely new', null], ...[16, 17, 18, 19].flatMap(pair)]);
  await page.click('.sign .all, .sign .primary:not(:disabled)');
  await becomes(page, 1, 'applied');
  await page.waitForSelector('.hunk');
  await same(() => page.locator('[data-hunk]').count(), 0);
  const at = () => page.evaluate(() => [...document.querySelectorAll('.hunk')].indexOf(document.activeElement.closest('.hunk')));
  await page.focus('#item-1');
  for (const [key, part] of [
    [']', 0],
    [']', 1],
    ['[', 0],
    ['Escape', -1],
    ['[', 1],
  ]) {
    await page.keyboard.press(key);
    await same(at, part, key);
  }
  await same(() => page.evaluate(() => document.activeElement.closest('.op').id), 'item-1');
  await clean(page);
  assert.deepEqual(page.trouble, []);
});

test('of a file that is out of date what changed is told by its lines: then, now, and proposed', async () => {
  const { root, workspace } = await w.openFolder(),
    all = Array.from({ length: 30 }, (_, i) => `line ${i + 1}\n`),
    text = (...turns) => turns.reduce((s, [a, b]) => s.replace(`line ${a}\n`, b), all.join(''));
  fs.writeFileSync(path.join(root, 'three.txt'), text());
  const { state: was } = await w.call('GET', `/api/workspaces/${workspace}/file?path=three.txt`),
    set = await w.propose('three', {
      op: 'write_file',
      workspace,
      path: 'three.txt',
      base: was.hash,
      content: text([3, 'drei\n'], [20, 'zwanzig\n'], [29, '']),
    }),
    page = await w.open(`#/desk?set=${set.id}`);
  await page.waitForSelector('#item-1');
  fs.writeFileSync(path.join(root, 'three.txt'), text([10, 'zehn\nund mehr\n'], [20, 'twenty\n']));
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await becomes(page, 1, 'drifted');
  const rows = () =>
    page
      .locator('.driftbox tbody tr')
      .evaluateAll(all => all.map(r => [...r.children].map(c => c.textContent + (c.dataset.changed === 'true' ? '*' : ''))));
  await same(rows, [
    ['Line 3', 'line 3', 'line 3', 'drei*'],
    ['Line 10', 'line 10', 'zehn\nund mehr*', 'line 10'],
    ['Line 20', 'line 20', 'twenty*', 'zwanzig*'],
    ['Line 29', 'line 29', 'line 29', '—*'],
  ]);
  assert.doesNotMatch(await page.locator('.driftbox').innerText(), /[0-9a-f]{8}/);
  await clean(page);
  assert.deepEqual(page.trouble, []);
});

test('files are listed as people count them, and one that is no text and out of date is told by its size', async () => {
  const { root, workspace } = await w.openFolder(),
    names = [1, 2, 10, 11].map(n => `file-${n}.bin`),
    at = async name => (await w.call('GET', `/api/workspaces/${workspace}/file?path=${name}`)).state.hash;
  for (const name of names) fs.writeFileSync(path.join(root, name), Buffer.from([0, 255, 1]));
  const set = await w.propose(
      'bins',
      ...(await Promise.all(names.map(async name => ({ op: 'delete_file', workspace, path: name, base: await at(name) })))),
    ),
    page = await w.open(`#/desk?set=${set.id}`);
  await same(
    () => page.locator('.op .title').evaluateAll(all => all.map(x => /file-\d+/.exec(x.textContent)[0])),
    ['file-1', 'file-2', 'file-10', 'file-11'],
  );
  fs.writeFileSync(path.join(root, 'file-10.bin'), Buffer.from([0, 255, 1, 2, 3]));
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  const cells = page.locator('.driftbox tbody tr > *');
  await same(() => cells.allInnerTexts(), ['Content', '3 bytes', 'changed meanwhile (5 bytes)', 'no file']);
  await clean(page);
  assert.deepEqual(page.trouble, []);
});
