// The picture that a new file would hold.
import { html } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { bytes } from '../format.js';

/** @param {{ set: { id: number }, item: { n: number }, file: import('../types.js').FileView }} p */
export const Preview = ({ set, item, file }) =>
  html`<figure class="picture-preview"><img src=${`/api/change-sets/${set.id}/items/${item.n}/image`} alt=${t('page-image-preview', { path: file.path })} /><figcaption class="dim num">${file.after && bytes(file.after.bytes)}</figcaption></figure>`;
