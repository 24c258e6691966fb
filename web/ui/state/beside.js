// One conversation in several tabs of this browser: what becomes of it in one of them is told to the others, which read it.
import { effect } from '../vendor/preact.js';
import { get } from '../api.js';
import { attempt, watch } from './app.js';
import { session, turns, threaded } from './desk.js';
import { sets, loadSet } from './sets.js';
/** @typedef {import('../types.js').Turn} Turn */

const line = new BroadcastChannel('conversations');
/** Runs that another tab follows. @type {Set<string>} */
const others = new Set();
/** How the conversation stands, in a word. */
const stands = () => turns.value.map(x => `${x.id} ${x.status}`).join();
let known = stands();
effect(() => {
  const now = stands();
  if (now !== known && session.peek()) line.postMessage(session.peek());
  known = now;
});
/** A message of this tab has no number yet: it may be one of those that are read. */
const unnumbered = () => turns.value.some(x => !x.id && x.status === 'running');
async function read() {
  const id = session.value;
  if (!id) return;
  const { runs } = await get(`/api/sessions/${id}`);
  if (session.value !== id) return;
  if (unnumbered()) {
    setTimeout(again, 500);
    return;
  }
  const here = new Map(turns.value.map(x => [x.id, x]));
  const all = threaded(runs).map(x => {
    const mine = here.get(x.id),
      followed = mine?.status === 'running' && !others.has(String(x.id));
    if (mine && (followed || (mine.status === x.status && mine.chosen?.length === x.chosen?.length))) return mine;
    if (x.status === 'running') others.add(String(x.id));
    if (x.set && !sets.value[x.set]) loadSet(x.set);
    return mine ? { ...x, key: mine.key } : x;
  });
  turns.value = [...all, ...turns.value.filter(x => !x.id)];
}
const again = () => attempt(read);
line.onmessage = (/** @type {MessageEvent} */ e) => {
  if (e.data === session.value) again();
};
// The tab that follows it may be closed meanwhile.
watch(() => {
  if (turns.value.some(x => x.status === 'running' && others.has(String(x.id)))) again();
});
