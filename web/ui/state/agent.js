// What an agent's run shows: steps, tool calls, what it waits for. The folders it may work in.
import { signal } from '../vendor/preact.js';
import { get } from '../api.js';
import { attempt } from './app.js';
/** @typedef {import('../types.js').AgentView} AgentView */

/** Open folders: without one an agent has nothing to work on. @type {import('../vendor/preact.js').Signal<import('../types.js').WorkspaceView[]>} */
export const folders = signal([]);
/** The folder that the next message is about, by name; null: the one it names. @type {import('../vendor/preact.js').Signal<string | null>} */
export const folder = signal(null);
/** The next run goes on by itself. */
export const auto = signal(false);
/** The next run only looks, and says what it would do. */
export const plan = signal(false);
/** The next run is split into sub-tasks, wherever it has parts. */
export const split = signal(false);
export const loadFolders = () =>
  attempt(async () => {
    folders.value = (await get('/api/workspaces')).workspaces;
    if (!folders.value.some(w => w.id === folder.value)) folder.value = null;
  });

/** @returns {AgentView} */
export const blank = () => ({ steps: [], tools: [], thinking: null, wait: null, summary: null });
/** @template {{ [k: string]: any }} T @param {T[]} list @param {T} one @param {(x: T) => unknown} id */
const put = (list, one, id) => (list.some(x => id(x) === id(one)) ? list.map(x => (id(x) === id(one) ? one : x)) : [...list, one]);
/** An event of a run taken in; null when it is not about an agent. @param {AgentView | null} before @param {import('../types.js').RunEvent} ev @returns {AgentView | null} */
export function taken(before, ev) {
  const a = before ?? blank();
  switch (ev.kind) {
    case 'step':
      return { ...a, wait: null, steps: put(a.steps, ev.data, x => x.n) };
    case 'tool':
      return { ...a, tools: put(a.tools, ev.data, x => x.call) };
    case 'thinking':
      return { ...a, thinking: ev.data };
    case 'wait':
      return { ...a, wait: ev.data };
    case 'told':
      return { ...a, told: [...(a.told ?? []), ev.data.text] };
    case 'subtasks':
      return { ...a, wait: null, subtasks: ev.data };
    case 'subtask':
      return a.subtasks ? { ...a, wait: null, subtasks: { ...a.subtasks, tasks: put(a.subtasks.tasks, ev.data, x => x.subtaskId) } } : a;
    case 'work_summary':
      return { ...a, summary: ev.data };
    default:
      return null;
  }
}
