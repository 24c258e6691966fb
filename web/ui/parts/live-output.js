// What a command writes while it runs, and the button that ends it.
import { html, h, useState, useEffect, useRef } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { call, follow } from '../api.js';
import { attempt } from '../state/app.js';
import { Icon } from './bits.js';

/** So much of its end is shown, in characters (S1-20). */
const SHOWN = 5_000;
/** Between asking again for a command whose signature is not stored yet, in milliseconds. */
const AGAIN = 200;

/** The end of a text, not cut within a character. @param {string} text */
const tail = text => text.slice(-SHOWN).replace(/^[\uDC00-\uDFFF]/, '');

/** Follows an output to its end. What came of the command is said by whoever ran it.
 * @param {string} url @param {AbortSignal} signal @param {(text: string) => void} show */
async function read(url, signal, show) {
  for (let text = '', begun = false; !begun && !signal.aborted; await new Promise(later => setTimeout(later, AGAIN)))
    for await (const e of follow(`${url}/events`, signal, { tries: 4 })) {
      begun ||= e.kind === 'chunk' || (e.kind === 'done' && e.data.status !== 'pending');
      if (e.kind === 'chunk') show((text = tail(text + e.data.text)));
    }
}

/** @param {{ set: number, n: number, stops?: boolean }} p */
export function LiveOutput({ set, n, stops = false }) {
  const [text, setText] = useState(''),
    [asked, setAsked] = useState(false),
    out = useRef(/** @type {HTMLElement | null} */ (null)),
    at = `/api/change-sets/${set}/items/${n}`;
  useEffect(() => {
    const mine = new AbortController();
    read(`${at}/output`, mine.signal, setText).catch(() => {});
    return () => mine.abort();
  }, [at]);
  useEffect(() => {
    if (out.current) out.current.scrollTop = out.current.scrollHeight;
  }, [text]);
  const stop = () => {
    setAsked(true);
    attempt(() => call('POST', `${at}/stop`)).then(ok => ok ?? setAsked(false));
  };
  return html`<section class="live" aria-label=${t('page-cmd-live')}><p>${h(Icon, { name: 'terminal', size: 14 })}<b>${t('page-cmd-running')}</b>
      ${stops && html`<button class="btn quiet" disabled=${asked} onClick=${stop}>${t(asked ? 'page-cmd-stopping' : 'page-cmd-stop')}</button>`}</p>
    ${text && html`<pre ref=${out} class="raw" tabindex="0" role="region" aria-label=${t('page-cmd-output')}>${text}</pre>`}</section>`;
}
