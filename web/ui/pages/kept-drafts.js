// What was written about a todo that was deleted meanwhile: it is not lost with it.
import { html, h } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { fieldName, value } from '../format.js';
import { all, anew, changedFields } from '../state/todos.js';
import { drafts, keepDraft } from '../state/drafts.js';
import { Icon, plain } from '../parts/bits.js';

/** @param {{ id: string, draft: import('../state/drafts.js').Draft }} p */
function Kept({ id, draft: { before, now } }) {
  const add = async () => {
    if (await anew(now)) keepDraft(id, null);
  };
  return html`<section class="kept" aria-label=${t('page-orphan', { title: before.title })}>${h(Icon, { name: 'triangle-alert', size: 14 })}<div>
    <p>${t('page-orphan', { title: before.title })}</p>
    <p class="chips">${changedFields(before, now).map(k => html`<span class="label" key=${k}>${fieldName(k)}: ${plain(value(k, now[k]))}</span>`)}</p>
    <p class="acts-line"><button class="btn quiet" onClick=${add}>${t('page-orphan-add')}</button>
      <button class="link" onClick=${() => keepDraft(id, null)}>${t('page-draft-discard')}</button></p></div></section>`;
}
export function KeptDrafts() {
  const there = new Set((all.value ?? []).map(x => x.id));
  return Object.entries(drafts.value)
    .filter(([, d]) => all.value && !there.has(d.before.id))
    .map(([id, draft]) => h(Kept, { key: id, id, draft }));
}
