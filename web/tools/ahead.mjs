// Writes ui/early.js, and the modules that ui/index.html puts on their way: what a place of the page needs is asked for
// with the page itself, and not when the module that imports it has come. Where it does not come, early.js says so.
// tests/ahead.test.mjs holds that both are as this writes them.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const UI = fileURLToPath(new URL('../ui/', import.meta.url));
/** What each place draws its first rows with, by what its address is like: where its modules begin, its style sheets, its texts. */
const PLACES = [
  { at: '^#/inbox', modules: ['pages/inbox.js'], styles: ['sheet.css', 'pages.css'], texts: ['review'] },
  { at: '^#/todos', modules: ['pages/todos.js'], styles: ['sheet.css', 'pages.css'], texts: ['review'] },
  { at: '^#/todos.*view=week', modules: ['pages/week.js'], styles: [], texts: [] },
  { at: '^#/history', modules: ['pages/history.js'], styles: ['sheet.css', 'pages.css'], texts: ['review'] },
  { at: '^#/library', modules: ['pages/library.js'], styles: ['sheet.css', 'pages.css'], texts: ['library'] },
  { at: '^#/rules', modules: ['pages/rules.js'], styles: ['sheet.css', 'pages.css'], texts: ['commands'] },
  { at: '^#/settings', modules: ['pages/settings.js'], styles: ['sheet.css', 'pages.css'], texts: ['settings'] },
  { at: '^#/[^d]', modules: ['pages/scrolled.js'], styles: [], texts: [] },
  { at: '[?&]set=', modules: ['parts/review.js'], styles: ['sheet.css'], texts: ['review'] },
  { at: '[?&]s=', modules: ['parts/answer.js'], styles: ['sheet.css'], texts: [] },
];

/** What a module imports when it is read. @param {string} file */
const imports = file =>
  [...fs.readFileSync(path.join(UI, file), 'utf8').matchAll(/^(?:import|export)\b[^;'"]*?(?:from )?'(\.[^']+)';/gms)].map(m =>
    path.posix.join(path.posix.dirname(file), m[1]),
  );
/** A module and all that it needs, the nearest first: they are fetched in this order. @param {string[]} from @param {Set<string>} [known] */
function closure(from, known = new Set()) {
  const all = [];
  for (let layer = from; layer.length; layer = layer.flatMap(imports))
    for (const file of (layer = [...new Set(layer)].filter(f => !known.has(f)))) {
      known.add(file);
      all.push(file);
    }
  return all;
}

/** The languages that there are, as `ui/i18n.js` names them. */
const languages = () => [.../LANGUAGES = \[(.*?)\]/.exec(fs.readFileSync(path.join(UI, 'i18n.js'), 'utf8'))[1].matchAll(/'(..)'/g)].map(m => m[1]);

/** The texts that a module waits for as it is read. @param {string} file */
const awaited = file => [...fs.readFileSync(path.join(UI, file), 'utf8').matchAll(/^await also\('(\w+)'\)/gm)].map(m => m[1]);
/** What a place needs besides what every page does. @param {(typeof PLACES)[number]} place */
function needs({ modules, styles, texts }) {
  const files = closure(modules, new Set(closure(['app.js'])));
  return [...files, ...styles, ...new Set([...texts, ...files.flatMap(awaited)].map(x => `${x}.ftl`))];
}
/** What is put on its way for an address, texts by their part. @param {string} hash */
export const onTheWay = hash => [...new Set([...closure(['app.js']), 'ftl', ...PLACES.filter(p => new RegExp(p.at).test(hash)).flatMap(needs)])];

/** What both files are now. @returns {{ early: string, index: string }} */
export function ahead() {
  const first = closure(['app.js']),
    names = /** @type {string[]} */ ([]),
    number = (/** @type {string} */ name) => (names.includes(name) ? names.indexOf(name) : names.push(name) - 1).toString(36).padStart(2, '0');
  const places = PLACES.map(p => `[/${p.at.replaceAll('/', '\\/')}/,'${needs(p).map(number).join('')}']`);
  // The page itself cannot say that nobody answers before its modules and texts are there.
  const away = languages()
    .map(l => `${l}:${JSON.stringify(/^ui-offline = (.*?\.)/m.exec(fs.readFileSync(path.join(UI, `locales/${l}.ftl`), 'utf8'))[1])}`)
    .join(',');
  const early = `// Written by tools/ahead.mjs.
const l=(navigator.languages.find(x=>/^(${languages().join('|')})/.test(x))||'en').slice(0,2),
n='${names.map(x => x.replace(/\.js$/, '')).join(' ')}'.split(' '),
d=new Set(['ftl']);
for(const[r,f]of[${places.join(',\n')}])if(r.test(location.hash))for(const i of f.match(/../g))d.add(n[parseInt(i,36)]);
for(const f of d){const k=document.createElement('link'),t=/ftl$/.test(f),c=/css$/.test(f);
k.rel=t||c?'preload':'modulepreload';
if(t)k.as='fetch',k.crossOrigin='';
if(c)k.as='style';
k.href=new URL(t?'locales/'+l+'.'+f:c?f:f+'.js',document.currentScript.src);
document.head.append(k)}
addEventListener('error',e=>{if(e.target.type!='module')return;
const p=document.createElement('p');p.role='alert';p.textContent={${away}}[l];
document.getElementById('app').append(p);
setInterval(()=>fetch('/health').then(r=>r.ok&&location.reload(),()=>0),2e3)},true)
`;
  const index = fs.readFileSync(path.join(UI, 'index.html'), 'utf8').replace(
    /( {2}<link rel="modulepreload"[^\n]*\n)+/,
    first
      .slice(1)
      .map(f => `  <link rel="modulepreload" href="/${f}">\n`)
      .join(''),
  );
  return { early, index };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { early, index } = ahead();
  fs.writeFileSync(path.join(UI, 'early.js'), early);
  fs.writeFileSync(path.join(UI, 'index.html'), index);
}
