// A question answered in place: up to three sections of chips, and free text in the composer.
import { html, h, useState } from '../vendor/preact.js';
import { t, has, also, language } from '../i18n.js';
import { today } from '../state/app.js';
import * as desk from '../state/desk.js';
await also('said');
/** @typedef {import('../types.js').ClarifyOption} Option */

const CAP = 7; // S0-36
/** @param {{ kind: string, o: Option }[]} picked @returns {import('../types.js').ClarifySelection} */
function selection(picked) {
  const s = /** @type {import('../types.js').ClarifySelection} */ ({ ids: [], date: null, priority: null, values: [] });
  for (const { kind, o } of picked) {
    if (kind === 'which' && typeof o.value === 'number') s.ids.push(o.value);
    else if (kind === 'when' && typeof o.value === 'string' && /^\d{4}-\d\d-\d\d$/.test(o.value) && !s.date) s.date = o.value;
    else s.values.push(o.value);
  }
  return s;
}

/** "6 May 2027", as the server words days. @param {string} ymd */
const dated = ymd =>
  new Intl.DateTimeFormat(language.startsWith('en') ? 'en-GB' : language, { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' }).format(
    new Date(ymd),
  );
/** What an option is called: a date of another year with its year. @param {Option | undefined} o */
const named = o =>
  typeof o?.value === 'string' &&
  /^\d{4}-\d\d-\d\d$/.test(o.value) &&
  o.value.slice(0, 4) !== today.value.slice(0, 4) &&
  !o.label.includes(o.value.slice(0, 4))
    ? dated(o.value)
    : o?.label;
/** @param {{ turn: import('../types.js').Turn }} p */
export function Clarify({ turn }) {
  const c = turn.clarify;
  const [picked, setPicked] = useState(/** @type {{ at: number, kind: string, o: Option }[]} */ ([]));
  const [more, setMore] = useState(/** @type {number[]} */ ([]));
  if (!c) return null;
  const sections = desk.sectionsOf(c),
    open = desk.question.value?.key === turn.key,
    single = sections.length === 1;
  /** @param {{ kind: string, o: Option }[]} list */
  const answer = list =>
    desk.send(list.map(x => x.o.label).join(', '), {
      answers: { question_id: c.question_id, selection: selection(list), chosen: list.map(x => x.o.label), of: turn.key },
    });
  /** @param {number} at @param {string} kind @param {Option} o */
  const pick = (at, kind, o) => {
    if (single) {
      answer([{ kind, o }]);
      return;
    }
    const on = picked.some(x => x.at === at && x.o === o);
    setPicked([...picked.filter(x => x.at !== at || (kind === 'which' && x.o !== o)), ...(on ? [] : [{ at, kind, o }])]);
  };
  if (!open)
    return html`<div class="clarify done" role="group" aria-label=${c.question}>
      <p class="q">${c.question}</p>${turn.chosen !== null && turn.chosen.length > 0 && html`<p class="chips">${turn.chosen.map(x => html`<span class="chip chosen" key=${x}>${named(sections.flatMap(s => s.options).find(o => o.label === x)) ?? x}</span>`)}</p>`}</div>`;
  const ready = sections.every((_, at) => picked.some(x => x.at === at));
  return html`<div class="clarify" role="group" aria-label=${c.question}><p class="q">${c.question}</p>
    ${sections.map(
      (s, at) => html`<div class="csec" key=${at} role="group" aria-label=${has(`page-section-${s.kind}`) ? t(`page-section-${s.kind}`) : s.kind}>
      ${!single && html`<p class="dim" aria-hidden="true">${has(`page-section-${s.kind}`) ? t(`page-section-${s.kind}`) : s.kind}</p>`}
      <div class="chips">${s.options.slice(0, more.includes(at) ? undefined : CAP).map((o, i) => html`<button key=${i} class="chip" aria-pressed=${single ? undefined : picked.some(x => x.at === at && x.o === o)} onClick=${() => pick(at, s.kind, o)}>${named(o)}</button>`)}
        ${s.options.length > CAP && !more.includes(at) && html`<button class="link" onClick=${() => setMore([...more, at])}>${t('page-show-more', { n: s.options.length - CAP })}</button>`}</div></div>`,
    )}
    ${!single && sections.length > 0 && html`<button class="btn primary" disabled=${!ready} onClick=${() => answer(picked)}>${t('page-answer')}</button>`}
    <p class="dim">${t('page-answer-free')}</p></div>`;
}
