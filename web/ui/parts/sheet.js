// The sheet beside the thread: empty, or a change set, whose parts are fetched with the first one.
import { html, h, useEffect } from '../vendor/preact.js';
import { also, t } from '../i18n.js';
import { leaveSheet, status } from '../state/app.js';
import * as st from '../state/sets.js';
import { permitting } from '../state/desk.js';
import { Icon, Empty, lazy, style } from './bits.js';

/** What decides a set. */
export const Review = lazy(
  async () => (await Promise.all([import('./review.js'), import('../state/sheet.js'), style('sheet.css'), also('review')]))[0].Review,
);
const Approval = lazy(async () => (await Promise.all([import('./approval.js'), also('agent')]))[0].Approval);

export function Sheet() {
  const id = st.currentId.value,
    s = st.current.value,
    inbox = status.value?.inbox,
    turn = permitting.value,
    wait = turn?.agent?.wait;
  useEffect(() => {
    // Also one that is known: it may have changed while another was looked at.
    if (id) st.loadSet(id);
  }, [id]);
  const back = html`<button class="btn quiet back" onClick=${leaveSheet}>${h(Icon, { name: 'chevron-left' })}${t('page-desk')}</button>`;
  return html`<section class="review" aria-label=${t('page-sheet')}>${
    s
      ? h(Review, { s, back })
      : html`<header class="bar">${back}<h2>${t('page-sheet')}</h2></header><div class="sheet">${
          id && st.missing.value.includes(id)
            ? h(Empty, { icon: 'signature', title: t('page-set-missing', { id: String(id) }), text: t('ui-nothing-changed') })
            : id
              ? html`<p class="dim none">${t('ui-loading')}</p>`
              : turn && wait?.kind === 'approval'
                ? h(Approval, { turn, calls: wait.calls })
                : inbox
                  ? h(Empty, {
                      icon: 'inbox',
                      title: t('page-inbox-count', { n: inbox }),
                      text: t('page-sheet-empty-text'),
                      children: html`<a class="btn quiet" href="#/inbox">${t('page-inbox')}</a>`,
                    })
                  : h(Empty, { icon: 'signature', title: t('page-sheet-empty'), text: t('page-sheet-empty-text') })
        }</div>`
  }</section>`;
}
