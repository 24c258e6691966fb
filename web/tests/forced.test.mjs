// Colours that the person's system forces: what backgrounds and shadows tell elsewhere is told all the same.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import { test, world, same, until } from './world.mjs';
let w;
before(async () => {
  w = await world();
});
after(() => w?.close());

test('with colours that the system forces, what is ticked, chosen and shown differs from what is not', async () => {
  const set = await w.propose('forced', { op: 'create', title: 'Forced one' }, { op: 'create', title: 'Forced two' }),
    page = await w.open(`#/desk?set=${set.id}`, { forcedColors: 'active' });
  await page.locator('#item-2').waitFor();
  await page.uncheck('#item-2 input');
  await page.locator('#item-1 .turn').click();
  await page.locator('.tabs').waitFor();
  /** Whether two differ in what is left of their looks. */
  const differ = (a, b) =>
    page.evaluate(
      ([a, b]) => {
        const look = at => {
          const s = getComputedStyle(document.querySelector(at));
          return [s.backgroundColor, s.borderBottomColor].join();
        };
        return look(a) !== look(b);
      },
      [a, b],
    );
  for (const [a, b] of [
    ['#item-1 input', '#item-2 input'],
    ['#pages a[aria-current]', '#pages a:not([aria-current], .logo)'],
    ['.seg input:checked + span', '.seg input:not(:checked) + span'],
    ['.tabs [aria-selected=true]', '.tabs [aria-selected=false]'],
  ])
    await until(() => differ(a, b), a);
  await same(() => page.locator('.sign .primary').evaluate(b => getComputedStyle(b).borderTopWidth), '2px');
  await page.evaluate(() => {
    location.hash = '#/todos?view=week';
  });
  await page.locator('.seg button').first().waitFor();
  await until(() => differ('.seg button[aria-pressed=true]', '.seg button[aria-pressed=false]'));
  assert.deepEqual(page.trouble, []);
});
