// Why a change set is over that nobody decided on, and what its head says where there is little room.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import { test, world, PHONE, say, same, like, clean } from './world.mjs';
let w;
before(async () => {
  w = await world();
});
after(() => w?.close());
const go = (page, id) => page.evaluate(set => (location.hash = `#/desk?set=${set}`), id);
/** Says it, and waits for the answer. */
async function tell(page, text) {
  const before = await page.locator('.msg.agent').count();
  await say(page, text);
  await page.waitForFunction(n => document.querySelectorAll('.msg.agent[aria-busy=false]').length > n, before);
}

test('a set that was taken back by what was said shows the words, and what took its place', async () => {
  const page = await w.open('', { viewport: { width: 1300, height: 900 } });
  await tell(page, 'add "Soap" tomorrow');
  await tell(page, 'no, forget it');
  await tell(page, 'add "Salt" tomorrow');
  await tell(page, 'no, on saturday');
  await same(async () => (await Promise.all([1, 2, 3].map(w.set))).map(s => s.items[0].reason ?? s.status), ['withdrawn', 'replaced', 'pending']);
  await go(page, 1);
  await like(() => page.locator('.review .strip').innerText(), /^Withdrawn when you said “no, forget it”\.$/);
  await clean(page);
  await go(page, 2);
  await like(() => page.locator('.review .strip').innerText(), /^Change set #3 took its place when you said “no, on saturday”\./);
  await page.click('.review .strip button:has-text("Change set #3")');
  await page.waitForFunction(() => /set=3/.test(location.hash));
  await same(() => page.locator('.review .strip').count(), 0);
  assert.deepEqual(page.trouble, []);
});

test('on a phone the head of a set says once what it would do', async () => {
  const set = await w.propose(
      'Two of them, with a title that is longer than a phone is wide and goes on',
      { op: 'create', title: 'One' },
      { op: 'create', title: 'Two' },
    ),
    phone = await w.open(`#/desk?set=${set.id}`, PHONE);
  await phone.waitForSelector('#item-2');
  await same(
    () =>
      phone
        .locator('.htext')
        .innerText()
        .then(x => x.replace(/\s+/g, ' ')),
    `#${set.id} ${set.title}`,
  );
  await same(() => phone.locator('.htext h2').evaluate(h => h.scrollWidth <= h.clientWidth), true, 'its number is whole');
  await like(() => phone.locator('.blast').innerText(), /^Adds 2 todos\./);
  await clean(phone);
  const wide = await w.open(`#/desk?set=${set.id}`);
  await like(() => wide.locator('.htext h2').innerText(), /2 to add/);
  await phone.click('.sign .primary');
  await like(() => phone.locator('.htext h2').innerText(), /2 applied/, 'what became of it is said by the head');
  assert.deepEqual([...phone.trouble, ...wide.trouble], []);
});
