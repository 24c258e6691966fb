// The only file that talks to the server. An ordinary client of the public contract.
import { language } from './i18n.js';
import { EventSourceParserStream } from './vendor/sse.js';
/** @typedef {import('./types.js').ErrorBody} ErrorBody */

/** An answer that says no. `status` 0: nobody answered. */
export class ApiError extends Error {
  /** @param {number} status @param {ErrorBody} body */
  constructor(status, body) {
    super(body.message);
    this.status = status;
    this.code = body.error;
    this.details = body.details;
    this.hint = body.hint;
    this.body = body;
  }
}
/** Told after each attempt whether the server answered, and whether what it did not answer was to change something. `ready`: what is read after it is read once, and told when it changes; `asked`: anything was asked for yet. @type {{ reached: (yes: boolean, change?: boolean) => void, ready: Promise<void>, asked: boolean }} */
export const link = { reached: () => {}, ready: Promise.resolve(), asked: false };

/** @param {string} method @param {string} url @param {unknown} [body] @param {{ key?: string, signal?: AbortSignal, asks?: boolean }} [opts] `asks`: changes nothing @returns {Promise<any>} */
export async function call(method, url, body, { key, signal, asks = method === 'GET' } = {}) {
  /** @type {Response} */
  let r;
  if (method === 'GET') await link.ready;
  link.asked = true;
  try {
    r = await fetch(url, {
      method,
      signal: signal ?? null,
      headers: {
        'accept-language': language,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key ? { 'idempotency-key': key } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (e) {
    if (signal?.aborted) throw e;
    link.reached(false, !asks);
    throw new ApiError(0, { error: 'unreachable', message: String(e) });
  }
  link.reached(true);
  const text = await r.text();
  /** @type {any} */
  let json = null;
  try {
    json = text ? JSON.parse(text) : null;
  } catch {
    /* a proxy's page, not ours: told by its status below */
  }
  if (!r.ok) throw new ApiError(r.status, json?.error ? json : { error: `http_${r.status}`, message: text.slice(0, 200) || r.statusText });
  return json;
}
/** @param {string} url @param {AbortSignal} [signal] */
export const get = (url, signal) => call('GET', url, undefined, signal ? { signal } : {});
/** @param {string} url @param {unknown} body @param {{ key?: string, signal?: AbortSignal, asks?: boolean }} [opts] */
export const post = (url, body, opts) => call('POST', url, body, opts);
/** A key under which an apply happens once, however often it is sent. */
export const onceKey = () => crypto.randomUUID();

/**
 * Follows an event log. Reconnects from the last event seen, and lets the
 * connection go while the page is hidden: a browser allows six per host over HTTP/1.1.
 * @param {string} url @param {AbortSignal} signal @param {{ tries?: number, failed?: () => void }} [opts] `tries`: give up after so many failures in a row; `failed`: told of each
 * @returns {AsyncGenerator<import('./types.js').RunEvent>}
 */
export async function* follow(url, signal, { tries = Infinity, failed: tell } = {}) {
  let last = '',
    wait = 250,
    failed = 0;
  while (!signal.aborted) {
    const gone = new AbortController();
    const hide = () => document.hidden && gone.abort();
    document.addEventListener('visibilitychange', hide);
    try {
      if (document.hidden) await new Promise(ok => document.addEventListener('visibilitychange', ok, { once: true }));
      const r = await fetch(url, {
        headers: { 'accept-language': language, ...(last ? { 'last-event-id': last } : {}) },
        signal: AbortSignal.any([signal, gone.signal]),
      });
      link.reached(true);
      if (!r.ok || !r.body) throw new ApiError(r.status, { error: `http_${r.status}`, message: r.statusText });
      yield { kind: 'connected', data: null };
      const events = r.body.pipeThrough(/** @type {any} */ (new TextDecoderStream())).pipeThrough(new EventSourceParserStream());
      for await (const e of /** @type {AsyncIterable<any>} */ (events)) {
        wait = 250;
        failed = 0;
        if (e.id) last = e.id;
        yield { kind: e.event ?? 'message', data: e.data ? JSON.parse(e.data) : null };
        if (e.event === 'done') return;
      }
    } catch (e) {
      if (signal.aborted) return;
      tell?.();
      if (e instanceof TypeError) link.reached(false);
      if (!gone.signal.aborted && ++failed >= tries) throw e;
    } finally {
      document.removeEventListener('visibilitychange', hide);
    }
    await new Promise(ok => setTimeout(ok, (wait = Math.min(wait * 2, 8000))));
  }
}
