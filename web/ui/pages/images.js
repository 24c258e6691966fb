// Library → Images: every picture that was made or given, newest first.
import { html, h, useEffect, useState } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { get } from '../api.js';
import { attempt, dialog, watch } from '../state/app.js';
import { Empty } from '../parts/bits.js';
import { Thumbs } from '../parts/gallery.js';
/** @typedef {import('../types.js').Image} Image */

const PAGE = 40;
/** @type {(() => void) | null} */
let again = null;
watch(what => {
  if (what.includes('images')) again?.();
});

export function Images() {
  const [images, setImages] = useState(/** @type {Image[] | null} */ (null)),
    [total, setTotal] = useState(0);
  const load = (/** @type {number} */ limit) =>
    attempt(async () => {
      const r = await get(`/api/images?limit=${Math.min(100, limit)}`);
      setImages(r.images);
      setTotal(r.total);
    });
  useEffect(() => {
    load(PAGE);
    again = () => load(PAGE);
    return () => {
      again = null;
    };
  }, []);
  if (!images) return html`<p class="dim none">${t('ui-loading')}</p>`;
  if (!images.length)
    return h(
      Empty,
      { icon: 'folder', title: t('page-images-empty'), text: t('page-images-empty-text') },
      html`<p><code>countersign image "a lighthouse at dusk"</code></p>`,
    );
  const chosen = images.filter(i => i.selected),
    took = (/** @type {Image} */ now) => setImages((images ?? []).map(i => (i.id === now.id ? now : i)).filter(i => !i.deleted));
  return html`<div class="gallery"><p class="dim" role="status">${t('page-gallery', { n: total })}</p>${h(Thumbs, { images, took })}
    <div class="dk-acts"><button class="btn quiet" disabled=${!chosen.length} onClick=${() => {
      dialog.value = { kind: 'save-images', images: chosen };
    }}>${t('page-image-save', { n: chosen.length })}</button>
      ${images.length < total && images.length < 100 && html`<button class="link" onClick=${() => load(images.length + PAGE)}>${t('page-more')}</button>`}</div></div>`;
}
