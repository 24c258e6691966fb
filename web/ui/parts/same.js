// Which items ask for the same change of different todos, and which of those a person should look at.
/** @typedef {import('../types.js').ItemView} Item */

/** From so many on, the same change is drawn once. */
export const MANY = 8;

/** What is done, whatever it is done to. @param {Item} i */
const deed = i => {
  const { id: _, ...rest } = i.op ?? {};
  return JSON.stringify(rest);
};
/** Differs from its like in what a person should look at. @param {Item} i */
const odd = i =>
  i.risk !== 'none' || i.problems.length > 0 || i.warnings.length > 0 || i.drift.length > 0 || i.needs.length > 0 || i.status === 'failed';

/** Items that are drawn one by one, and those that are the same change of many. @param {Item[]} items @returns {{ single: Item[], same: { key: string, all: Item[], outliers: Item[] }[] }} */
export function folded(items) {
  /** @type {Map<string, Item[]>} */
  const by = new Map();
  for (const i of items) if (i.kind === 'todo' && i.op?.id !== undefined && i.preview_total <= 1) by.set(deed(i), [...(by.get(deed(i)) ?? []), i]);
  const same = [...by].filter(([, all]) => all.length >= MANY).map(([key, all]) => ({ key, all, outliers: all.filter(odd) })),
    within = new Set(same.flatMap(s => s.all));
  return { single: items.filter(i => !within.has(i)), same };
}
