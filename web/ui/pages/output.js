// One stored output: a tree that is fetched branch by branch, a path box, and the text by lines. However
// long the output is, only what is shown comes to the page.
import { html, h, useEffect, useState, useRef } from '../vendor/preact.js';
import { t, word } from '../i18n.js';
import { ApiError, get, post } from '../api.js';
import { attempt, href, say } from '../state/app.js';
import { Icon, focusAt } from '../parts/bits.js';
import { made, toolName, Size } from './library.js';
/** @typedef {import('../types.js').Branch} Branch */
/** @typedef {{ path: string, value: unknown }} Found */
/** @typedef {{ n: number, list: Found[], cut: boolean }} Result */

const MEMBERS = 100,
  LINES = 200,
  RESULTS = 100,
  SHOWN = 2000;
const url = (/** @type {string} */ id) => `/api/outputs/${encodeURIComponent(id)}`;

/** A branch with those below it, fetched when it is opened. @param {{ id: string, b: Branch, use: (path: string) => void }} p */
function Row({ id, b, use }) {
  const [open, setOpen] = useState(false),
    holds = (b.length ?? 0) > 0,
    // Of an object or array the beginning is shown while it is closed.
    text = b.length === null || !open ? b.preview + (b.whole ? '' : '…') : '';
  const onKey = (/** @type {KeyboardEvent} */ e) => {
    if ((e.key === 'ArrowRight' && holds && !open) || (e.key === 'ArrowLeft' && open)) {
      e.preventDefault();
      setOpen(!open);
    }
  };
  const inner = html`<span class="tlabel">${b.label}</span><span class="vh">, ${word('page-lib-type', b.type)}</span>${b.length !== null && html`<span class="dim num">${b.type === 'array' ? `[${b.length}]` : `{${b.length}}`}</span>`}<code class=${`tval ${b.type}`}>${text}</code>`;
  return html`<li><div class="trow">${
    holds
      ? html`<button class="fold tkey" aria-expanded=${open} onKeyDown=${onKey} onClick=${() => setOpen(!open)}>${h(Icon, { name: open ? 'chevron-down' : 'chevron-right', size: 14 })}${inner}</button>`
      : html`<button class="fold tkey leaf" onClick=${() => use(b.path)}>${inner}</button>`
  }<button class="ic" aria-label=${t('page-lib-use', { path: b.path })} title=${b.path} onClick=${() => use(b.path)}>${h(Icon, { name: 'search', size: 14 })}</button></div>
    ${open && h(Branches, { id, path: b.path, use })}</li>`;
}
/** The members at a path. @param {{ id: string, path: string, use: (path: string) => void }} p */
function Branches({ id, path, use }) {
  const [list, setList] = useState(/** @type {Branch[] | null} */ (null)),
    [total, setTotal] = useState(0);
  const load = (/** @type {Branch[]} */ before) =>
    attempt(async () => {
      const r = await get(`${url(id)}/members?path=${encodeURIComponent(path)}&offset=${before.length}&limit=${MEMBERS}`);
      // Absent on the wire means: it cannot have members.
      setList([...before, ...r.members.map((/** @type {Branch} */ b) => ({ ...b, length: b.length ?? null }))]);
      setTotal(r.total);
    });
  useEffect(() => {
    load([]);
  }, [path]);
  if (!list) return html`<p class="dim">${t('ui-loading')}</p>`;
  return html`<ul class="tree">${list.map(b => h(Row, { key: b.path, id, b, use }))}
    ${list.length < total && html`<li><button class="link" onClick=${() => load(list)}>${t('page-show-more', { n: Math.min(MEMBERS, total - list.length) })}</button> <span class="dim num">${list.length} / ${total}</span></li>`}</ul>`;
}
/** Arrow keys move among the rows of the tree. @param {KeyboardEvent} e */
function onTree(e) {
  const el = /** @type {HTMLElement} */ (e.target);
  if (!el.matches('.tkey') || !['ArrowDown', 'ArrowUp'].includes(e.key)) return;
  e.preventDefault();
  const all = /** @type {HTMLElement[]} */ ([...(el.closest('.treebox')?.querySelectorAll('.tkey') ?? [])]);
  focusAt(all, all.indexOf(el) + (e.key === 'ArrowDown' ? 1 : -1));
}

/** What was asked for, or why it cannot be. @param {{ r: Result }} p */
const Results = ({ r }) =>
  html`<div class="results"><p class="dim">${t('page-lib-matches', { n: r.n })}${Math.min(r.list.length, RESULTS) < r.n || r.cut ? ` · ${t('page-lib-first', { n: Math.min(r.list.length, RESULTS) })}` : ''}</p>
  ${
    r.list.length > 0 &&
    html`<ol class="lines found" tabindex="0" aria-label=${t('page-lib-found')}>${r.list.slice(0, RESULTS).map(f => {
      const text = JSON.stringify(f.value, null, 1) ?? '';
      return html`<li key=${f.path}><span class="dim fpath">${f.path}</span><pre class="code">${text.slice(0, SHOWN)}${text.length > SHOWN ? '…' : ''}</pre></li>`;
    })}</ol>`
  }</div>`;

/** @param {{ id: string, path: string, setPath: (p: string) => void, ask: number }} p */
function PathBox({ id, path, setPath, ask }) {
  const [r, setR] = useState(/** @type {Result | null} */ (null)),
    [wrong, setWrong] = useState(/** @type {ApiError | null} */ (null)),
    turn = useRef(0);
  const find = async () => {
    const mine = ++turn.current,
      p = path.trim();
    if (!p) return;
    try {
      const a = await post(`${url(id)}/extract`, { paths: [p], include_paths: true }),
        got = a.extracted[p];
      if (mine !== turn.current) return;
      setR({ n: a.matches[p], list: got === undefined ? [] : Array.isArray(got) ? got : [got], cut: Boolean(a.truncated) });
      setWrong(null);
      say(t('page-lib-matches', { n: a.matches[p] }));
    } catch (e) {
      if (mine !== turn.current) return;
      if (!(e instanceof ApiError)) throw e;
      setWrong(e);
      setR(null);
    }
  };
  useEffect(() => {
    if (ask) find();
  }, [ask]);
  return html`<form class="pathbox" onSubmit=${(/** @type {Event} */ e) => {
    e.preventDefault();
    find();
  }}><label for="lib-path">${t('page-lib-path')}</label>
    <div class="acts-line"><input id="lib-path" class="code" value=${path} autocapitalize="off" autocomplete="off" spellcheck="false" aria-invalid=${wrong ? 'true' : undefined} aria-describedby="lib-path-hint" onInput=${(/** @type {any} */ e) => setPath(e.target.value)} />
      <button class="btn primary">${t('page-lib-extract')}</button></div>
    <p id="lib-path-hint" class=${wrong ? 'minus' : 'dim'} role=${wrong ? 'alert' : undefined}>${wrong ? `${wrong.message.slice(0, 1).toUpperCase()}${wrong.message.slice(1)}. ${wrong.hint ?? ''}` : t('page-lib-path-hint')}</p>
    ${r && h(Results, { r })}</form>`;
}

/** A plain text by lines, or the lines that hold some words. @param {{ id: string }} p */
function Text({ id }) {
  const [lines, setLines] = useState(/** @type {{ n: number, text: string }[] | null} */ (null)),
    [next, setNext] = useState(/** @type {number | null} */ (null)),
    [find, setFind] = useState(''),
    [sought, setSought] = useState(''),
    [count, setCount] = useState(/** @type {number | null} */ (null));
  const load = (/** @type {number} */ offset, /** @type {string} */ words) =>
    attempt(async () => {
      const r = await post(`${url(id)}/read`, { unit: 'lines', offset, limit: LINES, ...(words ? { find: words } : {}) }),
        got = r.matches
          ? r.matches.map((/** @type {any} */ m) => ({ n: m.line, text: m.text }))
          : String(r.text)
              .replace(/\n$/, '')
              .split('\n')
              .map((text, i) => ({ n: offset + i + 1, text }));
      setLines(before => (offset ? [...(before ?? []), ...got] : got));
      setNext(r.next_offset);
      setCount(r.total_matches ?? null);
      setSought(words);
    });
  useEffect(() => {
    load(0, '');
  }, [id]);
  return html`<form class="pathbox" onSubmit=${(/** @type {Event} */ e) => {
    e.preventDefault();
    load(0, find);
  }}><label for="lib-words">${t('page-lib-words')}</label><div class="acts-line"><input id="lib-words" type="search" value=${find} onInput=${(/** @type {any} */ e) => setFind(e.target.value)} /><button class="btn quiet">${t('page-lib-search')}</button></div>
    ${count !== null && html`<p class="dim" role="status">${t('page-lib-lines', { n: count })}</p>`}</form>
    ${!lines ? html`<p class="dim none">${t('ui-loading')}</p>` : html`<ol class="textlines" tabindex="0" aria-label=${t('page-lib-text')}>${lines.map(l => html`<li key=${l.n} value=${l.n}><code class="code">${l.text}</code></li>`)}</ol>`}
    ${next !== null && html`<p class="none"><button class="link" onClick=${() => load(next, sought)}>${t('page-more')}</button></p>`}`;
}

/** @param {{ id: string }} p */
export function Opened({ id }) {
  const [o, setO] = useState(/** @type {import('../types.js').OutputView | null} */ (null)),
    [path, setPath] = useState('$'),
    [ask, setAsk] = useState(0);
  useEffect(() => {
    attempt(async () => setO(await get(url(id))));
  }, [id]);
  const use = (/** @type {string} */ p) => {
    setPath(p);
    setAsk(n => n + 1);
    document.getElementById('lib-path')?.scrollIntoView({ block: 'nearest' });
  };
  return html`<div class="page library"><header class="bar tools-bar"><a class="btn quiet" href=${href('library')}>${h(Icon, { name: 'chevron-left', size: 14 })}${t('page-lib-back')}</a>
    ${o && html`<h2 class="otitle">${toolName(o.tool)} <span class="dim">${made(o)}</span></h2>`}</header>
    <div class="body">${
      !o
        ? html`<p class="dim none">${t('ui-loading')}</p>`
        : html`<p class="dim">${o.id} · ${h(Size, { o })}${!o.success && html` · <span class="flag badf">${t('page-lib-failed')}</span>`}</p>
          ${o.summary.kind === 'text' ? h(Text, { id }) : html`${h(PathBox, { id, path, setPath, ask })}<section class="treebox" aria-label=${t('page-lib-tree')} onKeyDown=${onTree}>${h(Branches, { id, path: '$', use })}</section>`}`
    }</div></div>`;
}
