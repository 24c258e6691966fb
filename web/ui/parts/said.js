// A model's words: nobody has checked them, so they stand apart from what the product says (R23).
import { html } from '../vendor/preact.js';
import { t, also } from '../i18n.js';
import { style } from './bits.js';
await Promise.all([style('said.css'), also('said')]);

/** @param {{ turn: import('../types.js').Turn }} p */
export const Said = ({ turn }) =>
  html`<figure class="said" data-now=${turn.text ? null : 'summary'}><figcaption class="dim">${t('page-model-says')}</figcaption><blockquote class="prose" dir="auto">${turn.said}</blockquote></figure>`;
