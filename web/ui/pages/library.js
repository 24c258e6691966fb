// The library: stored outputs of tools. The list here; one of them, opened, in output.js.
import { html, h, useEffect, signal } from '../vendor/preact.js';
import { t, word } from '../i18n.js';
import { get } from '../api.js';
import { bytes, clock, day, dayOf } from '../format.js';
import { attempt, many, newest, watch, route, go, href, zone, today } from '../state/app.js';
import { Icon, Empty, lazy, focusAt, pictured } from '../parts/bits.js';
import { Find } from '../parts/find.js';
/** @typedef {import('../types.js').OutputView} Output */

const PAGE = 50;
const Images = lazy(async () => (await pictured(import('./images.js'))).Images);
const Opened = lazy(async () => (await import('./output.js')).Opened);
const list = signal(/** @type {Output[] | null} */ (null));
const total = signal(0);
const wanted = signal('');
const order = signal('created_at');
const lists = newest();
/** @param {boolean} [more] */
const load = more =>
  attempt(() => {
    const by = order.value;
    return lists(
      () =>
        get(
          `/api/outputs?limit=${many(more ? null : list.value, PAGE, 100)}&offset=${more ? (list.value?.length ?? 0) : 0}&include_preview=true&preview_length=160&sort_by=${by}`,
        ),
      r => {
        if (by !== order.value) return;
        list.value = more ? [...(list.value ?? []), ...r.outputs] : r.outputs;
        total.value = r.total;
      },
      more ? () => list.value : undefined,
    );
  });
watch(what => {
  if (list.value && what.includes('outputs')) load();
});

/** What the tool was given, in a line. @param {Output} o */
export const made = o => {
  const a = /** @type {Record<string, unknown> | null} */ (o.args);
  return String(a?.command ?? a?.file ?? (a && Object.keys(a).length ? JSON.stringify(a) : ''));
};
/** What a tool is called: a command is one in the person's words. @param {string} tool */
export const toolName = tool => (tool === 'shell_exec' ? t('page-lib-command') : tool);
/** How long it is and what it holds. @param {{ o: Output }} p */
export const Size = ({ o }) =>
  html`<span class="num">${t('page-lib-chars', { n: o.size_chars })} · ${word('page-lib-kind', o.summary.kind)}${o.summary.type === 'array' || o.summary.kind === 'json_lines' ? html` · ${t('page-lib-elements', { n: o.summary.length })}` : ''}${o.dropped ? html` · <b class="warn">${t('page-lib-dropped', { size: bytes(o.dropped) })}</b>` : ''}</span>`;

/** @param {{ o: Output }} p */
const Line = ({ o }) =>
  html`<li><a class="iline" href=${href('library', { o: o.id })}>${h(Icon, { name: o.tool === 'shell_exec' ? 'terminal' : 'notebook-text' })}
    <span class="itext"><span class="ititle"><b>${toolName(o.tool)}</b> ${made(o)} ${!o.success && html`<span class="flag badf">${t('page-lib-failed')}</span>`}</span>
      <span class="dim">${h(Size, { o })}</span>${o.preview && html`<span class="dim oneline">${o.preview}</span>`}</span>
    <span class="when dim">${o.id} · ${day(dayOf(o.created_at, zone.value), today.value)} ${clock(o.created_at, zone.value)}</span></a></li>`;

/** Moves among the lines. @param {KeyboardEvent} e */
function onKey(e) {
  const el = /** @type {HTMLElement} */ (e.target);
  if (!el.matches('.iline') || !['ArrowDown', 'ArrowUp', 'j', 'k'].includes(e.key)) return;
  e.preventDefault();
  const all = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.outputs .iline')]);
  focusAt(all, all.indexOf(el) + (e.key === 'ArrowDown' || e.key === 'j' ? 1 : -1));
}

export function Page() {
  const open = route.value.q.o;
  useEffect(() => {
    if (!open) load();
  }, [open, order.value]);
  if (open) return h(Opened, { key: open, id: open });
  const tab = route.value.q.v === 'images' ? 'images' : 'outputs';
  const tabs = html`<span class="seg" role="group" aria-label=${t('page-library')}>${
    /** @type {const} */ (['outputs', 'images']).map(
      x =>
        html`<button key=${x} aria-pressed=${x === tab} onClick=${() => go('library', x === 'images' ? { v: x } : {})}>${t(`page-lib-tab-${x}`)}</button>`,
    )
  }</span>`;
  if (tab === 'images')
    return html`<div class="page library"><header class="bar tools-bar">${tabs}</header><div class="body">${h(Images, {})}</div></div>`;
  const words = wanted.value.trim().toLowerCase(),
    all = list.value,
    shown = (all ?? []).filter(o => !words || `${o.id} ${o.tool} ${toolName(o.tool)} ${made(o)} ${o.preview ?? ''}`.toLowerCase().includes(words));
  return html`<div class="page library"><header class="bar tools-bar">${tabs}
      ${h(Find, {
        id: 'lib-find',
        label: t('page-lib-find'),
        value: wanted.value,
        onFind: words => {
          wanted.value = words;
        },
      })}
      <label class="sortby"><span class="vh">${t('page-lib-sort')}</span><select id="lib-sort" value=${order.value} onChange=${(
        /** @type {any} */ e,
      ) => {
        order.value = e.target.value;
      }}>${['created_at', 'size_chars', 'tool_name'].map(x => html`<option key=${x} value=${x}>${t(`page-lib-sort-${x}`)}</option>`)}</select></label></header>
    <div class="body">${
      !all
        ? html`<p class="dim none">${t('ui-loading')}</p>`
        : !all.length
          ? h(
              Empty,
              { icon: 'notebook-text', title: t('page-lib-empty'), text: t('page-lib-empty-text') },
              html`<p><code>countersign outputs add data.json</code></p><p>${t('page-lib-files')}</p><a class="btn quiet" href="#/settings">${t('page-lib-files-open')}</a>`,
            )
          : html`<p class="dim" role="status">${t('page-lib-count', { n: shown.length, total: total.value })}</p>
            <ul class="lines outputs" onKeyDown=${onKey}>${shown.map(o => h(Line, { key: o.id, o }))}</ul>`
    }
      ${all && all.length < total.value && html`<p class="none"><button class="link" onClick=${() => load(true)}>${t('page-more')}</button></p>`}</div></div>`;
}
