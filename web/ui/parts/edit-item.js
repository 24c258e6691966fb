// Editing what an item would do, before it is signed (key e).
import { html, h, useState, useLayoutEffect, useRef } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { fieldName } from '../format.js';
import { edit } from '../state/sheet.js';
import { Field, TODO_FIELDS, editable } from './fields.js';
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
  const before = values(item.op),
    [now, setNow] = useState(before),
    form = useRef(/** @type {HTMLFormElement | null} */ (null));
  useLayoutEffect(() => {
    /** @type {HTMLElement | null} */ (form.current?.querySelector('input, select, textarea'))?.focus();
  }, []);
  const open = ['create', 'update', 'bulk_update'].includes(item.op.op),
    rest = TODO_FIELDS.filter(f => !(f in now) && f !== 'status');
  const save = async () => {
    const diff = Object.fromEntries(Object.entries(now).filter(([k, v]) => JSON.stringify(v) !== JSON.stringify(before[k])));
    if (!Object.keys(diff).length) {
      onDone();
      return;
    }
    const args =
      item.op.op === 'bulk_update'
        ? { set: { ...item.op.set, ...diff } }
        : item.op.op === 'move_occurrence'
          ? {
              occurrenceDate: now.occurrenceDate,
              to: { ...(now['to.date'] ? { date: now['to.date'] } : {}), ...(now['to.time'] ? { time: now['to.time'] } : {}) },
            }
          : diff;
    if (await edit(set, item, { args })) onDone();
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
    <div class="grid">${Object.keys(now).map(name => h(Field, { key: name, name, id: `ed-${item.n}-${name}`, value: now[name], onChange: (/** @type {any} */ v) => setNow({ ...now, [name]: v }) }))}</div>
    ${
      open &&
      rest.length > 0 &&
      html`<label class="more">${t('page-edit-more')} <select value="" onChange=${(/** @type {any} */ e) => {
        if (e.target.value) setNow({ ...now, [e.target.value]: e.target.value === 'priority' ? 'medium' : null });
      }}>
      <option value=""></option>${rest.map(f => html`<option key=${f} value=${f}>${fieldName(f)}</option>`)}</select></label>`
    }
    <div class="acts-line"><button class="btn primary small">${t('ui-save')}</button><button type="button" class="btn quiet" onClick=${onDone}>${t('ui-cancel')}</button>
      <span class="dim">${t('page-edit-note')}</span></div>
  </form>`;
}
