// What comes or goes by itself moves no row that the pointer is at: a press meets what it was meant for (R: notices, drift, another version).
/** So long after a key or a press what moves is the person's own doing. */
const OWN = 500;
/** Keeps the row under the pointer where it is, by scrolling; where there is nothing to scroll, by room above or below. @param {HTMLElement} el a list that scrolls, itself or with all that stands around it @returns {() => void} lets go of it */
export function steady(el) {
  /** @type {HTMLElement | null} */
  let at = null;
  const around = el.parentElement;
  let top = 0,
    acted = -Infinity,
    told = false;
  /** @type {{ x: number, y: number } | null} */
  let pointer = null;
  const room = { top: 0, bottom: 0 };
  const scrolls = () => (getComputedStyle(el).overflowY === 'visible' && around) || el;
  const topOf = (/** @type {HTMLElement} */ row) => row.getBoundingClientRect().top;
  // One that goes on is no end: the rows that wait stay where they are.
  const receipt = () => el.querySelector('.receipt:not([data-going=true])') !== null;
  /** It stays where it is from here on. */
  const note = () => {
    at = pointer && (document.elementFromPoint(pointer.x, pointer.y)?.closest('.op') ?? null);
    if (at && !el.contains(at)) at = null;
    if (at) top = topOf(at);
    told = receipt();
  };
  const give = (/** @type {'top' | 'bottom'} */ side, /** @type {number} */ n) => {
    room[side] += n;
    el.style.setProperty(`--room-${side}`, `${room[side]}px`);
  };
  const keep = () => {
    // What was done is read first, wherever the pointer lies: nothing is left to be pressed by mistake.
    if (!at?.isConnected || performance.now() - acted < OWN || told !== receipt()) return note();
    const by = topOf(at) - top;
    if (Math.abs(by) >= 1) {
      const box = scrolls();
      box.scrollTop += by;
      const left = topOf(at) - top;
      if (left >= 1) {
        // A short list has to be filled before it scrolls.
        const end = [...el.children].findLast(x => !x.matches('.passing'))?.getBoundingClientRect().bottom ?? 0,
          free = el.getBoundingClientRect().bottom - end - Number.parseFloat(getComputedStyle(el).paddingBottom);
        give('bottom', left + Math.max(0, free));
        box.scrollTop += left;
      } else if (left <= -1) give('top', -left);
    }
  };
  const move = (/** @type {PointerEvent} */ e) => {
    pointer = e.pointerType === 'touch' ? null : { x: e.clientX, y: e.clientY };
    note();
  };
  const leave = () => {
    pointer = at = null;
    give('top', -room.top);
    give('bottom', -room.bottom);
  };
  const act = () => {
    acted = performance.now();
  };
  const seen = new MutationObserver(keep),
    size = new ResizeObserver(keep);
  seen.observe(el, { childList: true, subtree: true, characterData: true });
  size.observe(el);
  el.addEventListener('pointermove', move, { passive: true });
  el.addEventListener('pointerleave', leave);
  // Scrolled by the person: our own leaves the row where it was.
  const scrolled = () => at && Math.abs(topOf(at) - top) >= 1 && note();
  for (const box of [el, around]) box?.addEventListener('scroll', scrolled, { passive: true });
  addEventListener('keydown', act, true);
  addEventListener('pointerdown', act, true);
  return () => {
    seen.disconnect();
    size.disconnect();
    removeEventListener('keydown', act, true);
    removeEventListener('pointerdown', act, true);
    around?.removeEventListener('scroll', scrolled);
  };
}
