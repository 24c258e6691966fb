// The plan document of a conversation: a form, its Markdown, and what changes before it is saved.
import { html, h, useState, useEffect } from '../vendor/preact.js';
import { t, word } from '../i18n.js';
import { get, call, post, ApiError } from '../api.js';
import { attempt, say, toast } from '../state/app.js';
import { showGoal } from '../state/desk.js';
import { Dialog, Icon, closeDialog } from './bits.js';
/** @typedef {import('../types.js').Plan} Plan */
/** @typedef {import('../types.js').PlanEdited} Edited */

const STATUSES = /** @type {const} */ (['planning', 'in_progress', 'blocked', 'completed', 'failed']);

/** @param {{ plan: Plan, onChange: (p: Plan) => void }} p */
function Form({ plan, onChange }) {
  const list = plan.acceptanceCriteria;
  /** @param {number} i @param {Partial<Plan['acceptanceCriteria'][number]>} part */
  const set = (i, part) => onChange({ ...plan, acceptanceCriteria: list.map((c, n) => (n === i ? { ...c, ...part } : c)) });
  /** @param {'decisionsMade' | 'decisionsRejected'} field */
  const decisions = field =>
    plan[field].length > 0 &&
    html`<section><h3>${word('page-plan-field', field)}</h3><ul class="plan-list">${plan[field].map(
      (d, i) => html`<li key=${i}><span><b>${d.title}</b>${d.rationale && html` · ${d.rationale}`}</span>
      <button type="button" class="ic" aria-label=${t('page-plan-remove', { what: d.title })} onClick=${() => onChange({ ...plan, [field]: plan[field].filter((_, n) => n !== i) })}>${h(Icon, { name: 'x', size: 14 })}</button></li>`,
    )}</ul></section>`;
  return html`<label>${t('page-plan-status')} <select value=${plan.status} onChange=${(/** @type {any} */ e) => onChange({ ...plan, status: e.target.value })}>${STATUSES.map(s => html`<option key=${s} value=${s}>${word('page-plan-status', s)}</option>`)}</select></label>
    <label class="tall" for="plan-goal">${t('page-plan-goal')}</label>
    <textarea id="plan-goal" rows="3" value=${plan.goal} onInput=${(/** @type {any} */ e) => onChange({ ...plan, goal: e.target.value })}></textarea>
    <section><h3>${word('page-plan-field', 'acceptanceCriteria')}</h3>
      <ul class="plan-list">${list.map(
        (
          c,
          i,
        ) => html`<li key=${i}><input type="checkbox" aria-label=${t('page-plan-met', { what: c.description })} checked=${c.completed} onChange=${(/** @type {any} */ e) => set(i, { completed: e.target.checked })} />
        <input class="grow" aria-label=${t('page-plan-criterion', { n: i + 1 })} value=${c.description} onInput=${(/** @type {any} */ e) => set(i, { description: e.target.value })} />
        <button type="button" class="ic" aria-label=${t('page-plan-remove', { what: c.description })} onClick=${() => onChange({ ...plan, acceptanceCriteria: list.filter((_, n) => n !== i) })}>${h(Icon, { name: 'x', size: 14 })}</button></li>`,
      )}</ul>
      <button type="button" class="btn quiet" onClick=${() => onChange({ ...plan, acceptanceCriteria: [...list, { description: '', completed: false, notes: '' }] })}>${h(Icon, { name: 'plus', size: 14 })}${t('page-plan-add')}</button></section>
    ${decisions('decisionsRejected')}${decisions('decisionsMade')}
    ${plan.executionLog.length > 0 && html`<p class="dim">${t('page-plan-log', { n: plan.executionLog.length })}</p>`}`;
}

/** @param {{ shown: Edited }} p */
const Changes = ({ shown }) => html`<ul class="plan-changes" aria-label=${t('page-plan-changes')}>${shown.changes.map(
  (c, i) => html`<li key=${i}><b>${word('page-plan-field', c.field)}</b>
    ${c.before && html`<del>${c.before}</del><span class="vh"> ${t('ui-becomes')} </span>`}${c.after && html`<ins>${c.after}</ins>`}</li>`,
)}</ul>
  ${shown.unread.map(u => html`<p class="warn" key=${u.line}>${h(Icon, { name: 'triangle-alert', size: 14 })}<span>${t('page-plan-unread', { line: u.line, text: u.text })}</span></p>`)}
  ${shown.missing.map(m => html`<p class="warn" key=${m}>${h(Icon, { name: 'triangle-alert', size: 14 })}<span>${word('page-plan-missing', m)}</span></p>`)}`;

/** @param {{ session: string }} p */
export function PlanDialog({ session }) {
  const url = `/api/sessions/${encodeURIComponent(session)}/plan`,
    [plan, setPlan] = useState(/** @type {Plan | null} */ (null)),
    [text, setText] = useState(''),
    [tab, setTab] = useState(/** @type {'form' | 'markdown'} */ ('form')),
    [shown, setShown] = useState(/** @type {Edited | null} */ (null)),
    [edited, setEdited] = useState(/** @type {string | null} */ (null)),
    [unread, setUnread] = useState(/** @type {string | null} */ (null)),
    [mending, setMending] = useState(false),
    [base, setBase] = useState(0);
  useEffect(() => {
    attempt(async () => {
      const r = await get(url);
      setPlan(r.plan);
      setText(r.markdown);
      setBase(r.plan.metadata.version);
      setEdited((await get(`/api/sessions/${encodeURIComponent(session)}/folder`)).edited);
    });
  }, []);
  /** @param {string} [accept] */
  const put = accept => call('PUT', url, { base, ...(tab === 'form' ? { plan } : { markdown: text }), ...(accept ? { accept } : {}) });
  /** @param {Edited} r */
  const look = r => {
    setUnread(null);
    setShown(r);
    say(t('page-plan-count', { n: r.changes.length }));
  };
  /** Does something with what the document says; one that cannot be read is told of in place. @param {(r: Edited) => void} f */
  const read = f =>
    attempt(async () => {
      try {
        f(await put());
      } catch (e) {
        if (!(e instanceof ApiError) || e.code !== 'unreadable_plan') throw e;
        setUnread(e.message);
        say(e.message);
      }
    });
  const show = () => read(look);
  /** A model writes it in its format; that is shown, and saved like any edit. */
  const mend = () =>
    attempt(async () => {
      setMending(true);
      try {
        const r = /** @type {Edited} */ (await post(`${url}/mend`, { markdown: text }));
        setText(r.markdown);
        look(r);
      } finally {
        setMending(false);
      }
    });
  const save = () =>
    attempt(async () => {
      const r = /** @type {Edited} */ (await put(shown?.digest));
      closeDialog();
      showGoal(r.plan.goal);
      toast(t('page-plan-saved', { version: r.plan.metadata.version }));
    });
  /** The other tab begins from what this one says. @param {'form' | 'markdown'} to */
  const turn = to =>
    to === tab ||
    read(r => {
      setPlan(r.plan);
      setText(r.markdown);
      setTab(to);
    });
  if (!plan) return null;
  return h(
    Dialog,
    { title: t('page-plan'), wide: true },
    shown
      ? html`<p class="dim">${shown.changes.length ? t('page-plan-count', { n: shown.changes.length }) : t('page-plan-same')}</p>${h(Changes, { shown })}
      <div class="dlg-acts"><button class="btn quiet" onClick=${() => setShown(null)}>${t('page-plan-back')}</button>
        ${shown.changes.length > 0 && html`<button class="btn primary" disabled=${shown.missing.length > 0} onClick=${save}>${t('page-plan-save', { n: shown.changes.length })}</button>`}</div>`
      : html`<div class="seg" role="group" aria-label=${t('page-plan-view')}>${/** @type {const} */ (['form', 'markdown']).map(x => html`<button key=${x} aria-pressed=${tab === x} onClick=${() => turn(x)}>${t(`page-plan-tab-${x}`)}</button>`)}</div>
      ${
        edited !== null &&
        html`<p class="warn">${h(Icon, { name: 'triangle-alert', size: 14 })}<span>${t('page-plan-edited')}</span> <button type="button" class="link" onClick=${() => {
          setText(edited);
          setTab('markdown');
          setEdited(null);
        }}>${t('page-plan-take')}</button></p>`
      }
      ${
        tab === 'markdown' &&
        unread !== null &&
        html`<p class="warn">${h(Icon, { name: 'triangle-alert', size: 14 })}<span>${unread}</span>
        <button type="button" class="link" disabled=${mending} onClick=${mend}>${t(mending ? 'page-plan-mending' : 'page-plan-mend')}</button></p>`
      }
      <form class="plan" onSubmit=${(/** @type {Event} */ e) => {
        e.preventDefault();
        show();
      }}>${tab === 'form' ? h(Form, { plan, onChange: setPlan }) : html`<label class="vh" for="plan-md">${t('page-plan-tab-markdown')}</label><textarea id="plan-md" class="mono" rows="16" spellcheck="false" value=${text} onInput=${(/** @type {any} */ e) => (setText(e.target.value), setUnread(null))}></textarea>`}
      <div class="dlg-acts"><button type="button" class="btn quiet" onClick=${closeDialog}>${t('ui-cancel')}</button><button class="btn primary">${t('page-plan-show')}</button></div></form>`,
  );
}
