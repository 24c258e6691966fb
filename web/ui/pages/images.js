// Library → Images: every picture that was made or given, newest first.
import { html, h, useEffect, useState } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { get } from '../api.js';
import { attempt, dialog, newest, watch } from '../state/app.js';
import { Empty } from '../parts/bits.js';
import { Thumbs } from '../parts/gallery.js';
/** @typedef {import('../types.js').Image} Image */

const PAGE = 40,
  MOST = 100;
/** @type {(() => void) | null} */
let again = null;
const lists = newest();
watch(what => {
  if (what.includes('images')) again?.();
});

/** So many of them, newest first. @param {number} limit @param {boolean} away also those that were taken away */
async function read(limit, away) {
  /** @type {Image[]} */
  const images = [];
  let total = 0;
  do {
    const r = await get(`/api/images?limit=${Math.min(MOST, limit - images.length)}&offset=${images.length}&deleted=${away}`);
    images.push(...r.images);
    total = r.total;
    if (!r.has_more) break;
  } while (images.length < limit);
  return { images, total };
}

export function Images() {
  const [found, setFound] = useState(/** @type {{ images: Image[], total: number } | null} */ (null)),
    // What is wanted: set anew, it is read anew, also where the last reading failed.
    [wanted, want] = useState({ most: PAGE, away: false }),
    // Nothing is chosen at first: most of them were saved, or left, long ago.
    [ticked, setTicked] = useState(/** @type {string[]} */ ([]));
  useEffect(() => {
    again = () => attempt(() => lists(() => read(wanted.most, wanted.away), setFound));
    again();
    return () => {
      again = null;
    };
  }, [wanted]);
  if (!found) return html`<p class="dim none">${t('ui-loading')}</p>`;
  const { images, total } = found,
    { away } = wanted;
  const switched = html`<label class="dim too"><input type="checkbox" checked=${away} onChange=${(/** @type {any} */ e) => {
    want({ ...wanted, away: e.target.checked });
  }} /> ${t('page-images-away')}</label>`;
  if (!images.length)
    return html`${h(
      Empty,
      { icon: 'folder', title: t('page-images-empty'), text: t('page-images-empty-text') },
      html`<p><code>countersign image "a lighthouse at dusk"</code></p>`,
    )}<p>${switched}</p>`;
  const chosen = images.filter(i => ticked.includes(i.id) && !i.deleted),
    ticks = {
      has: (/** @type {string} */ id) => ticked.includes(id),
      set: (/** @type {string} */ id, /** @type {boolean} */ on) => setTicked([...ticked.filter(x => x !== id), ...(on ? [id] : [])]),
    },
    took = (/** @type {Image} */ now) =>
      setFound(f => f && { ...f, images: f.images.map(i => (i.id === now.id ? now : i)).filter(i => away || !i.deleted) });
  return html`<div class="gallery all"><p class="dim" role="status">${t('page-gallery', { n: total })} ${switched}</p>${h(Thumbs, { images, took, ticks })}
    <div class="dk-acts">${
      chosen.length > 0 &&
      html`<button class="btn quiet" onClick=${() => {
        dialog.value = { kind: 'save-images', images: chosen };
      }}>${t('page-image-save', { n: chosen.length })}</button>`
    }
      ${images.length < total && html`<button class="link" onClick=${() => want({ ...wanted, most: images.length + PAGE })}>${t('page-more')}</button>`}</div></div>`;
}
