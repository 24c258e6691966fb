// Pictures that go with the next message: picked, pasted or dropped, shown small, and taken out again.
import { html, h } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { post } from '../api.js';
import { attempt, notify, say } from '../state/app.js';
import { attached } from '../state/desk.js';
import { Icon } from './bits.js';
import { address } from './gallery.js';

const KINDS = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
  MOST = 10,
  BYTES = 20_000_000;

/** The bytes as base64. @param {Blob} file @returns {Promise<string>} */
const base64 = file =>
  new Promise((ok, no) => {
    const reader = new FileReader();
    reader.onload = () => ok(String(reader.result).split(',')[1] ?? '');
    reader.onerror = () => no(reader.error);
    reader.readAsDataURL(file);
  });

/** Keeps pictures for the next message. @param {Iterable<File>} files */
export const take = files =>
  attempt(async () => {
    for (const file of files) {
      if (!KINDS.includes(file.type)) notify(t('page-attach-kind', { name: file.name }));
      else if (file.size > BYTES) notify(t('page-attach-large', { name: file.name }));
      else if (attached.value.length >= MOST) notify(t('page-attach-many', { n: MOST }));
      else {
        const kept = await post('/api/images', { data: await base64(file), name: file.name });
        attached.value = [...attached.value, kept];
        say(t('page-attach-added', { name: file.name }));
      }
    }
  });

/** Has the person choose files. */
export function pick() {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.accept = KINDS.join(',');
  input.id = 'attach-files';
  input.hidden = true;
  input.onchange = () => {
    take(input.files ?? []);
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
  )}</ul>`;
