// A picture at full size, making one anew, and saving some: the gallery's three dialogs.
import { html, h, useEffect, useRef, useState } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { call, get, post } from '../api.js';
import { attempt, openSet, toast } from '../state/app.js';
import { joined } from '../state/desk.js';
import { loadSet } from '../state/sheet.js';
import { Dialog, closeDialog } from './bits.js';
import { address, alt, facts } from './gallery.js';
/** @typedef {import('../types.js').Image} Image */

/** @param {{ d: { image: Image, took: (now: Image) => void } }} p */
export function PictureDialog({ d }) {
  const { image } = d;
  const back = () => {
    closeDialog();
    attempt(async () => d.took(await post(`/api/images/${image.id}/restore`, {})));
  };
  const away = () => {
    closeDialog();
    attempt(async () => {
      d.took(await call('DELETE', `/api/images/${image.id}`));
      toast(t('page-image-deleted', { n: image.n }), t('ui-undo'), () =>
        attempt(async () => d.took(await post(`/api/images/${image.id}/restore`, {}))),
      );
    });
  };
  return h(
    Dialog,
    { title: image.originalPrompt || image.id, wide: true },
    html`<figure class="full"><img src=${address(image)} alt=${alt(image)} width=${image.width} height=${image.height} />
      <figcaption class="dim">${facts(image)}${image.revisedPrompt && html`<br />${t('page-image-revised')}: ${image.revisedPrompt}`}${image.earlier.length > 0 && html`<br />${t('page-image-earlier', { n: image.earlier.length })}`}</figcaption></figure>
    <div class="dlg-acts">${
      image.deleted
        ? html`<button class="btn quiet" onClick=${back}>${t('page-image-restore')}</button>`
        : html`<button class="btn quiet" onClick=${away}>${t('page-image-delete')}</button>`
    }<button class="btn quiet" onClick=${closeDialog}>${t('ui-close')}</button></div>`,
  );
}

/** The prompt to be changed, and what is to be added to it (S1-57). @param {{ d: { image: Image } }} p */
export function RedrawDialog({ d }) {
  const prompt = useRef(/** @type {HTMLTextAreaElement | null} */ (null)),
    more = useRef(/** @type {HTMLInputElement | null} */ (null));
  const go = (/** @type {Event} */ e) => {
    e.preventDefault();
    const body = { prompt: prompt.current?.value.trim() ?? '', refinement: more.current?.value ?? '' };
    if (!body.prompt) {
      prompt.current?.focus();
      return;
    }
    closeDialog();
    attempt(async () => {
      const { run, session } = await post(`/api/images/${d.image.id}/regenerate`, body);
      await joined(run, session, [body.prompt.trim(), body.refinement.trim()].filter(Boolean).join(', '));
    });
  };
  return h(
    Dialog,
    { title: t('page-image-anew', { n: d.image.n }) },
    html`<form class="redraw" onSubmit=${go}><img src=${address(d.image)} alt=${alt(d.image)} width=${d.image.width} height=${d.image.height} />
      <label for="redraw-prompt">${t('page-image-prompt')}</label><textarea id="redraw-prompt" ref=${prompt} rows="4" required defaultValue=${d.image.originalPrompt}></textarea>
      <label for="redraw-more">${t('page-image-refine')}</label><input id="redraw-more" ref=${more} placeholder=${t('page-image-refine-example')} />
      <p class="dim">${t('page-image-anew-note')}</p>
      <div class="dlg-acts"><button type="button" class="btn quiet" onClick=${closeDialog}>${t('ui-cancel')}</button><button class="btn primary">${t('page-image-anew-go')}</button></div></form>`,
  );
}

/** Which folder they go to; what comes of it is signed like any file (S1-58). @param {{ d: { images: Image[] } }} p */
export function SaveDialog({ d }) {
  const [open, setOpen] = useState(/** @type {import('../types.js').WorkspaceView[] | null} */ (null)),
    [error, setError] = useState(''),
    folder = useRef(/** @type {HTMLInputElement | null} */ (null)),
    where = useRef(/** @type {HTMLSelectElement | null} */ (null));
  useEffect(() => {
    attempt(async () => setOpen((await get('/api/workspaces')).workspaces));
  }, []);
  const go = async (/** @type {Event} */ e) => {
    e.preventDefault();
    const body = { images: d.images.map(i => i.id), folder: folder.current?.value.trim() ?? '', workspace: where.current?.value ?? open?.[0]?.id };
    try {
      const set = await post('/api/images/save', body);
      closeDialog();
      await loadSet(set.id);
      openSet(set.id);
      toast(t('page-image-proposed', { n: d.images.length, id: String(set.id) }));
    } catch (x) {
      const told = /** @type {import('../api.js').ApiError} */ (x);
      setError(`${told.message} ${told.hint ?? ''}`);
    }
  };
  const none = open?.length === 0;
  return h(
    Dialog,
    { title: t('page-image-save', { n: d.images.length }) },
    html`<form class="redraw" onSubmit=${go}>${
      none
        ? html`<p>${t('page-image-no-folder')}</p><p><code>countersign workspace open .</code></p>`
        : html`${
            open &&
            open.length > 1 &&
            html`<label for="save-where">${t('page-image-workspace')}</label><select id="save-where" ref=${where}>${open.map(w => html`<option key=${w.id} value=${w.id}>${w.id}</option>`)}</select>`
          }
        <label for="save-folder">${open?.length === 1 ? t('page-image-folder-of', { name: open[0]?.id ?? '' }) : t('page-image-folder')}</label><input id="save-folder" ref=${folder} placeholder="assets" spellcheck="false" autocapitalize="off" />
        <p class="dim">${t('page-image-save-note', { n: d.images.length, name: `image-001.${d.images[0]?.kind === 'jpeg' ? 'jpg' : d.images[0]?.kind}` })}</p>`
    }
      ${error && html`<p class="fail" role="alert">${error}</p>`}
      <div class="dlg-acts"><button type="button" class="btn quiet" onClick=${closeDialog}>${t('ui-cancel')}</button>${!none && html`<button class="btn primary" disabled=${!open}>${t('page-image-propose', { n: d.images.length })}</button>`}</div></form>`,
  );
}
