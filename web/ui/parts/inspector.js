// What one item would do, why it was proposed, what was checked, and the operation itself.
import { html, h, useEffect, useState } from '../vendor/preact.js';
import { also, t } from '../i18n.js';
import { fieldName, value, moment } from '../format.js';
import { get } from '../api.js';
import { attempt, today, zone } from '../state/app.js';
import { canEdit, edit, decide, goneOf, lasts } from '../state/sheet.js';
import { warned } from './warned.js';
import { Icon, Change, lazy, reasonText } from './bits.js';
import { whose, sourceText } from './whose.js';
/** @typedef {import('../types.js').ItemView} Item */
/** @typedef {import('../types.js').SetView} SetView */

const FileRows = lazy(async () => (await import('./drift-file.js')).FileRows),
  FilePreview = lazy(async () => (await import('./file-item.js')).FilePreview),
  CommandPreview = lazy(async () => (await Promise.all([import('./command-item.js'), also('commands')]))[0].CommandPreview),
  ToolPreview = lazy(async () => (await Promise.all([import('./tool-item.js'), also('commands')]))[0].ToolPreview),
  RulePreview = lazy(async () => (await import('./rule-item.js')).RulePreview);
/** A rule that signed it, if one did. @param {Item} item */
const ruleOf = item => /** @type {any} */ (item.decided_by?.kind === /** @type {any} */ ('rule') ? item.decided_by : null);

/** Of the days of a series those that come and those that go, and not all there are. @param {import('../types.js').TodoPreview['fields'][number]} f */
const turned = f => {
  if (!['skippedDates', 'completedDates'].includes(f.field)) return f;
  const [before, after] = [f.before, f.after].map(x => /** @type {string[]} */ (x ?? []));
  return { ...f, before: before?.filter(x => !after?.includes(x)), after: after?.filter(x => !before?.includes(x)) };
};
/** Fields of one todo, before and after. @param {{ p: import('../types.js').TodoPreview, named: boolean }} p */
export function TodoChange({ p: whole, named }) {
  const p = { ...whole, fields: whole.fields.map(turned) };
  const gone = p.before_exists && !p.after_exists,
    fields = p.fields.filter(f => !(value(f.field, f.before) === '—' && value(f.field, f.after) === '—'));
  return html`<div class="tp">${
    named &&
    html`<p class="tp-t">
    <b>${p.title}</b>${p.id !== null && html` <span class="dim num">#${p.id}</span>`}${gone && html` <span class="minus">${t('page-preview-deleted')}</span>`}</p>`
  }
    ${gone ? html`${!named && html`<p class="minus">${t('page-preview-deleted')}${p.id !== null && html` <span class="dim num">#${p.id}</span>`}</p>`}<dl class="fields gone">${fields.map(f => html`<dt key=${`${f.field}-t`}>${fieldName(f.field)}</dt><dd key=${f.field}><del>${value(f.field, f.before)}</del></dd>`)}</dl>` : html`<dl class="fields">${fields.map(f => html`<dt key=${`${f.field}-t`}>${fieldName(f.field)}</dt><dd key=${f.field}>${h(Change, { before: p.before_exists ? value(f.field, f.before) : '—', after: value(f.field, f.after) })}</dd>`)}</dl>`}</div>`;
}
/** Targets of a bulk item, each of which can be left out. @param {{ set: SetView, item: Item, fixed: boolean }} p */
function Targets({ set, item, fixed }) {
  const [all, setAll] = useState(false),
    shown = all ? item.targets : item.targets.slice(0, 50);
  const inside = item.targets.filter(x => !x.excluded).length;
  return html`<div class="targets" role="group" aria-label=${t('page-targets', { n: inside })}>
    <p class="dim num">${t('page-targets', { n: inside })}${inside < item.targets.length ? ` · ${t('page-targets-excluded', { n: item.targets.length - inside })}` : ''}</p>
    <ul>${shown.map(
      x => html`<li key=${x.id} data-excluded=${x.excluded}><label class="target">
      <input type="checkbox" data-target=${x.id} checked=${!x.excluded} disabled=${fixed} onChange=${() => edit(set, item, x.excluded ? { include: [x.id] } : { exclude: [x.id] })} /><span>${x.title}</span><span class="dim num">#${x.id}</span></label></li>`,
    )}</ul>
    ${!all && item.targets.length > shown.length && html`<button class="link" onClick=${() => setAll(true)}>${t('page-show-more', { n: item.targets.length - shown.length })}</button>`}</div>`;
}
/** What an applied item did, as its entry says: what is there now says no more what was there before. @param {{ item: Item, entry: number }} p */
function Applied({ item, entry }) {
  const [changes, setChanges] = useState(/** @type {import('../types.js').TodoPreview[]} */ ([]));
  useEffect(() => {
    attempt(async () => {
      const r = await get(`/api/ledger?limit=1&before=${entry + 1}`),
        was = /** @type {import('../types.js').EntryView | undefined} */ (r.entries.find((/** @type {{ seq: number }} */ e) => e.seq === entry));
      setChanges(was?.items.find(i => i.n === item.n)?.changes ?? []);
    });
  }, [entry, item.n]);
  return html`${changes.map((p, i) => h(TodoChange, { key: p.id ?? i, p, named: changes.length > 1 || p.title !== item.target }))}
    <p class="dim"><a href="#/history">${t('page-applied-before', { entry: String(entry) })}</a></p>`;
}
/** @param {{ set: SetView, item: Item, fixed: boolean }} p */
const Preview = ({ set, item, fixed }) => html`${
  // Of many that go, the list of targets says it all.
  (item.verb !== 'delete' || !item.targets.length) &&
  item.preview.map((p, i) => h(TodoChange, { key: p.id ?? i, p, named: item.preview_total > 1 || p.title !== item.target }))
}
  ${item.preview_total > item.preview.length && !item.targets.length && html`<p class="dim">${t('page-preview-more', { n: item.preview_total - item.preview.length })}</p>`}
  ${
    item.preview.length === 0 &&
    (item.applied_by !== null
      ? h(Applied, { item, entry: item.applied_by })
      : item.targets.length === 0 && html`<p class="dim">${t('page-preview-none')}</p>`)
  }
  ${item.targets.length > 0 && h(Targets, { set, item, fixed })}`;
/** @param {{ set: SetView, item: Item }} p */
const Why = ({
  set,
  item,
}) => html`<dl class="facts"><dt>${item.why ? whose(item) || t(set.source.kind === 'wake' ? 'page-why' : 'page-why-asked') : t('page-why-asked')}</dt><dd>${item.why && set.source.kind === 'wake' && !whose(item) ? item.why : html`<q>${item.why || set.title}</q>`}</dd>
  <dt>${t('page-why-by')}</dt><dd>${sourceText(set)}</dd>
  <dt>${t('page-why-when')}</dt><dd class="num">${moment(set.created_at, zone.value, today.value)}</dd>
  ${item.reason && html`<dt>${t('page-why-reason')}</dt><dd>${reasonText(item.reason)}</dd>`}${
    item.decided_at &&
    html`<dt>${t('page-why-decided')}</dt>
    <dd class="num">${moment(item.decided_at, zone.value, today.value)}</dd>`
  }${ruleOf(item) && html`<dt>${t('page-why-rule')}</dt><dd><a href="#/rules">${t('page-why-rule-n', { n: String(ruleOf(item).rule), name: ruleOf(item).name })}</a></dd>`}</dl>`;
/** @param {{ item: Item }} p */
const Checks = ({ item }) => {
  const list = [
    ...item.problems.map(p => ({ bad: true, p })),
    ...warned(item.warnings).map(p => ({ bad: false, p })),
    ...(item.failure ? [{ bad: true, p: item.failure }] : []),
  ];
  return html`<ul class="checks">${list.map(
    ({ bad, p }, i) => html`<li key=${i} class=${bad ? 'bad' : 'warn'}>${h(Icon, { name: 'triangle-alert', size: 14 })}
    <span>${p.message} <span class="dim">${p.hint}</span></span></li>`,
  )}
    ${!item.problems.length && html`<li class="ok">${h(Icon, { name: 'check', size: 14 })}<span>${t('page-check-valid')}</span></li>`}
    ${
      item.drift.length
        ? html`<li class="warn">${h(Icon, { name: 'refresh-cw', size: 14 })}<span>${t('page-check-drifted', { n: item.drift.length })}</span>
      </li>`
        : html`<li class="ok">${h(Icon, { name: 'check', size: 14 })}<span>${t('page-check-current')}</span></li>`
    }
    ${item.needs.length > 0 && html`<li>${h(Icon, { name: 'info', size: 14 })}<span>${t('page-needs', { list: item.needs.join(', ') })}</span></li>`}
    <li class=${lasts(item) ? 'warn' : 'ok'}>${h(Icon, { name: lasts(item) ? 'triangle-alert' : 'undo-2', size: 14 })}
      <span>${t(lasts(item) ? 'page-not-undoable' : item.kind === 'rule' ? 'page-rule-revocable' : item.reversible ? 'page-undoable' : 'page-undo-nothing')}</span></li></ul>`;
};
/** What changed under the proposal, and the three ways on. @param {{ set: SetView, item: Item, onEdit: () => void }} p */
export const DriftStrip = ({ set, item, onEdit }) => {
  // Nothing is left to be changed or compared.
  const gone = goneOf(item);
  return html`<div class="driftbox" role="group" aria-label=${t('page-drift-title')}><p><b>${t('page-drift-title')}</b> ${gone ? t('page-drift-gone', { title: gone.title }) : t(item.file ? 'page-drift-file' : 'page-drift-text')}</p>
  ${
    !gone &&
    html`<div class="scroll" tabindex="0" role="region" aria-label=${t('page-drift-table')}><table class="drift"><thead><tr><th scope="col">${t('page-drift-what')}</th>
    <th scope="col">${t('page-drift-base')}</th><th scope="col">${t('page-drift-now')}</th><th scope="col">${t('page-drift-proposed')}</th></tr></thead>
    <tbody>${item.drift.map((d, i) => {
      if (item.file && d.field === 'content') return h(FileRows, { key: i, set: set.id, item });
      return html`<tr key=${i}><th scope="row">${d.title !== item.target ? `${d.title} · ` : ''}${fieldName(d.field)}</th>
      <td>${value(d.field, d.base)}</td><td><b>${value(d.field, d.now)}</b></td><td>${value(d.field, d.proposed)}</td></tr>`;
    })}</tbody></table></div>`
  }
  <div class="acts-line">${!gone && html`<button class="btn quiet" onClick=${() => edit(set, item, { rebase: true })}>${t('page-rebase')}</button>`}${canEdit(item) && html`<button class="btn quiet" onClick=${onEdit}>${t('page-edit')}</button>`}<button class="btn quiet" onClick=${() => decide(set, item, 'rejected')}>${t('page-drop')}</button></div></div>`;
};

const TABS = /** @type {const} */ (['preview', 'why', 'checks', 'raw']);
/** @param {{ set: SetView, item: Item, tab: string, onTab: (t: string) => void, fixed: boolean, onEdit: () => void }} p */
export function Inspector({ set, item, tab, onTab, fixed, onEdit }) {
  const id = `insp-${item.n}`;
  const arrows = (/** @type {KeyboardEvent} */ e) => {
    const step = e.key === 'ArrowRight' ? 1 : e.key === 'ArrowLeft' ? -1 : 0;
    if (!step) return;
    e.preventDefault();
    e.stopPropagation();
    const to = TABS[(TABS.indexOf(/** @type {any} */ (tab)) + step + TABS.length) % TABS.length] ?? 'preview';
    onTab(to);
    document.getElementById(`${id}-${to}`)?.focus();
  };
  return html`<div class="insp"><div class="tabs" role="tablist" aria-label=${t('page-inspector')} onKeyDown=${arrows}>${TABS.map(x => html`<button key=${x} role="tab" id=${`${id}-${x}`} aria-selected=${tab === x} aria-controls=${`${id}-p`} tabindex=${tab === x ? 0 : -1} onClick=${() => onTab(x)}>${t(`page-tab-${x}`)}</button>`)}</div>
    <div role="tabpanel" id=${`${id}-p`} aria-labelledby=${`${id}-${tab}`} class="panel">
      ${
        tab === 'preview'
          ? item.file
            ? h(FilePreview, { set, item, fixed, onEdit })
            : item.command
              ? h(CommandPreview, { set, item })
              : item.tool
                ? h(ToolPreview, { set, item })
                : item.kind === 'rule' && item.status !== 'invalid'
                  ? h(RulePreview, { item })
                  : h(Preview, { set, item, fixed })
          : tab === 'why'
            ? h(Why, { set, item })
            : tab === 'checks'
              ? h(Checks, { item })
              : html`<pre class="raw" tabindex="0" role="region" aria-label=${t('page-tab-raw')}>${JSON.stringify(item.op, null, 2)}</pre>
                <p class="dim digest">${t('page-digest')} <code>${item.digest}</code></p>`
      }</div></div>`;
}
