// What a key does at a line of a change set: the sheet's rows and the inbox's cards obey the same ones (DESIGN 8).
import { singleKeys } from '../state/app.js';
import * as st from '../state/sheet.js';
import { focusAt } from './bits.js';
import { isFixed } from './row.js';
/** @typedef {import('../types.js').SetView} SetView */
/** @typedef {import('../types.js').ItemView} Item */
/** Where keys act: the lines to move among and those of this set, what asks for a reason, and keys of its own.
 * @typedef {{ s: SetView, line: string, among: string, asking: number | null, ask: (n: number, after: () => void) => void, plain: (item: Item, el: HTMLElement, row: HTMLElement) => Record<string, () => void>, letters: (item: Item, el: HTMLElement, row: HTMLElement) => Record<string, () => void> }} Place */

/** @param {string} what */
const all = what => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(what)]);
/** Single keys work only while a line has the focus (WCAG 2.1.4). @param {KeyboardEvent} e @param {Place} p */
export function reviewKeys(e, { s, line, among, asking, ask, plain, letters }) {
  const el = /** @type {HTMLElement} */ (e.target),
    row = /** @type {HTMLElement | null} */ (el.closest(line)),
    item = s.items.find(i => i.n === Number(row?.dataset.n));
  if (
    !row ||
    !item ||
    e.metaKey ||
    e.ctrlKey ||
    e.altKey ||
    el.matches('textarea, select, input:not([type=checkbox])') ||
    el.closest('[role=tablist]')
  )
    return;
  const step = (/** @type {number} */ by) => () => focusAt(all(among), all(among).indexOf(row) + by),
    fixed = isFixed(s, item);
  // After the last line come the buttons that apply: no key meets what was decided a moment ago.
  const next = () => {
    const own = all(line).filter(x => x.closest('article, section.review') === row.closest('article, section.review')),
      to = own[own.indexOf(row) + 1];
    if (to) focusAt([to], 0);
    else
      requestAnimationFrame(() => {
        const box = row.closest('article, section.review');
        if (document.activeElement === row)
          all('.primary:enabled, .dk-acts .btn:enabled, .sign')
            .find(x => box?.contains(x))
            ?.focus();
      });
  };
  const say = (/** @type {'confirmed' | 'deferred'} */ verdict) => () => {
    if (fixed) return;
    st.decide(s, item, verdict);
    next();
  };
  /** @type {Record<string, () => void>} */
  const always = { ArrowDown: step(1), ArrowUp: step(-1), ...plain(item, el, row) },
    single = /** @type {Record<string, () => void>} */ ({
      j: step(1),
      k: step(-1),
      y: say('confirmed'),
      d: say('deferred'),
      u: () => !fixed && st.decide(s, item, 'undecided'),
      n: () => !fixed && ask(item.n, next),
      Y: () => !fixed && st.apply(s.id, [item]),
      r: () => item.status === 'drifted' && st.edit(s, item, { rebase: true }),
      a: () => st.apply(s.id, st.toApply(s)),
      ...letters(item, el, row),
    });
  // A box of this line was asked for, and is perhaps still on its way: what is typed is meant for it.
  const act = always[e.key] ?? (singleKeys.value && !(el === row && asking === item.n) ? single[e.key] : undefined);
  if (!act) return;
  e.preventDefault();
  e.stopPropagation();
  act();
}
