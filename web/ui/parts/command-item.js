// What a command item would run, how it is judged and confined, and what came of it.
import { html, h } from '../vendor/preact.js';
import { t, word } from '../i18n.js';
import { bytes, seconds } from '../format.js';
import { status, openSet } from '../state/app.js';
import { analyze } from '../state/desk.js';
import { Icon } from './bits.js';
import { LiveOutput } from './live-output.js';
import { CommandActs } from './remember.js';
import { Try, leftOut } from './try.js';
import { underWay } from '../state/sheet.js';
/** @typedef {import('../types.js').CommandView} CommandView */

/** How it ended, in one line. @param {NonNullable<CommandView['outcome']>} o */
const ended = o =>
  o.timed_out
    ? t('page-cmd-timeout')
    : o.stopped
      ? t('page-cmd-stopped')
      : o.exit !== null
        ? t('page-cmd-exit', { code: String(o.exit) })
        : t('page-cmd-signal', { signal: String(o.signal ?? '?') });

/** That it ran in a copy, and what went with it. @param {{ o: NonNullable<CommandView['outcome']> }} p */
const Apart = ({ o: { copy, lost } }) => {
  const made = copy?.set,
    left = copy?.left_out ?? 0;
  return html`${
    copy &&
    html`<p>${t('page-copy-ran')} ${made ? html`<button class="link" onClick=${() => openSet(made)}>${t('page-copy-made', { n: copy.files })}</button>` : copy.problem ? '' : t('page-copy-nothing')}</p>
    ${copy.problem && html`<p class="warn">${copy.problem.message} ${copy.problem.hint}</p>`}
    ${copy.ignored > 0 && html`<p class="warn">${t('page-copy-ignored', { n: copy.ignored })}</p>`}
    ${left > 0 && html`<p class="warn">${t('page-copy-left', { paths: some(leftOut(copy.left_out_paths ?? [], copy.left_out_why), left) })}</p>`}`
  }${lost && html`<p class="warn">${t('page-cmd-lost', { n: lost.more ? `${lost.files}+` : lost.files, paths: some(lost.paths, lost.files) })}${lost.kept && ` ${t('page-cmd-kept', { folder: lost.kept })}`}</p>`}`;
};
/** The paths that are named, of so many. @param {string[]} paths @param {number} all */
const some = (paths, all) => paths.join(', ') + (all > paths.length ? ' …' : '');

/** @param {{ set: number, n: number, command: string, o: NonNullable<CommandView['outcome']> }} p */
const Outcome = ({ set, n, command, o }) => {
  const ok = o.exit === 0 && !o.timed_out && !o.stopped;
  return html`<section class="outcome" aria-label=${t('page-cmd-outcome')}><p class=${ok ? 'ok' : 'bad'}>${h(Icon, { name: ok ? 'check' : 'triangle-alert', size: 14 })}
      <b>${ended(o)}</b> <span class="dim num">${seconds(o.elapsed_ms)} · ${word('page-sandbox', o.sandbox)}</span></p>
    ${o.preview ? html`<pre class="raw" tabindex="0" role="region" aria-label=${t('page-cmd-output')}>${o.preview}</pre>` : html`<p class="dim">${t('page-cmd-silent')}</p>`}
    <p>${o.bytes > 0 && html`<a href=${`/api/change-sets/${set}/items/${n}/output`} target="_blank" rel="noopener">${t('page-cmd-all', { size: bytes(o.bytes) })}</a>`}
      ${status.value?.model && html` <button class="link" onClick=${() => analyze(set, n, command)}>${t('page-analyze')}</button>`}
      ${o.dropped > 0 && html` <span class="dim">${t('page-cmd-dropped', { size: bytes(o.dropped) })}</span>`}</p>
    ${(o.copy || o.lost) && h(Apart, { o })}</section>`;
};

/** @param {{ set: import('../types.js').SetView, item: import('../types.js').ItemView }} p */
export function CommandPreview({ set, item }) {
  const c = item.command;
  if (!c) return html`<pre class="raw wrap" tabindex="0" role="region" aria-label=${item.label}>${item.op.command}</pre>`;
  const runs = underWay(set, item);
  return html`${c.verdict === 'never' && html`<p class="warn badp"><b>${t('page-cmd-never')}.</b> ${c.reason}</p>`}
    ${
      c.argv
        ? c.argv.map(
            (words, i) =>
              html`<p class="argv" key=${i}><span class="vh">${t('page-cmd-words')}: </span>${words.map((w, k) => html`<code key=${k}>${w}</code> `)}</p>`,
          )
        : html`<pre class="raw wrap" tabindex="0" role="region" aria-label=${item.label}>${c.command}</pre><p class="warn">${h(Icon, { name: 'triangle-alert', size: 14 })}<span>${t('page-cmd-shell')}</span></p>`
    }
    ${runs && h(LiveOutput, { set: set.id, n: item.n, stops: true })}
    <dl class="facts"><dt>${t('page-cmd-folder')}</dt><dd><code>${c.cwd ? `${c.workspace}/${c.cwd}` : c.workspace}</code></dd>
      <dt>${t('page-cmd-judged')}</dt><dd>${word('page-judged', c.verdict)} · ${word('page-class', c.class)}</dd>
      ${c.verdict !== 'never' && html`<dt>${t('page-cmd-why')}</dt><dd>${c.reason}</dd>`}
      <dt>${t('page-cmd-sandbox')}</dt><dd class=${c.sandbox === 'none' ? 'minus' : undefined}>${word('page-sandbox', c.sandbox)}</dd></dl>
    <details class="env"><summary>${t('page-cmd-environment')} <span class="dim">${c.environment.length}</span></summary><p class="wrap">${c.environment.map((name, i) => html`<code key=${i}>${name}</code> `)}</p></details>
    ${
      c.outcome && !runs
        ? h(Outcome, { set: set.id, n: item.n, command: c.command, o: c.outcome })
        : html`${!['files', 'nothing'].includes(c.undo) && html`<p class="warn">${h(Icon, { name: 'triangle-alert', size: 14 })}<span>${t('page-cmd-note')}</span></p>`}${c.undo === 'files' && html`<p class="dim">${t('page-cmd-note-files')}</p>`}${
            c.verdict !== 'never' && !runs && c.sandbox !== 'none' && h(Try, { set: set.id, item })
          }`
    }${h(CommandActs, { set, item })}`;
}
