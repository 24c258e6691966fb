// Several todos at once: done, moved or deleted as one change set.
import { html, h, useState } from '../vendor/preact.js';
import { also, t } from '../i18n.js';
import { dayAlone } from '../format.js';
import { dialog, today } from '../state/app.js';
import { groups, make } from '../state/todos.js';
import { Icon } from '../parts/bits.js';
import { picked, pickNone } from '../parts/pick.js';

/** From so many on a deletion is held, as on the sheet. */
const HELD = 5;
/** What is done with all that are chosen; it stands above the list's end while some are. */
export function Picked() {
  const [date, setDate] = useState('');
  const all = Object.values(groups.value).flat(),
    lines = picked.value.flatMap(id => all.find(l => l.todo.id === id) ?? []),
    n = lines.length;
  if (!n) return null;
  const open = lines.filter(l => !l.done);
  /** One change set, and one word that takes it back. @param {any[]} ops @param {string} said */
  const act = async (ops, said) => {
    if (ops.length && (await make(ops, { said }))) pickNone();
  };
  const complete = () =>
    act(
      open.map(l =>
        l.occurrence
          ? { op: 'complete_occurrence', id: l.todo.id, occurrenceDate: l.occurrence, completed: true }
          : { op: 'complete', id: l.todo.id, completed: true },
      ),
      t('page-picked-completed', { n: open.length }),
    );
  const move = () =>
    act(
      lines.map(l =>
        l.occurrence
          ? { op: 'move_occurrence', id: l.todo.id, occurrenceDate: l.occurrence, to: { date } }
          : { op: 'update', id: l.todo.id, scheduledFor: date },
      ),
      t('page-picked-moved', { n, date: dayAlone(date, today.value) }),
    );
  const gone = () =>
    act(
      lines.map(l => ({ op: 'delete', id: l.todo.id })),
      t('page-picked-deleted', { n }),
    );
  const remove = async () => {
    if (n < HELD) return gone();
    await also('review');
    dialog.value = {
      kind: 'confirm',
      hold: true,
      effect: t('page-effect-deletes', { n }),
      counts: { deletes: n, updates: 0 },
      lasting: [],
      begun: false,
      title: '',
      go: gone,
    };
  };
  return html`<form class="picked" aria-label=${t('page-picked', { n })} onSubmit=${(/** @type {Event} */ e) => {
    e.preventDefault();
    if (date) move();
  }}><b class="num">${t('page-picked', { n })}</b>
    <button type="button" class="btn quiet" disabled=${!open.length} onClick=${complete}>${h(Icon, { name: 'check', size: 14 })}${t('page-pick-complete')}</button>
    <span class="acts-line"><label class="vh" for="pick-date">${t('page-pick-date')}</label><input id="pick-date" type="date" required value=${date} onInput=${(/** @type {any} */ e) => setDate(e.target.value)} />
      <button class="btn quiet" disabled=${!date}>${h(Icon, { name: 'calendar', size: 14 })}${t('page-pick-move')}</button></span>
    <button type="button" class="btn quiet" onClick=${remove}>${h(Icon, { name: 'trash-2', size: 14 })}${t('ui-delete')}</button>
    <button type="button" class="link end" onClick=${pickNone}>${t('page-pick-none')}</button></form>`;
}
