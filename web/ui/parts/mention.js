// Files while `@` is typed in the composer: asked of the server, chosen with arrows and Enter or by hand.
import { html, useState, useEffect, useRef } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { get } from '../api.js';
import { say, workspaces } from '../state/app.js';

/** The `@name` under the caret, without the sign. @param {HTMLTextAreaElement} box */
function under(box) {
  const before = box.value.slice(0, box.selectionStart);
  return /(?:^|\s)@([^\s@"]*)$/.exec(before)?.[1] ?? null;
}
/** Puts a path in the place of what was typed. @param {HTMLTextAreaElement} box @param {string} path */
function put(box, path) {
  const at = box.selectionStart,
    from = at - (under(box)?.length ?? 0),
    name = /\s/.test(path) ? `"${path}"` : path;
  box.setRangeText(`${name} `, from, at, 'end');
  box.dispatchEvent(new Event('input', { bubbles: true }));
  box.focus();
}

/** @param {{ box: HTMLTextAreaElement }} p */
export function Files({ box }) {
  const [query, setQuery] = useState(under(box)),
    [files, setFiles] = useState(/** @type {string[]} */ ([])),
    [at, setAt] = useState(0);
  // Whose answer the list is, and whether Enter was pressed before the answer to what is typed now came.
  const state = useRef({ files, at, query, of: /** @type {string | null} */ (null), chosen: false });
  Object.assign(state.current, { files, at, query });
  useEffect(() => {
    const look = () => {
      state.current.query = under(box);
      state.current.chosen = false;
      setQuery(state.current.query);
      setAt(0);
    };
    /** @param {KeyboardEvent} e */
    const keys = e => {
      const { files: list, at: i, query: now, of } = state.current,
        waits = now !== null && of !== now;
      // Enter is meant for the list that is on its way; without anything in it, the message is sent.
      if (waits && (list.length || (e.key === 'Enter' && !e.shiftKey && !e.isComposing)) && (e.key === 'Enter' || e.key === 'Tab'))
        state.current.chosen = true;
      else if (!list.length) return;
      // Nothing is left to choose: the message is sent.
      else if (e.key === 'Enter' && list[i] === now) return close();
      else if (e.key === 'ArrowDown' || e.key === 'ArrowUp') setAt((i + (e.key === 'ArrowDown' ? 1 : list.length - 1)) % list.length);
      else if (e.key === 'Enter' || e.key === 'Tab') choose(list[i] ?? '');
      else if (e.key === 'Escape') close();
      else return;
      e.preventDefault();
      e.stopImmediatePropagation();
    };
    box.addEventListener('input', look);
    box.addEventListener('keydown', keys, true);
    look();
    return () => {
      box.removeEventListener('input', look);
      box.removeEventListener('keydown', keys, true);
    };
  }, [box]);
  useEffect(() => {
    state.current.of = null;
    if (query === null) return setFiles([]);
    const stop = new AbortController();
    const ask = async () => {
      const open = await workspaces();
      const found = await Promise.all(
        open.map(w => get(`/api/workspaces/${encodeURIComponent(w.id)}/find?query=${encodeURIComponent(query)}`, stop.signal)),
      );
      if (!stop.signal.aborted) answered(found.flatMap(f => f.files).slice(0, 8));
    };
    const answered = (/** @type {string[]} */ list) => {
      const now = state.current;
      now.of = query;
      if (now.query !== query) return;
      if (now.chosen) {
        now.chosen = false;
        if (list[0] && !list.includes(query)) choose(list[0]);
        else box.form?.requestSubmit();
        return;
      }
      setFiles(list);
      say(t('page-files-found', { n: list.length }));
    };
    // Without an answer there is nothing to choose; what was typed stays.
    ask().catch(() => stop.signal.aborted || answered([]));
    return () => stop.abort();
  }, [query]);
  useEffect(() => {
    if (files.length) box.setAttribute('aria-activedescendant', `file-${at}`);
    else box.removeAttribute('aria-activedescendant');
  }, [files, at]);
  /** Until something else is typed. */
  function close() {
    state.current.query = null;
    setFiles([]);
    setQuery(null);
  }
  /** @param {string} path */
  function choose(path) {
    put(box, path);
    close();
  }
  if (!files.length) return null;
  return html`<ul class="files" role="listbox" id="files" aria-label=${t('page-files')}>${files.map(
    (f, i) =>
      html`<li key=${f} id=${`file-${i}`} role="option" aria-selected=${i === at} onMouseDown=${(/** @type {Event} */ e) => {
        e.preventDefault();
        choose(f);
      }}>${f}</li>`,
  )}</ul>`;
}
