// Where what is told lies on a wide screen: over nothing. The list or the conversation ends above it, unless it leaves that room anyway.
/** @param {string} what */
const find = what => /** @type {HTMLElement | null} */ (document.querySelector(what));
/** What is watched already. @type {WeakSet<Element>} */
const seen = new WeakSet();
const sized = new ResizeObserver(place),
  turned = new MutationObserver(place);
function place() {
  const shell = find('.shell'),
    over = find('.over'),
    list = find('.chat .log, .page .body'),
    end = list?.lastElementChild;
  if (!shell || !over || !list) return;
  if (!seen.has(list)) turned.observe(list, { childList: true });
  for (const el of [over, list, end])
    if (el && !seen.has(el)) {
      seen.add(el);
      sized.observe(el);
    }
  const talk = list.matches('.log'),
    // So much the page gives way as it is.
    left = Number.parseFloat(getComputedStyle(list).marginBottom) || 0,
    told = [...over.querySelectorAll('.notice, .toast')].map(x => x.getBoundingClientRect()).filter(x => x.height),
    high = told.length ? Math.max(...told.map(x => x.bottom)) - Math.min(...told.map(x => x.top)) + 16 : 0,
    bottom = list.getBoundingClientRect().bottom + left,
    last = (end?.matches('.empty') ? end.lastElementChild : end)?.getBoundingClientRect().bottom ?? bottom,
    fits = list.scrollHeight <= list.clientHeight + left && bottom - last >= high,
    // What stands at the end would move under the pointer when that goes by itself.
    moves = (!talk || !fits) && (list.scrollHeight - list.scrollTop - list.clientHeight < 2 || list.querySelector('.picked') !== null),
    wanted = talk && fits ? 0 : high;
  if (wanted < left && moves && list.matches(':hover')) {
    list.addEventListener('pointerleave', place, { once: true });
    return;
  }
  shell.style.setProperty('--told', `${wanted}px`);
  shell.style.setProperty('--room', `${talk ? (list.closest('main')?.getBoundingClientRect().bottom ?? bottom) - bottom : 0}px`);
}
/** Begins, once there is a page. */
export function tellBeside() {
  const main = find('main');
  if (main) turned.observe(main, { childList: true });
  place();
}
