// Pictures in the thread and the library: a grid to choose from, each one with what can be done with it.
import { html, h } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { attempt, dialog, say } from '../state/app.js';
import { call } from '../api.js';
import { turns } from '../state/desk.js';
import { money } from '../format.js';
import { Icon, focusAt } from './bits.js';
/** @typedef {import('../types.js').Image} Image */

/** The address of what it shows now: it names the content, so that a picture made anew is drawn anew. @param {Image} i */
export const address = i => `/api/images/${i.id}/content?digest=${i.digest}`;
/** @param {Image} i */
export const alt = i => t(i.origin === 'made' ? 'page-image-alt' : 'page-image-alt-given', { n: i.n, prompt: i.originalPrompt || i.id });
/** @param {Image} i */
export const facts = i =>
  [
    `${i.kind.toUpperCase()} ${i.width}×${i.height}`,
    t('page-image-bytes', { n: Math.ceil(i.bytes / 1000) }),
    ...(i.model ? [i.model] : []),
    ...(i.costMillionths ? [money(i.costMillionths)] : []),
  ].join(' · ');

/** A picture as it is now, wherever the thread shows it. @param {Image} now */
export const renewed = now => {
  const all = (/** @type {Image[]} */ list) => list.map(i => (i.id === now.id ? now : i));
  turns.value = turns.value.map(x =>
    [...x.images, ...x.given].some(i => i.id === now.id) ? { ...x, images: all(x.images), given: all(x.given) } : x,
  );
};
/** What is there of them: one taken away can be brought back, and one made anew is where it was. @param {Image[]} images @param {import('../types.js').Turn} turn */
const there = (images, turn) => images.filter(i => !i.deleted && (!i.run || i.run === turn.id || !turns.value.some(x => x.id === i.run)));
/** @param {Image} i @param {boolean} selected @param {(now: Image) => void} took */
const select = (i, selected, took) =>
  attempt(async () => {
    took(await call('PATCH', `/api/images/${i.id}`, { selected }));
    say(t(selected ? 'page-image-selected' : 'page-image-unselected', { n: i.n }));
  });

/** @typedef {{ has: (id: string) => boolean, set: (id: string, on: boolean) => void }} Ticks which are chosen, where that is not kept with them */
/** @param {{ image: Image, took: (now: Image) => void, busy?: boolean, ticks?: Ticks }} p */
const Thumb = ({ image, took, busy = false, ticks }) =>
  html`<li class=${image.deleted ? 'thumb away' : 'thumb'}><button class="look" title=${image.originalPrompt} onClick=${() => {
    dialog.value = { kind: 'picture', image, took };
  }}><img src=${address(image)} alt=${alt(image)} width=${image.width} height=${image.height} loading="lazy" decoding="async" /></button>
    <div class="under"><label><input type="checkbox" disabled=${image.deleted} checked=${ticks ? ticks.has(image.id) : image.selected} aria-label=${t('page-image-select', { n: image.n })} onChange=${(
      /** @type {any} */ e,
    ) =>
      ticks
        ? ticks.set(image.id, e.target.checked)
        : select(image, e.target.checked, took)} /><span class="num" aria-hidden="true">${image.n}</span></label>
      ${
        image.origin === 'made' &&
        !image.deleted &&
        html`<button class="ic" disabled=${busy} aria-label=${t('page-image-anew', { n: image.n })} title=${t('page-image-anew', { n: image.n })} onClick=${() => {
          dialog.value = { kind: 'redraw', image };
        }}>${h(Icon, { name: 'refresh-cw', size: 14 })}</button>`
      }</div></li>`;

/** Arrows move among the pictures. @param {KeyboardEvent} e */
function keys(e) {
  const el = /** @type {HTMLElement} */ (e.target),
    step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key];
  if (!step || !el.matches('.look')) return;
  e.preventDefault();
  const all = /** @type {HTMLElement[]} */ ([...(el.closest('.thumbs')?.querySelectorAll('.look') ?? [])]);
  focusAt(all, all.indexOf(el) + step);
}
/** @param {{ images: Image[], took: (now: Image) => void, busy?: boolean, ticks?: Ticks }} p */
export const Thumbs = ({ images, took, busy = false, ticks }) =>
  html`<ul class="thumbs" onKeyDown=${keys}>${images.map(image => h(Thumb, { key: `${image.id}-${image.digest}`, image, took, busy, ticks }))}</ul>`;

/** The pictures of a run, also one alone. @param {{ turn: import('../types.js').Turn }} p */
export function Gallery({ turn }) {
  const { painting } = turn,
    images = there(turn.images, turn),
    spent = turn.usage?.cost_micros ?? 0,
    live = turn.status === 'running',
    chosen = images.filter(i => i.selected);
  if (!images.length && !live) return null;
  return html`<article class="docket gallery" aria-label=${t('page-gallery', { n: images.length })}>
    <div class="dk-head"><span aria-hidden="true">▧</span><b>${t('page-gallery', { n: images.length })}</b>${live && painting && html`<span class="st" data-state="running">${t('page-image-progress', { n: images.length + painting.failed.length, of: painting.of })}</span>`}</div>
    ${images.length > 0 && h(Thumbs, { images, took: renewed, busy: live })}
    ${painting?.failed.map(f => html`<p class="warn" key=${f.n}>${h(Icon, { name: 'triangle-alert', size: 14 })}<span>${t('page-image-failed', { n: f.n, why: f.why })}</span></p>`)}
    ${!live && turn.recoveries.filter(r => r.what === 'fallback').map(r => html`<p class="dim">${r.message} ${r.hint}</p>`)}
    ${turn.status === 'cancelled' && html`<p class="dim">${t('page-image-stopped', { n: images.length })} ${spent > 0 && t('page-image-spent', { cost: money(spent) })}</p>`}
    ${
      images.length > 0 &&
      html`<div class="dk-acts"><button class="btn quiet" disabled=${!chosen.length} onClick=${() => {
        dialog.value = { kind: 'save-images', images: chosen };
      }}>${t('page-image-save', { n: chosen.length })}</button></div>`
    }</article>`;
}

/** What came with a message. @param {{ images: Image[] }} p */
export const Given = ({ images }) =>
  html`<ul class="thumbs given">${images
    .filter(i => !i.deleted)
    .map(
      i =>
        html`<li class="thumb" key=${i.id}><button class="look" title=${i.originalPrompt} onClick=${() => {
          dialog.value = { kind: 'picture', image: i, took: renewed };
        }}><img src=${address(i)} alt=${alt(i)} width=${i.width} height=${i.height} loading="lazy" decoding="async" /></button></li>`,
    )}</ul>`;
