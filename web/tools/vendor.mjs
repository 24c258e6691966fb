// Writes ui/vendor, ui/fonts and ui/icons.svg from package-lock.json. Run only when a library
// is upgraded; CI runs it too and fails when `git diff` is not empty.
import { build } from 'esbuild';
import fs from 'node:fs';
import subset from 'subset-font';
const languages =
  'bash c cpp csharp css diff dockerfile go ini java javascript json kotlin makefile markdown php python ruby rust sql swift typescript xml yaml'.split(
    ' ',
  );
const out = {
  highlight: `import core from 'highlight.js/lib/core'; ${languages.map(l => `import ${l} from 'highlight.js/lib/languages/${l}'; core.registerLanguage('${l}', ${l});`).join('\n')} export const hljs = core;`,
  preact:
    "export {render, h, Fragment, options} from 'preact'; export {useRef, useEffect, useLayoutEffect, useId, useState} from 'preact/hooks'; export {signal, computed, effect, batch, useSignal, useSignalEffect} from '@preact/signals'; export {html} from 'htm/preact'",
  sse: "export {EventSourceParserStream} from 'eventsource-parser/stream'",
  fluent: "export {FluentBundle, FluentResource} from '@fluent/bundle'",
};
for (const [name, contents] of Object.entries(out))
  await build({
    stdin: { contents, resolveDir: '.', loader: 'js' },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    outfile: `ui/vendor/${name}.js`,
    legalComments: 'inline',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  });
// Western letters and the weights in use: less than two thirds of the font as it comes. Those of other Latin alphabets, the
// Romanian one among them, are a file of their own, asked for where one of them is shown.
const range = (a, b) => String.fromCodePoint(...Array.from({ length: b - a + 1 }, (_, i) => a + i));
const letters = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}Œœ–—‘’“”„‚…•·→←↑↓−×✓€«»‹›`;
const others = `${range(0x100, 0x17f)}ȘșȚț`;
for (const [name, font, part, chars, weights] of [
  ['inter', 'inter', 'latin', letters, { min: 400, max: 650 }],
  ['inter-ext', 'inter', 'latin-ext', others, { min: 400, max: 650 }],
  ['jetbrains-mono', 'jetbrains-mono', 'latin', letters, { min: 400, max: 500 }],
])
  fs.writeFileSync(
    `ui/fonts/${name}.woff2`,
    await subset(fs.readFileSync(`node_modules/@fontsource-variable/${font}/files/${font}-${part}-wght-normal.woff2`), chars, {
      targetFormat: 'woff2',
      variationAxes: { wght: weights },
    }),
  );
const icons = [
  'check',
  'x',
  'list-todo',
  'plus',
  'pencil',
  'trash-2',
  'chevron-right',
  'chevron-left',
  'chevron-down',
  'arrow-up',
  'square',
  'message-square',
  'history',
  'settings',
  'signature',
  'refresh-cw',
  'circle-help',
  'inbox',
  'repeat',
  'calendar',
  'search',
  'download',
  'upload',
  'undo-2',
  'rewind',
  'pause',
  'shield-check',
  'shield-alert',
  'triangle-alert',
  'skip-forward',
  'message-square-plus',
  'image-plus',
  'clock',
  'flag',
  'notebook-text',
  'list-checks',
  'terminal',
  'info',
  'archive',
  'menu',
  'file-plus',
  'file-pen',
  'file-x',
  'file-symlink',
  'file-cog',
  'folder',
  'wrench',
  'eye',
];
fs.writeFileSync(
  'ui/icons.svg',
  '<svg xmlns="http://www.w3.org/2000/svg">' +
    icons
      .map(n => {
        const svg = fs.readFileSync(`node_modules/lucide-static/icons/${n}.svg`, 'utf8');
        return `<symbol id="${n}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">${svg
          .replace(/<!--.*?-->/s, '')
          .replace(/<svg[^>]*>|<\/svg>/g, '')
          .replace(/\s+/g, ' ')
          .trim()}</symbol>`;
      })
      .join('\n') +
    '</svg>\n',
);
