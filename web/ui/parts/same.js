// Items that ask for the same change of different todos, as one line with a few samples and every outlier.
import { html, h, useState } from '../vendor/preact.js';
import { t } from '../i18n.js';
import * as st from '../state/sheet.js';
import { Icon } from './bits.js';
/** @typedef {import('../types.js').SetView} SetView */
/** @typedef {import('../types.js').ItemView} Item */

/** From so many on, the same change is drawn once. */
export const MANY = 8;
const SAMPLES = 3;

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

/** @param {{ s: SetView, all: Item[], outliers: Item[], row: (i: Item) => any }} p */
export function Same({ s, all, outliers, row }) {
  const [open, setOpen] = useState(false),
    plain = all.filter(i => !outliers.includes(i)),
    // The first, the middle one and the last say more than three neighbours.
    samples = open || plain.length <= SAMPLES ? plain : [0, Math.floor(plain.length / 2), plain.length - 1].map(n => /** @type {Item} */ (plain[n])),
    signable = plain.filter(i => st.signable(i)),
    can = s.status !== 'expired' && s.status !== 'resolved';
  return html`<div class="same" role="group" aria-label=${t('page-same', { n: all.length })}>
    <div class="samehead"><p><b>${t('page-same', { n: all.length })}</b> <span class="dim">${t('page-same-shown', { samples: samples.length, outliers: outliers.length })}</span></p>
      <div class="acts-line">${can && signable.length > 0 && html`<button class="btn quiet" onClick=${() => st.decideAll(s, signable, 'confirmed')}>${h(Icon, { name: 'check', size: 14 })}${t('page-same-sign', { n: signable.length })}</button>`}
        ${can && html`<button class="btn quiet" onClick=${() => st.decideAll(s, all, 'rejected')}>${h(Icon, { name: 'x', size: 14 })}${t('page-same-reject', { n: all.length })}</button>`}
        ${samples.length < plain.length && html`<button class="link" onClick=${() => setOpen(true)}>${t('page-same-all', { n: all.length })}</button>`}</div></div>
    <ul class="ops">${outliers.map(row)}${samples.map(row)}</ul></div>`;
}
