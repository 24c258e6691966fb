// The strip over a change set that the person's own words took back: which words, and what took its place.
import { html, h, useEffect, useState } from '../vendor/preact.js';
import { get } from '../api.js';
import { t } from '../i18n.js';
import { openSet } from '../state/app.js';
import { Icon, byWords } from './bits.js';
/** @typedef {import('../types.js').SetView} SetView */
/** @typedef {import('../types.js').RunView} RunView */

/** What was said when its items were taken back: the last that was begun by then. @param {RunView[]} runs @param {string} at */
const saidThen = (runs, at) => runs.filter(r => Date.parse(r.created_at) <= Date.parse(at)).at(-1);

/** @param {{ s: SetView }} p */
export function Withdrawn({ s }) {
  const [run, setRun] = useState(/** @type {RunView | null} */ (null)),
    gone = s.items.find(i => byWords(i.status, i.reason) && i.decided_at);
  useEffect(() => {
    let here = true;
    // A conversation that is gone takes its words with it: the set says what became of it.
    get(`/api/sessions/${s.session}`).then(
      ({ runs }) => here && setRun(saidThen(runs, gone?.decided_at ?? '') ?? null),
      () => {},
    );
    return () => {
      here = false;
    };
  }, [s.id, s.session, gone?.decided_at]);
  if (!run || !gone) return null;
  const next = gone.reason === 'replaced' && run.change_set && run.change_set !== s.id ? run.change_set : null;
  return html`<p class="strip">${h(Icon, { name: 'info', size: 14 })}<span>${t(next ? 'page-gone-replaced' : 'page-gone-withdrawn', { id: String(next), message: run.message })}</span>
    ${next && html`<button class="btn quiet" onClick=${() => openSet(next)}>${t('page-open-set', { id: String(next) })}</button>`}</p>`;
}
