// Trying a command in a copy of its folder: the button, what it writes while it runs, and what came of it.
import { html, h } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { seconds } from '../format.js';
import { openSet } from '../state/app.js';
import { tryOf, tryOut } from '../state/try.js';
import { Icon } from './bits.js';
import { LiveOutput } from './live-output.js';

/** So many paths are named. */
const NAMED = 5;
/** What cannot be proposed, each with its reason. @param {string[]} paths @param {string[]} [why] */
export const leftOut = (paths, why = []) => paths.map((path, i) => path + t('page-left-why', { why: why[i] ?? '' }));
/** @param {string[]} paths */
const some = paths => paths.slice(0, NAMED).join(', ') + (paths.length > NAMED ? ` … +${paths.length - NAMED}` : '');

/** @param {{ o: import('../types.js').CommandPreview }} p */
const Came = ({ o }) => {
  const ok = o.exit === 0 && !o.timed_out,
    made = o.change_set,
    how = o.timed_out
      ? t('page-cmd-timeout')
      : typeof o.exit === 'number'
        ? t('page-cmd-exit', { code: String(o.exit) })
        : t('page-cmd-signal', { signal: String(o.signal ?? '?') });
  return html`<section class="outcome tried" aria-label=${t('page-try-came')}><p class=${ok ? 'ok' : 'bad'} role="status">${h(Icon, { name: ok ? 'check' : 'triangle-alert', size: 14 })}
      <b>${t('page-try-came')}: ${how}</b> <span class="dim num">${seconds(o.elapsed_ms)}</span></p>
    ${o.output ? html`<pre class="raw" tabindex="0" role="region" aria-label=${t('page-cmd-output')}>${o.output}</pre>` : html`<p class="dim">${t('page-cmd-silent')}</p>`}
    <p>${t(made ? 'page-try-made' : 'page-try-nothing', { n: made?.items.length ?? 0 })}${made && html` <button class="link" onClick=${() => openSet(made.id)}>${t('page-open-set', { id: String(made.id) })}</button>`}</p>
    ${o.left_out.length > 0 && html`<p class="warn">${t('page-try-left', { paths: some(leftOut(o.left_out, o.left_out_why)) })}</p>`}
    ${o.ignored > 0 && html`<p class="warn">${t('page-copy-ignored', { n: o.ignored })}</p>`}
    ${o.lost && html`<p class="warn">${t('page-cmd-lost', { n: o.lost.more ? `${o.lost.files}+` : o.lost.files, paths: some(o.lost.paths) })}</p>`}</section>`;
};

/** @param {{ set: number, item: import('../types.js').ItemView }} p */
export function Try({ set, item }) {
  const now = tryOf(set, item);
  return html`${now?.busy && h(LiveOutput, { set, n: item.n, stops: true, copy: true })}
    ${now?.wrong && html`<p class="warn badp" role="status">${now.wrong.message} <span>${now.wrong.hint}</span></p>`}
    ${now?.tried && h(Came, { o: now.tried })}
    <p><button class="btn quiet" aria-disabled=${now?.busy ?? false} onClick=${() => tryOut(set, item)}>${t(now?.busy ? 'page-try-busy' : now ? 'page-try-again' : 'page-cmd-try')}</button></p>`;
}
