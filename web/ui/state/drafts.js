// What was written into a todo's form and is not saved: kept for it while something else is opened or the page is left.
import { signal } from '../vendor/preact.js';
import { unsent, keepUnsent } from './unsent.js';
/** @typedef {import('../types.js').Todo} Todo */
/** The todo the person began with, and what they made of it. @typedef {{ before: Todo, now: Todo }} Draft */

const KEY = 'todos';
/** By the key of the line. */
export const drafts = signal(/** @type {Record<string, Draft>} */ (unsent(KEY) ?? {}));
/** @param {string} key @param {Draft | null} draft null: saved, or given up */
export function keepDraft(key, draft) {
  const { [key]: was, ...rest } = drafts.value;
  if (!draft && !was) return;
  drafts.value = draft ? { ...rest, [key]: draft } : rest;
  keepUnsent(KEY, drafts.value);
}
