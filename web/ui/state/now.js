// The Now bar's registry: one slot above the composer, the highest that has something wins. Whoever has
// something to show puts it here; the bar draws it and knows nothing of what it is.
import { signal, computed } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { say, choiceOf } from './app.js';
import { write } from './desk.js';

/** Highest first. */
export const SLOTS = /** @type {const} */ (['recovery', 'failure', 'commands', 'docket', 'summary']);
/** @typedef {(typeof SLOTS)[number]} Slot */
/** What a slot shows. `key` is what ✕ puts away; `view` draws the bar's content. @typedef {{ key: string, view: (p: any) => any, props?: object }} Entry */

const slots = signal(/** @type {Partial<Record<Slot, Entry>>} */ ({}));
/** Puts something into a slot, or takes it out with null. @param {Slot} slot @param {Entry | null} entry */
export function setNow(slot, entry) {
  const before = slots.peek()[slot];
  if (before?.key === entry?.key && before?.view === entry?.view && JSON.stringify(before?.props) === JSON.stringify(entry?.props)) return;
  const { [slot]: _, ...rest } = slots.peek();
  slots.value = entry ? { ...rest, [slot]: entry } : rest;
}

const put = choiceOf('nowClosed');
/** The keys of what was put away. */
const closed = computed(() => {
  try {
    return /** @type {string[]} */ (JSON.parse(put.value || '[]'));
  } catch {
    return [];
  }
});
/** Puts an entry away for good (S1-13). @param {string} key */
export const close = key => {
  put.value = JSON.stringify([...closed.value, key].slice(-200));
};
/** Put away until something new is said. */
const hidden = signal(/** @type {string[]} */ ([]));
/** @param {string} key */
export const hide = key => {
  hidden.value = [...hidden.value, key];
};
export const clear = () => {
  hidden.value = [];
  slots.value = {};
};
/** What the bar shows. */
export const now = computed(() => {
  for (const slot of SLOTS) {
    const entry = slots.value[slot];
    if (entry && !closed.value.includes(entry.key) && !hidden.value.includes(entry.key)) return { slot, ...entry };
  }
  return null;
});
/** Puts a text into the composer, ready to be sent or changed (S1-14). @param {string} text */
export function fill(text) {
  const box = write(text);
  if (!box) return;
  box.focus();
  box.setSelectionRange(text.length, text.length);
  say(t('page-next-filled'));
}
