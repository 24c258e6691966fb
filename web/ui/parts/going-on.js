// How full a conversation is, and where it goes on: the gauges, the choice at a threshold, what was handed over, what went wrong.
import { html, h, useState, useEffect } from '../vendor/preact.js';
import { t, word } from '../i18n.js';
import { get, post, call } from '../api.js';
import { bytes } from '../format.js';
import { attempt, dialog, go, say, toast } from '../state/app.js';
import * as desk from '../state/desk.js';
import { keepUnsent } from '../state/unsent.js';
import { fill } from '../state/now.js';
import { Dialog, Icon, closeDialog } from './bits.js';
/** @typedef {import('../types.js').SessionMeter} Meter */
/** @typedef {import('../types.js').Gauge} Gauge */

/** @param {string} session */
const at = session => `/api/sessions/${encodeURIComponent(session)}`;
/** Offers that were put on the screen already, by conversation, gauge and bound: a page asks once. @type {Set<string>} */
const asked = new Set();

/** "ctx 41 % · 12 KB", read again after each message. @param {{ session: string, busy: boolean, turns: number }} p */
export function Meter({ session, busy, turns }) {
  const [m, setMeter] = useState(/** @type {Meter | null} */ (null));
  useEffect(() => {
    if (busy) return;
    attempt(async () => {
      const now = /** @type {Meter} */ (await get(`${at(session)}/meter`));
      if (desk.session.value !== session) return;
      setMeter(now);
      const gauge = now.offer && now[now.offer],
        key = gauge && `${session} ${now.offer} ${gauge.of}`;
      if (!key || asked.has(key) || dialog.value) return;
      asked.add(key);
      dialog.value = { kind: 'going-on', session, meter: now };
    });
  }, [session, busy, turns, desk.carried.value]);
  if (!m) return null;
  const high = Boolean(m.context?.high || m.storage.high);
  return html`<button type="button" class="fullness num" data-high=${high ? 'true' : undefined} title=${t('page-meter-hint')} onClick=${() => {
    dialog.value = { kind: 'going-on', session, meter: m };
  }}>${high && h(Icon, { name: 'triangle-alert', size: 12 })}${m.context ? t('page-meter-context', { n: m.context.percent }) : bytes(m.storage.used)}</button>`;
}

/** @param {{ name: string, gauge: Gauge, text: string }} p */
const Bar = ({ name, gauge, text }) => html`<div class="gauge"><span>${name}</span>
  <meter min="0" max="100" high="80" value=${Math.min(100, gauge.percent)} aria-label=${name}>${gauge.percent} %</meter><span class="num">${text}</span></div>`;

const ROWS = /** @type {const} */ (['new', 'context', 'history', 'rollback', 'speed', 'storage', 'when']);
const Compared =
  () => html`<div class="scroll" tabindex="0" role="region" aria-label=${t('page-going-on-compared')}><table class="drift compared"><thead><tr>
    <th scope="col"><span class="vh">${t('page-going-on-compared')}</span></th><th scope="col">${t('page-hand-off')}</th><th scope="col">${t('page-extend')}</th></tr></thead>
  <tbody>${ROWS.map(r => html`<tr key=${r}><th scope="row">${t(`page-compare-${r}`)}</th><td>${t(`page-compare-${r}-handoff`)}</td><td>${t(`page-compare-${r}-extend`)}</td></tr>`)}</tbody></table></div>`;

/** A text that is read when it is opened. @param {{ title: string, session: string }} p */
function Told({ title, session }) {
  const [text, setText] = useState('');
  return html`<details onToggle=${(/** @type {any} */ e) => {
    if (e.target.open && !text) attempt(async () => setText((await get(`${at(session)}/handoff`)).text));
  }}><summary>${title}</summary><pre class="raw">${text || t('ui-loading')}</pre></details>`;
}

/** @param {{ session: string }} p */
function Bugs({ session }) {
  const [found, setFound] = useState(/** @type {import('../types.js').Bugs | null} */ (null));
  useEffect(() => {
    attempt(async () => setFound(await get(`${at(session)}/bugs`)));
  }, []);
  if (!found?.bugs.length) return null;
  return html`<details class="bugs"><summary>${t('page-bugs', { n: found.bugs.length, open: found.open })}</summary>
    <ul>${found.bugs.map(
      b => html`<li key=${b.id}><label><input type="checkbox" checked=${b.resolved} onChange=${(/** @type {any} */ e) =>
        attempt(async () => setFound(await call('PUT', `${at(session)}/bugs/${b.id}`, { resolved: e.target.checked })))} />
      <span><b>${b.kind}</b> <span class="dim">${word('page-recovery', b.what)} · ${t('page-bug-message', { n: b.exchange })}</span> ${b.description}</span></label></li>`,
    )}</ul>
    <button type="button" class="btn quiet" onClick=${() =>
      attempt(async () => {
        await navigator.clipboard.writeText(found.report);
        say(t('page-bugs-copied'));
      })}>${h(Icon, { name: 'notebook-text', size: 14 })}${t('page-bugs-copy')}</button></details>`;
}

/** @param {{ d: any }} p */
export function GoingOnDialog({ d }) {
  const { session } = d,
    m = /** @type {Meter} */ (d.meter),
    offer = m.offer;
  const handOff = () =>
    attempt(async () => {
      const over = await post(`${at(session)}/handoff`, {});
      closeDialog();
      keepUnsent(`say ${over.session.id}`, over.carried.next);
      go('desk', { s: over.session.id });
      say(t('page-next-filled'));
      toast(t('page-handed-off', { title: over.session.title }));
    });
  const extend = () =>
    attempt(async () => {
      const over = await post(`${at(session)}/extend`, {});
      closeDialog();
      desk.carried.value = over.carried;
      fill(over.carried.next);
      toast(t('page-extended', { n: over.carried.messages }));
    });
  const stay = () => {
    closeDialog();
    if (offer) attempt(() => call('PATCH', at(session), { decline: offer }));
  };
  const title = offer ? t(`page-full-${offer}`, { n: m[offer]?.percent ?? 0 }) : t('page-fullness');
  return h(
    Dialog,
    { title, wide: true, onClose: () => offer && attempt(() => call('PATCH', at(session), { decline: offer })) },
    html`${
      m.context &&
      h(Bar, {
        name: t('page-gauge-context'),
        gauge: m.context,
        text: t(m.measured ? 'page-gauge-measured' : 'page-gauge-estimated', { used: m.context.used, of: m.context.of, model: m.model ?? '' }),
      })
    }
    ${h(Bar, { name: t('page-gauge-storage'), gauge: m.storage, text: t('page-gauge-stored', { used: bytes(m.storage.used), of: bytes(m.storage.of) }) })}
    <p class="dim">${t('page-gauge-messages', { n: m.messages })}</p>
    ${h(Compared, {})}
    ${h(Told, { title: t('page-handoff-told'), session })}
    ${h(Bugs, { session })}
    <div class="dlg-acts"><button class="btn quiet" autofocus onClick=${stay}>${t('ui-cancel')}</button>
      <button class=${`btn ${offer === 'storage' ? 'primary' : 'quiet'}`} onClick=${extend}>${t('page-extend')}</button>
      <button class=${`btn ${offer === 'context' ? 'primary' : 'quiet'}`} onClick=${handOff}>${t('page-hand-off')}</button></div>`,
  );
}

/** What a conversation goes on with, above its messages. @param {{ carried: import('../types.js').Carried }} p */
export const CarriedCard = ({ carried }) => html`<article class="docket carried" aria-label=${t('page-carried')}>
  <div class="dk-head">${h(Icon, { name: 'history' })}<b>${carried.from ? t('page-carried-handoff') : t('page-carried-extended', { n: carried.messages })}</b>
    ${carried.from && html`<a href=${`#/desk?s=${encodeURIComponent(carried.from)}`}>${t('page-carried-parent')}</a>`}</div>
  <details><summary>${t('page-carried-told')}</summary><pre class="raw">${carried.text}</pre></details></article>`;
