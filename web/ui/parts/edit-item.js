// Editing what an item would do, before it is signed (key e).
import { html, h, useState, useLayoutEffect, useRef } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { fieldName } from '../format.js';
import { edit } from '../state/sheet.js';
import { unsent, keepUnsent, places } from '../state/unsent.js';
import { Field, Kept, TODO_FIELDS, editable } from './fields.js';
/** @typedef {import('../types.js').ItemView} Item */

const BARE = new Set(['op', 'id', 'where']);
/** The editable values of an operation, flat. @param {any} op @returns {Record<string, any>} */
function values(op) {
  const from =
    op.op === 'bulk_update'
      ? (op.set ?? {})
      : op.op === 'move_occurrence'
        ? { occurrenceDate: op.occurrenceDate, 'to.date': op.to?.date ?? null, 'to.time': op.to?.time ?? null }
        : op.op === 'make_rule'
          ? { cap: op.rule.cap ?? null, days: op.rule.days }
          : op;
  return Object.fromEntries(Object.entries(from).filter(([k]) => !BARE.has(k) && editable(k)));
}

/** @param {{ set: import('../types.js').SetView, item: Item, onDone: () => void }} p */
export function EditItem({ set, item, onDone }) {
  // What was changed here and not saved is put on top of what the item says now.
  const before = values(item.op),
    [where = ''] = places(set.id, item.n),
    [offered, setOffered] = useState(unsent(where) !== null),
    [made, setMade] = useState(/** @type {Record<string, any>} */ (unsent(where) ?? {})),
    now = { ...before, ...made },
    form = useRef(/** @type {HTMLFormElement | null} */ (null));
  useLayoutEffect(() => {
    /** @type {HTMLElement | null} */ (form.current?.querySelector('input, select, textarea'))?.focus();
  }, []);
  const open = ['create', 'update', 'bulk_update'].includes(item.op.op),
    rest = TODO_FIELDS.filter(f => !(f in now) && f !== 'status');
  /** @param {Record<string, any>} next what is changed; a newer version of the item changes the rest under it */
  const change = next => {
    const all = Object.fromEntries(Object.entries(next).filter(([k, v]) => JSON.stringify(v) !== JSON.stringify(before[k])));
    setMade(all);
    keepUnsent(where, Object.keys(all).length ? all : null);
  };
  const done = () => {
    keepUnsent(where, null);
    onDone();
  };
  const save = async () => {
    if (!Object.keys(made).length) {
      done();
      return;
    }
    const args =
      item.op.op === 'bulk_update'
        ? { set: { ...item.op.set, ...made } }
        : item.op.op === 'move_occurrence'
          ? {
              occurrenceDate: now.occurrenceDate,
              to: { ...(now['to.date'] ? { date: now['to.date'] } : {}), ...(now['to.time'] ? { time: now['to.time'] } : {}) },
            }
          : made;
    if (await edit(set, item, { args })) done();
  };
  return html`<form class="edit" ref=${form} aria-label=${t('page-edit-item', { label: item.label })} onSubmit=${(/** @type {Event} */ e) => {
    e.preventDefault();
    save();
  }} onKeyDown=${(/** @type {KeyboardEvent} */ e) => {
    e.stopPropagation();
    if (e.key === 'Escape') {
      e.preventDefault();
      onDone();
    }
  }}>
    ${
      offered &&
      h(Kept, {
        onDiscard: () => {
          change({});
          setOffered(false);
          /** @type {HTMLElement | null} */ (form.current?.querySelector('input, select, textarea'))?.focus();
        },
      })
    }
    <div class="grid">${Object.keys(now).map(name => h(Field, { key: name, name, id: `ed-${item.n}-${name}`, value: now[name], onChange: (/** @type {any} */ v) => change({ ...made, [name]: v }) }))}</div>
    ${
      open &&
      rest.length > 0 &&
      html`<label class="more"><span class="vh">${t('page-edit-more')}</span><select value="" onChange=${(/** @type {any} */ e) => {
        if (e.target.value) change({ ...made, [e.target.value]: e.target.value === 'priority' ? 'medium' : null });
      }}>
      <option value="">${t('page-edit-more')}</option>${rest.map(f => html`<option key=${f} value=${f}>${fieldName(f)}</option>`)}</select></label>`
    }
    <div class="acts-line"><button class="btn primary small">${t('ui-save')}</button><button type="button" class="btn quiet" onClick=${done}>${t('ui-cancel')}</button>
      <span class="dim">${t('page-edit-note')}</span></div>
  </form>`;
}
