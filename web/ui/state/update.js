// The server has become another build since this page was opened: that is said, with a way on that loses nothing that was written.
import { notices, say, toast, back } from './app.js';
import { flow } from './sets.js';
import { t, also } from '../i18n.js';

/** The build this page is of, by its address. */
const mine = /\/a\/(\w+)\//.exec(import.meta.url)?.[1];
/** Asked each time when the server's news is followed again. */
export async function look() {
  const r = await fetch('/', { method: 'HEAD' }),
    theirs = /"(\w+)"/.exec(r.headers.get('etag') ?? '')?.[1];
  if (!mine || !theirs || mine === theirs || notices.value.some(n => n.act)) return;
  await also('commands');
  const text = t('page-update'),
    hint = t('page-update-hint');
  notices.value = [{ id: 0, text, hint, kind: 'info', act: { name: t('page-update-reload'), run: reload } }, ...notices.value];
  say(`${text} ${hint}`);
}
/** What the person was told of, and goes on without. @type {WeakSet<Element>} */
const told = new WeakSet();
/** What was typed into a field and is kept nowhere. @param {HTMLInputElement | HTMLTextAreaElement} el */
function unkept(el) {
  const inWords = JSON.stringify(el.value).slice(1, -1);
  return el.value.trim() !== '' && !Object.entries(sessionStorage).some(([name, kept]) => name.startsWith('unsent ') && kept.includes(inWords));
}
async function reload() {
  const fields = /** @type {NodeListOf<HTMLInputElement | HTMLTextAreaElement>} */ (
      document.querySelectorAll('form input:is([type=text], :not([type])), textarea')
    ),
    lost = [...fields].find(el => el.matches(':user-valid, :user-invalid') && !told.has(el) && unkept(el));
  if (lost) {
    told.add(lost);
    lost.focus();
    toast(t('page-update-unkept'));
    return;
  }
  await back();
  // What was decided is stored first.
  await flow.queue;
  location.reload();
}
