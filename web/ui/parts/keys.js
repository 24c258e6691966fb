// What a key does at a line of a change set: the sheet's rows and the inbox's cards obey the same ones (DESIGN 8).
import { singleKeys } from '../state/app.js';
import * as st from '../state/sheet.js';
import { focusAt } from './bits.js';
import { isFixed } from './row.js';
/** @typedef {import('../types.js').SetView} SetView */
/** @typedef {import('../types.js').ItemView} Item */
/** Where keys act: the lines to move among and those of this set, what asks for a reason, and keys of its own.
 * @typedef {{ s: SetView, line: string, among: string, asking: number | null, ask: (n: number, after: () => void) => void, plain: (item: Item, el: HTMLElement, row: HTMLElement) => Record<string, () => void>, letters: (item: Item, el: HTMLElement, row: HTMLElement) => Record<string, () => void> }} Place */

const DECIDED = ['confirmed', 'rejected', 'deferred'];
/** What was decided by keys, the newest last: whose line it was, and which line the focus went on to. @type {{ set: number, n: number, line: string, to: Element | null }[]} */
const decided = [];
/** It is no longer what `u` takes back, and the focus does not go on from it. @param {SetView} s @param {Item} item */
function undone(s, item) {
  const at = decided.findIndex(d => d.set === s.id && d.n === item.n);
  if (at >= 0) decided.splice(at, 1);
}
/** Takes the last decision about a set back, and goes to its line. @param {SetView} s @returns {boolean} whether there was one */
function takeBack(s) {
  for (let at; (at = decided.findLastIndex(d => d.set === s.id)) >= 0;) {
    const [last] = decided.splice(at, 1),
      item = s.items.find(i => i.n === last?.n);
    // It may have been applied, or taken back by the mouse, since.
    if (!last || !item || isFixed(s, item) || !DECIDED.includes(item.status)) continue;
    st.decide(s, item, 'undecided');
    focusAt(
      [document.getElementById(last.line)].flatMap(x => x ?? []),
      0,
    );
    return true;
  }
  return false;
}
/** `u` where no line has the focus: after the last line it went on to the buttons. @param {KeyboardEvent} e @param {SetView} s */
export function undoKey(e, s) {
  const typing = /** @type {HTMLElement} */ (e.target).matches('textarea, select, input:not([type=checkbox])');
  if (e.key !== 'u' || typing || !singleKeys.value || e.metaKey || e.ctrlKey || e.altKey || !takeBack(s)) return;
  e.preventDefault();
  e.stopPropagation();
}
/** @param {string} what */
const all = what => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(what)]);
/** Single keys work only while a line has the focus (WCAG 2.1.4). @param {KeyboardEvent} e @param {Place} p */
export function reviewKeys(e, { s, line, among, asking, ask, plain, letters }) {
  const el = /** @type {HTMLElement} */ (e.target),
    row = /** @type {HTMLElement | null} */ (el.closest(line)),
    item = s.items.find(i => i.n === Number(row?.dataset.n));
  if (!row) {
    undoKey(e, s);
    return;
  }
  if (!item || e.metaKey || e.ctrlKey || e.altKey || el.matches('textarea, select, input:not([type=checkbox])') || el.closest('[role=tablist]'))
    return;
  const step = (/** @type {number} */ by) => () => {
      // Who moves by themselves means the line they are at.
      for (const d of decided) d.to = null;
      focusAt(all(among), all(among).indexOf(row) + by);
    },
    fixed = isFixed(s, item);
  // After the last line come the buttons that apply: no key meets what was decided a moment ago.
  const next = () => {
    const own = all(line).filter(x => x.closest('article, section.review') === row.closest('article, section.review')),
      to = own[own.indexOf(row) + 1];
    const made = { set: s.id, n: item.n, line: row.id, to: to ?? null };
    undone(s, item);
    decided.push(made);
    if (to) focusAt([to], 0);
    else
      requestAnimationFrame(() => {
        const box = row.closest('article, section.review');
        if (document.activeElement === row && decided.includes(made))
          all('.primary:enabled, .dk-acts .btn:enabled, .sign')
            .find(x => box?.contains(x))
            ?.focus();
      });
  };
  const say = (/** @type {'confirmed' | 'deferred'} */ verdict) => () => {
    if (fixed) return;
    st.decide(s, item, verdict);
    // Where it cannot be signed the focus stays: the next key must not mean another line.
    if (verdict !== 'confirmed' || st.canSign(item)) next();
  };
  /** @type {Record<string, () => void>} */
  const always = { ArrowDown: step(1), ArrowUp: step(-1), ...plain(item, el, row) },
    single = /** @type {Record<string, () => void>} */ ({
      j: step(1),
      k: step(-1),
      y: say('confirmed'),
      d: say('deferred'),
      u: () => {
        // The last decision where the focus only went on from it, or where nothing is to be taken back here.
        const went = decided.findLast(d => d.set === s.id)?.to === row,
          own = !fixed && (st.marked(s, item) || DECIDED.includes(item.status));
        if ((went || !own) && takeBack(s)) return;
        undone(s, item);
        if (!fixed) st.decide(s, item, 'undecided');
      },
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
