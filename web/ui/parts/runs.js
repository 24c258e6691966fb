// What a button that runs commands is called: by the command where it is one, and that it is a repetition where it ran before.
import { t, also } from '../i18n.js';
import { oneLine } from '../hidden.js';
await also('said');
/** @typedef {import('../types.js').ItemView} Item */

/** So much of a command stands on a button. */
const LONG = 32;
/** @param {Item} i */
const named = i => {
  const all = [...oneLine(i.command?.command ?? i.label)];
  return all.length > LONG ? `${all.slice(0, LONG - 1).join('')}…` : all.join('');
};
/** It was carried out, whatever came of it. @param {Item} i */
const ran = i => i.status === 'failed' || Boolean(i.command?.outcome);
/** @param {Item[]} items commands */
export function runs(items) {
  const [one] = items,
    n = items.length,
    again = items.filter(ran).length;
  if (one && n === 1) return t(again ? 'page-run-one-again' : 'page-run-one', { what: named(one) });
  return again && again < n ? t('page-run-some-again', { n, again }) : t(again ? 'page-run-again' : 'page-apply-run', { n });
}
