// The thread: the conversation as the server holds it.
import { signal, computed, effect, batch } from '../vendor/preact.js';
import { ApiError, get, post, call, follow } from '../api.js';
import { t, word } from '../i18n.js';
import { exact } from '../format.js';
import { route, view, wide, amendDesk, brought, go, say, tell, attempt, watch } from './app.js';
import { current, currentId, loadSet, sets } from './sets.js';
import { unsent, keepUnsent } from './unsent.js';
import { auto, plan, split, folder, folders, taken, blank } from './agent.js';
/** @typedef {import('../types.js').Turn} Turn */
/** @typedef {import('../types.js').RunView} RunView */

export const session = computed(() => route.value.q.s ?? null);
/** Where what is said to the conversation on the screen is kept until it is sent. */
export const sayAt = () => `say ${session.value ?? ''}`;
/** Where words are kept that were sent and that nobody has answered. */
const onItsWay = (at = sayAt()) => `sent ${at}`;
/** What was on its way when the page was read anew is written again; it is taken off where it turns out to have arrived. */
const lost = unsent(onItsWay());
if (lost) {
  keepUnsent(sayAt(), [lost, unsent(sayAt())].filter(Boolean).join('\n'));
  keepUnsent(onItsWay(), '');
}
/** Puts words where they are written. @param {string} words */
export function write(words) {
  const box = /** @type {HTMLTextAreaElement | null} */ (document.getElementById('say'));
  keepUnsent(sayAt(), words);
  if (box) box.value = words;
  return box;
}
/** A conversation got its number: what is being written for it goes with it. @param {string} s */
function numbered(s) {
  const now = sayAt(),
    words = unsent(now);
  shown = s;
  if (session.value !== s) {
    keepUnsent(now, '');
    keepUnsent(`say ${s}`, words);
  }
  amendDesk({ s });
}
/** The name of the conversation on the screen, and the goal of its plan. */
export const title = signal('');
export const goal = signal('');
/** What it goes on with after a handoff or an extension. */
export const carried = signal(/** @type {import('../types.js').Carried | null} */ (null));
export const turns = signal(/** @type {Turn[]} */ ([]));
export const mode = signal(/** @type {import('../types.js').Mode} */ ('auto'));
export const busy = computed(() => turns.value.some(x => x.status === 'running'));
/** The last turn whose question still waits. */
export const question = computed(() => {
  const last = turns.value.at(-1);
  return last?.clarify && !last.chosen && ['waiting', 'done'].includes(last.status) ? last : null;
});

/** The next message begins something new though an agent waits. */
export const apart = signal(false);
/** The last turn while its agent waits: what is said goes to it. */
export const waits = computed(() => {
  const last = turns.value.at(-1);
  return !apart.value && last?.status === 'waiting' && last.agent?.wait ? last : null;
});

/** @param {RunView} r @returns {Turn} */
const fromRun = r => ({
  key: r.id,
  id: r.id,
  message: r.message,
  mode: r.mode,
  status: r.status,
  stage: null,
  decision: r.decision,
  text: r.text ?? '',
  said: r.said ?? '',
  set: r.change_set,
  clarify: r.clarify,
  consumed: r.consumed ?? [],
  where: r.where ?? null,
  warnings: [],
  chosen: null,
  error: r.error ?? null,
  model: r.model,
  usage: r.usage,
  recoveries: r.notes.map(what => ({ what, message: told(r, what) ?? word('page-recovery', what), hint: null })),
  traced: r.traced,
  context: r.context,
  reply: r.reply,
  agent: r.agent ?? null,
  images: r.images,
  given: r.given,
  painting: null,
});
/** What a note said, where the reply still holds it. @param {RunView} r @param {string} what */
const told = (r, what) => (what === 'blocked' ? r.reply?.blocked?.message : what === 'recovered' ? r.reply?.recovered : null);
/** @param {string} key @param {Partial<Turn>} part */
const patch = (key, part) => {
  turns.value = turns.value.map(x => (x.key === key ? { ...x, ...part } : x));
};

/** Pictures that go with the next message. @type {import('../vendor/preact.js').Signal<import('../types.js').Image[]>} */
export const attached = signal(unsent('pictures') ?? []);
/** Lots that are still being kept. */
export const keeping = signal(0);

/** What a question offers. @param {import('../types.js').Clarify} c */
export const sectionsOf = c =>
  c.sections.length
    ? c.sections
    : c.options.length
      ? [{ kind: 'which', options: c.options.map(o => ({ value: o.id, label: o.scheduledFor ? `${o.title} · ${exact(o.scheduledFor)}` : o.title })) }]
      : [];
/** The chips that a message names. Other words stand in the message itself, and may be about something else. @param {import('../types.js').Clarify} c @param {string} message */
function chips(c, message) {
  const labels = new Set(sectionsOf(c).flatMap(s => s.options.map(o => o.label)));
  if (labels.has(message)) return [message];
  const parts = message.split(', ');
  return parts.every(p => labels.has(p)) ? parts : [];
}
/** A conversation as the server holds it. @param {RunView[]} runs @returns {Turn[]} */
export const threaded = runs =>
  runs.map((r, i) => {
    const x = fromRun(r),
      after = runs[i + 1];
    return x.clarify && after ? { ...x, chosen: chips(x.clarify, after.message) } : x;
  });
/** Which session `turns` shows. @type {string | null} */
let shown = null;
/** Brings the thread of the address on the screen. */
export async function restore() {
  const id = session.value;
  if (id === shown) return;
  shown = id;
  stop.abort();
  const before = turns.value;
  named();
  carried.value = null;
  if (!id) {
    turns.value = [];
    return;
  }
  await attempt(async () => {
    const found = /** @type {{ runs: RunView[], session: import('../types.js').SessionView, carried: import('../types.js').Carried | null }} */ (
        await get(`/api/sessions/${id}`)
      ),
      { runs, session: about } = found;
    if (shown !== id) return;
    // What was extended while this was on its way is newer.
    carried.value ??= found.carried;
    title.value = about.title;
    named(id);
    // A question that a later run answered keeps its chips; the answer is that run's message.
    if (lost && runs.at(-1)?.message === lost && unsent(sayAt()) === lost) write('');
    const old = threaded(runs);
    // What was said while this was on its way stays, and is followed already.
    const said = turns.value.filter(x => !before.some(b => b.key === x.key));
    turns.value = [...old.filter(x => !said.some(y => y.id === x.id)), ...said];
    for (const r of runs) if (r.change_set && !sets.value[r.change_set]) loadSet(r.change_set);
    const last = old.filter(x => !said.some(y => y.id === x.id)).at(-1);
    if (!last?.id || last.status !== 'running') return;
    // One Stop for it and for what was said.
    if (stop.signal.aborted) stop = new AbortController();
    watchRun(last.key, last.id, stop);
  });
}
/** The goal beside the title: read when a conversation comes on the screen. @param {string} [id] */
async function named(id) {
  if (!id) {
    title.value = goal.value = '';
    return;
  }
  await attempt(async () => {
    const { plan } = await get(`/api/sessions/${id}/plan`);
    if (shown === id) goal.value = plan.goal;
  });
}
/** @param {string} text */
export const showGoal = text => {
  goal.value = text;
};
watch(what => {
  if (what.includes('sessions') && shown) named(shown);
});
// A set from the inbox, or of an address alone, brings its conversation; one that came of none stands by itself.
effect(() => {
  const set = current.value,
    { page, q } = route.value;
  if (!set || page !== 'desk' || (brought.value !== set.id && (q.s || !set.session))) return;
  brought.value = 0;
  if (set.session !== (q.s ?? null)) amendDesk({ s: set.session });
});
export function newConversation() {
  if (busy.value) cancel();
  shown = null;
  turns.value = [];
  carried.value = null;
  named();
  go('desk', {});
  view.value = 'thread';
}

let stop = new AbortController();
/** Stops what is under way: one run, or two where something was said while a conversation was read. */
export function cancel() {
  const running = turns.value.filter(x => x.status === 'running');
  stop.abort();
  for (const { key, id } of running) {
    patch(key, { status: 'cancelled', stage: null });
    if (id) call('POST', `/api/runs/${id}/cancel`, {}).then(({ images, usage }) => patch(key, { images, usage }), tell);
  }
  if (running.length) say(t('page-run-cancelled'));
}

/**
 * Sends a message. One that is under way is replaced: it is cancelled first.
 * @param {string} text @param {{ as?: import('../types.js').Mode, images?: import('../types.js').Image[], about?: { set: number, item: number }, answers?: { question_id: string, selection: import('../types.js').ClarifySelection, chosen: string[], of: string } }} [opts]
 */
export async function send(text, { as = mode.value, answers, about, images = [] } = {}) {
  const message = text.trim();
  if (!message && !images.length) return;
  if (busy.value) cancel();
  const key = crypto.randomUUID(),
    mine = (stop = new AbortController()),
    way = onItsWay();
  if (!answers && !about) keepUnsent(way, message);
  const asked = question.value,
    to = answers || about || images.length || !/a(uto|gent)/.test(as) ? null : waits.value;
  batch(() => {
    if (answers) patch(answers.of, { chosen: answers.chosen });
    else if (asked?.clarify) patch(asked.key, { chosen: chips(asked.clarify, message) });
    turns.value = [...turns.value, { ...fresh(key, message, as), given: images }];
  });
  try {
    // A choice is always taken up in mode auto (S0-35); a free answer is an ordinary message of the session.
    const body = {
      // A command's output is put into words by the server (S1-19); the text is only shown meanwhile.
      message: about ? '' : message,
      ...(about ? { about } : {}),
      mode: answers ? 'auto' : as,
      session: shown,
      ...(images.length ? { images: images.map(i => i.id) } : {}),
      clarify: answers ? { question_id: answers.question_id, selection: answers.selection } : null,
      apart: apart.value,
      ...(folder.value && as !== 'agent' && !answers ? { workspace: folder.value } : {}),
      ...(as === 'agent' && !answers
        ? {
            agent: {
              workspace: folder.value ?? folders.value[0]?.id ?? null,
              auto: auto.value,
              ...(plan.value ? { mode: 'plan' } : {}),
              ...(split.value ? { split: 'always' } : {}),
            },
          }
        : {}),
    };
    const { run, session: s } = await post('/api/runs', body);
    if (unsent(way) === message) keepUnsent(way, '');
    apart.value = false;
    const on = to?.id === run && turns.value.find(x => x.id === run);
    if (on) {
      batch(() => {
        turns.value = turns.value.filter(x => x.key !== key);
        patch(on.key, resumed(on));
      });
      return await watchRun(on.key, run, mine);
    }
    if (mine.signal.aborted) {
      call('POST', `/api/runs/${run}/cancel`, {}).catch(tell);
      return;
    }
    patch(key, { id: run });
    if (s !== shown) numbered(s);
    await watchRun(key, run, mine);
  } catch (e) {
    // It was answered, if only by a refusal.
    if (e instanceof ApiError && e.status !== 0 && unsent(way) === message) keepUnsent(way, '');
    if (to) {
      // The run still waits for a word.
      turns.value = turns.value.filter(x => x.key !== key);
      return tell(e);
    }
    failed(key, e);
    // Nothing of it was stored: the pictures and the words are there for another try.
    if (images.length && !attached.value.length) {
      attached.value = images;
      if (!unsent(sayAt())) write(message);
    }
  }
}
/** A turn that has just begun. @param {string} key @param {string} message @param {import('../types.js').Mode} as @returns {Turn} */
const fresh = (key, message, as) => ({
  key,
  id: null,
  message,
  mode: as,
  status: 'running',
  stage: null,
  decision: null,
  text: '',
  said: '',
  set: null,
  clarify: null,
  consumed: [],
  where: null,
  warnings: [],
  chosen: null,
  error: null,
  model: null,
  usage: null,
  recoveries: [],
  traced: false,
  context: null,
  reply: null,
  agent: as === 'agent' ? blank() : null,
  images: [],
  given: [],
  painting: null,
});
/** Follows a run that was begun elsewhere. @param {string} run @param {string} s @param {string} message */
export async function joined(run, s, message) {
  const key = crypto.randomUUID(),
    mine = (stop = new AbortController());
  turns.value = [...turns.value, { ...fresh(key, message, 'image'), id: run }];
  view.value = 'thread';
  if (s !== shown) numbered(s);
  await watchRun(key, run, mine);
}
/** @param {string} key @param {unknown} e */
function failed(key, e) {
  if (e instanceof ApiError && e.status === 401) tell(e);
  const error =
    e instanceof ApiError
      ? e.status === 0
        ? { error: t('ui-unreachable'), message: t('ui-unreachable') }
        : e.body
      : { error: String(e), message: String(e) };
  patch(key, { status: 'failed', stage: null, error });
  say(t('page-failure', { error: error.message }));
}
/** @param {string} key @param {string} run @param {AbortController} mine */
async function watchRun(key, run, mine) {
  try {
    for await (const ev of follow(`/api/runs/${run}/events`, mine.signal, { tries: 4 })) {
      take(key, ev);
      // A run that waits for the person says nothing more until it has an answer; an older question is only told again.
      if (ev.kind === 'wait' && (await get(`/api/runs/${run}`, mine.signal)).status === 'waiting') break;
    }
    if (mine.signal.aborted) return;
  } catch {
    /* the stream cannot be had: the run itself is read below, never started again (R1) */
  }
  for (let wait = 500; !mine.signal.aborted; wait = Math.min(wait * 2, 4000)) {
    const known = turns.value.find(x => x.key === key);
    if (!known) return;
    try {
      const r = /** @type {RunView} */ (await get(`/api/runs/${run}`, mine.signal));
      if (r.status !== 'running') {
        patch(key, {
          ...fromRun(r),
          key,
          warnings: known.warnings,
          painting: known.painting,
          // The record keeps what kind of thing happened; what was told live says more.
          ...(known.recoveries.length ? { recoveries: known.recoveries } : {}),
          error: known.error ?? r.error ?? (r.status === 'failed' ? { error: r.text ?? 'failed', message: r.text ?? 'failed' } : null),
        });
        if (r.change_set) arrive(r.change_set, null);
        return;
      }
    } catch (e) {
      if (mine.signal.aborted) return;
      if (e instanceof ApiError && e.status !== 0) {
        failed(key, e);
        return;
      }
    }
    await new Promise(ok => setTimeout(ok, wait));
  }
}
/** A run that goes on: the stream begins anew, and tells all of it again. @param {Turn} x @returns {Partial<Turn>} */
const resumed = x => ({ status: 'running', usage: null, recoveries: [], agent: x.agent && { ...x.agent, wait: null, told: [] } });
/** Gives an agent's run what it waits for, and follows it on. @param {string} key @param {import('../types.js').AgentInput} input */
export async function answer(key, input) {
  const turn = turns.value.find(x => x.key === key);
  if (!turn?.id) return;
  const id = turn.id;
  await attempt(async () => {
    const r = /** @type {RunView} */ (await post(`/api/runs/${id}/input`, input));
    if (input.kind === 'pause') {
      say(t('page-agent-pausing'));
      return;
    }
    // What is said to one that works is heard there: it is followed already.
    if (turn.status === 'running') return;
    patch(key, { ...fromRun(r), key, recoveries: turn.recoveries });
    if (r.status !== 'running') return;
    patch(key, resumed(turn));
    await watchRun(key, id, (stop = new AbortController()));
  });
}
/** The agent's run that is under way waits after its step. */
export const pause = () => {
  const run = turns.value.find(x => x.status === 'running' && x.agent);
  if (run) answer(run.key, { kind: 'pause' });
};
/** @param {string} key @param {import('../types.js').RunEvent} ev */
function take(key, ev) {
  const d = ev.data;
  const agent = taken(turns.value.find(x => x.key === key)?.agent ?? null, ev);
  if (agent) {
    patch(key, { agent });
    if (ev.kind === 'subtask' && ['completed', 'failed'].includes(d.status)) say(`${d.subtaskId}: ${word('page-agent-step', d.status)}`);
    if (ev.kind === 'step' && d.status !== 'pending') say(`${d.title}: ${word('page-agent-step', d.status)}`);
    return;
  }
  switch (ev.kind) {
    case 'stage':
      patch(key, { stage: d.stage, ...(d.decision ? { decision: d.decision } : {}) });
      say(word('page-stage', d.stage));
      break;
    case 'understood':
      patch(key, { consumed: d.consumed, where: d.where ?? null, warnings: d.warnings });
      break;
    case 'ops':
      if (d.change_set) {
        patch(key, { set: d.change_set });
        arrive(d.change_set, d.version);
      }
      break;
    case 'change_set':
      patch(key, { set: d.id });
      arrive(d.id, d.version);
      break;
    case 'clarify':
      patch(key, { clarify: d, text: '', said: '' });
      say(d.question);
      break;
    case 'summary':
      patch(key, { text: d.text });
      break;
    case 'said':
      patch(key, { said: d.text });
      break;
    case 'result':
      patch(key, { text: d.text, said: d.said ?? '' });
      say(d.text || d.said);
      break;
    case 'usage':
      patch(key, { model: d.model, usage: sum(turns.value.find(x => x.key === key)?.usage ?? null, d) });
      break;
    case 'recovery': {
      const before = turns.value.find(x => x.key === key)?.recoveries ?? [];
      patch(key, { recoveries: [...before, { what: d.what, message: d.message, hint: d.hint ?? null }] });
      say(d.message);
      break;
    }
    case 'trace':
      patch(key, { traced: true });
      break;
    case 'context':
      patch(key, { context: d });
      if (d.files.length || !d.images) say(t('page-loaded', { n: d.files.length }));
      break;
    case 'reply':
      patch(key, { reply: d });
      break;
    case 'given':
      patch(key, { given: d.images });
      break;
    case 'image':
      painted(key, d);
      break;
    case 'error':
      patch(key, { error: d });
      say(t('page-failure', { error: d.message }));
      break;
    case 'done':
      break; // the run's own record, read next, has the last word on its status
  }
}
/** A picture came, or failed. One made anew is renewed wherever it is shown. @param {string} key @param {{ n: number, of: number, image: import('../types.js').Image | null, error: { message: string } | null }} d */
function painted(key, { n, of, image, error }) {
  turns.value = turns.value.map(x => {
    const other = image ? x.images.map(i => (i.id === image.id ? image : i)) : x.images;
    if (x.key !== key) return { ...x, images: other };
    const images = image && !other.includes(image) ? [...other, image].sort((a, b) => a.n - b.n) : other,
      failed = [...(x.painting?.failed ?? []), ...(error ? [{ n, why: error.message }] : [])];
    return { ...x, images, painting: { of, failed } };
  });
  say(error ? error.message : `▧ ${n} / ${of}`);
}
/** @param {import('../types.js').UsageTotal | null} all @param {import('../types.js').CallUsage} one @returns {import('../types.js').UsageTotal} */
const sum = (all, one) => ({
  calls: (all?.calls ?? 0) + 1,
  prompt_tokens: (all?.prompt_tokens ?? 0) + one.prompt_tokens,
  completion_tokens: (all?.completion_tokens ?? 0) + one.completion_tokens,
  elapsed_ms: (all?.elapsed_ms ?? 0) + one.elapsed_ms,
  cost_micros: (all?.cost_micros ?? 0) + one.cost_millionths,
  hosted: one.hosted || (all?.hosted ?? false),
});
/** Sends a turn's message again. @param {Turn} turn */
export const again = turn => {
  putBannerAway(turn.key);
  send(turn.message, { as: turn.mode, images: turn.given });
};
/** Has the output of a command that ran looked at (S1-19). @param {number} set @param {number} item @param {string} command */
export const analyze = (set, item, command) => {
  view.value = 'thread';
  send(t('page-analyze-message', { command }), { about: { set, item } });
};
/** Recovery banners that the person has put away, by turn. */
export const putAway = signal(/** @type {string[]} */ ([]));
/** @param {string} key */
export const putBannerAway = key => {
  putAway.value = [...putAway.value, key];
};
/** A set came or changed: it is read, and put on the sheet. @param {number} id @param {number | null} version */
function arrive(id, version) {
  const have = sets.value[id];
  if (!have || version === null || have.version < version) loadSet(id);
  amendDesk({ set: id });
}

/** The turn whose tool calls wait, while the sheet stands beside the thread and holds no change set; else nothing. */
export const permitting = computed(() => {
  const last = turns.value.at(-1);
  return wide.value && !currentId.value && last?.status === 'waiting' && last.agent?.wait?.kind === 'approval' ? last : null;
});
