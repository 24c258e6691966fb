// Which run waits for permission, and whether the sheet is where it is given.
import { computed, signal } from '../vendor/preact.js';
import { turns } from './desk.js';
import { currentId } from './sheet.js';

const query = matchMedia('(min-width: 52.01rem)'),
  wide = signal(query.matches);
query.addEventListener('change', e => {
  wide.value = e.matches;
});
/** The turn whose tool calls wait, while the sheet stands beside the thread and holds no change set; else nothing. */
export const permitting = computed(() => {
  const last = turns.value.at(-1);
  return wide.value && !currentId.value && last?.status === 'waiting' && last.agent?.wait?.kind === 'approval' ? last : null;
});
