// Conversations behind the title, and the plan document beside it.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import { test, world, say, PHONE, same, clean } from './world.mjs';
let w;
before(async () => {
  w = await world();
});
after(() => w?.close());

const list = page => page.locator('#sessions .convo .name').allTextContents();
const shows = (page, names) =>
  page.waitForFunction(
    n => JSON.stringify([...document.querySelectorAll('#sessions .convo .name')].map(x => x.textContent)) === n,
    JSON.stringify(names),
  );
const states = async () => (await w.call('GET', '/api/sessions?state=all')).sessions.map(s => [s.title, s.state]).sort();

test('conversations are found, named, deleted and brought back by keyboard', async () => {
  const rent = await w.call('POST', '/api/sessions', { title: 'Rent' });
  await w.call('POST', '/api/sessions', { title: 'Garden' });
  const page = await w.open();
  await page.focus('[popovertarget=sessions]');
  await page.keyboard.press('Enter');
  await shows(page, ['Garden', 'Rent']);
  await clean(page);
  await page.fill('#session-query', 'ren');
  await shows(page, ['Rent']);
  await page.focus('[aria-label="Rename Rent"]');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Rent week');
  await page.keyboard.press('Enter');
  await shows(page, ['Rent week']);
  await page.focus('[aria-label="Delete Rent week"]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#sessions:has-text("Nothing was found")');
  await same(
    () => states(),
    [
      ['Garden', 'active'],
      ['Rent week', 'deleted'],
    ],
  );
  await page.click('.toast button:has-text("Undo")');
  await page.waitForFunction(() => !document.querySelector('.toast'));
  await same(async () => (await w.call('GET', `/api/sessions/${rent.id}`)).session.state, 'active');
  await page.locator('#sessions').evaluate(x => x.matches(':popover-open') || x.showPopover());
  await page.fill('#session-query', '');
  await page.click('[aria-label="Archive Garden"]');
  await shows(page, ['Rent week']);
  await page.click('#sessions .seg button:has-text("Archived")');
  await shows(page, ['Garden']);
  await page.click('[aria-label="Bring Garden back"]');
  await page.waitForSelector('#sessions:has-text("Nothing is kept here")');
  await same(
    () => states(),
    [
      ['Garden', 'active'],
      ['Rent week', 'active'],
    ],
  );
  await same(() => list(page), []);
  assert.deepEqual(page.trouble, []);
});

test('the plan opens from the title, is edited as a form and as Markdown, and saved after a look', async () => {
  const s = await w.call('POST', '/api/sessions', { title: 'Kitchen' });
  const page = await w.open(`#/desk?s=${s.id}`);
  await page.waitForSelector('.chat .bar h2:has-text("Kitchen")');
  await page.click('.goal');
  await page.fill('#plan-goal', 'A new kitchen, *bright*');
  await page.click('text=Add a criterion');
  await page.fill('[aria-label="Criterion 1"]', 'The sink works');
  await clean(page);
  await page.click('text=Show changes');
  await page.waitForSelector('.plan-changes');
  await same(() => page.locator('.plan-changes ins').allTextContents(), ['A new kitchen, *bright*', '[ ] The sink works']);
  await same(async () => (await w.call('GET', `/api/sessions/${s.id}/plan`)).plan.goal, '', 'showing saves nothing');
  await page.click('text=Save 2 changes');
  await page.waitForSelector('.goal:has-text("A new kitchen, *bright*")');

  await page.click('.goal');
  await page.click('.seg button:has-text("Markdown")');
  const md = await page.inputValue('#plan-md');
  await page.fill('#plan-md', md.replace('- [ ] The sink works', '- [✓] The sink works') + '\n## Risks\n\nDust.\n');
  await page.click('text=Show changes');
  await page.waitForSelector('.warn:has-text("Risks")');
  await clean(page);
  await page.click('text=Save 2 changes');
  await page.waitForSelector('.toast:has-text("version 2")');
  const { plan } = await w.call('GET', `/api/sessions/${s.id}/plan`);
  assert.deepEqual([plan.acceptanceCriteria[0].completed, plan.other], [true, '## Risks\n\nDust.']);
  assert.deepEqual(page.trouble, []);
});

test('on a phone the panel and the plan fit, and the first message names a conversation', async () => {
  const page = await w.open('', PHONE);
  await say(page, 'add "Phone call" tomorrow');
  await page.waitForSelector('.goal');
  await page.tap('.goal');
  await page.waitForSelector('#plan-goal');
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
  await same(() => wide(), 390);
  await page.tap('text=Cancel');
  await page.tap('[popovertarget=sessions]');
  await page.waitForSelector('#sessions .convo:has-text("Phone call")');
  await same(() => wide(), 390);
  assert.deepEqual(page.trouble, []);
});
