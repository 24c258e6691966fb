// What the person said to what was proposed: the memory that agents are held to.
import { html, h, useEffect, signal } from '../vendor/preact.js';
import { t, word } from '../i18n.js';
import { call, get, post } from '../api.js';
import { clock, dayOf, day } from '../format.js';
import { attempt, many, newest, toast, watch, route, amend, zone, today, openSet } from '../state/app.js';
import { Icon, Empty, byWords, reasonText } from '../parts/bits.js';
import { proposedBy } from '../parts/whose.js';
/** @typedef {import('../types.js').DecisionView} Decision */

/** What is forgotten is no verdict: it stands apart from all of them. */
const FORGOTTEN = 'forgotten';
const VERDICTS = ['rejected', 'confirmed', 'deferred', 'expired', 'retracted', FORGOTTEN];
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
      () =>
        get(
          `/api/decisions?limit=${many(more ? null : list.value, 50, 200)}${v === FORGOTTEN ? '&forgotten=true' : v ? `&verdict=${v}` : ''}${more && next.value ? `&before=${next.value}` : ''}`,
        ),
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
/** Agents are told of it no more, or again. @param {Decision} d @param {boolean} forget */
const remember = (d, forget) =>
  attempt(async () => {
    const at = `/api/decisions/${d.entry}/${d.n}`,
      place = list.value?.indexOf(d) ?? -1;
    await (forget ? call('DELETE', at) : post(`${at}/restore`, {}));
    list.value = list.value?.filter(x => x !== d) ?? null;
    // Whoever goes by keys is at the next line.
    setTimeout(() =>
      /** @type {HTMLElement | undefined} */ (
        [...document.querySelectorAll('.dline .ic')].at(Math.max(place, 0)) ?? [...document.querySelectorAll('.dline .ic')].at(-1)
      )?.focus(),
    );
    if (forget) toast(t('page-memory-forgotten'), t('ui-undo'), () => remember(d, false));
  });
/** @param {{ d: Decision }} p */
const Line = ({
  d,
}) => html`<li class="dline" data-verdict=${d.verdict}><span class="mark" aria-hidden="true">${h(Icon, { name: ICON[/** @type {keyof typeof ICON} */ (d.verdict)] ?? 'info', size: 14 })}</span>
  <div class="what"><p>${d.label}</p><p class="dim num">${word('page-verdict', byWords(d.verdict, d.reason) ?? d.verdict)}${d.reason && !byWords(d.verdict, d.reason) ? ` · ${reasonText(d.reason)}` : ''}${d.agent ? ` · ${proposedBy(d.agent)}` : ''} · ${day(dayOf(d.at, zone.value), today.value)} ${clock(d.at, zone.value)}</p></div>
  <button class="link" onClick=${(/** @type {UIEvent} */ e) => openSet(d.set, !e.detail)}>${t('page-open-set', { id: String(d.set) })}</button>
  ${verdict() === FORGOTTEN ? html`<button class="ic" aria-label=${t('page-memory-restore', { label: d.label })} title=${t('page-memory-restore', { label: d.label })} onClick=${() => remember(d, false)}>${h(Icon, { name: 'undo-2', size: 14 })}</button>` : html`<button class="ic" aria-label=${t('page-memory-forget', { label: d.label })} title=${t('page-memory-forget', { label: d.label })} onClick=${() => remember(d, true)}>${h(Icon, { name: 'trash-2', size: 14 })}</button>`}</li>`;

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
