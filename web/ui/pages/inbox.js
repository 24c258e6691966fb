// Everything that waits for a signature: oldest and riskiest first.
import { html, h, useEffect, signal } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { get, post } from '../api.js';
import { moment, daysBetween, dayOf } from '../format.js';
import { attempt, newest, watch, hear, openSet, today, zone, toast, keyed, singleKeys, status } from '../state/app.js';
import { loadSet, sets } from '../state/sheet.js';
import { Icon, Empty, focusAt } from '../parts/bits.js';
import { Card } from '../parts/card.js';
import { countsLine } from '../parts/docket.js';
import { picked, pick, pickNone, pickTo, pickByClick, markNothing, step } from '../parts/pick.js';
import { PickedSets } from './picked-sets.js';
/** @typedef {import('../types.js').SetSummary} Summary */

const list = signal(/** @type {Summary[] | null} */ (null));
const more = signal(/** @type {number | null} */ (null));
const RISK = { high: 0, some: 1, none: 2 };
const lists = newest();
/** The oldest that wait after a number: a page of them. @param {number} after @returns {Promise<{ change_sets: Summary[], next?: number }>} */
const page = after => get(`/api/change-sets?status=open&limit=200&after=${after}`);
/** From the oldest on, as many pages as it takes to have so many again. @param {number} many */
async function pages(many) {
  /** @type {Summary[]} */
  const all = [];
  for (let after = 0; ;) {
    const r = await page(after);
    all.push(...r.change_sets);
    if (!r.next || all.length >= many) return { change_sets: all, next: r.next };
    after = r.next;
  }
}
const load = () =>
  attempt(() =>
    lists(
      () => pages(list.value?.length ?? 0),
      r => {
        list.value = r.change_sets;
        more.value = r.next ?? null;
        // Cards show items: those on the screen are read again with the list.
        for (const s of r.change_sets) if (s.source.kind === 'wake' && sets.value[s.id]) loadSet(s.id);
      },
    ),
  );
const loadMore = () =>
  attempt(() =>
    lists(
      () => page(more.value ?? 0),
      r => {
        list.value = [...(list.value ?? []), ...r.change_sets];
        more.value = r.next ?? null;
        // The button goes with the last page: on from where the list went on.
        const first = r.change_sets[0];
        if (first)
          requestAnimationFrame(() =>
            /** @type {HTMLElement | null} */ (
              document.querySelector(`.iline[href$="set=${first.id}"]`) ?? document.getElementById('inbox')
            )?.focus(),
          );
      },
      () => more.value,
    ),
  );
hear(({ set, drifted }) => {
  if (list.value?.some(s => s.id === set && s.drifted !== drifted)) list.value = list.value.map(s => (s.id === set ? { ...s, drifted } : s));
});
const waking = signal(false);
/** Has the built-in agent look at the list. */
const tidy = async () => {
  if (waking.value) return;
  waking.value = true;
  await attempt(async () => {
    const r = await post('/api/wakes', {}),
      waits = r.not_proposed.filter((/** @type {{ code: string }} */ x) => x.code === 'waits_already').length;
    toast(
      `${t(r.proposed || !waits ? 'page-woke' : 'page-woke-waits', { n: r.proposed || waits })} ${r.by_rules ? t('page-woke-rules', { n: r.by_rules }) : t('ui-nothing-changed')}`,
    );
    await load();
    const made = list.value?.find(s => s.source.kind === 'wake' && s.source.agent === r.agent && (s.source.about ?? null) === (r.about ?? null));
    if (r.proposed && made) {
      await loadSet(made.id);
      requestAnimationFrame(() => focusAt(/** @type {HTMLElement[]} */ ([...document.querySelectorAll(`[id^="c-${made.id}-"].cline`)]), 0));
    }
  });
  waking.value = false;
};
watch(what => {
  if (list.value && what.includes('inbox')) load();
});

/** Whole days old sets come first; within a day the riskier one. @param {Summary} s */
const rank = s => `${dayOf(s.created_at, zone.value)} ${RISK[s.risk]} ${s.created_at}`;
/** @param {{ s: Summary }} p */
function Line({ s }) {
  const left = daysBetween(today.value, dayOf(s.expires_at, zone.value));
  const on = picked.value.includes(s.id);
  return html`<li class="pick" data-id=${s.id} data-picked=${on}><label class="box"><input type="checkbox" checked=${on} onClick=${(
    /** @type {MouseEvent} */ e,
  ) => {
    const row = /** @type {HTMLElement} */ (/** @type {HTMLElement} */ (e.target).closest('.pick'));
    if (e.shiftKey) pickTo(row);
    else pick(row);
  }} /><span class="vh">${t('page-pick-x', { label: `#${s.id} ${s.title}` })}</span></label><a class="iline pick-at" href=${`#/desk?set=${s.id}`} onClick=${(
    /** @type {UIEvent} */ e,
  ) => {
    e.preventDefault();
    openSet(s.id, !e.detail);
  }}>
    ${h(Icon, { name: s.source.kind === 'undo' ? 'undo-2' : s.source.kind === 'rewind' ? 'rewind' : s.source.kind === 'import' ? 'upload' : 'signature' })}
    <span class="itext"><span class="ititle"><b class="num">#${s.id}</b> ${s.title}${
      s.risk !== 'none' &&
      html` <span class="risk" data-risk=${s.risk}>
      <span aria-hidden="true">${s.risk === 'high' ? '▲▲' : '▲'}</span><span class="vh">${t(`page-risk-${s.risk}`)}</span></span>`
    }</span>
      ${s.does?.length > 0 && html`<span class="clip">${s.does.join(' · ')}${s.does_more && ' …'}</span>`}
      <span class="dim num">${s.source.kind === 'agent' ? `${t('page-inbox-by', { agent: String(s.source.agent) })} · ` : ''}${countsLine(s.counts)} · ${t('page-inbox-open', { n: s.open })}${s.signed ? ` · ${t('page-inbox-signed', { n: s.signed })}` : ''}${s.drifted > 0 && html` · <span class="st" data-state="drifted">${t('page-inbox-drifted', { n: s.drifted })}</span>`}${s.unknown ? html` · <b class="minus">${t('page-inbox-unknown', { n: s.unknown })}</b>` : ''} · ${moment(s.created_at, zone.value, today.value)}</span></span>
    <span class=${`when ${left <= 1 ? 'late' : 'dim'}`}>${left <= 0 ? t('page-expires-today') : t('page-expires', { n: left })}</span>${h(Icon, { name: 'chevron-right' })}</a></li>`;
}
export function Page() {
  useEffect(() => {
    load();
    return pickNone;
  }, []);
  // Came by keys: on by keys, as soon as there is something to be at.
  useEffect(() => {
    if (keyed.page !== 'inbox' || !list.value) return;
    const first = /** @type {HTMLElement | null} */ (document.querySelector('.iline, .cline'));
    if (!first && list.value.length > 0) return;
    keyed.page = '';
    if (document.activeElement === document.body || document.activeElement?.closest('nav')) first?.focus();
  });
  // Cards draw their lines when their sets are read.
  void sets.value;
  /** @param {KeyboardEvent} e */
  const keys = e => {
    const by = { ArrowDown: 1, ArrowUp: -1, ...(singleKeys.value ? { j: 1, k: -1 } : {}) }[e.key],
      line = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (e.target).closest('.iline'));
    if (!line || e.metaKey || e.ctrlKey || e.altKey) return;
    // What a line holds is seen before it is decided: the keys of a decision open it.
    if (singleKeys.value && ['y', 'n', 'd', 'o'].includes(e.key)) {
      e.preventDefault();
      e.stopPropagation();
      line.click();
      return;
    }
    const row = /** @type {HTMLElement | null} */ (line.closest('.pick'));
    if (row && ((singleKeys.value && e.key === 'x') || (e.key === 'Escape' && picked.value.length))) {
      e.preventDefault();
      if (e.key === 'x') pick(row);
      else pickNone();
      return;
    }
    if (!by) return;
    e.preventDefault();
    if (row && e.shiftKey) {
      step(row, at => at + by, true);
      return;
    }
    const all = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.iline, .cline')]);
    focusAt(all, all.indexOf(line) + by);
  };
  const all = list.value,
    sorted = [...(all ?? [])].sort((a, b) => (rank(a) < rank(b) ? -1 : 1)),
    // Kept, so that it can be looked at and put away, and counted by nobody.
    unable = (/** @type {Summary} */ s) => s.open + s.signed + s.unknown === 0 && s.status === 'pending',
    asked = sorted.filter(s => s.source.kind !== 'wake' && !unable(s)),
    woken = sorted.filter(s => s.source.kind === 'wake' && !unable(s)),
    idle = sorted.filter(unable);
  return html`<div class="page"><header class="bar"><h2 id="inbox" tabindex="-1">${t('page-inbox')}</h2>${all && html`<span class="dim num">${status.value?.inbox ?? ''}</span>`}
      <button class="btn quiet end" aria-disabled=${waking.value} title=${t('page-tidy-hint')} onClick=${tidy}>${t('page-tidy')}</button></header><div class="body" onKeyDown=${keys} onClickCapture=${pickByClick} onMouseDown=${markNothing}>
    ${
      !all
        ? html`<p class="dim none">${t('ui-loading')}</p>`
        : !all.length
          ? h(Empty, {
              icon: 'inbox',
              title: t('page-inbox-empty'),
              text: t('page-inbox-empty-text'),
              children: html`<a class="btn quiet" href="#/desk">${t('page-desk')}</a>`,
            })
          : html`${asked.length > 0 && html`<ul class="lines">${asked.map(s => h(Line, { key: s.id, s }))}</ul>`}${woken.length > 0 && html`<ul class="cards-list">${woken.map(s => h(Card, { key: s.id, id: s.id }))}</ul>`}${idle.length > 0 && html`<h3 class="idle dim">${t('page-inbox-idle')}</h3><ul class="lines">${idle.map(s => h(Line, { key: s.id, s }))}</ul>`}`
    }
    ${more.value !== null && html`<p class="none"><button class="link" onClick=${loadMore}>${t('page-more')}</button></p>`}${h(PickedSets, { ids: [...asked, ...idle].map(s => s.id) })}</div></div>`;
}
