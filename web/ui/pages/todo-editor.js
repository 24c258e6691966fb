// Every field of a todo, edited in place; what differs is saved as one edit.
import { html, h, useState, useLayoutEffect, useRef } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { save, skip, complete } from '../state/todos.js';
import { Field, TODO_FIELDS } from '../parts/fields.js';
/** @typedef {import('../types.js').Todo} Todo */

/** @param {{ l: import('../state/todos.js').Line, onDone: () => void }} p */
export function TodoEditor({ l, onDone }) {
  // The state the person began with: news from elsewhere must not change the form under their hands.
  const before = useRef(/** @type {Todo} */ (l.todo)),
    [now, setNow] = useState(before.current),
    form = useRef(/** @type {HTMLFormElement | null} */ (null));
  useLayoutEffect(() => {
    const el = /** @type {HTMLInputElement | null} */ (form.current?.querySelector('input[type=text]'));
    el?.focus();
  }, []);
  const why = now.status === 'blocked' || now.status === 'on_hold';
  const submit = async () => {
    if (await save(before.current, now)) onDone();
  };
  return html`<form class="edit" ref=${form} aria-label=${t('page-edit-todo', { title: l.todo.title })} onSubmit=${(/** @type {Event} */ e) => {
    e.preventDefault();
    submit();
  }} onKeyDown=${(/** @type {KeyboardEvent} */ e) => {
    if (e.key === 'Escape') {
      e.preventDefault();
      onDone();
    }
  }}>
    <div class="grid">${TODO_FIELDS.flatMap(f => (f === 'status' && why ? [f, 'statusReason'] : [f])).map(name => h(Field, { key: name, name, id: `td-${l.key}-${name}`, value: /** @type {any} */ (now)[name], onChange: (/** @type {any} */ v) => setNow({ ...now, [name]: v }) }))}</div>
    <div class="acts-line"><button class="btn primary small">${t('ui-save')}</button><button type="button" class="btn quiet" onClick=${onDone}>${t('ui-cancel')}</button>
      ${
        l.occurrence &&
        html`<button type="button" class="btn quiet" onClick=${() => {
          skip(l);
          onDone();
        }}>${t('page-skip-date')}</button><button type="button" class="btn quiet" onClick=${() => {
          complete(l);
          onDone();
        }}>${t('page-complete-date')}</button>`
      }
      <span class="dim num">#${l.todo.id}</span></div></form>`;
}
