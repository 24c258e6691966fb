// The folders that are open: only there are files changed and commands run.
import { html, h, useState, useEffect } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { get, post, call } from '../api.js';
import { attempt, say, forgetWorkspaces } from '../state/app.js';
import { Icon } from '../parts/bits.js';

export function Folders() {
  const [list, setList] = useState(/** @type {import('../types.js').WorkspaceView[] | null} */ (null)),
    [path, setPath] = useState('');
  const load = () =>
    attempt(async () => {
      setList((await get('/api/workspaces')).workspaces);
    });
  useEffect(() => {
    load();
  }, []);
  const open = () =>
    attempt(async () => {
      const w = await post('/api/workspaces', { root: path.trim() });
      setPath('');
      forgetWorkspaces();
      say(t('page-folders-opened', { root: w.root }));
      await load();
    });
  const close = (/** @type {import('../types.js').WorkspaceView} */ w) =>
    attempt(async () => {
      await call('DELETE', `/api/workspaces/${encodeURIComponent(w.id)}`);
      forgetWorkspaces();
      say(t('page-folders-closed', { root: w.root }));
      await load();
    });
  return html`<section class="card" aria-labelledby="c-folders"><h2 id="c-folders">${t('page-folders')}</h2><p class="dim">${t('page-folders-text')}</p>
    ${
      list?.length
        ? html`<ul class="folders">${list.map(
            w => html`<li key=${w.id}>${h(Icon, { name: 'folder' })}<code>${w.root}</code>${!w.available && html`<span class="flag badf">${t('page-folders-gone')}</span>`}
      <button class="btn quiet end" onClick=${() => close(w)}>${t('page-folders-close')}<span class="vh"> ${w.root}</span></button></li>`,
          )}</ul>`
        : list && html`<p>${t('page-folders-none')}</p>`
    }
    <form class="openf" onSubmit=${(/** @type {Event} */ e) => {
      e.preventDefault();
      if (path.trim()) open();
    }}><label for="s-folder">${t('page-folders-path')}</label><div class="acts-line"><input id="s-folder" value=${path} autocapitalize="off" spellcheck="false" onInput=${(/** @type {any} */ e) => setPath(e.target.value)} /><button class="btn quiet">${t('page-folders-open')}</button></div></form></section>`;
}
