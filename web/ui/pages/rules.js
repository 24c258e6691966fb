// Standing rules: what runs unasked because the person said so, where, how often and how long.
import { html, h, signal, useEffect, useState } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { get, post } from '../api.js';
import { moment } from '../format.js';
import { attempt, newest, watch, say, openSet, today, zone } from '../state/app.js';
import { Icon, Empty } from '../parts/bits.js';
/** @typedef {{ kind: 'command', prefix: string[], cwd?: string } | { kind: 'read_only' } | { kind: 'files', folder: string } | { kind: 'exact', words: string[], cwd?: string } | { kind: 'todos' | 'not_proposed', shape: any }} Grant */
/** @typedef {{ id: number, workspace: string, name: string, grant: Grant, examples: { matches: string[], not_matches: string[] }, status: string, copied: boolean, uses: number, cap: number | null, expires_at: string, made_at: string, from: { set: number, item: number } | null, last_used_at: string | null, ended: { why?: string } | null, problem: { message: string } | null }} Rule */

const rules = signal(/** @type {Rule[] | null} */ (null));
const lists = newest();
const load = () =>
  attempt(() =>
    lists(
      () => get('/api/rules'),
      r => {
        rules.value = r.rules;
      },
    ),
  );
watch(what => {
  if (rules.value && what.includes('rules')) load();
});
/** @param {Rule} r */
const revoke = r =>
  attempt(async () => {
    await post(`/api/rules/${r.id}/revoke`, {});
    say(t(r.grant.kind === 'not_proposed' ? 'page-rule-revoked-silent' : 'page-rule-revoked', { name: r.name }));
    await load();
  });
/** @type {Record<string, string>} */
const ICON = { files: 'folder', todos: 'list-todo', not_proposed: 'x' };
/** @param {Grant} g */
const kindOf = g => t(`page-rule-kind-${g.kind}`);

/** @param {{ r: Rule }} p */
function Line({ r }) {
  const [open, setOpen] = useState(false),
    from = r.from;
  return html`<li class="rule" data-status=${r.status}><div class="rhead"><button class="fold" aria-expanded=${open} onClick=${() => setOpen(!open)}>
      ${h(Icon, { name: ICON[r.grant.kind] ?? 'terminal' })}<b>${['command', 'exact'].includes(r.grant.kind) ? html`<code>${r.name}</code>` : kindOf(r.grant)}${r.grant.kind === 'files' && html` <code>${r.grant.folder}/</code>`}</b></button>
    <span class="st" data-state=${r.status === 'active' ? 'applied' : r.status === 'suspended' ? 'drifted' : 'rejected'}>${t(`page-rule-status-${r.status}`)}</span>
    ${r.status === 'active' && html`<button class="btn quiet" onClick=${() => revoke(r)}>${t('page-rule-revoke')}<span class="vh"> ${r.name}</span></button>`}</div>
    ${'shape' in r.grant && html`<p>${r.name.replace(/^no more proposals: /, '')}</p>`}
    <p class="dim num">${r.workspace && `${r.workspace} · `}${r.cap === null ? t('page-rule-uses', { n: r.uses }) : t('page-rule-uses-of', { n: r.uses, cap: r.cap })} · ${t('page-rule-until', { date: moment(r.expires_at, zone.value, today.value) })}${r.ended?.why ? ` · ${r.ended.why}` : ''}</p>
    ${r.copied && html`<p class="dim">${t('page-rule-copied')}</p>`}
    ${r.problem && html`<p class="warn">${h(Icon, { name: 'triangle-alert', size: 14 })}<span>${r.problem.message}</span></p>`}
    ${
      open &&
      html`<dl class="facts"><dt>${t('page-rule-signed')}</dt><dd class="num">${moment(r.made_at, zone.value, today.value)}</dd>
      ${from && html`<dt>${t('page-rule-source')}</dt><dd><button class="link" onClick=${() => openSet(from.set)}>#${from.set}.${from.item}</button></dd>`}
      ${r.last_used_at && html`<dt>${t('page-rule-last')}</dt><dd class="num">${moment(r.last_used_at, zone.value, today.value)}</dd>`}
      ${
        r.examples.matches.length > 0 &&
        html`<dt>${t('page-rule-match')}</dt><dd>${r.examples.matches.map(x => html`<code key=${x}>${x}</code> `)}</dd>
      <dt>${t('page-rule-no-match')}</dt><dd>${r.examples.not_matches.map(x => html`<code key=${x}>${x}</code> `)}</dd>`
      }</dl>`
    }</li>`;
}

const KINDS = /** @type {const} */ (['command', 'read_only', 'files']);
function Make() {
  const [kind, setKind] = useState(/** @type {typeof KINDS[number]} */ ('command')),
    [text, setText] = useState(''),
    [days, setDays] = useState('30'),
    [cap, setCap] = useState(''),
    [command, setCommand] = useState(''),
    [found, setFound] = useState(/** @type {any} */ (null)),
    [folders, setFolders] = useState(/** @type {import('../types.js').WorkspaceView[] | null} */ (null)),
    [workspace, setWorkspace] = useState('');
  useEffect(() => {
    attempt(async () => {
      const list = (await get('/api/workspaces')).workspaces;
      setFolders(list);
      setWorkspace(list[0]?.id ?? '');
    });
  }, []);
  const grant = () =>
    kind === 'command'
      ? { kind, prefix: text.trim().split(/\s+/).filter(Boolean) }
      : kind === 'files'
        ? { kind, folder: text.trim().replace(/\/+$/, '') }
        : { kind };
  const rule = () => ({ workspace, grant: grant(), days: Number(days) || 30, cap: cap ? Number(cap) : null });
  const check = () =>
    attempt(async () => {
      setFound(await post('/api/rules/check', { rule: rule(), ...(command.trim() ? { command: command.trim() } : {}) }));
    });
  const sign = () =>
    attempt(async () => {
      const made = await post('/api/rules', rule());
      say(t('page-rule-made', { name: made.name }));
      setText('');
      setFound(null);
      await load();
    });
  if (folders && !folders.length)
    return html`<section class="card"><h2>${t('page-rule-new')}</h2><p class="dim">${t('page-folders-none')} <a href="#/settings">${t('page-rule-no-folder')}</a></p></section>`;
  return html`<section class="card" aria-labelledby="r-new"><h2 id="r-new">${t('page-rule-new')}</h2>
    <form class="rform" onSubmit=${(/** @type {Event} */ e) => {
      e.preventDefault();
      sign();
    }}>
    <div class="seg" role="radiogroup" aria-label=${t('page-rule-kind')}>${KINDS.map(
      k =>
        html`<label key=${k}><input type="radio" name="kind" checked=${kind === k} onChange=${() => {
          setKind(k);
          setFound(null);
        }} /><span>${t(`page-rule-kind-${k}`)}</span></label>`,
    )}</div>
    <p class="dim">${t(`page-rule-hint-${kind}`)}</p>
    ${
      kind !== 'read_only' &&
      html`<p class="field"><label for="r-text">${t(kind === 'files' ? 'page-rule-folder' : 'page-rule-words')}</label>
        <input id="r-text" class="mono" value=${text} required autocapitalize="off" spellcheck="false" onInput=${(/** @type {any} */ e) => setText(e.target.value)} /></p>`
    }
    <div class="parts"><p class="field"><label for="r-ws">${t('page-rule-workspace')}</label><select id="r-ws" value=${workspace} onChange=${(/** @type {any} */ e) => setWorkspace(e.target.value)}>${folders?.map(w => html`<option key=${w.id} value=${w.id}>${w.id}</option>`)}</select></p>
      <p class="field"><label for="r-days">${t('ui-field-days')}</label><input id="r-days" type="number" min="1" max="366" required value=${days} onInput=${(/** @type {any} */ e) => setDays(e.target.value)} /></p>
      <p class="field"><label for="r-cap">${t('ui-field-cap')}</label><input id="r-cap" type="number" min="1" placeholder=${t('page-rule-cap-any')} value=${cap} onInput=${(/** @type {any} */ e) => setCap(e.target.value)} /></p></div>
    ${
      kind !== 'files' &&
      html`<p class="field"><label for="r-cmd">${t('page-rule-try')}</label><input id="r-cmd" class="mono" value=${command} autocapitalize="off" spellcheck="false" onInput=${(/** @type {any} */ e) => setCommand(e.target.value)} /></p>`
    }
    <div class="acts-line"><button type="button" class="btn quiet" onClick=${check}>${h(Icon, { name: 'eye' })}${t('page-rule-check')}</button>
      <button class="btn primary small">${h(Icon, { name: 'signature' })}${t('page-rule-sign')}</button></div></form>
    <div role="status">${
      found &&
      html`<div class="found">${found.problem && html`<p class="warn">${h(Icon, { name: 'triangle-alert', size: 14 })}<span>${found.problem.message} <span class="dim">${found.problem.hint}</span></span></p>`}
      ${found.command && html`<p class=${found.matches ? 'lets' : 'lets-not'}><code>${found.command.command}</code> ${t(found.matches ? 'page-rule-lets' : 'page-rule-lets-not')} <span class="dim">${found.command.reason}</span></p>`}
      ${
        found.past &&
        html`<p class="num">${t('page-rule-past', { matched: found.past.matched, signed: found.past.signed, rejected: found.past.rejected })}</p>
      <ul>${found.past.samples.map((/** @type {any} */ x) => html`<li key=${`${x.set}.${x.n}`} class="dim">#${x.set}.${x.n} ${x.label}</li>`)}</ul>`
      }
      ${found.examples && !found.problem && html`<p class="dim">${t('page-rule-no-match')}: ${found.examples.not_matches.map((/** @type {string} */ x) => html`<code key=${x}>${x}</code> `)}</p>`}</div>`
    }</div></section>`;
}

export function Page() {
  useEffect(() => {
    load();
  }, []);
  const all = rules.value;
  return html`<div class="page"><header class="bar"><h2>${t('page-rules')}</h2>${all && html`<span class="dim num">${all.filter(r => r.status === 'active').length}</span>`}</header>
    <div class="body cards"><p class="dim">${t('page-rules-text')}</p>${
      !all
        ? html`<p class="dim none">${t('ui-loading')}</p>`
        : !all.length
          ? h(Empty, { icon: 'shield-check', title: t('page-rules-empty'), text: t('page-rules-empty-text') })
          : html`<ul class="lines rules">${[...all].sort((a, b) => Number(b.status === 'active') - Number(a.status === 'active') || b.id - a.id).map(r => h(Line, { key: r.id, r }))}</ul>`
    }
    ${h(Make, {})}</div></div>`;
}
