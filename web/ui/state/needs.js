// What an item builds on, where that is not applied with it: asked about before anything is sent.
import { dialog, notify } from './app.js';
import { signable } from './sheet.js';
import { t, word } from '../i18n.js';
/** @typedef {import('../types.js').SetView} SetView */
/** @typedef {import('../types.js').ItemView} Item */

/** What these items build on, directly or not, that is neither applied nor among them. @param {SetView} s @param {Item[]} items */
function lacking(s, items) {
  const all = [...items];
  for (const i of all)
    for (const n of i.needs) {
      const d = s.items.find(x => x.n === n);
      if (d && d.status !== 'applied' && !all.includes(d)) all.push(d);
    }
  return all.slice(items.length).sort((a, b) => a.n - b.n);
}
/** Offers to sign what is needed too, or to apply what needs nothing; or says why neither can be. @param {SetView} s @param {Item[]} due @param {(also: Item[]) => void} go @param {(only: Item[]) => void} without @returns {boolean} whether something is needed */
export function asks(s, due, go, without) {
  const needed = lacking(s, due);
  if (!needed.length) return false;
  const [first] = due.filter(i => lacking(s, [i]).some(d => needed.includes(d))),
    label = first?.label ?? s.title,
    name = (/** @type {Item} */ i) => t('page-needs-item', { n: String(i.n), label: i.label });
  // What is signed already is carried out with the rest, so that it cannot be left out here.
  const rest = due.filter(i => !lacking(s, [i]).length),
    only = due.every(i => i.status !== 'confirmed' || rest.includes(i)) && rest.length > 0 && { n: rest.length, go: () => without(rest) };
  if (needed.every(i => signable(i) || (i.status === 'blocked' && !i.problems.length)))
    dialog.value = {
      kind: 'needs',
      title: t('page-needs-title', { n: needed.length }),
      text: t('page-needs-text', { label }),
      items: needed.map(name),
      yes: t('page-needs-too', { n: needed.length }),
      go: () => go(needed),
      without: only,
    };
  else {
    const stuck = needed.filter(i => !signable(i)).map(i => `${name(i)} (${word('page-status', i.status)})`);
    notify(t('page-needs-refused', { label, list: stuck.join(', ') }), t('page-needs-refused-hint'));
  }
  return true;
}
