// Rules that the person's decisions suggest, cards decided by touch, and wakes on changes with one quiet notification.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import { test, world, until, plus, PHONE, like, same, box, clean } from './world.mjs';
let w, today;
before(async () => {
  w = await world();
  today = (await w.call('GET', '/api/status')).today;
});
after(() => w?.close());
const late = (...titles) => w.make(...titles.map(title => ({ op: 'create', title, scheduledFor: plus(today, -1), labels: ['bills'] })));
const open = async agent => (await w.call('GET', '/api/change-sets?status=open&limit=200')).change_sets.filter(s => s.source.agent === agent);
const decide = (set, item, verdict) => w.call('PUT', `/api/change-sets/${set.id}/items/${item.n}/decision`, { verdict, digest: item.digest });
const lineBecomes = (page, n, state) => page.waitForSelector(`.cline[data-n="${n}"][data-state=${state}]`);

test('three like signatures put a rule before the person: card, what it says, signature, use, revoked', async () => {
  await late('Water', 'Power', 'Phone');
  await w.call('POST', '/api/wakes', {});
  const set = await w.set((await open('planner'))[0].id);
  const page = await w.open('#/inbox');
  await page.locator('.proposal').waitFor();
  for (const item of set.items) await decide(set, item, 'confirmed');
  const card = page.locator('.proposal:has-text("What you decided")');
  await card.waitFor();
  await like(() => card.textContent(), /Rules 1.*Rule: set date today, of overdue one-off todos labelled bills/s);
  await like(() => card.textContent(), /You signed this 3 times\. It would have let 3 of your decisions through; you rejected 0\./);
  await clean(page);
  await card.getByRole('button', { name: 'Review' }).click();
  await page.waitForSelector('#item-1');
  await same(() => page.locator('#item-1').getByText('Cannot be undone').count(), 0);
  const facts = page.locator('#item-1 .panel');
  await facts.getByText('Would have matched 3 earlier decisions: 3 signed, 0 rejected.').waitFor();
  await like(() => facts.textContent(), /Days\s*30\s*Uses\s*100/);
  // Its bounds are the person's to set before it is signed.
  await page.locator('#item-1').focus();
  await page.keyboard.press('e');
  await page.getByLabel('Uses', { exact: true }).fill('20');
  await page.getByLabel('Days', { exact: true }).fill('7');
  await clean(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await like(() => facts.textContent(), /Days\s*7\s*Uses\s*20/);
  await page.locator('#item-1 input[type=checkbox]').check();
  await page.locator('.sign .primary').click();
  await page.waitForSelector('.receipt');
  await w.call('POST', `/api/change-sets/${set.id}/apply`, { digest: (await w.set(set.id)).digest, sign: [] });

  await late('Gas');
  await page.evaluate(() => {
    location.hash = '#/inbox';
  });
  await page.getByRole('button', { name: 'Tidy up' }).click();
  await page.locator('.toast:has-text("1 change was made by your rules.")').waitFor();
  await same(async () => (await w.todos()).find(x => x.title === 'Gas').scheduledFor, today);
  await page.evaluate(() => {
    location.hash = '#/rules';
  });
  const line = page.locator('.rule[data-status=active]');
  await line.waitFor();
  await like(() => line.textContent(), /Changes of todos.*labelled bills.*used 1 of 20/s);
  await clean(page);
  await line.getByRole('button', { name: /Revoke/ }).click();
  await page.waitForFunction(() => !document.querySelector('.rule[data-status=active]'));
  assert.deepEqual(page.trouble, []);
  await page.close();
});

for (const motion of ['no-preference', 'reduce'])
  test(`a line of a card is swiped and pressed like one of the sheet; motion ${motion}`, async () => {
    await late(`A ${motion}`, `B ${motion}`, `C ${motion}`);
    await w.call('POST', '/api/wakes', { about: motion });
    const [made] = (await open('planner')).filter(s => s.source.about === motion);
    const page = await w.open('#/settings', { ...PHONE, reducedMotion: motion });
    await page.evaluate(() => {
      window.felt = 0;
      navigator.vibrate = () => ++window.felt > 0;
      location.hash = '#/inbox';
    });
    const line = n => page.locator(`#c-${made.id}-${n}`);
    await line(3).waitFor();
    const cdp = await page.context().newCDPSession(page);
    const drag = async (n, dx) => {
      await line(n).scrollIntoViewIfNeeded();
      const b = await box(line(n).locator('.what p').first()),
        p = x => ({ touchPoints: [{ x: b.x + b.width / 2 + x, y: b.y + 8 }] });
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', ...p(0) });
      for (let i = 1; i <= 8; i++) await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', ...p((dx * i) / 8) });
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    const becomes = (n, state) => page.waitForSelector(`#c-${made.id}-${n}[data-state=${state}]`);
    // First, while no toast lies over the buttons.
    await line(3).locator('.no').scrollIntoViewIfNeeded();
    const b = await box(line(3).locator('.no')),
      at = { touchPoints: [{ x: b.x + b.width / 2, y: b.y + b.height / 2 }] };
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at });
    await line(3).locator('.reasons').waitFor();
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await line(3).locator('.chip').nth(1).click();
    await becomes(3, 'rejected');
    await until(async () => (await w.set(made.id)).items[2].reason === 'wrong-value');
    await drag(1, 110);
    await becomes(1, 'confirmed');
    await drag(2, -110);
    await becomes(2, 'rejected');
    await same(() => page.evaluate(() => window.felt), motion === 'reduce' ? 0 : 2);
    await same(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
    assert.deepEqual(page.trouble, []);
    await page.close();
  });

test('a change that was subscribed to wakes the planner, and one quiet notification says so', async () => {
  const page = await w.open('#/settings');
  // A page that nobody looks at begins to follow the news only when somebody does.
  await page.live;
  await page.evaluate(() => {
    window.told = [];
    window.Notification = class {
      static permission = 'default';
      static async requestPermission() {
        return (this.permission = 'granted');
      }
      constructor(title, options) {
        window.told.push({ title, ...options });
      }
    };
    Object.defineProperty(document, 'hidden', { get: () => true });
  });
  await page.getByLabel('Wake on changes of').fill('nonsense');
  await page.getByLabel('Wake on changes of').blur();
  await page.getByText('is no subscription').first().waitFor();
  await page.getByLabel('Wake on changes of').fill('label:urgent, is:overdue');
  await page.getByLabel('Wake on changes of').blur();
  await page.getByLabel('Tell me on this screen').check();
  await page.waitForFunction(() => document.getElementById('s-notice').checked);
  await until(async () => (await w.call('GET', '/api/settings')).settings.wakeOn?.join() === 'label:urgent,is:overdue');
  await w.make({ op: 'create', title: 'Fix the roof', scheduledFor: plus(today, -1), labels: ['Urgent'] });
  await page.waitForFunction(() => window.told.length > 0);
  const [one] = await page.evaluate(() => window.told);
  assert.equal(one.title, 'Something was proposed');
  assert.match(one.body, /changes? waits?\. Nothing has been changed\./);
  assert.deepEqual([one.tag, one.silent], ['countersign-wake', true]);
  await same(async () => (await open('planner')).filter(s => s.source.about === 'label:urgent').length, 1);
  await clean(page);
  await page.close();
});
