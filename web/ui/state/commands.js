// Runs of several commands: where they stand, and steering them.
import { signal, computed } from '../vendor/preact.js';
import { ApiError, get, post, call, onceKey } from '../api.js';
import { t } from '../i18n.js';
import { attempt, newest, watch, say } from './app.js';
/** @typedef {{ verdict: string, why: string, command?: string, by?: string }} Advice */
/** @typedef {{ set: number, n: number, command: string, status: string, text: string, exit: number | null, elapsed_ms: number, preview: string, inserted: boolean, unsigned: boolean, advice: Advice | null }} Step */
/** @typedef {{ change_set: number, title: string, status: 'running' | 'paused' | 'done' | 'stopped', why: string, text: string, total: number, done: number, succeeded: number, failed: number, steps: Step[], remaining: string[], updated_at: string }} Run */

const runs = signal(/** @type {Run[]} */ ([]));
/** Runs that this page saw going on: their end is shown too, until it is closed. */
const followed = signal(/** @type {number[]} */ ([]));
const over = (/** @type {Run} */ r) => r.status === 'done' || r.status === 'stopped';
/** The run that the bar shows. */
export const shown = computed(() => runs.value.find(r => !over(r) || followed.value.includes(r.change_set)) ?? null);

/** The run of a set that goes on, or waits. @param {number} id */
export const runOf = id => runs.value.find(r => r.change_set === id && !over(r)) ?? null;
/** @param {Run[]} list */
function take(list) {
  const live = list.filter(r => !over(r)).map(r => r.change_set);
  if (live.some(id => !followed.value.includes(id))) followed.value = [...new Set([...followed.value, ...live])];
  const before = shown.value;
  runs.value = list;
  const now = shown.value;
  if (now && before && (now.status !== before.status || now.done !== before.done)) say(`${now.text}. ${t(`page-run-is-${now.status}`)}`);
}
const lists = newest();
export const loadRuns = () =>
  attempt(() =>
    lists(
      () => get('/api/command-runs?limit=10'),
      r => take(r.command_runs),
    ),
  );
watch(what => {
  if (what.includes('commands') || (shown.value && what.includes('inbox'))) loadRuns();
});
/** A run nobody answered: the same words keep their key. @type {{ said: string, key: string } | null} */
let lost = null;
/** Signs and runs commands of a set one after the other. @param {{ id: number, digest: string }} set @param {import('../types.js').SignItem[]} sign */
export const startRun = (set, sign) =>
  attempt(async () => {
    const body = { change_set: set.id, digest: set.digest, sign },
      said = JSON.stringify(body),
      key = lost?.said === said ? lost.key : onceKey();
    lost = { said, key };
    const run = await post('/api/command-runs', body, { key }).catch(e => {
      if (!(e instanceof ApiError) || e.status !== 0) lost = null;
      throw e;
    });
    lost = null;
    followed.value = [...new Set([...followed.value, set.id])];
    take([run, ...runs.value.filter(r => r.change_set !== set.id)]);
    return true;
  });
/** @param {number} id @param {'pause' | 'resume' | 'stop'} action */
export const steer = (id, action) =>
  attempt(() =>
    lists(
      () => call('PUT', `/api/command-runs/${id}`, { action }),
      run => take(runs.value.map(r => (r.change_set === id ? run : r))),
    ),
  );
/** @param {number} id */
export const closeRun = id => {
  followed.value = followed.value.filter(x => x !== id);
};
