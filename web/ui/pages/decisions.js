// What the person said to what was proposed: the memory that agents are held to.
import { html, h, useEffect, signal } from '../vendor/preact.js';
import { t, word } from '../i18n.js';
import { get } from '../api.js';
import { clock, dayOf, day } from '../format.js';
import { attempt, newest, watch, route, amend, zone, today, openSet } from '../state/app.js';
import { Icon, Empty, byWords, reasonText } from '../parts/bits.js';
/** @typedef {import('../types.js').DecisionView} Decision */

const VERDICTS = ['rejected', 'confirmed', 'deferred', 'expired', 'retracted'];
const ICON = { rejected: 'x', confirmed: 'check', deferred: 'pause', expired: 'clock', retracted: 'undo-2', undecided: 'undo-2' };
const list = signal(/** @type {Decision[] | null} */ (null));
const next = signal(/** @type {string | null} */ (null));
const verdict = () => (VERDICTS.includes(route.value.q.verdict ?? '') ? (route.value.q.verdict ?? '') : '');
const lists = newest();
/** @param {boolean} [more] */
const load = more =>
  attempt(() => {
    const v = verdict();
    return lists(
      () => get(`/api/decisions?limit=50${v ? `&verdict=${v}` : ''}${more && next.value ? `&before=${next.value}` : ''}`),
      r => {
        if (v !== verdict()) return;
        list.value = more ? [...(list.value ?? []), ...r.decisions] : r.decisions;
        next.value = r.next ?? null;
      },
      more ? () => next.value : undefined,
    );
  });
watch(what => {
  if (list.value && what.includes('ledger')) load();
});
const proposedBy = (/** @type {string} */ agent) =>
  ['planner', 'rules'].includes(agent) ? t(`page-proposed-by-${agent}`) : t('page-proposed-by', { agent });
/** @param {{ d: Decision }} p */
const Line = ({
  d,
}) => html`<li class="dline" data-verdict=${d.verdict}><span class="mark" aria-hidden="true">${h(Icon, { name: ICON[/** @type {keyof typeof ICON} */ (d.verdict)] ?? 'info', size: 14 })}</span>
  <div class="what"><p>${d.label}</p><p class="dim num">${word('page-verdict', byWords(d.verdict, d.reason) ?? d.verdict)}${d.reason && !byWords(d.verdict, d.reason) ? ` · ${reasonText(d.reason)}` : ''}${d.agent ? ` · ${proposedBy(d.agent)}` : ''} · ${day(dayOf(d.at, zone.value), today.value)} ${clock(d.at, zone.value)}</p></div>
  <button class="link" onClick=${(/** @type {UIEvent} */ e) => openSet(d.set, !e.detail)}>${t('page-open-set', { id: String(d.set) })}</button></li>`;

export function Memory() {
  const v = verdict();
  useEffect(() => {
    list.value = null;
    load();
  }, [v]);
  const words = (route.value.q.q ?? '').trim().toLowerCase(),
    fits = (/** @type {Decision} */ d) => [d.label, d.agent, d.reason && reasonText(d.reason)].join(' ').toLowerCase().includes(words),
    all = words ? (list.value?.filter(fits) ?? null) : list.value;
  useEffect(() => {
    if (words && all && !all.length && next.value !== null) load(true);
  }, [words, list.value]);
  return html`<section class="memory" aria-labelledby="mem"><div class="ghead"><h2 id="mem">${t('page-memory')}</h2></div>
    <p class="dim">${t('page-memory-text')}</p>
    <div class="seg" role="group" aria-label=${t('page-memory-filter')}>${['', ...VERDICTS].map(x => html`<button key=${x} aria-pressed=${v === x} onClick=${() => amend({ verdict: x || null })}>${x ? word('page-verdict', x) : t('page-filter-all')}</button>`)}</div>
    ${!all ? html`<p class="dim none">${t('ui-loading')}</p>` : !all.length ? h(Empty, words ? { icon: 'search', title: t('page-history-none'), text: t('page-history-none-text') } : { icon: 'signature', title: t('page-memory-empty'), text: t('page-memory-empty-text'), children: html`<a class="btn quiet" href="#/inbox">${t('page-inbox')}</a>` }) : html`<ul class="lines">${all.map(d => h(Line, { key: `${d.entry}.${d.n}`, d }))}</ul>`}
    ${next.value !== null && html`<p class="none"><button class="link" onClick=${() => load(true)}>${t('page-more')}</button></p>`}</section>`;
}
