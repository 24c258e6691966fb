// Many at once: the same change as one line with a few samples and every outlier, and signatures that came quickly.
import { html, h, useState } from '../vendor/preact.js';
import { t } from '../i18n.js';
import * as st from '../state/sheet.js';
import { hasty, calm } from '../state/attention.js';
import { Icon } from './bits.js';
/** @typedef {import('../types.js').SetView} SetView */
/** @typedef {import('../types.js').ItemView} Item */

const SAMPLES = 3;

/** "11 signed in 6 s, 2 were deletes — look again?" Only this page knows. @param {{ s: SetView }} p */
export function Hasty({ s }) {
  const x = hasty.value[s.id];
  if (!x) return null;
  return html`<p class="strip drifted hasty">${h(Icon, { name: 'info', size: 14 })}<span>${t(x.deletes ? 'page-hasty-deletes' : 'page-hasty', { n: x.n, seconds: x.seconds, deletes: x.deletes })}</span>
    <button class="btn quiet" onClick=${() => {
      calm(s.id);
      st.openItem.value = x.first;
      document.getElementById(`item-${x.first}`)?.focus();
    }}>${t('page-look-again')}</button><button class="link" onClick=${() => calm(s.id)}>${t('ui-close')}</button></p>`;
}
/** @param {{ s: SetView, all: Item[], outliers: Item[], row: (i: Item) => any }} p */
export function Same({ s, all, outliers, row }) {
  const [open, setOpen] = useState(false),
    plain = all.filter(i => !outliers.includes(i)),
    // The first, the middle one and the last say more than three neighbours.
    samples = open || plain.length <= SAMPLES ? plain : [0, Math.floor(plain.length / 2), plain.length - 1].map(n => /** @type {Item} */ (plain[n])),
    signable = st.signableTogether(plain),
    can = s.status !== 'expired' && s.status !== 'resolved';
  return html`<div class="same" role="group" aria-label=${t('page-same', { n: all.length })}>
    <div class="samehead"><p><b>${t('page-same', { n: all.length })}</b> <span class="dim">${t('page-same-shown', { samples: samples.length, outliers: outliers.length })}</span></p>
      <div class="acts-line">${can && signable.length > 0 && html`<button class="btn quiet" onClick=${() => st.decideAll(s, signable, 'confirmed')}>${h(Icon, { name: 'check', size: 14 })}${t('page-same-sign', { n: signable.length })}</button>`}
        ${can && html`<button class="btn quiet" onClick=${() => st.decideAll(s, all, 'rejected')}>${h(Icon, { name: 'x', size: 14 })}${t('page-same-reject', { n: all.length })}</button>`}
        ${samples.length < plain.length && html`<button class="link" onClick=${() => setOpen(true)}>${t('page-same-all', { n: all.length })}</button>`}</div></div>
    <ul class="ops">${outliers.map(row)}${samples.map(row)}</ul></div>`;
}
