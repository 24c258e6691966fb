// What a command writes while it runs, and the button that ends it.
import { html, h, useState, useEffect, useRef } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { call, follow, get } from '../api.js';
import { attempt } from '../state/app.js';
import { Icon } from './bits.js';

/** So much of its end is shown, in characters (S1-20). */
const SHOWN = 5_000;
/** Between looking whether a command has begun, in milliseconds: at first, and at most. */
const LOOKS = [100, 1_000];

/** The end of a text, not cut within a character. @param {string} text */
const tail = text => text.slice(-SHOWN).replace(/^[\uDC00-\uDFFF]/, '');

/** Follows a command's output once it runs, to its end: before that there may be the output of an earlier time. What came of it is said by whoever
 * ran it. @param {number} set @param {number} n @param {boolean} copy @param {AbortSignal} signal @param {(text: string) => void} show */
async function read(set, n, copy, signal, show) {
  const runs = async () => {
    const { items } = await get(`/api/change-sets/${set}`, signal);
    return items.some((/** @type {import('../types.js').ItemView} */ i) => i.n === n && i.status === 'applying');
  };
  const [least = 0, most = 0] = LOOKS,
    later = (/** @type {number} */ wait) => new Promise(done => setTimeout(done, wait));
  let text = '';
  for (let wait = least; !signal.aborted; wait = Math.min(2 * wait, most)) {
    // In a copy it is tried, and its item stays as it is: until it has begun, nothing is told.
    if (copy || (await runs())) {
      for await (const e of follow(`/api/change-sets/${set}/items/${n}/output/events`, signal, { tries: 4 }))
        if (e.kind === 'chunk') show((text = tail(text + e.data.text)));
      if (!copy || text) return;
    }
    await later(wait);
  }
}

/** @param {{ set: number, n: number, stops?: boolean, copy?: boolean }} p */
export function LiveOutput({ set, n, stops = false, copy = false }) {
  const [text, setText] = useState(''),
    [asked, setAsked] = useState(false),
    out = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const mine = new AbortController();
    read(set, n, copy, mine.signal, setText).catch(() => {});
    return () => mine.abort();
  }, [set, n]);
  useEffect(() => {
    const end = out.current;
    if (!end) return;
    end.scrollTop = end.scrollHeight;
    // In a list of commands, too, its end is in sight, unless somebody looks at another part of it.
    const list = end.closest('.csteps');
    if (list && !list.matches(':hover, :focus-within')) list.scrollTop += end.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom;
  }, [text]);
  const stop = () => {
    setAsked(true);
    attempt(() => call('POST', `/api/change-sets/${set}/items/${n}/stop`)).then(ok => ok ?? setAsked(false));
  };
  return html`<section class="live" aria-label=${t('page-cmd-live')}><p>${h(Icon, { name: 'terminal', size: 14 })}<b>${t(copy ? 'page-try-busy' : 'page-cmd-running')}</b>
      ${stops && html`<button class="btn quiet" disabled=${asked} onClick=${stop}>${t(asked ? 'page-cmd-stopping' : 'page-cmd-stop')}</button>`}</p>
    ${text && html`<pre ref=${out} class="raw" tabindex="0" role="region" aria-label=${t('page-cmd-output')}>${text}</pre>`}</section>`;
}
