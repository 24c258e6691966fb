// "Add & Run" on a command item: the exact words that will be remembered, where, and for how long.
import { html, h, useState, useEffect } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { post } from '../api.js';
import { attempt, toast, go } from '../state/app.js';
import * as st from '../state/sheet.js';
import { Icon } from './bits.js';

/** @param {{ set: import('../types.js').SetView, item: import('../types.js').ItemView, onClose: () => void }} p */
function Remember({ set, item, onClose }) {
  const c = item.command,
    argv = c?.argv?.length === 1 ? c.argv[0] : null;
  const [prefixes, setPrefixes] = useState(/** @type {string[][] | null | undefined} */ (undefined)),
    [days, setDays] = useState(30);
  useEffect(() => {
    attempt(async () => {
      const found = await post('/api/rules/check', { workspace: c?.workspace, cwd: c?.cwd, command: c?.command });
      setPrefixes(found.suggested?.length ? found.suggested : null);
    });
  }, [item.digest]);
  if (prefixes === undefined) return html`<p class="dim">${t('ui-loading')}</p>`;
  if (prefixes === null) return html`<p class="warn">${h(Icon, { name: 'triangle-alert', size: 14 })}<span>${t('page-cmd-no-rule')}</span></p>`;
  const one = prefixes.length === 1 ? (prefixes[0] ?? []) : null;
  const resize = (/** @type {number} */ by) => {
    if (one && argv) setPrefixes([argv.slice(0, one.length + by)]);
  };
  const done = async () => {
    const ok = await attempt(async () => {
      for (const prefix of prefixes)
        await post('/api/rules', {
          workspace: c?.workspace,
          grant: { kind: 'command', prefix, cwd: c?.cwd ?? '' },
          days,
          from: { set: set.id, item: item.n, digest: item.digest },
        });
      return true;
    });
    if (!ok) return;
    onClose();
    toast(t('page-cmd-remembered', { words: prefixes.map(p => p.join(' ')).join(' · ') }), t('page-rules'), () => go('rules'));
    await st.apply(set.id, [item]);
  };
  return html`<form class="remember" onSubmit=${(/** @type {Event} */ e) => {
    e.preventDefault();
    done();
  }}><p>${t('page-cmd-remember')}</p>
    ${prefixes.map((p, i) => html`<p class="argv" key=${i}>${p.map((w, k) => html`<code key=${k}>${w}</code>`)}<span class="dim" aria-hidden="true">…</span></p>`)}
    ${
      one &&
      argv &&
      html`<p class="acts-line"><button type="button" class="btn quiet" disabled=${one.length < 2} onClick=${() => resize(-1)}>${t('page-cmd-shorter')}</button>
      <button type="button" class="btn quiet" disabled=${one.length >= argv.length} onClick=${() => resize(1)}>${t('page-cmd-longer')}</button></p>`
    }
    <p class="acts-line"><label for=${`days-${item.n}`}>${t('ui-field-days')}</label><input id=${`days-${item.n}`} type="number" min="1" max="366" required value=${days} onInput=${(/** @type {any} */ e) => setDays(Number(e.target.value))} />
      <span class="dim">${t('page-cmd-scope', { workspace: [c?.workspace, c?.cwd].filter(Boolean).join('/') })}</span></p>
    <p class="acts-line"><button class="btn primary small">${t('page-cmd-add-run')}</button><button type="button" class="btn quiet" onClick=${onClose}>${t('ui-cancel')}</button></p></form>`;
}

/** Run once, Add & Run, Skip. @param {{ set: import('../types.js').SetView, item: import('../types.js').ItemView }} p */
export function CommandActs({ set, item }) {
  const [asking, setAsking] = useState(false);
  if (!st.signable(item) || set.status === 'expired' || item.command?.verdict === 'never') return null;
  if (asking) return h(Remember, { set, item, onClose: () => setAsking(false) });
  return html`<p class="acts-line cacts"><button class="btn quiet" disabled=${st.applying.value !== null} onClick=${() => st.apply(set.id, [item])}>${t('page-cmd-once')}</button>
    <button class="btn quiet" disabled=${st.applying.value !== null} onClick=${() => setAsking(true)}>${t('page-cmd-add')}</button>
    <button class="btn quiet" onClick=${() => st.decide(set, item, 'rejected')}>${t('page-cmd-skip')}</button></p>`;
}
