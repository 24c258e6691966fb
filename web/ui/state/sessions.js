// The list of conversations: found, named, put elsewhere. Loaded when it is opened.
import { signal } from '../vendor/preact.js';
import { get, call } from '../api.js';
import { t } from '../i18n.js';
import { attempt, newest, say, toast } from './app.js';
import { session, title } from './desk.js';
/** @typedef {import('../types.js').SessionView} Session */
/** @typedef {import('../types.js').SessionState} State */

export const sessions = signal(/** @type {Session[]} */ ([]));
/** Which conversations the list shows. */
export const wanted = signal({ query: '', state: /** @type {State} */ ('active') });
const lists = newest();
export async function loadSessions() {
  const asked = wanted.value;
  await attempt(() =>
    lists(
      () => get(`/api/sessions?state=${asked.state}&query=${encodeURIComponent(asked.query)}`),
      found => {
        if (asked === wanted.value) sessions.value = found.sessions;
      },
    ),
  );
}
/** @param {Partial<typeof wanted.value>} part */
export function want(part) {
  wanted.value = { ...wanted.value, ...part };
  loadSessions();
}
/** @param {string} id @param {{ title?: string, state?: State }} edit */
export const editSession = (id, edit) =>
  attempt(async () => {
    const now = await call('PATCH', `/api/sessions/${id}`, edit);
    if (id === session.value) title.value = now.title;
    loadSessions();
    return true;
  });
/** Puts a conversation elsewhere, and offers to bring it back. @param {Session} s @param {State} state */
export async function moveSession(s, state) {
  const from = s.state;
  if (!(await editSession(s.id, { state }))) return;
  const name = s.title || t('page-untitled');
  if (state === 'active') say(t('page-session-restored', { title: name }));
  else toast(t(`page-session-${state}`, { title: name }), t('ui-undo'), () => editSession(s.id, { state: from }));
}
