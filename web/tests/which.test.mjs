// A deletion shows what goes: which todo, its days, what repeats with it; none is folded among others, and twins are told apart.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import { test, world, row, same, like, plus, say } from './world.mjs';
let w, today;
before(async () => {
  w = await world();
  today = (await w.call('GET', '/api/settings')).effective.today;
});
after(() => w?.close());
const openSet = async set => {
  const page = await w.open(`#/desk?set=${set.id}`);
  await page.waitForSelector('#item-1');
  return page;
};

test('twins with one title are told apart, and what a deletion takes is listed', async () => {
  const made = await w.make(
    { op: 'create', title: 'Rent', scheduledFor: today, notes: 'IBAN and all', priority: 'high', recurrence: { type: 'monthly', interval: 1 } },
    { op: 'create', title: 'Rent', scheduledFor: plus(today, 9) },
  );
  const [series, once] = made.results.map(r => r.todo.id);
  const page = await openSet(await w.propose('both', { op: 'delete', id: series }, { op: 'delete', id: once }));
  await like(() => row(page, 1).locator('.which').textContent(), new RegExp(`^#${series} · .*month.* · has notes$`, 'i'));
  await like(() => row(page, 2).locator('.which').textContent(), new RegExp(`^#${once} · [^·]*$`));
  await page.click('#item-1 .turn');
  await like(async () => (await page.locator('.fields.gone del').allTextContents()).join('|'), /IBAN and all/);
  await like(async () => (await page.locator('.fields.gone del').allTextContents()).join('|'), /month/i);
  const changed = await openSet(await w.propose('other', { op: 'update', id: series, priority: 'low' }, { op: 'update', id: once, priority: 'low' }));
  await same(() => changed.locator('.which').allTextContents(), [`#${series}`, `#${once}`]);
  assert.deepEqual(page.trouble, []);
});

test('a date of another year is offered and kept with its year; everything is not said beside what is left out of it', async () => {
  const page = await w.open(),
    { today } = (await w.call('GET', '/api/settings')).effective,
    year = plus(today, 0).slice(0, 4);
  await say(page, 'add "Tax" on 1/2');
  const chips = page.locator('.clarify button.chip');
  const names = await same(async () => (await chips.allTextContents()).length, 2).then(() => chips.allTextContents());
  const next = String(Number(year) + (today > `${year}-01-02` ? 1 : 0));
  assert.equal(names[0], next === year ? '2 January' : `2 January ${next}`);
  await chips.first().click();
  await same(() => page.locator('.chip.chosen').allTextContents(), [names[0]]);
  await w.make(
    { op: 'create', title: 'Plain' },
    { op: 'create', title: 'Gym', scheduledFor: plus(today, 1), recurrence: { type: 'daily', interval: 1 } },
  );
  const other = await w.open();
  await say(other, 'delete all todos');
  await like(() => other.locator('.op .warn').first().textContent(), /^\s*This deletes every todo that does not repeat\.\s*$/);
  await like(() => other.locator('.op .warn').nth(1).textContent(), /left out: .*Gym/);
  assert.deepEqual(page.trouble, []);
});

test('deletions of different todos are never drawn as one change', async () => {
  const made = await w.make(...Array.from({ length: 12 }, (_, i) => ({ op: 'create', title: `Different ${i}` })));
  const page = await openSet(await w.propose('twelve', ...made.results.map(r => ({ op: 'delete', id: r.todo.id }))));
  await same(() => page.locator('.rows .op').count(), 12);
  await same(() => page.locator('.same').count(), 0);
  for (let n = 0; n < 12; n++) await like(() => row(page, n + 1).textContent(), new RegExp(`Different ${n}\\b`));
});

test('who takes a chip goes on at the question it answers, by mouse and by keys; who takes an example, in the conversation', async () => {
  await w.make({ op: 'create', title: 'Plumber Anna' }, { op: 'create', title: 'Plumber Ben' });
  const at = page => page.evaluate(() => [document.activeElement.className, document.activeElement.closest('.msg') !== null]);
  for (const take of [chip => chip.click(), chip => chip.press('Enter')]) {
    const page = await w.open();
    await say(page, 'complete plumber');
    await take(page.locator('.clarify .chip').first());
    await page.waitForSelector('.clarify.done');
    await same(() => at(page), ['clarify done', true]);
    await page.waitForSelector('.msg.agent[aria-busy=false] .docket');
    await page.keyboard.press('Tab');
    await same(() => page.evaluate(() => document.activeElement.closest('.msg.agent') !== null), true, 'on among the answers');
    assert.deepEqual(page.trouble, []);
  }
  const fresh = await w.open();
  await fresh.locator('.empty .chip').first().click();
  await fresh.waitForSelector('.msg.agent');
  await same(() => fresh.evaluate(() => document.activeElement.className), 'log');
});
