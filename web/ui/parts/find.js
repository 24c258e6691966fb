// A field in which something is looked for while it is typed.
import { html, h, useRef, useLayoutEffect } from '../vendor/preact.js';
import { Icon } from './bits.js';

/** So long nothing more is typed before it is looked for. Milliseconds. */
const PAUSE = 120;
/** What is typed and not yet looked for stands, whatever is drawn meanwhile; else the field shows what is looked for.
 * @param {{ id: string, label: string, value: string, onFind: (words: string) => void, onKeyDown?: (e: KeyboardEvent) => void }} p */
export function Find({ id, label, value, onFind, onKeyDown }) {
  const box = useRef(/** @type {HTMLInputElement | null} */ (null)),
    timer = useRef(0);
  useLayoutEffect(() => {
    if (box.current && !timer.current && box.current.value !== value) box.current.value = value;
  });
  useLayoutEffect(() => () => clearTimeout(timer.current), []);
  const typed = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = 0;
      if (box.current) onFind(box.current.value);
    }, PAUSE);
  };
  return html`<div class="find"><label class="vh" for=${id}>${label}</label>${h(Icon, { name: 'search' })}
    <input id=${id} ref=${box} type="search" placeholder=${label} onInput=${typed} onKeyDown=${onKeyDown} /></div>`;
}
