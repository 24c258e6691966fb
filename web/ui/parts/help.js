// The keys, on one page (key ?).
import { html, h } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { singleKeys } from '../state/app.js';
import { Dialog, closeDialog } from './bits.js';

const KEYS = [
  ['j k ↓ ↑', 'move'],
  ['y', 'sign'],
  ['n', 'reject'],
  ['1 … 9', 'reason'],
  ['d', 'defer'],
  ['u', 'undecide'],
  ['o Enter', 'open'],
  ['w', 'why'],
  ['e', 'edit'],
  ['x', 'exclude'],
  ['x Shift+↓', 'pick'],
  ['Alt+← → PgUp PgDn', 'week'],
  ['r', 'rebase'],
  ['[ ]', 'hunk'],
  ['Y', 'sign-apply'],
  ['a Ctrl+Enter', 'apply'],
  ['/', 'slash'],
  ['Esc', 'leave'],
  ['g d i t h l r s', 'pages'],
  ['Alt+1 2 3', 'modes'],
  ['?', 'help'],
];
export function Help() {
  return h(
    Dialog,
    { title: t('page-keys'), wide: true },
    html`<p class="dim">${singleKeys.value ? t('page-keys-note') : t('page-keys-off')}</p>
    <dl class="keys">${KEYS.map(([k, id]) => html`<div key=${id}><dt>${k?.split(' ').map(x => html`<kbd>${x}</kbd> `)}</dt><dd>${t(`page-key-${id}`)}</dd></div>`)}</dl>
    <div class="dlg-acts"><button class="btn quiet" onClick=${closeDialog}>${t('ui-close')}</button></div>`,
  );
}
