// In the place of a conversation: where a set came from that came of none.
import { html } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { moment } from '../format.js';
import { today, zone } from '../state/app.js';
import { sourceText } from './whose.js';

/** @param {{ set: import('../types.js').SetView }} p */
export const Origin = ({ set }) =>
  html`<div class="empty origin"><h3><span class="num">#${set.id}</span> ${set.title}</h3>
    <p>${t('page-why-by')}: ${sourceText(set)} · <span class="num">${moment(set.created_at, zone.value, today.value)}</span></p><p>${t('page-origin-text')}</p></div>`;
