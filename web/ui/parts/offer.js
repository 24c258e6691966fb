// On a desk without a model: one that can be had. What draws its way here is fetched when there is one.
import { html, h, useEffect } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { bytes } from '../format.js';
import { status } from '../state/app.js';
import { store, loadStore, pull } from '../state/models.js';
import { lazy } from './bits.js';
const Progress = lazy(async () => (await import('./model-store.js')).Progress);

/** In one click and one confirmation. */
export function Offer() {
  useEffect(() => {
    loadStore();
  }, []);
  const s = store.value,
    one = s?.curated.find(c => c.offered);
  if (!s || !one || status.value?.model || s.installed.length) return null;
  const p = s.pulls.find(p => p.name === one.name);
  return html`<div class="offer"><p class="dim">${t('page-offer')}</p>${
    p
      ? h(Progress, { p })
      : html`<button class="btn quiet" onClick=${() => pull({ source: one.name }, true)}>${t('page-offer-get', { title: one.title, size: bytes(one.download) })}</button>`
  }</div>`;
}
