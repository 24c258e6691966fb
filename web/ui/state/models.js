// The configured models: whether they answer, where they run, and what each role uses.
import { signal, computed } from '../vendor/preact.js';
import { ApiError, call, follow, get, post } from '../api.js';
import { t } from '../i18n.js';
import { attempt, dialog, loadBasics, notify, say, status } from './app.js';
/** @typedef {import('../types.js').ModelStatus} ModelStatus */

/** @type {import('../vendor/preact.js').Signal<null | { models: ModelStatus[], roles: Record<string, any>, warnings: import('../types.js').Problem[] }>} */
export const models = signal(null);
/** What probes found out, by model. */
export const found = signal(/** @type {Record<string, import('../types.js').Capabilities | 'asking'>} */ ({}));
export const loadModels = () =>
  attempt(async () => {
    models.value = await get('/api/models');
  });
/** The model that answers messages, where it is known. */
const main = computed(() => models.value?.models.find(m => [m.name, m.displayName].includes(status.value?.model ?? '')) ?? null);
export const place = computed(() => main.value?.place ?? null);
export const down = computed(() => main.value?.lamp === 'down');

/** Finds out what a model can do. @param {string} name */
export async function probe(name) {
  found.value = { ...found.value, [name]: 'asking' };
  const r = await attempt(() => post(`/api/models/${encodeURIComponent(name)}/probe`, undefined));
  const { [name]: _, ...rest } = found.value;
  found.value = r ? { ...rest, [name]: r } : rest;
  await loadModels();
}

/** What is installed and what could be. @type {import('../vendor/preact.js').Signal<null | import('../types.js').ModelStore>} */
export const store = signal(null);
export const loadStore = () =>
  attempt(async () => {
    store.value = await get('/api/models/store');
    for (const p of store.value?.pulls ?? []) if (['waiting', 'downloading', 'checking'].includes(p.stage)) track(p.name);
  });
/** Pulls that are followed, by name. @type {Set<string>} */
const tracked = new Set();
/** @param {import('../types.js').Pull} p */
function note(p) {
  const s = store.value;
  if (s) store.value = { ...s, pulls: [...s.pulls.filter(x => x.name !== p.name), p] };
}
/** Follows a pull to its end. @param {string} name @param {boolean} [use] make it the model in use then */
async function track(name, use = false) {
  if (tracked.has(name)) return;
  tracked.add(name);
  /** @type {import('../types.js').Pull | null} */
  let last = null;
  await attempt(async () => {
    for await (const e of follow(`/api/models/pulls/${encodeURIComponent(name)}/events`, new AbortController().signal, { tries: 5 }))
      if (e.kind === 'pull') note((last = e.data));
  });
  tracked.delete(name);
  const end = /** @type {import('../types.js').Pull | null} */ (last);
  if (end?.stage === 'failed' && end.problem) notify(end.problem.message, end.problem.hint);
  if (end?.stage === 'done') {
    say(t('page-model-installed', { name }));
    if (use) await choose(name);
  }
  await loadStore();
}
/** Gets a model once its licence is confirmed: without one the server says what it is, and a dialog asks.
 * @param {{ source: string, licence?: string }} order @param {boolean} [use] */
export async function pull(order, use = false) {
  try {
    const begun = await post('/api/models/pulls', order);
    note(begun.pull);
    track(begun.pull.name, use);
  } catch (e) {
    const offer = e instanceof ApiError && e.code === 'licence_not_confirmed' ? /** @type {any} */ (e.details)?.offer : null;
    if (!offer) return attempt(() => Promise.reject(e));
    dialog.value = { kind: 'licence', offer, go: () => pull({ ...order, licence: offer.licence }, use) };
  }
}
/** Stops a pull, or removes what a stopped one has left. @param {string} name */
export const stopPull = name =>
  attempt(async () => {
    await call('DELETE', `/api/models/pulls/${encodeURIComponent(name)}`);
    await loadStore();
  });
/** @param {string} name */
export const removeModel = name =>
  attempt(async () => {
    await call('DELETE', `/api/models/store/${encodeURIComponent(name)}`);
    say(t('page-model-removed', { name }));
    await loadStore();
  });
/** Reads an installed file through. @param {string} name */
export const checkModel = name =>
  attempt(async () => {
    await post(`/api/models/store/${encodeURIComponent(name)}/check`, undefined);
    notify(t('page-model-sound', { name }), '', 'info');
  });
/** @param {string} name */
export const choose = name =>
  attempt(async () => {
    const r = await call('PUT', '/api/models/choice', { model: name });
    notify(t('page-model-chosen', { name: r.model }), r.inUse === r.model ? '' : t('page-model-overridden'), 'info');
    await Promise.all([loadModels(), loadStore(), loadBasics()]);
  });
