// Rules and runs of commands: Add & Run, the Rules page, and the panel above the composer.
import { before, after, afterEach } from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test, world, folder, PHONE, same, like, clean, box, agree } from './world.mjs';
let w, root;
before(async () => {
  w = await world();
  root = fs.realpathSync(folder());
  await w.call('POST', '/api/workspaces', { root });
});
after(async () => {
  await w?.close();
  if (root) fs.rmSync(root, { recursive: true, force: true });
});
const command = text => ({ op: 'run_command', command: text });
const rules = async () => (await w.call('GET', '/api/rules')).rules;
// A rule of one test lets nothing through in the next.
afterEach(async () => {
  for (const r of await rules()) if (r.status === 'active') await w.call('POST', `/api/rules/${r.id}/revoke`, {});
});

test('a command offers Run once, Add & run and Skip; Add & run shows the words, longer and shorter, then runs', async () => {
  const set = await w.propose('say', command('echo one two three'));
  const page = await w.open(`#/desk?set=${set.id}`);
  await page.waitForSelector('.cacts');
  await same(() => page.locator('.cacts button').allTextContents(), ['Run once', 'Add & run', 'Skip']);
  await page.getByRole('button', { name: 'Add & run' }).click();
  await page.waitForSelector('.remember .argv');
  const words = () => page.locator('.remember .argv code').allTextContents();
  await same(() => words(), ['echo', 'one']);
  await page.getByRole('button', { name: 'Longer' }).click();
  await same(() => words(), ['echo', 'one', 'two']);
  await page.getByRole('button', { name: 'Longer' }).click();
  await same(() => page.getByRole('button', { name: 'Longer' }).isDisabled(), true);
  await page.getByRole('button', { name: 'Shorter' }).click();
  await clean(page);
  await page.getByRole('button', { name: 'Remember and run' }).click();
  await page.waitForSelector('.outcome');
  const [rule] = await rules();
  assert.deepEqual(rule.grant, { kind: 'command', prefix: ['echo', 'one', 'two'] });
  assert.deepEqual(rule.from, { set: set.id, item: 1 });
  await same(async () => (await w.set(set.id)).items[0].status, 'applied');

  const again = await w.propose('again', command('echo one two four'));
  assert.equal(again.items[0].status, 'applied', 'it ran unasked');
  await page.evaluate(id => {
    location.hash = `#/desk?set=${id}`;
  }, again.id);
  await page.waitForSelector('#item-1 .outcome');
  await page.getByRole('tab', { name: 'Why' }).click();
  await like(() => page.locator('#item-1 .panel').textContent(), /rule 1: echo one two/);
  assert.deepEqual(page.trouble, []);
  await page.close();
});

test('while a command runs its output is shown as it comes, and it can be ended', async () => {
  const set = await w.propose('long', command('sh -c "echo first; while [ ! -e go ]; do sleep 0.1; done; echo second; sleep 600"'));
  for (const options of [{}, PHONE]) {
    fs.rmSync(`${root}/go`, { force: true });
    const page = await w.open(`#/desk?set=${set.id}`, options),
      live = page.locator('#item-1 .live');
    await page.getByRole('button', { name: 'Run once' }).click();
    await agree(page);
    await like(() => live.locator('pre').textContent(), /^first\n$/);
    await same(() => page.getByText('Nothing has been changed yet').count(), 0, 'it has begun');
    // Its end is in sight, and so is the button.
    await same(() => live.getByRole('button', { name: 'Stop' }).isVisible(), true);
    // Who looks on sees it as well.
    const other = await w.open(`#/desk?set=${set.id}`, options);
    await like(() => other.locator('#item-1 .live pre').textContent(), /^first\n$/);
    await clean(other);
    fs.writeFileSync(`${root}/go`, '');
    for (const p of [page, other]) await like(() => p.locator('#item-1 .live pre').textContent(), /^first\nsecond\n$/);
    await live.getByRole('button', { name: 'Stop' }).click();
    await like(() => page.locator('#item-1 .outcome').textContent(), /stopped by you.*first\nsecond\n/s);
    await same(() => page.locator('.live').count(), 0);
    await same(() => page.getByText('Nothing has been changed yet').count(), 0, 'it failed, and it has run');
    assert.deepEqual([...page.trouble, ...other.trouble], []);
    await Promise.all([page.close(), other.close()]);
  }
});

test('a command that a rule signed runs in a copy, says so, and leads to what it did', async () => {
  await w.call('POST', '/api/rules', { grant: { kind: 'command', prefix: ['touch', 'made.txt'] } });
  const set = await w.propose('say', command('touch made.txt'));
  const { outcome, sandbox } = set.items[0].command;
  if (sandbox === 'none') return;
  const page = await w.open(`#/desk?set=${set.id}`);
  await page.getByText('It ran in a copy of the folder').waitFor();
  await clean(page);
  await page.getByRole('button', { name: 'Look at what it did (1 file)' }).click();
  await page.waitForFunction(id => location.hash.includes(`set=${id}`), outcome.copy.set);
  assert.equal((await w.set(outcome.copy.set)).items[0].status, 'pending');
  assert.equal(fs.existsSync(`${root}/made.txt`), false);
  await page.goto(page.url().replace(/#.*/, '#/rules'));
  await page.getByText('Runs in a copy of the folder').waitFor();
  assert.deepEqual(page.trouble, []);
  await page.close();
});

test('what ignore rules left in the copy is said, also when there is nothing to sign', async () => {
  fs.writeFileSync(`${root}/.gitignore`, '*.log\n');
  await w.call('POST', '/api/rules', { grant: { kind: 'command', prefix: ['touch', 'made.log'] } });
  const set = await w.propose('say', command('touch made.log'));
  if (set.items[0].command.sandbox === 'none') return;
  assert.equal(set.items[0].command.outcome.copy.ignored, 1);
  const page = await w.open(`#/desk?set=${set.id}`);
  await page.getByText('There is nothing to sign.').waitFor();
  await page.getByText('1 changed file went with the copy: left out by ignore rules.').waitFor();
  await clean(page);
});

test('what no rule can let through says so', async () => {
  const set = await w.propose('write', command('echo x > f'));
  const page = await w.open(`#/desk?set=${set.id}`);
  await page.getByRole('button', { name: 'Add & run' }).click();
  await page.getByText('No rule can let this command through').waitFor();
  await same(async () => (await rules()).filter(r => r.status === 'active').length, 0);
  await page.close();
});

test('the Rules page is empty at first, signs a rule after showing what would match, and revokes it', async () => {
  const page = await w.open('#/rules');
  await page.getByRole('heading', { name: 'Sign a rule' }).waitFor();
  await page.getByLabel('Words', { exact: true }).fill('git');
  await page.getByLabel('Try a command').fill('git status');
  await page.getByRole('button', { name: 'What would match' }).click();
  await page.getByText('alone would let through whatever follows it').waitFor();
  await page.getByLabel('Words', { exact: true }).fill('echo hi');
  await page.getByLabel('Try a command').fill('echo hi; rm x');
  await page.getByRole('button', { name: 'What would match' }).click();
  await page.locator('.lets-not').waitFor();
  await page.getByLabel('Try a command').fill('echo hi there');
  await page.getByRole('button', { name: 'What would match' }).click();
  await page.locator('.lets').waitFor();
  await page.getByLabel('Uses').fill('2');
  await page.getByRole('button', { name: 'Sign rule' }).click();
  const line = page.locator('.rule[data-status=active]');
  await line.waitFor();
  await like(() => line.textContent(), /echo hi.*used 0 of 2.*until/s);
  await line.locator('.fold').click();
  await like(() => line.textContent(), /X=1 echo hi/);
  await clean(page);
  await w.propose('use', command('echo hi'));
  await page.getByText('used 1 of 2').waitFor();
  await line.getByRole('button', { name: /Revoke/ }).click();
  await page.waitForFunction(() => !document.querySelector('.rule[data-status=active]'));
  await same(async () => (await rules()).some(r => r.status === 'active'), false);
  assert.deepEqual(page.trouble, []);
  await page.close();
});

test('several commands run in the panel: progress, red at a failure, go on, and close', async () => {
  const set = await w.propose('three', command('echo one'), command('grep x nothing'), command('echo three'));
  const page = await w.open(`#/desk?set=${set.id}`);
  await page.getByRole('button', { name: 'Run 3 commands' }).first().click();
  const panel = page.locator('.cmds');
  await panel.locator('[data-status=failed]').waitFor();
  await page.locator('.cmds[data-status=paused]').waitFor();
  await like(() => panel.textContent(), /✓ 1.*✗ 1.*2\/3/s);
  await same(() => panel.getAttribute('data-failed'), 'true');
  await like(() => panel.textContent(), /Next:\s*echo three/);
  await same(() => panel.locator('.cstep').evaluateAll(all => all.map(x => x.dataset.status)), ['succeeded', 'failed', 'queued']);
  await same(() => panel.getByRole('button', { name: 'Close' }).count(), 0, 'not before it is done');
  await clean(page);
  await panel.getByRole('button', { name: 'Go on' }).click();
  await page.locator('.cmds[data-status=done]').waitFor();
  await like(() => panel.textContent(), /✓ 2.*✗ 1.*3\/3/s);
  await like(() => panel.locator('.cstep').nth(2).textContent(), /echo three[\s\S]*three/);
  await panel.getByRole('button', { name: 'Close' }).click();
  await page.waitForFunction(() => !document.querySelector('.cmds'));
  assert.deepEqual(page.trouble, []);
  await page.close();
});

test('of commands that run the newest lines and the buttons are in sight, whatever else has to be said', async () => {
  for (const options of [{}, PHONE]) {
    fs.rmSync(`${root}/go`, { force: true });
    const set = await w.propose('talks', command('sh -c "seq 1 200; while [ ! -e go ]; do sleep 0.1; done; seq 201 300"'), command('echo two')),
      page = await w.open('#/desk', options),
      cut = { set: set.id, state: 'unknown', message: 'notes.md is neither as it was nor as it should be.', hint: 'Look at it.' };
    await page.route('**/api/status', async r => {
      const response = await r.fetch();
      await r.fulfill({ response, json: { ...(await response.json()), recovery: [cut] } });
    });
    await page.reload();
    await page.locator('.nowbar').waitFor();
    const run = { change_set: set.id, digest: set.digest, sign: set.items.map(i => ({ item: i.n, digest: i.digest })) };
    await w.call('POST', '/api/command-runs', run);
    const panel = page.locator('.cmds[data-status=running]');
    await like(() => panel.locator('.live pre').textContent(), /\n200\n$/);
    // Both buttons stand side by side, and the notice is there as well.
    const [pause, stop] = [panel.getByRole('button', { name: 'Pause' }), panel.getByRole('button', { name: 'Stop' })];
    assert.equal((await box(pause)).y, (await box(stop)).y);
    await same(() => page.locator('.nowbar').isVisible(), true);
    const inSight = () =>
      page.evaluate(() => {
        const pre = document.querySelector('.cmds .live pre'),
          end = document.createRange();
        end.selectNodeContents(pre);
        const last = [...end.getClientRects()].at(-1),
          list = document.querySelector('.csteps').getBoundingClientRect(),
          own = pre.getBoundingClientRect();
        return pre.scrollTop + pre.clientHeight >= pre.scrollHeight - 1 && own.bottom <= list.bottom + 1 && last.bottom <= list.bottom + 1;
      });
    await same(inSight, true);
    fs.writeFileSync(`${root}/go`, '');
    await page.locator('.cmds[data-status=done]').waitFor();
    await same(() => page.locator('.cout').first().textContent(), '299\n300');
    await page.locator('.cmds').getByRole('button', { name: 'Close' }).click();
    await same(() => page.locator('.cmds').count(), 0);
    assert.deepEqual(page.trouble, []);
    await page.close();
  }
});

test('on a phone the panel and the rules fit', async () => {
  const set = await w.propose('two', command('echo one'), command(`grep ${'x'.repeat(120)} nothing`));
  const run = { change_set: set.id, digest: set.digest, sign: set.items.map(i => ({ item: i.n, digest: i.digest })) };
  await w.call('POST', '/api/command-runs', run);
  const page = await w.open('#/desk', PHONE);
  await page.locator('.cmds[data-status=paused]').waitFor();
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await same(() => wide(), 0);
  await page.locator('.cmds').getByRole('button', { name: 'Stop' }).click();
  await page.locator('.cmds[data-status=stopped]').waitFor();
  await page.evaluate(() => {
    location.hash = '#/rules';
  });
  await page.getByRole('heading', { name: 'Sign a rule' }).waitFor();
  await same(() => wide(), 0);
  // However low the window, a list of rules is as high as its rules: the page scrolls, the list is not cut.
  for (const n of [1, 2, 3]) await w.call('POST', '/api/rules', { grant: { kind: 'command', prefix: ['touch', `low${n}.txt`] } });
  const list = page.locator('ul.rules');
  await like(() => list.textContent(), /low3\.txt/);
  await page.setViewportSize({ width: 390, height: 480 });
  await same(() => list.evaluate(e => e.scrollHeight - e.clientHeight), 0);
  await clean(page);
  await page.close();
});
