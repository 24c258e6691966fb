// What an item does to a file: its diff by parts that can be kept or left, and the text to edit.
import { html, h, signal, useState, useEffect, useLayoutEffect, useRef } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { bytes, permissions } from '../format.js';
import { paired, below, beside as sharing } from '../lines.js';
import { get } from '../api.js';
import { attempt, choiceOf } from '../state/app.js';
import { edit, canEdit } from '../state/sheet.js';
import { seen, GLANCE } from '../state/unread.js';
import { unsent, keepUnsent, places } from '../state/unsent.js';
import { Icon, Change, lazy, pictured } from './bits.js';
import { Kept } from './fields.js';
/** @typedef {import('../types.js').ItemView} Item */
/** @typedef {import('../types.js').SetView} SetView */
/** @typedef {import('../types.js').DiffHunk} Hunk */
/** @typedef {Hunk['rows'][number]} Row */

const SIGN = { context: ' ', removed: '−', added: '+' };
/** So many rows more are shown at once. Up to so many are asked for at once. */
const ROWS = 2_000;
/** Longer texts are for an editor. */
const LONGEST = 1_000_000;

/** Before and after beside each other: possible from here on, and at first so where there is much room. */
const ROOM = matchMedia('(min-width: 1200px)'),
  MUCH = matchMedia('(min-width: 1800px)');
const room = signal(ROOM.matches),
  much = signal(MUCH.matches);
for (const [query, is] of /** @type {const} */ ([
  [ROOM, room],
  [MUCH, much],
]))
  query.addEventListener('change', () => (is.value = query.matches));
/** The person's choice. */
const choice = choiceOf('diff');
const beside = () => room.value && (choice.value === null ? much.value : choice.value === 'beside');
const turn = () => (choice.value = beside() ? 'below' : 'beside');
/** How the rows of a hunk are drawn, worked out once. @type {WeakMap<Hunk, { pairs: import('../lines.js').Pairs, rows: Row[] }>} */
const shapes = new WeakMap();
/** @param {Hunk} hunk */
function shaped(hunk) {
  const known = shapes.get(hunk);
  if (known) return known;
  const pairs = paired(hunk.rows),
    shape = { pairs: sharing(pairs), rows: below(pairs) };
  shapes.set(hunk, shape);
  return shape;
}

/** The first pairs, of which so many rows are. @param {import('../lines.js').Pairs} pairs @param {number} most */
function first(pairs, most) {
  let n = 0;
  return pairs.filter(([was, is]) => (n += was && is && was !== is ? 2 : 1) <= most);
}
/** @param {import('../types.js').ItemDiff['diff'] & {}} d */
const drawable = d => d.hunks.reduce((n, x) => n + x.rows.length, 0);

/** @param {{ hunk: Hunk, name: string, path: string, most?: number }} p `most` rows are drawn */
function Rows({ hunk, name, path, most = Infinity }) {
  const [ink, setInk] = useState(/** @type {Map<Row, any> | null} */ (null)),
    { pairs, rows } = shaped(hunk);
  useEffect(() => {
    import('./highlight.js').then(m => {
      const inks = m.inkedRows({ ...hunk, rows }, path);
      setInk(inks && new Map(rows.map((r, i) => [r, inks[i]])));
    });
  }, [hunk]);
  const sign = (/** @type {Row} */ r) =>
    html`<span aria-hidden="true">${SIGN[r.kind]}</span>${r.kind !== 'context' && html`<span class="vh">${t(`page-diff-${r.kind}`)}</span>`}`;
  const text = (/** @type {Row} */ r) =>
    html`${ink?.get(r) ?? r.spans.map((s, k) => (s.emphasis ? html`<mark key=${k}>${s.text}</mark>` : s.text))}${
      r.eol && html`<span class="eol">${r.eol === 'none' ? t('page-diff-no-end') : r.eol.replace('_', '').toUpperCase()}</span>`
    }`;
  if (beside()) {
    const half = (/** @type {Row | null} */ r, /** @type {'old_line' | 'new_line'} */ line) =>
      r
        ? html`<td class="no num" data-kind=${r.kind}>${r[line]}</td><td class="sg" data-kind=${r.kind}>${sign(r)}</td><td class="ln" data-kind=${r.kind}>${text(r)}</td>`
        : html`<td class="no none-there" colspan="3"></td>`;
    return html`<div class="diff beside" tabindex="0" role="region" aria-label=${name}><table><colgroup><col class="no" /><col class="sg" /><col /><col class="no" /><col class="sg" /><col /></colgroup><tbody>${first(
      pairs,
      most,
    ).map(([was, is], k) => html`<tr key=${k}>${half(was, 'old_line')}${half(is, 'new_line')}</tr>`)}</tbody></table></div>`;
  }
  return html`<div class="diff" tabindex="0" role="region" aria-label=${name}><table><tbody>${rows.slice(0, most).map(
    (r, i) => html`<tr key=${i} data-kind=${r.kind}><td class="no num">${r.old_line}</td><td class="no num">${r.new_line}</td>
    <td class="sg">${sign(r)}</td><td class="ln">${text(r)}</td></tr>`,
  )}</tbody></table></div>`;
}

/** A new file by the name of a picture. @param {import('../types.js').FileView} f */
const isPicture = f => f.change === 'create' && /\.(png|jpe?g|webp|gif)$/i.test(f.path);
const Picture = lazy(async () => (await pictured(import('./picture-preview.js'))).Preview);

/** The diff of a file, each part of which can be left out. @param {{ set: SetView, item: Item, fixed: boolean }} p */
function Diff({ set, item, fixed }) {
  const [got, setGot] = useState(/** @type {(import('../types.js').ItemDiff & { of: string }) | null} */ (null)),
    [sending, setSending] = useState(false),
    // As many rows as are shown at a glance, until more are asked for.
    [most, setMost] = useState(GLANCE),
    all = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    let here = true;
    attempt(async () => {
      const read = (/** @type {number} */ rows) => get(`/api/change-sets/${set.id}/items/${item.n}/diff?rows=${rows}`);
      let d = /** @type {import('../types.js').ItemDiff} */ (await read(most)),
        shown = d.proposed ?? d.diff;
      const all = shown ? drawable(shown) + shown.more : 0;
      // The server's rows end where there are enough: lines that come are cut off though those that go are there.
      if (all > most && all <= ROWS) {
        d = await read(all);
        shown = d.proposed ?? d.diff;
      }
      if (!here) return;
      setGot({ ...d, of: item.digest });
      if (all <= most) seen(set.id, item);
    });
    return () => {
      here = false;
    };
  }, [set.id, item.n, item.digest, most]);
  // Whoever asked for the rest by a key goes on at its beginning, not where the button was.
  useLayoutEffect(() => {
    if (most > GLANCE && all.current && document.activeElement === document.body)
      /** @type {HTMLElement | null} */ ([...all.current.querySelectorAll('.diff')].at(-1))?.focus();
  }, [got]);
  const file = /** @type {import('../types.js').FileView} */ (item.file);
  if (!got) return html`<p class="dim">${t('ui-loading')}</p>`;
  const shown = got.proposed ?? got.diff,
    kept = got.kept;
  if (!shown && isPicture(file)) return h(Picture, { set, item, file });
  if (!shown)
    return html`<p>${t('page-diff-binary')} · <span class="num">${h(Change, { before: file.before ? bytes(file.before.bytes) : '—', after: file.after ? bytes(file.after.bytes) : t('ui-no-file') })}</span></p>`;
  // A choice is made from what is kept now: until that is known, none can be made.
  const busy = sending || got.of !== item.digest;
  const choose = async (/** @type {number} */ n, /** @type {boolean} */ keep) => {
    setSending(true);
    await edit(set, item, {
      hunks: (kept ?? [])
        .filter(x => x !== n)
        .concat(keep ? [n] : [])
        .sort((a, b) => a - b),
    });
    setSending(false);
  };
  const chosen = kept && !fixed && item.status !== 'drifted' && shown.hunks.length > 0;
  let left = most;
  const parts = shown.hunks.map(x => {
      const n = Math.min(left, x.rows.length);
      left -= n;
      return n;
    }),
    drawn = most - left,
    more = drawable(shown) + shown.more - drawn;
  return html`${
    room.value &&
    file.change === 'edit' &&
    shown.hunks.length > 0 &&
    html`<p class="acts-line"><button class="btn quiet" aria-pressed=${beside()} onClick=${turn}>${t('page-diff-beside')}</button></p>`
  }<div class="hunks" ref=${all}>${shown.hunks.map((x, i) => {
    const on = !kept || kept.includes(x.number);
    const where = t('page-hunk', { n: x.number, of: shown.hunks.length, line: Math.max(1, x.new_start) });
    const name = html`<span>${where}</span>${' '}
      <span class="num dim"><span class="plus">+${x.added}</span> <span class="minus">−${x.removed}</span></span>${!on && html` <span class="flag">${t('page-hunk-out')}</span>`}`;
    return html`<div class="hunk" key=${x.number} data-kept=${on}>${
      chosen && (shown.hunks.length > 1 || !on)
        ? html`<label class="hname"><input type="checkbox" data-hunk=${x.number} checked=${on} disabled=${busy} onChange=${() => choose(x.number, !on)} />${name}</label>`
        : html`<p class="hname">${name}</p>`
    }${(parts[i] ?? 0) > 0 && h(Rows, { hunk: x, name: `${file.path}: ${where}`, path: file.path, most: parts[i] ?? 0 })}</div>`;
  })}</div>
  ${shown.hunks.length === 0 && html`<p class="dim">${t(file.change === 'create' ? 'page-diff-empty' : 'page-diff-same')}</p>`}
  ${kept?.length === 0 && shown.hunks.length > 0 && html`<p class="warn">${t('page-hunks-none')}</p>`}
  ${
    more > 0 &&
    html`<p class="acts-line"><span class="warn">${t('page-lines-more', { n: more })}</span>${
      more > ROWS && html`<button class="btn quiet" onClick=${() => setMost(drawn + ROWS)}>${t('page-show-more', { n: ROWS })}</button>`
    }<button class="btn quiet" onClick=${() => setMost(drawn + more)}>${t('page-lines-rest')}</button></p>`
  }
  ${got.since && got.since.hunks.length > 0 && html`<p class="warn since">${t('page-diff-since')}</p>`}${got.since?.hunks.map(
    x =>
      html`<div class="hunk" key=${`since-${x.number}`}>${x.rows.length > 0 && h(Rows, { hunk: x, name: `${file.path}: ${t('page-diff-since')} ${t('page-hunk', { n: x.number, of: got.since?.hunks.length ?? 1, line: Math.max(1, x.new_start) })}`, path: file.path })}</div>`,
  )}`;
}

/** @param {{ set: SetView, item: Item, fixed: boolean, onEdit: () => void }} p */
export function FilePreview({ set, item, fixed, onEdit }) {
  const f = /** @type {import('../types.js').FileView} */ (item.file),
    moded = f.before && f.after && f.before.mode !== f.after.mode;
  return html`${
    (f.to || moded) &&
    html`<dl class="fields">${f.to && html`<dt>${t('page-file-rename')}</dt><dd>${h(Change, { before: f.path, after: f.to })}</dd>`}${
      moded &&
      f.before &&
      f.after &&
      html`<dt>${t('page-file-chmod')}</dt><dd class="code">${h(Change, { before: permissions(f.before.mode), after: permissions(f.after.mode) })}</dd>`
    }</dl>`
  }
    ${['create', 'edit', 'delete'].includes(f.change) && h(Diff, { set, item, fixed })}
    ${!fixed && canEdit(item) && !isPicture(f) && html`<div class="acts-line"><button class="btn quiet" onClick=${onEdit}>${h(Icon, { name: 'pencil', size: 14 })}${t('page-text-edit')}</button></div>`}`;
}

/** A person's own text in the place of the proposal. @param {{ set: SetView, item: Item, onDone: () => void }} p */
export function FileText({ set, item, onDone }) {
  const [, where = ''] = places(set.id, item.n),
    [text, setText] = useState(/** @type {string | null} */ (null)),
    [odd, setOdd] = useState(false),
    [offered, setOffered] = useState(unsent(where) !== null),
    box = useRef(/** @type {HTMLTextAreaElement | null} */ (null)),
    crlf = useRef(false);
  useEffect(() => {
    attempt(async () => {
      const got = /** @type {string | null} */ ((await get(`/api/change-sets/${set.id}/items/${item.n}/text`)).text);
      // A text area knows one kind of line end; a file of the other kind gets its own back, a mixed one is left alone.
      const ends = new Set(got?.match(/\r\n|\r|\n/g));
      crlf.current = ends.has('\r\n');
      if (got === null || got.length > LONGEST || ends.size > 1 || ends.has('\r')) setOdd(true);
      else setText(got.replace(/\r\n/g, '\n'));
    });
  }, []);
  useLayoutEffect(() => box.current?.focus(), [text === null]);
  const path = item.file?.path ?? item.target;
  const done = () => {
    keepUnsent(where, null);
    onDone();
  };
  const save = async () => {
    const now = box.current?.value ?? '';
    if (now === text || (await edit(set, item, { content: crlf.current ? now.replace(/\n/g, '\r\n') : now }))) done();
  };
  return html`<form class="edit text" aria-label=${t('page-text-of', { path })} onSubmit=${(/** @type {Event} */ e) => {
    e.preventDefault();
    save();
  }} onKeyDown=${(/** @type {KeyboardEvent} */ e) => {
    e.stopPropagation();
    if (e.key === 'Escape') {
      e.preventDefault();
      onDone();
    }
  }}>
    ${
      offered &&
      text !== null &&
      h(Kept, {
        onDiscard: () => {
          keepUnsent(where, null);
          setOffered(false);
          if (box.current) box.current.value = text;
          box.current?.focus();
        },
      })
    }
    ${
      odd
        ? html`<p class="warn">${t('page-text-odd')}</p>`
        : text === null
          ? html`<p class="dim">${t('ui-loading')}</p>`
          : html`<label class="vh" for=${`tx-${item.n}`}>${t('page-text-of', { path })}</label>
      <textarea id=${`tx-${item.n}`} ref=${box} rows="12" spellcheck="false" autocapitalize="off" defaultValue=${unsent(where)?.now ?? text} onInput=${(/** @type {any} */ e) => keepUnsent(where, e.target.value === text ? null : { now: e.target.value })}></textarea>`
    }
    <div class="acts-line">${text !== null && html`<button class="btn primary small">${t('ui-save')}</button>`}<button type="button" class="btn quiet" onClick=${done}>${t('ui-cancel')}</button>
      ${text !== null && html`<span class="dim">${t('page-edit-note')}</span>`}</div>
  </form>`;
}
