// Inputs for the fields of a todo, one per kind of value; used by the todo editor and by item editing.
import { html, h } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { fieldName, byDay } from '../format.js';
import { Icon } from './bits.js';
/** @typedef {import('../types.js').Recurrence} Recurrence */
/** @typedef {import('../types.js').ChecklistItem} ChecklistItem */

/** That a form holds what was written into it before, and the way back. @param {{ onDiscard: () => void }} p */
export const Kept = ({ onDiscard }) =>
  html`<p class="strip">${t('page-draft-kept')} <button type="button" class="link" onClick=${onDiscard}>${t('page-draft-discard')}</button></p>`;

export const TODO_FIELDS = [
  'title',
  'scheduledFor',
  'timeOfDay',
  'dueDate',
  'priority',
  'status',
  'estimate',
  'labels',
  'recurrence',
  'checklist',
  'notes',
];
/** @type {Record<string, string>} */
const KIND = {
  title: 'text',
  reason: 'text',
  statusReason: 'text',
  notes: 'area',
  command: 'area',
  scheduledFor: 'date',
  dueDate: 'date',
  occurrenceDate: 'date',
  'to.date': 'date',
  timeOfDay: 'time',
  'to.time': 'time',
  priority: 'priority',
  status: 'status',
  estimate: 'number',
  cap: 'number',
  days: 'number',
  labels: 'list',
  labels_add: 'list',
  labels_remove: 'list',
  checklist_add: 'list',
  checklist_check: 'list',
  checklist_uncheck: 'list',
  completed: 'bool',
  checklist: 'checklist',
  recurrence: 'recurrence',
};
/** @type {Record<string, number>} */
const MOST = { estimate: 1440, days: 366 };
/** @param {string} name */
export const editable = name => name in KIND;
const STATUSES = ['open', 'in_progress', 'groomed', 'blocked', 'on_hold', 'done', 'rejected'];
const WEEK = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
/** @type {Recurrence} */
const NEVER = { type: 'none', interval: 0, byDay: [], byMonthDay: [], until: null, count: null, anchor: 'schedule' };

/** @typedef {{ name: string, value: any, id: string, onChange: (v: any) => void }} FieldProps */
/** @param {FieldProps} p */
function Repeat({ value, id, onChange }) {
  const r = /** @type {Recurrence} */ (value ?? NEVER);
  /** @param {Partial<Recurrence>} part */
  const put = part => onChange({ ...r, ...part });
  const every = r.type !== 'none';
  return html`<div class="repeat">
    <select id=${id} value=${r.type} onChange=${(/** @type {any} */ e) => put(e.target.value === 'none' ? NEVER : { type: e.target.value, interval: r.interval || 1, ...(e.target.value === 'weekly' ? {} : { byDay: [] }), ...(e.target.value === 'monthly' ? {} : { byMonthDay: [] }) })}>
      ${['none', 'daily', 'weekly', 'monthly', 'yearly'].map(k => html`<option key=${k} value=${k}>${t(`ui-repeats-${k}`)}</option>`)}</select>
    ${every && html`<label>${t('ui-repeat-every')} <input type="number" min="1" max="999" value=${r.interval} onChange=${(/** @type {any} */ e) => put({ interval: Math.max(1, Number(e.target.value) || 1) })} /></label>`}
    ${r.type === 'weekly' && html`<div class="days" role="group" aria-label=${t('ui-weekdays')}>${WEEK.map(d => html`<button type="button" key=${d} class="chip day" aria-pressed=${r.byDay.includes(d)} onClick=${() => put({ byDay: r.byDay.includes(d) ? r.byDay.filter(x => x !== d) : WEEK.filter(x => x === d || r.byDay.includes(x)) })}>${byDay(d)}</button>`)}</div>`}
    ${every && html`<label>${t('ui-repeat-until-label')} <input type="date" value=${r.until ?? ''} onChange=${(/** @type {any} */ e) => put({ until: e.target.value || null })} /></label>`}
  </div>`;
}
/** @param {FieldProps} p */
function Checklist({ value, id, onChange }) {
  const list = /** @type {ChecklistItem[]} */ (value ?? []);
  /** @param {number} i @param {Partial<ChecklistItem>} part */
  const put = (i, part) => onChange(list.map((c, n) => (n === i ? { ...c, ...part } : c)));
  const add = (/** @type {HTMLInputElement} */ el) => {
    const title = el.value.trim();
    if (title) {
      el.value = '';
      onChange([...list, { id: '', title, checked: false }]);
    }
  };
  return html`<div class="checklist">${list.map(
    (c, i) => html`<div class="cl" key=${c.id || i}>
      <input type="checkbox" aria-label=${t('ui-check', { title: c.title })} checked=${c.checked} onChange=${() => put(i, { checked: !c.checked })} />
      <input type="text" aria-label=${t('ui-checklist-line', { n: i + 1 })} value=${c.title} onChange=${(/** @type {any} */ e) => put(i, { title: e.target.value })} />
      <button type="button" class="ic" aria-label=${t('ui-remove', { what: c.title })} onClick=${() => onChange(list.filter((_, n) => n !== i))}>${h(Icon, { name: 'x', size: 14 })}</button></div>`,
  )}
    <input id=${id} type="text" placeholder=${t('ui-checklist-add')} onKeyDown=${(/** @type {any} */ e) => {
      if (e.key === 'Enter') {
        e.preventDefault();
        add(e.target);
      }
    }} onBlur=${(/** @type {any} */ e) => add(e.target)} /></div>`;
}
/** The input of one field. @param {FieldProps} p */
function Input(p) {
  const { name, value, id, onChange } = p,
    kind = KIND[name];
  const text = (/** @type {any} */ e) => onChange(e.target.value),
    orNull = (/** @type {any} */ e) => onChange(e.target.value || null);
  switch (kind) {
    case 'area':
      return html`<textarea id=${id} rows="3" onInput=${text} value=${value ?? ''}></textarea>`;
    case 'date':
      return html`<input id=${id} type="date" value=${value ?? ''} onChange=${orNull} />`;
    case 'time':
      return html`<input id=${id} type="time" value=${value ?? ''} onChange=${orNull} />`;
    case 'number':
      return html`<input id=${id} type="number" min="1" max=${MOST[name]} value=${value ?? ''} onChange=${(/** @type {any} */ e) => onChange(e.target.value ? Number(e.target.value) : null)} />`;
    case 'priority':
    case 'status':
      return html`<select id=${id} value=${value ?? ''} onChange=${text}>${(kind === 'priority' ? ['low', 'medium', 'high'] : STATUSES).map(k => html`<option key=${k} value=${k}>${t(`ui-${kind}-${k}`)}</option>`)}</select>`;
    case 'bool':
      return html`<input id=${id} type="checkbox" checked=${Boolean(value)} onChange=${(/** @type {any} */ e) => onChange(e.target.checked)} />`;
    case 'list':
      return html`<input id=${id} type="text" value=${(value ?? []).join(', ')} onChange=${(/** @type {any} */ e) =>
        onChange(
          e.target.value
            .split(',')
            .map((/** @type {string} */ s) => s.trim())
            .filter(Boolean),
        )} />`;
    case 'checklist':
      return h(Checklist, p);
    case 'recurrence':
      return h(Repeat, p);
    default:
      return html`<input id=${id} type="text" value=${value ?? ''} onInput=${text} />`;
  }
}
/** A labelled field. @param {FieldProps} p */
export const Field = p => html`<div class=${`field f-${KIND[p.name] ?? 'text'}`}><label for=${p.id}>${fieldName(p.name)}</label>${h(Input, p)}</div>`;
