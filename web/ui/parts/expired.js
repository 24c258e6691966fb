// The strip over a change set that waited too long, and the way on from it.
import { html, h } from '../vendor/preact.js';
import { post } from '../api.js';
import { t } from '../i18n.js';
import { attempt, openSet } from '../state/app.js';
import { Icon } from './bits.js';

/** @param {number} id */
const again = id => attempt(async () => openSet((await post(`/api/change-sets/${id}/again`, {})).id));

/** @param {{ id: number, begun: boolean }} p `begun`: something of it was carried out, or may have been */
export const Expired = ({ id, begun }) =>
  html`<p class="strip">${h(Icon, { name: 'clock', size: 14 })}<span>${t(begun ? 'page-expired-rest' : 'page-expired')}</span>
    <button class="btn quiet" onClick=${() => again(id)}>${t('page-propose-anew')}</button></p>`;
