// An item that is alone is open from the start. Code in colours, files that want a second yes, commands tried in a copy, and files in the history.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test, world, folder, PHONE, same, until, like, clean } from './world.mjs';
let w, root, workspace;
before(async () => {
  w = await world();
  root = fs.realpathSync(folder());
  fs.mkdirSync(path.join(root, 'src'));
  fs.writeFileSync(path.join(root, 'src/a.rs'), '/* begins\n   and ends */\nfn main() {\n    let x = 1;\n}\n');
  workspace = (await w.call('POST', '/api/workspaces', { root })).id;
});
after(async () => {
  await w?.close();
  if (root) fs.rmSync(root, { recursive: true, force: true });
});
const base = async name => (await w.call('GET', `/api/workspaces/${workspace}/file?path=${encodeURIComponent(name)}`)).state.hash;
const open = async (set, options) => {
  const page = await w.open(`#/desk?set=${set.id}`, options);
  await page.waitForSelector('#item-1');
  return page;
};

test('a diff is in colours, side by side with its own emphasis, and its text stays what it was', async () => {
  const text = '/* begins\n   and ends */\nfn main() {\n    let x = "<b>two</b>";\n}\n';
  const set = await w.propose('colours', { op: 'write_file', workspace, path: 'src/a.rs', base: await base('src/a.rs'), content: text });
  for (const options of [{}, { colorScheme: 'dark' }, PHONE]) {
    const page = await open(set, options);
    await page.waitForSelector('.diff .c-key');
    await page.waitForFunction(
      () => getComputedStyle(document.querySelector('.diff .c-key')).color !== getComputedStyle(document.querySelector('.diff .ln')).color,
    );
    const cells = () => page.locator('.diff tr').evaluateAll(all => all.map(r => [r.dataset.kind, r.querySelector('.ln').textContent]));
    await same(cells, [
      ['context', '/* begins'],
      ['context', '   and ends */'],
      ['context', 'fn main() {'],
      ['removed', '    let x = 1;'],
      ['added', '    let x = "<b>two</b>";'],
      ['context', '}'],
    ]);
    await same(() => page.locator('.diff tr').nth(1).locator('.c-com').textContent(), '   and ends */', 'a comment goes on over lines');
    await same(() => page.locator('.diff tr').nth(3).locator('.c-num').textContent(), '1');
    await same(() => page.locator('.diff b').count(), 0, 'nothing of a file is markup');
    await until(async () => (await page.locator('.diff tr[data-kind=added] mark').count()) > 0);
    await clean(page);
    assert.deepEqual(page.trouble, []);
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/code-${options.colorScheme ?? (options.isMobile ? 'phone' : 'light')}.png` });
    await page.context().close();
  }
});

test('a file that others run by wants a second yes; the history counts files and lines', async () => {
  const set = await w.propose('manifest', { op: 'write_file', workspace, path: 'Cargo.toml', content: '[package]\nname = "x"\n' });
  const page = await open(set);
  await page.click('.sign .all, .sign .primary:not(:disabled)');
  await page.waitForSelector('dialog li code, [role=dialog] li code');
  await same(() => page.locator('dialog li code, [role=dialog] li code').first().textContent(), 'Cargo.toml');
  assert.ok(!fs.existsSync(path.join(root, 'Cargo.toml')));
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/second-yes.png` });
  await page.locator('dialog .btn.primary, [role=dialog] .btn.primary').click();
  await page.waitForSelector('#item-1[data-state=applied]');
  assert.ok(fs.existsSync(path.join(root, 'Cargo.toml')));
  await page.goto(page.url().split('#')[0] + '#/history');
  await page.waitForSelector('.entry');
  await like(async () => (await page.locator('.entry').first().locator('.ehead').textContent()).replace(/\s+/g, ' '), /1 file \(\+2 −0\)/);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/history-files.png` });
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

test('a command is tried in a copy, and what it did is a set to sign', async () => {
  const set = await w.propose('try', { op: 'run_command', workspace, command: 'echo new > made.txt' });
  const page = await open(set);
  await page.waitForSelector('#item-1 .facts');
  const button = page.locator('#item-1 button:has-text("Try it in a copy")');
  if (!(await button.count())) {
    await like(() => page.locator('#item-1 .facts').textContent(), /none|no sandbox/i, 'only without a sandbox is there nothing to try in');
    return;
  }
  await button.click();
  await page.waitForFunction(() => /^(New file|Add)/.test(document.querySelector('#item-1 .verb span')?.textContent ?? ''));
  assert.ok(!fs.existsSync(path.join(root, 'made.txt')), 'nothing is real before it is signed');
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/tried.png` });
  assert.deepEqual(page.trouble, []);
  await page.context().close();
});

test('while a command is tried in a copy it says so, shows its output and can be stopped; what went wrong is said in the item', async () => {
  const wait = 'sh -c "echo begun; while [ ! -e go ]; do sleep 0.1; done; echo half > half.txt; mkfifo pipe; exit 3"',
    set = await w.propose('try long', { op: 'run_command', workspace, command: wait });
  const page = await open(set),
    item = page.locator('#item-1');
  await page.waitForSelector('#item-1 .facts');
  if (!(await item.locator('button:has-text("Try it in a copy")').count())) return;
  let asked = 0;
  page.on('request', r => /\/preview$/.test(r.url()) && asked++);
  await item.locator('button:has-text("Try it in a copy")').click();
  await like(() => item.locator('.live').textContent(), /Trying it in a copy.*begun/s);
  const busy = item.locator('button[aria-disabled=true]:has-text("Trying it")');
  await busy.click({ force: true });
  await busy.click({ force: true });
  assert.equal(asked, 1, 'one at a time');
  await item.locator('.live').getByRole('button', { name: 'Stop' }).click();
  await like(() => item.locator('.badp').textContent(), /stopped before its end/);
  await same(() => item.locator('.live').count(), 0);
  // Once more, to an end that is no good one: it is read in the item, and in the set that came of it.
  const bad = await w.propose('try badly', {
      op: 'run_command',
      workspace,
      command: 'sh -c "echo said; echo half > half.txt; mkdir hollow; exit 3"',
    }),
    other = await open(bad);
  await other.locator('#item-1 button:has-text("Try it in a copy")').click();
  await like(() => other.locator('#item-1 .tried').textContent(), /In the copy: [^\n]*3.*said.*1 file/s);
  await like(() => other.locator('#item-1 .tried').textContent(), /Cannot be proposed: hollow\/ \(a folder that is empty/, 'with the reason');
  await other.locator('#item-1 .tried .link').click();
  await other.waitForFunction(() => /^New file/.test(document.querySelector('#item-1 .verb span')?.textContent ?? ''));
  await like(() => other.locator('#item-1 .warn').first().textContent(), /ended with exit code 3: its changes may be incomplete/);
  assert.deepEqual([...page.trouble, ...other.trouble], []);
});
