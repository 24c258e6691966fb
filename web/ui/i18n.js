// Every text a person reads comes from a Fluent catalogue; the terminal's ids live beside these.
import { FluentBundle, FluentResource } from './vendor/fluent.js';
import { signal } from './vendor/preact.js';

/** Languages with a catalogue. The first one is the fallback. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'ro'];
/** @param {readonly string[]} wanted BCP 47 tags, best first */
const spoken = wanted => wanted.find(w => LANGUAGES.includes(w.slice(0, 2))) ?? 'en';
/** The language in use, for dates and numbers too; with its region when the browser names one. */
export let language = spoken(navigator.languages);
/** A signal, so that whatever shows a text is drawn again when the language changes. @type {import('./vendor/preact.js').Signal<FluentBundle | null>} */
const bundle = signal(null);

/** Catalogues of parts of the page, fetched when they are first drawn. @type {Map<string, Promise<unknown>>} */
const parts = new Map();
/** @param {FluentBundle} to @param {string} file */
const add = async (to, file) => to.addResource(new FluentResource(await (await fetch(new URL(`./locales/${file}.ftl`, import.meta.url))).text()));
/** @type {() => void} */
let begin;
/** There are texts at all. @type {Promise<void>} */
const begun = new Promise(ok => {
  begin = ok;
});
/** Fetches the texts of a part; done when they can be said. @param {string} part */
export async function also(part) {
  await begun;
  const now = bundle.peek();
  if (!parts.has(part) && now) parts.set(part, add(now, `${language.slice(0, 2)}.${part}`));
  await parts.get(part)?.catch(e => {
    parts.delete(part);
    throw e;
  });
}

let loads = 0;
/** The newest call counts, also when the texts of an older one arrive later. @param {readonly string[]} wanted BCP 47 tags, best first */
export async function load(wanted) {
  const mine = ++loads;
  const tag = spoken(wanted),
    short = tag.slice(0, 2);
  // Isolation marks would end up in copied text and in tests; titles are drawn in elements of their own.
  const next = new FluentBundle(tag, { useIsolating: false });
  const have = new Set();
  const lacks = () => [short, ...[...parts.keys()].map(p => `${short}.${p}`)].filter(f => !have.has(f));
  // Parts that are first drawn while these arrive were fetched for the language before.
  for (let files = lacks(); files.length && mine === loads; files = lacks()) {
    files.forEach(f => have.add(f));
    await Promise.all(files.map(f => add(next, f)));
  }
  if (mine !== loads) return;
  language = tag;
  document.documentElement.lang = short;
  bundle.value = next;
  begin();
}

/** @param {string} id @param {Record<string, string | number>} [args] @returns {string} */
export function t(id, args) {
  const texts = bundle.value,
    pattern = texts?.getMessage(id)?.value;
  // A missing text shows its name: visible in a review, harmless to a person. tools/strings.mjs finds it first, and every
  // test of the page one that is there and was not fetched.
  if (texts && !pattern) console.error(`no text: ${id}`);
  return pattern && texts ? texts.formatPattern(pattern, args, []) : id;
}
/** Whether the catalogue knows a text; for words that come from the wire. @param {string} id */
export const has = id => Boolean(bundle.value?.hasMessage(id));
/** The word for a value of the wire, or the value itself. @param {string} prefix @param {string} value */
export const word = (prefix, value) => {
  const id = `${prefix}-${value}`;
  return has(id) ? t(id) : value;
};
