// A todo edited in place: what somebody else changed meanwhile, what is not saved yet, and where the keyboard goes on.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import { test, world, same, like, plus, PHONE } from './world.mjs';
let w, today;
before(async () => {
  w = await world();
  today = (await w.call('GET', '/api/settings')).effective.today;
});
after(() => w?.close());
const create = async fields => (await w.make({ op: 'create', ...fields })).results[0].todo.id;
const line = (page, id) => page.locator(`.todo[data-id="${id}"]`);
/** Opens a todo's form. */
async function opened(page, id) {
  await line(page, id).locator('.ttitle').click();
  await page.waitForSelector(`#td-${id}-title`);
}
const focus = page =>
  page.evaluate(() => {
    const el = document.activeElement;
    return [el.closest('.todo')?.dataset.id ?? null, el.classList[0] ?? el.tagName];
  });

test('a title that was changed elsewhere meanwhile is shown beside the own one, and the person chooses', async () => {
  const id = await create({ title: 'First' }),
    page = await w.open('#/todos');
  for (const [taken, wanted] of [
    ['theirs', 'Elsewhere theirs'],
    ['mine', 'Mine mine'],
  ]) {
    await opened(page, id);
    await page.fill(`#td-${id}-title`, `Mine ${taken}`);
    await page.fill(`#td-${id}-notes`, `notes ${taken}`);
    await w.call('PATCH', `/api/todos/${id}`, { title: `Elsewhere ${taken}` });
    await line(page, id).locator(`.tt:has-text("Elsewhere ${taken}")`).waitFor();
    await page.press(`#td-${id}-title`, 'Enter');
    await page.waitForSelector('.crossed');
    await same(async () => (await w.todo(id)).title, `Elsewhere ${taken}`, 'nothing is saved before the person has chosen');
    await same(
      async () => (await page.locator('.crossed fieldset label').allTextContents()).map(x => x.trim().replace(/\s+/g, ' ')),
      [`Now there: Elsewhere ${taken}`, `Yours: Mine ${taken}`],
    );
    await same(() => page.locator('.edit .primary').isDisabled(), true);
    await page.check(`.crossed input[value=${taken}]`);
    await page.click('.edit .primary');
    await page.waitForSelector('.edit', { state: 'detached' });
    await same(async () => [(await w.todo(id)).title, (await w.todo(id)).notes], [wanted, `notes ${taken}`]);
  }
  assert.deepEqual(page.trouble, []);
});

test('what was changed elsewhere in another field stays, and is no question', async () => {
  const id = await create({ title: 'Disjoint' }),
    page = await w.open('#/todos');
  await opened(page, id);
  await page.fill(`#td-${id}-title`, 'Disjoint mine');
  await w.call('PATCH', `/api/todos/${id}`, { priority: 'high' });
  await page.press(`#td-${id}-title`, 'Enter');
  await page.waitForSelector('.edit', { state: 'detached' });
  await same(async () => [(await w.todo(id)).title, (await w.todo(id)).priority], ['Disjoint mine', 'high']);
});

test('what is not saved is kept for its todo while another is opened, and when the page is left', async () => {
  const [a, b] = [await create({ title: 'Kept a' }), await create({ title: 'Kept b' })],
    page = await w.open('#/todos');
  await opened(page, a);
  await page.fill(`#td-${a}-title`, 'Kept a, better');
  await opened(page, b);
  await like(() => line(page, a).textContent(), /not saved/);
  await page.evaluate(() => {
    location.hash = '#/history';
  });
  await page.waitForSelector('.history, .entries, .empty');
  await page.reload();
  await page.evaluate(() => {
    location.hash = '#/todos';
  });
  await opened(page, a);
  await same(() => page.inputValue(`#td-${a}-title`), 'Kept a, better');
  await like(() => page.locator('.edit .strip').textContent(), /did not save/);
  await page.click('.edit .strip .link');
  await same(() => page.inputValue(`#td-${a}-title`), 'Kept a');
  await page.fill(`#td-${a}-title`, 'Kept a, best');
  await opened(page, b);
  await opened(page, a);
  await page.press(`#td-${a}-title`, 'Enter');
  await page.waitForSelector('.edit', { state: 'detached' });
  await same(async () => (await w.todo(a)).title, 'Kept a, best');
  await same(() => page.locator('.todo:has-text("not saved")').count(), 0);
  await opened(page, a);
  await page.fill(`#td-${a}-title`, 'never mind');
  await page.press(`#td-${a}-title`, 'Escape');
  await opened(page, a);
  await same(() => page.inputValue(`#td-${a}-title`), 'never mind', 'Escape closes the form and keeps what is in it');
  await page.click('.edit .acts-line .quiet:has-text("Cancel")');
  await opened(page, a);
  await same(() => page.inputValue(`#td-${a}-title`), 'Kept a, best', 'given up is given up');
  assert.deepEqual(page.trouble, []);
});

test('after saving the focus is on the todo, also where it moved to; after deleting on its neighbour', async () => {
  const [a, b, c] = [await create({ title: 'Focus a' }), await create({ title: 'Focus b' }), await create({ title: 'Focus c' })],
    page = await w.open('#/todos');
  await opened(page, b);
  await page.fill(`#td-${b}-title`, 'Focus b2');
  await page.press(`#td-${b}-title`, 'Enter');
  await page.waitForSelector('.edit', { state: 'detached' });
  await same(() => focus(page), [String(b), 'ttitle']);
  await opened(page, b);
  await page.fill(`#td-${b}-scheduledFor`, plus(today, 2));
  await page.focus('.edit .primary');
  await page.keyboard.press('Enter');
  await page.waitForSelector(`[data-group=upcoming] .todo[data-id="${b}"]`);
  await same(() => focus(page), [String(b), 'ttitle']);
  await opened(page, b);
  await page.press(`#td-${b}-title`, 'Escape');
  await same(() => focus(page), [String(b), 'ttitle']);
  await line(page, a).locator('[aria-label^="Delete"]').focus();
  await page.keyboard.press('Enter');
  await line(page, a).waitFor({ state: 'detached' });
  await same(() => focus(page), [String(c), 'ttitle']);
  await line(page, c).locator('[aria-label^="Delete"]').focus();
  await page.keyboard.press('Enter');
  await line(page, c).waitFor({ state: 'detached' });
  await same(async () => (await focus(page))[1], 'ttitle', 'the one before, where none comes after');
  assert.deepEqual(page.trouble, []);
});

test('what was written about a todo that is deleted elsewhere is kept, and can be added anew', async () => {
  const made = await w.make({ op: 'create', title: 'Paint the fence', labels: ['home'] }, { op: 'create', title: 'Oil the gate' }),
    [fence, gate] = made.results.map(r => r.todo.id);
  for (const [viewport, id, title, last] of [
    [undefined, fence, 'Paint the fence', 'add'],
    [PHONE, gate, 'Oil the gate', 'discard'],
  ]) {
    const page = await w.open('#/todos', viewport);
    await page.locator(`.todo[data-id="${id}"] .ttitle`).click();
    await page.locator(`#td-${id}-notes`).fill('with the good brush');
    await w.make({ op: 'delete', id });
    const kept = page.locator('.kept');
    await like(() => kept.innerText(), new RegExp(`“${title}” was deleted while you were changing it`));
    await like(() => kept.innerText(), /with the good brush/);
    await page.reload();
    await kept.waitFor();
    const wide = await kept.evaluate(e => e.scrollWidth - e.clientWidth);
    assert.equal(wide, 0);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/kept-${last}.png` });
    await kept.locator(last === 'add' ? 'button.btn' : 'button.link').click();
    await kept.waitFor({ state: 'detached' });
    const there = (await w.todos()).filter(x => x.title === title);
    assert.deepEqual(
      there.map(x => [x.notes, x.labels]),
      last === 'add' ? [['with the good brush', ['home']]] : [],
    );
    assert.deepEqual(page.trouble, []);
    await page.context().close();
  }
});
