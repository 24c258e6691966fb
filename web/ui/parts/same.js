// Which items ask for the same change of different todos, and which of those a person should look at.
/** @typedef {import('../types.js').ItemView} Item */

/** From so many on, the same change is drawn once. */
export const MANY = 8;

/** What is done, whatever it is done to. @param {Item} i */
const deed = i => {
  const { id: _, ...rest } = i.op ?? {};
  return JSON.stringify(rest);
};
/** Deserves a look whatever its like are. @param {Item} i */
const flagged = i => i.problems.length > 0 || i.warnings.length > 0 || i.drift.length > 0 || i.needs.length > 0 || i.status === 'failed';
/** What the change is like for this one: how risky, and of each field whether it was empty and which way a date goes. @param {Item} i */
const like = i =>
  [
    i.risk,
    ...(i.preview[0]?.fields ?? []).map(
      f => f.field + (f.before ? (/^\d{4}-/.test(String(f.before)) ? String(f.before) < String(f.after) : '') : '-'),
    ),
  ].join();
/** Those that differ from their like in what a person should look at: fewer than a quarter are so. @param {Item[]} all */
const outliers = all => {
  const n = /** @type {Record<string, number>} */ ({});
  for (const i of all) n[like(i)] = (n[like(i)] ?? 0) + 1;
  const least = ['none', 'some', 'high'].find(r => all.some(i => i.risk === r));
  return all.filter(i => flagged(i) || i.risk !== least || (n[like(i)] ?? 0) * 4 < all.length);
};

/** Items that are drawn one by one, and those that are the same change of many. @param {Item[]} items @returns {{ single: Item[], same: { key: string, all: Item[], outliers: Item[] }[] }} */
export function folded(items) {
  /** @type {Map<string, Item[]>} */
  const by = new Map();
  // What goes is what a deletion is about: each is shown by its own name.
  for (const i of items)
    if (i.kind === 'todo' && i.verb !== 'delete' && i.op?.id !== undefined && i.preview_total <= 1) by.set(deed(i), [...(by.get(deed(i)) ?? []), i]);
  const same = [...by].filter(([, all]) => all.length >= MANY).map(([key, all]) => ({ key, all, outliers: outliers(all) })),
    within = new Set(same.flatMap(s => s.all));
  return { single: items.filter(i => !within.has(i)), same };
}
