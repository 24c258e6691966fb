// Pictures that go with the next message: picked, pasted or dropped, shown small, and taken out again.
import { html, h, effect } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { ApiError, post } from '../api.js';
import { notify, say, tell } from '../state/app.js';
import { attached, keeping } from '../state/desk.js';
import { keepUnsent } from '../state/unsent.js';
import { Icon } from './bits.js';
import { address } from './gallery.js';

const KINDS = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
  MOST = 10,
  BYTES = 20_000_000;

// They are there again when the page is read anew.
effect(() => keepUnsent('pictures', attached.value.length ? attached.value : null));

/** The bytes as base64. @param {Blob} file @returns {Promise<string>} */
const base64 = file =>
  new Promise((ok, no) => {
    const reader = new FileReader();
    reader.onload = () => ok(String(reader.result).split(',')[1] ?? '');
    reader.onerror = () => no(reader.error);
    reader.readAsDataURL(file);
  });

/** What is sent once the pictures are kept. @type {(() => void) | null} */
let after = null;
/** Keeps pictures for the next message, each by itself. A message that waits for them goes if all were kept. @param {Iterable<File>} files */
export async function take(files) {
  const not = (/** @type {string} */ why, hint = '') => {
    after = null;
    notify(why, hint, 'info');
  };
  for (const file of files) {
    const { name } = file;
    if (!KINDS.includes(file.type)) not(t('page-attach-kind', { name }));
    else if (file.size > BYTES) not(t('page-attach-large', { name }));
    else if (attached.value.length >= MOST) not(t('page-attach-many', { n: MOST }));
    else
      try {
        const kept = await post('/api/images', { data: await base64(file), name });
        attached.value = [...attached.value, kept];
        say(t('page-attach-added', { name }));
      } catch (e) {
        if (e instanceof ApiError && e.status) not(`${name}: ${e.message}.`, e.hint ?? '');
        else {
          after = null;
          tell(e);
        }
      }
  }
  keeping.value--;
  if (keeping.value) return;
  after?.();
  after = null;
}
/** A message that cannot go as it is: it waits for its pictures, or they go with no such message. @param {() => void} go */
export function waits(go) {
  if (keeping.value) after = go;
  else notify(t('page-attach-mode'), t('ui-nothing-changed'), 'info');
}

/** Has the person choose files. @param {(files: Iterable<File>) => void} keep */
export function pick(keep) {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.accept = KINDS.join(',');
  input.id = 'attach-files';
  input.hidden = true;
  input.onchange = () => {
    keep([...(input.files ?? [])]);
    input.remove();
  };
  document.body.append(input);
  input.click();
}

export const Attached = () =>
  html`<ul class="thumbs attached" aria-label=${t('page-attached')}>${attached.value.map(
    i => html`<li class="thumb" key=${i.id}><img src=${address(i)} alt=${i.originalPrompt} width=${i.width} height=${i.height} />
      <button type="button" class="ic" aria-label=${t('page-attach-remove', { name: i.originalPrompt })} onClick=${() => {
        attached.value = attached.value.filter(x => x.id !== i.id);
        document.getElementById('say')?.focus();
      }}>${h(Icon, { name: 'x', size: 14 })}</button></li>`,
  )}${keeping.value > 0 && html`<li class="thumb dim"><span class="pulse"></span>${t('page-attach-keeping')}</li>`}</ul>`;
