// Every field of a todo, edited in place; what differs is saved as one edit.
import { html, h, useState, useLayoutEffect, useRef } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { fieldName, value } from '../format.js';
import { save, crossed, skip, complete } from '../state/todos.js';
import { drafts, keepDraft } from '../state/drafts.js';
import { useReturn, plain } from '../parts/bits.js';
import { Field, Kept, TODO_FIELDS } from '../parts/fields.js';
/** @typedef {import('../types.js').Todo} Todo */
/** A field that somebody else changed too: which value stays is the person's to say. @typedef {{ field: keyof Todo, theirs: any, mine: any, taken: 'theirs' | 'mine' | null }} Crossing */

/** Both values of each field that was changed here and elsewhere. @param {{ all: Crossing[], id: string, onTake: (c: Crossing, taken: 'theirs' | 'mine') => void }} p */
const Crossings = ({
  all,
  id,
  onTake,
}) => html`<div class="crossed" role="group" aria-label=${t('page-crossed')}><p class="warn">${t('page-crossed')} ${t('page-crossed-choose')}</p>
  ${all.map(
    c =>
      html`<fieldset key=${c.field}><legend>${fieldName(c.field)}</legend>${
        /** @type {const} */ (['theirs', 'mine']).map(
          who => html`<label key=${who}><input type="radio" name=${`cx-${id}-${c.field}`} value=${who} checked=${c.taken === who} onChange=${() => onTake(c, who)} />
        <span><span class="dim">${t(`page-crossed-${who}`)}</span> ${plain(value(c.field, c[who]))}</span></label>`,
        )
      }</fieldset>`,
  )}</div>`;

/** @param {{ l: import('../state/todos.js').Line, onDone: () => void }} p */
export function TodoEditor({ l, onDone }) {
  const kept = useRef(drafts.peek()[l.key] ?? null),
    // The state the person began with: news from elsewhere must not change the form under their hands.
    before = useRef(/** @type {Todo} */ (kept.current?.before ?? l.todo)),
    [now, setNow] = useState(kept.current?.now ?? before.current),
    [offered, setOffered] = useState(kept.current !== null),
    [crossing, setCrossing] = useState(/** @type {Crossing[]} */ ([])),
    form = useRef(/** @type {HTMLFormElement | null} */ (null));
  useLayoutEffect(() => {
    const el = /** @type {HTMLInputElement | null} */ (form.current?.querySelector('input[type=text]'));
    el?.focus();
  }, []);
  useReturn(form, () => [document.querySelector(`.todo[data-id="${l.todo.id}"] .ttitle`)]);
  const why = now.status === 'blocked' || now.status === 'on_hold';
  /** @param {Todo} next */
  const change = next => {
    setNow(next);
    keepDraft(l.key, JSON.stringify(next) === JSON.stringify(before.current) ? null : { before: before.current, now: next });
  };
  const done = () => {
    keepDraft(l.key, null);
    onDone();
  };
  const submit = async () => {
    if (crossing.some(c => !c.taken)) return;
    const there = await crossed(before.current, now);
    if (!there) return;
    if (there.fields.length) {
      // From here on the form builds on what is there now, with what the person changed put on top.
      const mine = Object.fromEntries(there.mine.map(k => [k, now[k]]));
      setCrossing(there.fields.map(field => ({ field, theirs: there.todo[field], mine: now[field], taken: null })));
      before.current = there.todo;
      change({ ...there.todo, ...mine });
      requestAnimationFrame(() => /** @type {HTMLElement | null} */ (form.current?.querySelector('.crossed input'))?.focus());
      return;
    }
    if (await save(before.current, now, there.todo)) done();
  };
  /** @param {Crossing} c @param {'theirs' | 'mine'} taken */
  const take = (c, taken) => {
    setCrossing(crossing.map(x => (x.field === c.field ? { ...x, taken } : x)));
    change({ ...now, [c.field]: c[taken] });
  };
  return html`<form class="edit" ref=${form} aria-label=${t('page-edit-todo', { title: l.todo.title })} onSubmit=${(/** @type {Event} */ e) => {
    e.preventDefault();
    submit();
  }} onKeyDown=${(/** @type {KeyboardEvent} */ e) => {
    // What was written stays with the todo: only Cancel gives it up.
    if (e.key === 'Escape') {
      e.preventDefault();
      onDone();
    }
  }}>
    ${
      offered &&
      h(Kept, {
        onDiscard: () => {
          before.current = l.todo;
          change(l.todo);
          setCrossing([]);
          setOffered(false);
          /** @type {HTMLElement | null} */ (form.current?.querySelector('input[type=text]'))?.focus();
        },
      })
    }
    <div class="grid">${TODO_FIELDS.flatMap(f => (f === 'status' && why ? [f, 'statusReason'] : [f])).map(name => h(Field, { key: name, name, id: `td-${l.key}-${name}`, value: /** @type {any} */ (now)[name], onChange: (/** @type {any} */ v) => change({ ...now, [name]: v }) }))}</div>
    ${crossing.length > 0 && h(Crossings, { all: crossing, id: l.key, onTake: take })}
    <div class="acts-line"><button class="btn primary small" disabled=${crossing.some(c => !c.taken)}>${t('ui-save')}</button><button type="button" class="btn quiet" onClick=${done}>${t('ui-cancel')}</button>
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
