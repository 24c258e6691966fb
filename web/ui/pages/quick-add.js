// A line that understands what is typed before it is added, and shows it.
import { html, h, useState, useRef, useLayoutEffect } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { fieldName, value } from '../format.js';
import { online, tell } from '../state/app.js';
import { interpret, make } from '../state/todos.js';
import { unsent, keepUnsent } from '../state/unsent.js';
import { Icon } from '../parts/bits.js';
/** @typedef {import('../types.js').Interpretation} Interpretation */

/** @param {Interpretation} i */
const creates = i => i.decision === 'plan' && i.ops.length > 0 && i.ops.every(o => o.op === 'create');
/** No order, or one about something that is not there: here, where todos are added, the words are the title. @param {Interpretation} i */
const titles = i =>
  i.decision === 'unsure' || i.decision === 'chat' || (i.decision === 'clarify' && i.warnings.some(w => w === 'not_found' || w === 'weak_match'));
/** What Enter adds; nothing, where the words go to the desk. @param {string} text @param {Interpretation} i @returns {any[] | null} */
const adds = (text, i) => (creates(i) ? i.ops : titles(i) ? [{ op: 'create', title: text }] : null);
export function QuickAdd() {
  const box = useRef(/** @type {HTMLInputElement | null} */ (null)),
    timer = useRef(0),
    asked = useRef(new AbortController()),
    taking = useRef('');
  const [seen, setSeen] = useState(/** @type {{ text: string, i: Interpretation } | null} */ (null));
  /** What was entered and nobody answered. */
  const [lost, setLost] = useState('');
  const ask = async (/** @type {string} */ text) => {
    asked.current.abort();
    const mine = (asked.current = new AbortController());
    if (!text) {
      setSeen(null);
      return null;
    }
    const i = await interpret(text, mine.signal);
    if (mine.signal.aborted || !i) return null;
    // What it leads to is drawn also where the server goes away meanwhile.
    if (!adds(text, i)) import('../parts/answer.js').catch(tell);
    setSeen({ text, i });
    return i;
  };
  useLayoutEffect(() => {
    const kept = unsent('add');
    if (!kept || !box.current) return;
    box.current.value = kept;
    ask(kept.trim());
  }, []);
  const enter = async () => {
    const text = box.current?.value.trim();
    // Enter twice adds once; what is typed while it is added stays.
    if (!text || !box.current || taking.current === text) return;
    const done = () => {
      if (box.current?.value.trim() === text) {
        box.current.value = '';
        keepUnsent('add', '');
        setSeen(null);
      }
    };
    clearTimeout(timer.current);
    setLost('');
    taking.current = text;
    const i = seen?.text === text ? seen.i : await interpret(text, new AbortController().signal);
    const ops = i && adds(text, i),
      made = ops ? await make(ops) : null;
    taking.current = '';
    if (!i || (made === false && !online.value)) setLost(text);
    if (made) done();
    if (!i || made !== null) return;
    // Anything but adding is a proposal, and those are reviewed on the desk.
    done();
    const desk = await import('../state/desk.js');
    desk.newConversation();
    desk.send(text);
    // The field that had the focus is gone: it goes to the one of the desk, where a finger calls up no keyboard by it.
    if (matchMedia('(pointer: fine)').matches) requestAnimationFrame(() => document.getElementById('say')?.focus());
  };
  const ops = seen && adds(seen.text, seen.i),
    fields = (/** @type {any} */ o) => Object.entries(o).filter(([k]) => !['op', 'title'].includes(k));
  return html`<form class="quick" onSubmit=${(/** @type {Event} */ e) => {
    e.preventDefault();
    enter();
  }}>
    <label class="vh" for="add">${t('page-add')}</label>${h(Icon, { name: 'plus' })}
    <input id="add" ref=${box} type="text" autocomplete="off" placeholder=${t('page-add-hint')} aria-describedby="add-seen" onInput=${(
      /** @type {any} */ e,
    ) => {
      clearTimeout(timer.current);
      keepUnsent('add', e.target.value);
      setLost('');
      const v = e.target.value.trim();
      timer.current = setTimeout(() => ask(v), 250);
    }} />
    <button class="btn quiet">${t('page-add-button')}</button>
    <div id="add-seen" class="seen">${lost && html`<p class="fail" role="alert">${h(Icon, { name: 'triangle-alert' })}<span>${t('page-add-lost')}</span></p>`}${
      seen &&
      (ops
        ? ops.map(
            (o, n) =>
              html`<p key=${n}><b>${o.title}</b>${fields(o).map(([k, v]) => html`<span class="label" key=${k}>${fieldName(k)}: ${value(k, v)}</span>`)}</p>`,
          )
        : html`<p class="dim">${t('page-add-desk')}</p>`)
    }</div></form>`;
}
