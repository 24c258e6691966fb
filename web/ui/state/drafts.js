// What was written into a todo's form and is not saved: kept for it while something else is opened or the page is left.
import { signal } from '../vendor/preact.js';
/** @typedef {import('../types.js').Todo} Todo */
/** The todo the person began with, and what they made of it. @typedef {{ before: Todo, now: Todo }} Draft */

const KEY = 'drafts';
/** @returns {Record<string, Draft>} */
function stored() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
  } catch {
    return {};
  }
}
/** By the key of the line. */
export const drafts = signal(stored());
/** @param {string} key @param {Draft | null} draft null: saved, or given up */
export function keepDraft(key, draft) {
  const { [key]: was, ...rest } = drafts.value;
  if (!draft && !was) return;
  drafts.value = draft ? { ...rest, [key]: draft } : rest;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(drafts.value));
  } catch {
    /* full or forbidden: kept for this page only */
  }
}
