// What changed in a file under a proposal: the lines it was based on, those that are there now, and those it would put.
import { html, useEffect, useState } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { get } from '../api.js';
import { bytes, fieldName, value } from '../format.js';
import { turns } from '../lines.js';
/** @typedef {import('../types.js').ItemView} Item */
/** @typedef {import('../types.js').ItemDiff} ItemDiff */
/** @typedef {import('../lines.js').Span} Span */
/** @typedef {import('../lines.js').Turn} Turn */

/** So many changes are shown, and so many lines of each. */
const SHOWN = 6;
const LINES = 8;

/** @param {string} text */
const lines = text => text.split(/\r?\n/);
/** The text a diff began with: that it ends in, with each part put back. @param {string[]} after @param {NonNullable<ItemDiff['diff']>['hunks']} hunks */
export function before(after, hunks) {
  const out = [...after];
  for (const hunk of [...hunks].reverse()) {
    const old = hunk.rows.filter(r => r.kind !== 'added').map(r => r.spans.map(s => s.text).join(''));
    out.splice(hunk.new_lines ? hunk.new_start - 1 : hunk.new_start, hunk.new_lines, ...old);
  }
  return out;
}
/** Places of the base where either text differs from it, and what each has there. @param {string[]} base @param {string[]} now @param {string[]} proposed */
export function apart(base, now, proposed) {
  const sides = [turns(base, now), turns(base, proposed)],
    spans = sides
      .flat()
      .map(x => ({ ...x.was }))
      .sort((x, y) => x.from - y.from || x.to - y.to),
    all = /** @type {Span[]} */ ([]);
  for (const span of spans) {
    const last = all.at(-1);
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else all.push(span);
  }
  /** What a text has in the place of a span: the base's lines, moved by what changed before. @param {Turn[]} side @param {Span} span @param {string[]} text */
  const there = (side, span, text) => {
    const inside = side.filter(x => x.was.from >= span.from && x.was.to <= span.to),
      first = inside[0],
      last = inside.at(-1);
    if (!first || !last) return null;
    return text.slice(first.is.from - (first.was.from - span.from), last.is.to + (span.to - last.was.to));
  };
  return all.map(span => ({
    line: span.from + 1,
    base: base.slice(span.from, span.to),
    now: there(sides[0] ?? [], span, now),
    proposed: there(sides[1] ?? [], span, proposed),
  }));
}

/** Lines in a cell; what is as it was is told apart from what differs. @param {string[]} base @param {string[] | null} [text] */
const cell = (base, text = null) => {
  const shown = text ?? base;
  return html`<td class="dlines" data-changed=${text !== null}>${[...shown.slice(0, LINES), ...(shown.length > LINES ? ['…'] : [])].join('\n') || '—'}</td>`;
};
/** @param {unknown} v */
const hash = v => typeof v === 'string' && /^[0-9a-f]{64}$/.test(v);
/** What is known of a content that is not shown: its size. @param {unknown} v @param {...(import('../types.js').FileState | null | undefined)} states */
const size = (v, ...states) => {
  const known = states.find(s => s?.hash === v);
  return known ? bytes(known.bytes) : null;
};
/** Rows of the table of what is out of date: the lines that differ; until they are known, and where it is no text, how large it was, is and would be. @param {{ set: number, item: Item }} p */
export function FileRows({ set, item }) {
  const [all, setAll] = useState(/** @type {ReturnType<typeof apart> | null} */ (null)),
    f = /** @type {import('../types.js').FileView} */ (item.file),
    at = `/api/change-sets/${set}/items/${item.n}`,
    d = /** @type {import('../types.js').Drift} */ (item.drift.find(d => d.field === 'content')),
    now = d.now,
    [there, setThere] = useState(/** @type {import('../types.js').FileState | null} */ (null));
  useEffect(() => {
    let here = true;
    setAll(null);
    setThere(null);
    (async () => {
      const file = get(`/api/workspaces/${encodeURIComponent(f.workspace)}/file?path=${encodeURIComponent(f.path)}`).then(x => {
        if (here) setThere(x.state);
        return x;
      });
      const [diff, proposed, there] = await Promise.all([get(`${at}/diff?rows=20000`), get(`${at}/text`), file]),
        d = /** @type {ItemDiff} */ (diff).diff;
      if (!here || !d || d.more || typeof proposed.text !== 'string' || typeof there.text !== 'string') return;
      const put = lines(proposed.text);
      setAll(apart(before(put, d.hunks), lines(there.text), put));
    })().catch(() => {});
    return () => {
      here = false;
    };
  }, [item.digest, now]);
  if (!all?.length) {
    const is = size(now, there);
    return html`<tr><th scope="row">${d.title !== item.target ? `${d.title} · ` : ''}${fieldName('content')}</th><td>${hash(d.base) ? (size(d.base, f.before) ?? t('page-undo-content-back')) : value('content', d.base)}</td>
      <td><b>${hash(now) ? (is ? t('page-drift-changed-size', { size: is }) : t('page-drift-changed')) : value('content', now)}</b></td>
      <td>${hash(d.proposed) ? (size(d.proposed, f.after, f.before, there) ?? t('page-undo-content-now')) : value('content', d.proposed)}</td></tr>`;
  }
  return html`${all
    .slice(0, SHOWN)
    .map(
      x =>
        html`<tr key=${x.line}><th scope="row" class="num">${t('page-drift-line', { line: String(x.line) })}</th>${cell(x.base)}${cell(x.base, x.now)}${cell(x.base, x.proposed)}</tr>`,
    )}${all.length > SHOWN && html`<tr><td colspan="4" class="dim">${t('page-preview-more', { n: all.length - SHOWN })}</td></tr>`}`;
}
