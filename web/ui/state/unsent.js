// What is written somewhere and not sent yet: kept by where it is written, for when the page is left or read anew.
/** What this page knows, also where the browser keeps nothing. @type {Map<string, unknown>} */
const here = new Map();
const name = (/** @type {string} */ where) => `unsent ${where}`;
/** @param {string} where @returns {any} what was written there; null where nothing waits */
export function unsent(where) {
  try {
    if (!here.has(where)) here.set(where, JSON.parse(sessionStorage.getItem(name(where)) ?? 'null'));
  } catch {
    /* forbidden, or not ours: nothing waits */
  }
  return here.get(where) ?? null;
}
/** @param {string} where @param {unknown} what nothing, once it was sent or given up */
export function keepUnsent(where, what) {
  here.set(where, what || null);
  try {
    if (what) sessionStorage.setItem(name(where), JSON.stringify(what));
    else sessionStorage.removeItem(name(where));
  } catch {
    /* full or forbidden: kept for this page only */
  }
}
