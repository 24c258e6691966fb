// A page that is left and opened again stands where it was scrolled to.
import { effect } from '../vendor/preact.js';
import { route, href } from '../state/app.js';

/** By address. @type {Map<string, number>} */
const tops = new Map();
const here = () => href(route.value.page, route.value.q);
const body = () => document.querySelector('.page > .body');
/** How far down the page is to come once it is long enough; null when it is there, or the person has moved it. @type {number | null} */
let wanted = null;
addEventListener(
  'scroll',
  e => {
    if (wanted === null && e.target === body()) tops.set(here(), /** @type {Element} */ (e.target).scrollTop);
  },
  true,
);
for (const own of ['wheel', 'pointerdown', 'keydown']) addEventListener(own, () => (wanted = null), { capture: true, passive: true });
// What it shows may be on its way still.
new MutationObserver(() => {
  const el = wanted === null ? null : body();
  if (!el || wanted === null || el.scrollHeight - el.clientHeight < wanted) return;
  el.scrollTop = wanted;
  wanted = null;
}).observe(document.body, { childList: true, subtree: true });
effect(() => {
  wanted = tops.get(here()) || null;
});
