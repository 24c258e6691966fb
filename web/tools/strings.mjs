// Checks that every text the page asks for is in every catalogue, and that the page asks for every page-… and ui-… text.
import fs from 'node:fs';
import path from 'node:path';
import { FluentBundle, FluentResource } from '@fluent/bundle';
process.chdir(new URL('..', import.meta.url).pathname);
const files = fs
  .readdirSync('ui', { recursive: true })
  .map(String)
  .filter(f => f.endsWith('.js') && !f.startsWith('vendor'));
const code = files.map(f => fs.readFileSync(path.join('ui', f), 'utf8')).join('\n');
const plain = new Set([...code.matchAll(/['"`]((?:page|ui)-[a-z0-9_-]+)['"`]/gi)].map(m => m[1]));
const prefixes = new Set(
  [...code.matchAll(/`((?:page|ui)-[a-z0-9-]*-)\$\{/g)]
    .map(m => m[1])
    .concat([...code.matchAll(/(?:word|has)\(['"]((?:page|ui)-[a-z-]+)['"]/g)].map(m => `${m[1]}-`)),
);
/** Texts whose number is never one: many targets, tokens, bytes, what was decided three times. */
const MANY = new Set([
  'page-sub-size-of',
  'page-usage-tokens',
  'page-model-score',
  'page-model-free',
  'page-gauge-measured',
  'page-gauge-estimated',
  'page-rule-past',
  'page-confirm-both',
  'page-confirm-deletes',
  'page-confirm-updates',
  'page-effect-both',
  'page-effect-gone',
  'page-attach-many',
  'page-found-most',
  'page-can-context',
  'page-hasty',
  'page-taken-line',
  'page-todos-n',
  'ui-dates-more',
  'page-lib-first',
]);
/** Words that a language does not use, where it has another for the same thing: a command is one thing, under one name. */
const ONE = { es: /(?<!\ben )\b[oó]rden(?:es)?\b/iu };
let bad = 0;
const say = (...x) => {
  bad++;
  console.log(...x);
};
const catalogues = fs.readdirSync('ui/locales');
// A language is its catalogue and those of parts of the page: en.ftl, en.sessions.ftl.
for (const f of new Set(catalogues.map(c => c.slice(0, 2)))) {
  const whole = catalogues
    .filter(c => c.startsWith(`${f}.`))
    .map(c => fs.readFileSync(`ui/locales/${c}`, 'utf8'))
    .join('\n');
  const ids = new Set([...whole.matchAll(/^([a-z][\w-]*)\s*=/gm)].map(m => m[1]));
  // What Fluent cannot read it leaves out without a word.
  const read = new FluentBundle(f);
  for (const e of read.addResource(new FluentResource(whole))) say(f, String(e));
  // English, French and Spanish words in the plural end alike: beside a number that may be one they need both forms.
  if (f === 'en' || f === 'fr' || f === 'es')
    for (const [, id, text] of whole.matchAll(/^([a-z][\w-]*) = (.*)$/gm))
      if (!MANY.has(id) && /\{ \$(?!name|agent|model|title|format)\w+ \} (?:(?:more|earlier) )?(?!does|this)\p{L}{3,}s\b/u.test(text))
        say(f, 'has no singular for', id);
  for (const line of whole.split('\n')) if (ONE[f]?.test(line)) say(f, 'has another word for it:', line.trim());
  for (const id of ids) if (!read.hasMessage(id)) say(f, 'is unreadable at', id);
  for (const id of plain) if (!ids.has(id) && ![...prefixes].some(p => p === `${id}-`)) say(f, 'lacks', id);
  for (const p of prefixes) if (p !== 'page-' && ![...ids].some(id => id.startsWith(p))) say(f, 'has nothing for', `${p}…`);
  for (const id of ids)
    if (
      /^(page|ui)-/.test(id) &&
      !plain.has(id) &&
      ![...prefixes].some(p => p !== 'page-' && p !== 'ui-' && id.startsWith(p)) &&
      !['desk', 'inbox', 'todos', 'history', 'library', 'settings'].includes(id.slice(5))
    )
      say(f, 'has unused', id);
}
for (const f of files)
  if (/<\$\{/.test(fs.readFileSync(path.join('ui', f), 'utf8'))) say(f, 'uses <${…}>; components go through h(), where they are type-checked');
console.log(`${plain.size} texts, ${prefixes.size} families, ${bad} findings`);
process.exit(bad ? 1 : 0);
