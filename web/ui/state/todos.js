// Todos as the person edits them directly: each edit is signed by being made, and can be undone.
import { signal, computed, batch } from '../vendor/preact.js';
import { ApiError, get, post, onceKey } from '../api.js';
import { t } from '../i18n.js';
import { route, today, settings, watch, tell, notify, attempt, toast, dialog, changed, newest } from './app.js';
import { addDays, dayAlone, weekStart } from '../format.js';
import { undo } from './back.js';
/** @typedef {import('../types.js').Todo} Todo */
/** One line of a list: a todo, or one date of a series. `date` and `time` are where it shows, `occurrence` which date of the series it is.
 * @typedef {{ key: string, todo: Todo, date: string | null, time: string | null, occurrence: string | null, done: boolean }} Line */

export const all = signal(/** @type {Todo[] | null} */ (null));
export const week = signal(/** @type {Line[] | null} */ (null));
export const found = signal(/** @type {Todo[] | null} */ (null));
/** The line whose editor is open. */
export const editing = signal(/** @type {string | null} */ (null));

/** @param {Todo} row @returns {Line} */
function line(row) {
  const id = row.masterId ?? row.id,
    occurrence = row.occurrenceDate ?? null;
  return {
    key: occurrence ? `${id}@${occurrence}` : String(id),
    todo: { ...row, id },
    date: row.scheduledFor ?? occurrence,
    time: row.timeOfDay,
    occurrence,
    done: row.completed,
  };
}
/** A todo in a list: a series is the occurrence that is open. @param {Todo} x @returns {Line} */
export function listed(x) {
  const open = x.openOccurrence,
    date = open ? open.date : repeats(x) ? null : x.scheduledFor,
    time = open?.timeOfDay ?? x.timeOfDay;
  return { key: String(x.id), todo: x, date, time, occurrence: open?.occurrenceDate ?? null, done: x.completed };
}
export const repeats = (/** @type {Todo} */ x) => x.recurrence.type !== 'none';
export const closed = (/** @type {Todo} */ x) => x.status === 'done' || x.status === 'rejected';

const lists = newest(),
  weeks = newest();
export async function load() {
  await attempt(() =>
    lists(
      () => get('/api/todos/all'),
      every => {
        all.value = every.todos;
      },
    ),
  );
}
export const weekFrom = computed(() => weekStart(route.value.q.from ?? today.value, settings.value?.settings.weekStart ?? 'monday'));
export async function loadWeek() {
  const from = weekFrom.value;
  await attempt(() =>
    weeks(
      () => Promise.all([get(`/api/todos?from=${from}&to=${addDays(from, 6)}`), get(`/api/todos/all?due_from=${from}&due_to=${addDays(from, 6)}`)]),
      ([planned, due]) => {
        if (from !== weekFrom.value) return;
        // What has no day of its own stands on the day it is due.
        const only = due.todos.filter((/** @type {Todo} */ x) => !x.scheduledFor && !repeats(x) && x.status !== 'rejected');
        week.value = [...planned.todos.map(line), ...only.map((/** @type {Todo} */ x) => ({ ...line(x), date: x.dueDate }))];
      },
    ),
  );
}
let asking = new AbortController();
/** What finds the todos with a label. @param {string} label */
export const labelled = label => `label:${label}`;
/** A search by words ends at so many. */
export const MOST = 200;
/** By words, or by one label. @param {string} q */
export async function search(q) {
  asking.abort();
  asking = new AbortController();
  const { signal: s } = asking;
  if (!q.trim()) {
    found.value = null;
    return;
  }
  try {
    const label = /^label:(.*)/is.exec(q.trim())?.[1]?.trim().toLowerCase(),
      r = await get(label ? '/api/todos/all' : `/api/todos/search?query=${encodeURIComponent(q)}`, s);
    if (!s.aborted) found.value = label ? r.todos.filter((/** @type {Todo} */ x) => x.labels.some(n => n.toLowerCase() === label)) : r.todos;
  } catch (e) {
    if (!s.aborted) tell(e);
  }
}
watch(what => {
  if (!what.includes('todos') && !what.includes('settings')) return;
  if (all.value) load();
  if (week.value) loadWeek();
  if (found.value) search(route.value.q.q ?? '');
});

/** The list in its groups. */
export const groups = computed(() => {
  const now = today.value,
    g = {
      overdue: /** @type {Line[]} */ ([]),
      today: /** @type {Line[]} */ ([]),
      upcoming: /** @type {Line[]} */ ([]),
      unscheduled: /** @type {Line[]} */ ([]),
      done: /** @type {Line[]} */ ([]),
    };
  for (const x of all.value ?? []) {
    const l = listed(x);
    if (closed(x)) g.done.push(l);
    else if ((x.dueDate && x.dueDate < now) || (l.date && l.date < now)) g.overdue.push(l);
    else if (l.date === now || x.dueDate === now) g.today.push(l);
    else if (l.date || x.dueDate || repeats(x)) g.upcoming.push(l);
    else g.unscheduled.push(l);
  }
  const when = (/** @type {Line} */ l) =>
    `${l.date ?? l.todo.dueDate ?? '9999'} ${l.time ?? '99'} ${{ high: 0, medium: 1, low: 2 }[l.todo.priority]} ${String(l.todo.id).padStart(9, '0')}`;
  for (const list of [g.overdue, g.today, g.upcoming, g.unscheduled]) list.sort((a, b) => (when(a) < when(b) ? -1 : 1));
  g.done.sort((a, b) => (a.todo.updatedAt < b.todo.updatedAt ? 1 : -1));
  return g;
});

/** Makes an edit. It is carried out at once, and the toast takes it back. @param {any[]} operations @param {{ said?: string, confirm?: string, seen?: (r: import('../types.js').Receipt) => void }} [opts] @returns {Promise<boolean>} */
export async function make(operations, opts = {}) {
  try {
    const r = /** @type {import('../types.js').Receipt} */ (
      await post('/api/edits', { operations, ...(opts.confirm ? { confirm: opts.confirm } : {}) }, { key: onceKey() })
    );
    const failed = r.results.find(x => !x.ok);
    if (failed?.problem) {
      tell(new ApiError(400, { error: failed.problem.code, message: failed.problem.message, hint: failed.problem.hint }));
      return false;
    }
    opts.seen?.(r);
    const entry = r.entry;
    const what = opts.said ?? t('page-applied-x', { what: r.change_set.title });
    toast(what, entry === null ? '' : t('ui-undo'), entry === null ? undefined : () => undo(entry, { now: what }));
    changed(['todos']);
    return true;
  } catch (e) {
    if (e instanceof ApiError && (e.code === 'confirmation_required' || e.code === 'confirmation_mismatch')) {
      dialog.value = { kind: 'confirm', counts: e.details.counts, title: '', go: () => make(operations, { ...opts, confirm: e.details.token }) };
      return false;
    }
    if (e instanceof ApiError && Array.isArray(e.details) && e.details[0]?.errors?.[0]) {
      const p = e.details[0].errors[0];
      tell(new ApiError(e.status, { error: p.code, message: p.message, hint: p.hint }));
    } else tell(e);
    if (e instanceof ApiError && e.status === 0 && opts.said) notify(t('page-unanswered'), opts.said);
    return false;
  }
}
/** @param {Line} l */
export const complete = l =>
  make(
    [
      l.occurrence
        ? { op: 'complete_occurrence', id: l.todo.id, occurrenceDate: l.occurrence, completed: !l.done }
        : { op: 'complete', id: l.todo.id, completed: !l.done },
    ],
    { said: t(l.done ? 'page-reopened-x' : 'page-completed-x', { title: l.todo.title }) },
  );
/** A box was ticked or emptied: where that was not done, it shows what stands. @param {HTMLInputElement} box @param {Line} l */
export const ticked = async (box, l) => {
  if (!(await complete(l))) box.checked = l.done;
};
/** @param {Line} l */
export const remove = l => make([{ op: 'delete', id: l.todo.id }], { said: t('page-deleted-x', { title: l.todo.title }) });
/** @param {Line} l */
export const skip = l =>
  make([{ op: 'skip_occurrence', id: l.todo.id, occurrenceDate: l.occurrence }], { said: t('page-skipped-x', { title: l.todo.title }) });
/** @param {Line} l @param {string} date */
export const move = (l, date) =>
  l.date === date && (l.occurrence || l.todo.scheduledFor)
    ? Promise.resolve(false)
    : make(
        [
          l.occurrence
            ? { op: 'move_occurrence', id: l.todo.id, occurrenceDate: l.occurrence, to: { date } }
            : { op: 'update', id: l.todo.id, scheduledFor: date },
        ],
        { said: t('page-moved-x', { title: l.todo.title, date: dayAlone(date, today.value) }) },
      );
/** Fields that are set by being sent; the status has an operation of its own. */
const FIELDS = /** @type {const} */ ([
  'title',
  'notes',
  'scheduledFor',
  'timeOfDay',
  'dueDate',
  'priority',
  'estimate',
  'labels',
  'recurrence',
  'checklist',
]);
const EDITED = /** @type {const} */ ([...FIELDS, 'status', 'statusReason']);
/** @param {Todo} a @param {Todo} b @param {typeof EDITED[number]} k */
const same = (a, b, k) => JSON.stringify(a[k]) === JSON.stringify(b[k]);
/** What was changed. @param {Todo} before @param {Todo} after */
export const changedFields = (before, after) => EDITED.filter(k => !same(before, after, k));
/** The lines of a checklist as an operation takes them: a line without a text is none. @param {Todo} x */
const linesOf = x => x.checklist.filter(c => c.title.trim());
/** Adds a todo like one that is gone. @param {Todo} x */
export const anew = x => {
  const has = (/** @type {any} */ v) => v !== null && v !== '' && v?.length !== 0 && v?.type !== 'none';
  const lines = linesOf(x).map(c => ({ title: c.title, checked: c.checked }));
  return make([{ op: 'create', ...Object.fromEntries(FIELDS.map(k => [k, k === 'checklist' ? lines : x[k]]).filter(([, v]) => has(v))) }]);
};
/** What somebody else made, since, of the fields that are to be saved: no edit goes over one it has not seen (R24).
 * @param {Todo} before @param {Todo} after @returns {Promise<{ todo: Todo, mine: (typeof EDITED[number])[], fields: (typeof EDITED[number])[] } | undefined>} */
export const crossed = (before, after) =>
  attempt(async () => {
    const todo = /** @type {Todo} */ ((await get(`/api/todos/${before.id}`)).todo),
      mine = changedFields(before, after);
    return { todo, mine, fields: mine.filter(k => !same(before, todo, k) && !same(after, todo, k)) };
  });
/** Saves what differs. @param {Todo} before @param {Todo} after @param {Todo} there as it was read a moment ago */
export async function save(before, after, there) {
  const differs = (/** @type {typeof EDITED[number]} */ k) => !same(before, after, k),
    fields = FIELDS.filter(differs);
  /** @type {any[]} */
  const ops = [];
  const lines = linesOf(after).map(c => (c.id ? c : { title: c.title, checked: c.checked }));
  if (fields.length) ops.push({ op: 'update', id: before.id, ...Object.fromEntries(fields.map(k => [k, k === 'checklist' ? lines : after[k]])) });
  if (differs('status') || (differs('statusReason') && after.statusReason))
    ops.push({ op: 'set_status', id: before.id, status: after.status, ...(after.statusReason ? { reason: after.statusReason } : {}) });
  if (!ops.length) return true;
  const seen = (/** @type {import('../types.js').Receipt} */ r) => {
    // Each operation makes one version: more of them are somebody else's, made after the todo was read.
    const version = r.results.at(-1)?.todo?.version;
    if (version && there.version && version > there.version + ops.length)
      notify(t('page-crossed'), t('page-crossed-history', { title: after.title }), 'info');
  };
  return make(ops, { said: t('page-saved-x', { title: after.title }), seen });
}

/** What a sentence would be taken for; nothing is stored by asking. @param {string} message @param {AbortSignal} s @returns {Promise<import('../types.js').Interpretation | null>} */
export async function interpret(message, s) {
  try {
    return await post('/api/interpret', { message }, { signal: s, asks: true });
  } catch {
    return null; /* typing goes on, and Enter asks again */
  }
}
