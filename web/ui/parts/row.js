// One item of a change set: its mark, what it would do, its flags, and the buttons that decide it.
import { html, h, useRef } from '../vendor/preact.js';
import { t, also } from '../i18n.js';
import { exact, fieldName, repeat, value } from '../format.js';
import { oneLine } from '../hidden.js';
import { toast } from '../state/app.js';
import { canEdit, decide, goneOf, folderOf, folders, lasts, marked, premarked, openItem, signable, unheard } from '../state/sheet.js';
import { undo } from '../state/back.js';
import { unread } from '../state/unread.js';
import { begunAt } from '../state/unsent.js';
import { warned } from './warned.js';
import { prepareDialogs } from './frame.js';
import { Icon, args, byWords, lazy, reasonText } from './bits.js';
/** @typedef {import('../types.js').ItemView} Item */
/** @typedef {import('../types.js').SetView} SetView */
/** What a row shows below its line. @typedef {{ n: number, mode: 'edit' | 'reject', after?: () => void }} Mode */

const Inspector = lazy(async () => (await Promise.all([import('./inspector.js'), also('review')]))[0].Inspector),
  DriftStrip = lazy(async () => (await Promise.all([import('./inspector.js'), also('review')]))[0].DriftStrip);
const EditItem = lazy(async () => (await import('./edit-item.js')).EditItem),
  RejectReason = lazy(async () => (await import('./reject.js')).RejectReason);
const FileText = lazy(async () => (await import('./file-item.js')).FileText);
/** Called when there is something to review, so that no key waits for a file, and nothing that is asked before an apply needs a server to be asked. */
export const prepare = () => {
  for (const part of [Inspector, DriftStrip, EditItem, RejectReason]) part.load();
  prepareDialogs();
  for (const part of [import('../state/friction.js'), import('../state/needs.js'), import('../state/unsaved.js'), import('../state/attention.js')])
    part.catch(() => {});
};
/** @type {Record<string, string>} */
const VERB = { add: 'plus', change: 'pencil', delete: 'trash-2', run: 'terminal' };
/** @type {Record<string, string>} */
const FILE = { create: 'file-plus', edit: 'file-pen', delete: 'file-x', rename: 'file-symlink', chmod: 'file-cog' };
/** A new file by the name of a picture. @param {Item} i */
const isPicture = i => i.file?.change === 'create' && /\.(png|jpe?g|webp|gif)$/i.test(i.file.path);
/** What a file item is about: its path, how many lines come and go, and whether it deserves a second look.
 * @param {{ file: import('../types.js').FileView }} p */
const FileLine = ({
  file,
}) => html`<span class="target-t code">${file.path}${file.to && html` <span aria-hidden="true">→</span><span class="vh">${t('ui-becomes')}</span> ${file.to}`}</span>
  ${
    file.added + file.removed > 0 &&
    html`<span class="delta num"><span class="plus" aria-hidden="true">+${file.added}</span> <span class="minus" aria-hidden="true">−${file.removed}</span>
    <span class="vh">${t('page-lines', { added: file.added, removed: file.removed })}</span></span>`
  }
  ${file.sensitive && html`<span class="flag warnf" title=${t('page-sensitive-why', { reason: file.sensitive })}>${t('page-sensitive')}</span>`}`;
/** What kind of change it is, for a heading (S2-15). @param {Item} i */
export const category = i => {
  const has = (/** @type {string[]} */ ...keys) => keys.some(k => i.op?.[k] !== undefined);
  if (i.kind === 'rule') return 'rule';
  if (i.verb !== 'change') return i.verb;
  if (i.op?.op === 'complete' || i.op?.op === 'set_status' || has('status', 'completed')) return 'status';
  if (has('checklist', 'checklist_add', 'checklist_check', 'checklist_uncheck')) return 'checklist';
  if (has('scheduledFor', 'timeOfDay', 'dueDate', 'estimate', 'occurrenceDate', 'recurrence')) return 'dates';
  return 'change';
};
export const CATEGORIES = /** @type {const} */ (['rule', 'status', 'checklist', 'dates', 'change', 'add', 'delete']);
/** Fields whose values are short. */
const SHORT = ['status', 'priority', 'estimate', 'scheduledFor', 'timeOfDay', 'dueDate', 'title'];
/** Those whose values tell which they are. */
const TOLD = ['status', 'estimate'];
/** The whole of a change as what was and what will be, where that is short; else nothing (S2-15). @param {Item} i */
const short = i => {
  const [p] = i.preview;
  if (!p?.before_exists || !p.after_exists || i.preview_total !== 1) return [];
  const fields = p.fields.map(f => ({ field: f.field, before: value(f.field, f.before), after: value(f.field, f.after) }));
  return fields.length < 4 && fields.every(f => SHORT.includes(f.field)) ? fields : [];
};
/** A command, none of whose words ends in the middle of a line: `--all` has hyphens. @param {string} text */
const unbroken = text =>
  oneLine(text)
    .split(' ')
    .map((word, i) => html`${i > 0 && ' '}<span class="word">${word}</span>`);
/** Its todo is not there any more, so that its own words are all the name it has. @param {Item} i */
const nameless = i => i.kind === 'todo' && i.target === `#${i.op?.id}` && i.label !== i.target;
/** What stands in its title, beside the verb. @param {Item} i */
const titled = i => (i.target && !nameless(i) ? i.target : i.preview_total > 1 ? t('page-todos-n', { n: i.preview_total }) : i.label);
/** What its sentence says beyond the verb and the title that stand above it: “Add X: date Monday” says “date Monday”, “Delete X” nothing; null where it is to be read as a whole. A long title is cut off in it.
 * @param {Item} i @returns {string | null} */
function beyond(i) {
  const title = titled(i),
    cut = /[“„«]\s?(.+?)…\s?[”“»]/u.exec(i.label)?.[1],
    name = i.label.includes(title) ? title : cut && title.startsWith(cut) ? `${cut}…` : null;
  if (title === i.label) return '';
  if (name === null) return null;
  const at = i.label.indexOf(name),
    left = i.label.slice(0, at).replace(/[“„«]\s?$/u, '') + i.label.slice(at + name.length).replace(/^\s?[”“»]/u, ''),
    [, verb, rest] = /^\s*(\p{L}+)\s*(?::\s*(.+))?$/su.exec(left) ?? [];
  if (!verb) return null;
  if (rest) return ['create', 'update', 'bulk_update'].includes(i.op?.op) ? rest.charAt(0).toLocaleUpperCase() + rest.slice(1) : null;
  return i.verb !== 'change' || verb.toLowerCase() === t('page-verb-change').toLowerCase() ? '' : null;
}
/** What an item would do, in a line: what is said of it stays its name, for who cannot see the badges. @param {{ item: Item }} p */
const Does = ({ item }) => {
  const fields = short(item),
    more = nameless(item) ? '' : beyond(item);
  return html`<span id=${`item-${item.n}-c`} class=${fields.length || more !== null ? 'vh' : undefined}>${item.label}</span>${!fields.length && more && html`<span aria-hidden="true">${more}</span>`}${fields.map(
    f =>
      html`<span class="becomes" key=${f.field} aria-hidden="true">${TOLD.includes(f.field) ? '' : `${fieldName(f.field)} `}<del>${f.before}</del> → <ins>${f.after}</ins></span>`,
  )}`;
};
/** Titles that several todos of a set have. @type {WeakMap<SetView, Set<string>>} */
const shared = new WeakMap();
/** @param {SetView} s */
function twins(s) {
  const known = shared.get(s);
  if (known) return known;
  const of = /** @type {Map<string, number | null>} */ (new Map()),
    found = /** @type {Set<string>} */ (new Set());
  for (const i of s.items) {
    const id = i.kind === 'todo' && i.target ? i.preview[0]?.id : undefined;
    if (id === undefined) continue;
    if (of.has(i.target) && of.get(i.target) !== id) found.add(i.target);
    of.set(i.target, id);
  }
  shared.set(s, found);
  return found;
}
/** Which todo it is, where its title does not say enough: of one that goes also its days and what goes with it. @param {{ set: SetView, item: Item }} p */
const Which = ({ set, item }) => {
  const [p] = item.preview;
  if (item.kind !== 'todo' || !p?.before_exists || p.id === null || item.preview_total !== 1) return null;
  const gone = !p.after_exists;
  if (!gone && !twins(set).has(item.target)) return null;
  const was = (/** @type {string} */ field) => /** @type {any} */ (p.fields.find(f => f.field === field)?.before),
    days = ['scheduledFor', 'timeOfDay', 'dueDate'].filter(f => gone && was(f)),
    told = [
      `#${p.id}`,
      ...days.map(f => (f === 'dueDate' ? `${fieldName(f)} ${exact(was(f))}` : value(f, was(f)))),
      gone && was('recurrence') ? repeat(was('recurrence')) : '',
      gone && was('notes') ? t('page-has-notes') : '',
    ];
  return html`<span class="which dim num">${told.filter(Boolean).join(' · ')}</span>`;
};
/** States that no verdict can change. @param {SetView} s @param {Item} i */
export const isFixed = (s, i) =>
  s.status === 'expired' || !!i.rejected_with || ['applied', 'applying', 'undone', 'expired', 'retracted'].includes(i.status);
/** What a row's state is called: of what nobody has heard of yet the verdict, too. @param {SetView} s @param {Item} i */
export const stateName = (s, i) =>
  unheard(s, i)
    ? [...(i.status === 'pending' ? [] : [t(`page-status-${i.status}`)]), t('page-status-unheard')].join(' · ')
    : i.rejected_with
      ? t('page-rejected-with', { n: i.rejected_with })
      : t(`page-status-${byWords(i.status, i.reason) || stateOf(s, i)}`);
/** The state a row shows: a premarked item looks signed, and says that it is not stored yet; so does what nobody has heard of. @param {SetView} s @param {Item} i */
export const stateOf = (s, i) => (unheard(s, i) ? 'unheard' : premarked(s, i) ? 'marked' : i.status);

/** Drag right to sign, left to reject. Touch only; vertical scroll stays the browser's.
 * News from the server may redraw the row under the finger, so where the drag began is kept in `drag`.
 * @param {SetView} s @param {Item} item @param {{ on: boolean, x: number, y: number }} drag */
function swipe(s, item, drag) {
  /** @param {HTMLElement} el @param {number} v */
  const put = (el, v) => {
    el.style.setProperty('--dx', `${v}px`);
    el.dataset.swipe = v > 72 ? 'yes' : v < -72 ? 'no' : '';
  };
  // The buttons stay for what cannot be taken back: a slip of the thumb must not sign it.
  if (!item.reversible || item.kind === 'command' || isFixed(s, item)) return {};
  // What cannot be signed as it stands does not follow the finger that way.
  const furthest = signable(item) || ['confirmed', 'rejected'].includes(item.status) ? 120 : 0;
  const judge = (/** @type {'confirmed' | 'rejected'} */ verdict) => {
    decide(s, item, verdict);
    // Felt, where the device can and motion is wanted (S2-26).
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) navigator.vibrate?.(verdict === 'confirmed' ? 15 : [10, 40, 10]);
    const said = t(verdict === 'confirmed' ? 'page-signed-x' : 'page-rejected-x', { label: item.label });
    toast(said, t('ui-undo'), () => decide(s, { ...item, status: verdict }, 'undecided'), 6000);
  };
  return {
    // What the drag comes to, beside the row as it moves away.
    'data-yes': t('page-sign'),
    'data-no': t('page-reject'),
    onPointerDown: (/** @type {PointerEvent} */ e) => {
      if (
        e.pointerType !== 'touch' ||
        /** @type {HTMLElement} */ (e.target).closest('select, textarea, input:not([type=checkbox]), .panel, .reasons')
      )
        return;
      Object.assign(drag, { on: true, x: e.clientX, y: e.clientY });
    },
    onPointerMove: (/** @type {any} */ e) => {
      const dx = e.clientX - drag.x;
      if (!drag.on || Math.abs(dx) <= 10 || Math.abs(dx) <= Math.abs(e.clientY - drag.y)) return;
      e.currentTarget.setPointerCapture(e.pointerId);
      put(e.currentTarget, Math.max(-120, Math.min(furthest, dx)));
    },
    onPointerUp: (/** @type {any} */ e) => {
      if (!drag.on) return;
      drag.on = false;
      const swiped = e.currentTarget.dataset.swipe;
      put(e.currentTarget, 0);
      if (swiped === 'yes') judge('confirmed');
      else if (swiped === 'no') judge('rejected');
    },
    onPointerCancel: (/** @type {any} */ e) => {
      drag.on = false;
      put(e.currentTarget, 0);
    },
  };
}
const HOLD = 550;
/** Pressed for long, ✗ asks why (S2-13). How long is told by the times of the events: a page that was busy hears of them late.
 * @param {{ timer: number, fired: boolean, at: number }} press @param {() => void} short @param {() => void} long */
export function pressed(press, short, long) {
  const end = () => clearTimeout(press.timer);
  const fire = () => {
    press.fired = true;
    // The finger is still down: what comes to lie under it is not clicked when it is lifted.
    const swallow = (/** @type {Event} */ e) => {
      e.preventDefault();
      e.stopPropagation();
      press.fired = false;
    };
    addEventListener('click', swallow, { capture: true, once: true });
    addEventListener('pointerdown', () => removeEventListener('click', swallow, true), { capture: true, once: true });
    long();
  };
  /** @param {number} due */
  const wait = due => {
    press.timer = setTimeout(() => {
      // Late: the finger may be up already, and that comes first.
      if (performance.now() > due + 50) press.timer = setTimeout(fire, 50);
      else fire();
    }, due - performance.now());
  };
  return {
    onPointerDown: (/** @type {PointerEvent} */ e) => {
      press.fired = false;
      press.at = e.timeStamp;
      wait(e.timeStamp + HOLD);
    },
    onPointerUp: (/** @type {PointerEvent} */ e) => {
      end();
      const since = press.at;
      press.at = Infinity;
      if (!press.fired && e.timeStamp - since >= HOLD) fire();
    },
    onPointerLeave: () => {
      end();
      press.at = Infinity;
    },
    // The finger scrolls.
    onPointerCancel: () => {
      end();
      press.at = Infinity;
    },
    onContextMenu: (/** @type {Event} */ e) => {
      if (press.fired) e.preventDefault();
    },
    onClick: () => {
      if (!press.fired) short();
      press.fired = false;
    },
  };
}

/** Where a finger means what is there, not the row. */
const CONTROL = 'button, a, summary, input, select, textarea, label, .panel, .reasons, .edit, .driftbox';
/** What a finger does at a row: it swipes, or rests there and is asked why it is turned down. @param {SetView} s @param {Item} item @param {{ on: boolean, x: number, y: number }} drag @param {Parameters<typeof pressed>[0]} press @param {() => void} why @returns {Record<string, any>} */
export function touched(s, item, drag, press, why) {
  const drags = /** @type {Record<string, any>} */ (swipe(s, item, drag));
  if (isFixed(s, item)) return drags;
  const rest = pressed(
    press,
    () => {},
    () => {
      drag.on = false;
      why();
    },
  );
  /** First what rests, then what swipes. @param {string} name @param {(e: any) => void} mine */
  const both = (name, mine) => ({
    [name]: (/** @type {any} */ e) => {
      mine(e);
      drags[name]?.(e);
    },
  });
  return {
    ...drags,
    ...both('onPointerDown', e => {
      if (e.pointerType !== 'touch' || e.target.closest(CONTROL)) return;
      Object.assign(drag, { x: e.clientX, y: e.clientY });
      rest.onPointerDown(e);
    }),
    ...both('onPointerMove', e => Math.hypot(e.clientX - drag.x, e.clientY - drag.y) > 10 && rest.onPointerLeave()),
    ...both('onPointerUp', rest.onPointerUp),
    ...both('onPointerCancel', rest.onPointerCancel),
    // Some browsers offer to mark words a moment before.
    onContextMenu: (/** @type {Event} */ e) => (press.at < Infinity || press.fired) && e.preventDefault(),
  };
}

/** `headed`: the heading above it says its verb. @param {{ set: SetView, item: Item, headed: boolean, tab: string, onTab: (t: string) => void, mode: Mode | null, onMode: (m: Mode | null) => void }} p */
export function Row({ set, item, headed, tab, onTab, mode, onMode }) {
  const drag = useRef({ on: false, x: 0, y: 0 }),
    press = useRef({ timer: 0, fired: false, at: Infinity }),
    rest = useRef({ timer: 0, fired: false, at: Infinity });
  const state = stateOf(set, item),
    fixed = isFixed(set, item),
    shown = openItem.value === item.n,
    on = marked(set, item);
  const flip = () => {
    openItem.value = shown ? null : item.n;
  };
  // The line itself opens, too: a finger looks for no small sign. Who marks its words wants only those.
  const look = (/** @type {MouseEvent} */ e) => {
    if (!(/** @type {HTMLElement} */ (e.target).closest('button, a')) && !getSelection()?.toString()) flip();
  };
  const cannot = item.problems.length > 0 || item.command?.verdict === 'never' || item.status === 'drifted' || (item.status === 'blocked' && !on);
  const many = item.preview_total > 1,
    done = item.status === 'applied' || item.status === 'undone',
    own = mode?.n === item.n ? mode : null;
  const back = () => {
    onMode(null);
    document.getElementById(`item-${item.n}`)?.focus();
  };
  return html`<li class="op" id=${`item-${item.n}`} data-n=${item.n} data-state=${state} data-verb=${item.verb} tabindex="-1" aria-labelledby=${`item-${item.n}-t item-${item.n}-c item-${item.n}-s`} ...${touched(set, item, drag.current, rest.current, () => onMode({ n: item.n, mode: 'reject' }))}>
    <div class="head">
      <input type="checkbox" aria-label=${t('page-sign-x', { label: item.label })} checked=${on || done} disabled=${fixed || cannot} onChange=${(
        /** @type {any} */ e,
      ) => {
        // It shows what stands: the verdict ticks it, once there is one.
        e.target.checked = on || done;
        decide(set, item, on ? 'undecided' : 'confirmed');
      }} />
      <div class="what" onClick=${look}><p class="title" id=${`item-${item.n}-t`}><span class="verb">${isPicture(item) ? html`<span aria-hidden="true">▧</span>` : h(Icon, { name: (item.file && FILE[item.file.change]) ?? VERB[item.verb] ?? 'pencil', size: 14 })}
        <span class=${!headed && ((item.target && !nameless(item)) || item.file || many) ? undefined : 'vh'}>${t(item.file ? `page-file-${item.file.change}` : `page-verb-${item.verb}`)}</span></span>${'\u00a0'}${
          item.file
            ? h(FileLine, { file: item.file })
            : html`<span class=${`target-t ${item.kind === 'command' || item.kind === 'tool' ? 'code' : ''}`}>${item.kind === 'command' && item.target ? unbroken(item.target) : titled(item)}</span>`
        }
          ${folderOf(item) && folders(set).length > 1 && html`<span class="flag">${t('page-in-folder', { folders: folderOf(item) ?? '' })}</span>`}
          ${item.command?.verdict === 'never' && html`<span class="flag badf">${t('page-cmd-never')}</span>`}
          ${
            item.risk !== 'none' &&
            html`<span class="risk" data-risk=${item.risk}><span aria-hidden="true">${item.risk === 'high' ? '▲▲' : '▲'}</span>
            <span class="vh">${t(`page-risk-${item.risk}`)}</span></span>`
          }
          ${many && item.target && html`<span class="flag num">${t('page-todos-n', { n: item.preview_total })}</span>`}
          ${item.needs.length > 0 && !done && html`<span class="flag">${t('page-needs', { list: item.needs.join(', ') })}</span>`}
          ${!fixed && begunAt(set.id, item.n) && html`<span class="flag warnf" title=${t('page-draft-kept')}>${t('page-draft')}</span>`}
          ${unread(set, item) && !done && html`<span class="flag warnf" title=${t('page-unread-why')}>${t('page-unread')}</span>`}
          ${lasts(item) && item.status !== 'undone' && !(done && item.command?.undo === 'files') && html`<span class="flag warnf">${t('page-not-undoable')}</span>`}</p>
        <p class="note">${h(Which, { set, item })}${item.tool && html`<code>${args(item.tool.arguments)}</code>`}${item.kind === 'todo' ? item.label !== item.target && h(Does, { item }) : item.command?.cwd && html`<span class="dim">${t('page-cmd-folder')}</span> <code>${item.command.cwd}</code>`}${item.reason && (item.status === 'rejected' || (item.status === 'retracted' && !byWords(item.status, item.reason))) && html` <span class="dim">${t('page-because', { reason: reasonText(item.reason) })}</span>`}
          ${item.status === 'rejected' && !item.reason && !fixed && html` <button class="link" onClick=${() => onMode({ n: item.n, mode: 'reject' })}>${t('page-add-reason')}<span class="vh"> ${item.label}</span></button>`}</p>
        ${item.problems.map((p, i) => html`<p class="warn badp" key=${i}>${p.message} <span>${p.hint}</span></p>`)}
        ${warned(item.warnings).map((p, i) => html`<p class="warn" key=${i}>${h(Icon, { name: 'triangle-alert', size: 14 })}<span>${p.message}</span></p>`)}
        ${item.failure && html`<p class="warn badp">${item.failure.message} <span>${item.failure.hint}</span></p>`}</div>
      <span class="st" id=${`item-${item.n}-s`}>${stateName(set, item)}</span>
      <div class="acts">
        <button class="ic turn" aria-label=${t('page-details-x', { label: item.label })} aria-expanded=${shown} onClick=${flip}>${h(Icon, { name: 'chevron-right' })}</button>
        ${
          !fixed &&
          html`<button class="ic no" aria-label=${t('page-reject-x', { label: item.label })} aria-pressed=${item.status === 'rejected'} ...${pressed(
            press.current,
            () => decide(set, item, item.status === 'rejected' ? 'undecided' : 'rejected'),
            () => onMode({ n: item.n, mode: 'reject' }),
          )}>${h(Icon, { name: 'x' })}</button>`
        }
        ${item.status === 'applied' && item.applied_by !== null && item.reversible && html`<button class="ic" title=${t('page-undo-item')} aria-label=${t('page-undo-x', { label: item.label })} onClick=${() => undo(/** @type {number} */ (item.applied_by), { items: [item.n] })}>${h(Icon, { name: 'undo-2' })}</button>`}
      </div>
    </div>
    ${item.status === 'drifted' && item.drift.length > 0 && own?.mode !== 'edit' && h(DriftStrip, { set, item, onEdit: () => onMode({ n: item.n, mode: 'edit' }) })}
    ${
      own?.mode === 'reject' &&
      h(RejectReason, {
        label: item.label,
        onPick: (/** @type {string | undefined} */ r) => {
          const then = own.after;
          back();
          decide(set, item, 'rejected', r);
          then?.();
        },
        onCancel: back,
      })
    }
    ${own?.mode === 'edit' && h(item.file ? FileText : EditItem, { set, item, onDone: back })}
    ${
      shown &&
      own?.mode !== 'edit' &&
      html`${h(Inspector, { set, item, tab, onTab, fixed, onEdit: () => onMode({ n: item.n, mode: 'edit' }) })}
      ${
        !fixed &&
        html`<div class="acts-line below">${canEdit(item) && !item.file && html`<button class="btn quiet" onClick=${() => onMode({ n: item.n, mode: 'edit' })}>${h(Icon, { name: 'pencil', size: 14 })}${t('page-edit')}</button>`}
        ${!goneOf(item) && html`<button class="btn quiet" aria-pressed=${item.status === 'deferred'} onClick=${() => decide(set, item, item.status === 'deferred' ? 'undecided' : 'deferred')}>${h(Icon, { name: 'pause', size: 14 })}${t('page-defer')}</button>`}
        <button class="btn quiet" onClick=${() => onMode({ n: item.n, mode: 'reject' })}>${h(Icon, { name: 'x', size: 14 })}${t('page-reject-reason')}</button></div>`
      }`
    }
  </li>`;
}
