// Checks every foreground/background pair that the page may draw, in both themes.
// Reads the tokens from the CSS itself: light-dark(oklch(..), oklch(..)).
import fs from 'node:fs';
process.chdir(new URL('..', import.meta.url).pathname);
const css = fs.readFileSync(process.argv[2] ?? 'ui/tokens.css', 'utf8') + fs.readFileSync('ui/code.css', 'utf8');
const T = {};
for (const m of css.matchAll(/--([\w-]+):\s*light-dark\(\s*oklch\(([^)]*)\)\s*,\s*oklch\(([^)]*)\)\s*\)/g)) T[m[1]] = [m[2], m[3]];
const lin = s => {
  const [L, C, H] = s.split(/[\s/]+/).map(Number);
  const h = (H * Math.PI) / 180,
    a = C * Math.cos(h),
    b = C * Math.sin(h);
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    n = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * n,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * n,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * n,
  ];
};
const q = v => {
  v = Math.min(1, Math.max(0, v));
  v = v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055;
  return Math.round(v * 255);
};
const hex = s =>
  '#' +
  lin(s)
    .map(v => q(v).toString(16).padStart(2, '0'))
    .join('');
const lum = s => {
  const c = lin(s)
    .map(q)
    .map(v => v / 255)
    .map(v => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2];
};
const cr = (a, b) => {
  const [x, y] = [lum(a), lum(b)].sort((p, r) => r - p);
  return (x + 0.05) / (y + 0.05);
};
const grounds = ['paper', 'surface', 'sunken', 'raised', 'hover'];
const softs = { accent: 'accent-soft', ok: 'ok-soft', bad: 'bad-soft', warn: 'warn-soft' };
const pairs = [];
for (const g of grounds) for (const f of ['ink', 'ink-2', 'ink-3', 'accent-ink', 'ok-ink', 'bad-ink', 'warn-ink']) pairs.push([f, g, 4.5]);
for (const [f, g] of Object.entries(softs)) pairs.push([f + '-ink', g, 4.5], ['ink', g, 4.5], ['ink-2', g, 4.5]);
for (const f of ['accent', 'ok', 'bad']) pairs.push(['on-' + f, f, 4.5], ['on-' + f, f + '-hover', 4.5]);
for (const f of ['ink', 'ink-2', 'ink-3', 'ok-ink', 'bad-ink']) for (const g of ['add-bg', 'del-bg']) pairs.push([f, g, 4.5]);
for (const f of ['key', 'str', 'num', 'typ', 'com'])
  for (const g of ['paper', 'surface', 'sunken', 'raised', 'add-bg', 'del-bg', 'add-em', 'del-em']) pairs.push([`code-${f}`, g, 4.5]);
for (const g of grounds) {
  pairs.push(['line-strong', g, 3], ['focus', g, 3], ['accent', g, 3]);
}
let bad = 0;
const worst = { 0: 99, 1: 99 };
for (const [f, g, min] of pairs)
  for (const i of [0, 1]) {
    if (!T[f] || !T[g]) {
      console.log('missing', f, g);
      bad++;
      continue;
    }
    const r = cr(T[f][i], T[g][i]);
    if (min === 4.5) worst[i] = Math.min(worst[i], r);
    if (r < min) {
      bad++;
      console.log(['light', 'dark'][i], `${f} on ${g}`, r.toFixed(2), '<', min);
    }
  }
if (process.argv.includes('--hex')) for (const [k, [l, d]] of Object.entries(T)) console.log(k.padEnd(14), hex(l), hex(d));
console.log(`${pairs.length * 2} pairs, ${bad} below; lowest text ratio light ${worst[0].toFixed(2)} dark ${worst[1].toFixed(2)}`);
process.exit(bad ? 1 : 0);
