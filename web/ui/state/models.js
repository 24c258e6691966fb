// The configured models: whether they answer, where they run, and what each role uses.
import { signal, computed } from '../vendor/preact.js';
import { get, post } from '../api.js';
import { attempt, status } from './app.js';
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
