// Several change sets at once: turned down, and taken back where that was a mistake.
import { html, h, signal } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { toast } from '../state/app.js';
import { decideAll, loadSet, sets, undecidedYet } from '../state/sheet.js';
import { Icon } from '../parts/bits.js';
import { picked, pickAll, pickNone } from '../parts/pick.js';
/** @typedef {import('../types.js').ItemView} Item */

const busy = signal(false);
/** What was turned down stands as before; what was signed waits, for a signature is given by the person. @param {{ id: number, items: Item[] }[]} down */
async function takeBack(down) {
  for (const { id, items } of down) {
    const of = (/** @type {boolean} */ waited) =>
      (sets.value[id]?.items ?? []).filter(i =>
        items.some(was => was.n === i.n && was.digest === i.digest && ['deferred', 'confirmed'].includes(was.status) === waited),
      );
    for (const [waited, verdict] of /** @type {const} */ ([
      [false, 'undecided'],
      [true, 'deferred'],
    ])) {
      const s = sets.value[id],
        all = of(waited);
      if (s && all.length) await decideAll(s, all, verdict);
    }
  }
}
/** @param {number[]} ids */
async function turnDown(ids) {
  if (busy.value) return;
  busy.value = true;
  /** @type {{ id: number, items: Item[] }[]} */
  const down = [];
  for (const id of ids) {
    await loadSet(id);
    const s = sets.value[id];
    if (!s) continue;
    const items = s.items.filter(i => undecidedYet(i) && i.status !== 'rejected');
    await decideAll(s, items, 'rejected');
    if (items.every(i => sets.value[id]?.items.find(x => x.n === i.n)?.status === 'rejected')) down.push({ id, items });
  }
  busy.value = false;
  picked.value = picked.value.filter(id => !down.some(x => x.id === id));
  if (down.length) toast(t('page-picked-rejected', { n: down.length }), t('ui-undo'), () => takeBack(down));
}

/** What is done with all that are chosen; it stands above the list's end while some are. @param {{ ids: number[] }} p those that are there */
export function PickedSets({ ids }) {
  const chosen = picked.value.filter(id => ids.includes(id)),
    n = chosen.length;
  if (!n) return null;
  return html`<div class="picked" role="group" aria-label=${t('page-picked-sets', { n })}><b class="num">${t('page-picked-sets', { n })}</b>
    <button class="btn quiet" aria-disabled=${busy.value} onClick=${() => turnDown(chosen)}>${h(Icon, { name: 'x', size: 14 })}${t('page-reject')}</button>
    <span class="acts-line end">${n < ids.length && html`<button class="link" onClick=${pickAll}>${t('page-pick-all')}</button>`}
      <button class="link" onClick=${pickNone}>${t('page-pick-none')}</button></span></div>`;
}
