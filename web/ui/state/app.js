// What every page shares: where we are, what the server said last, notices, and news from the server.
import { signal, computed, effect, batch } from '../vendor/preact.js';
import { ApiError, get, call, follow, link } from '../api.js';
import { t, has, language } from '../i18n.js';
import { dayOf } from '../format.js';
/** `act`: what can be done about it; it stays until then. @typedef {{ id: number, text: string, hint: string, kind: 'error' | 'info', act?: { name: string, run: () => void } }} Notice */
/** @typedef {{ id: number, text: string, action: string, run: (() => void) | null, ms: number, timer: number }} Toast */

export const PAGES = /** @type {const} */ (['desk', 'inbox', 'todos', 'history', 'library', 'rules', 'settings']);
/** @typedef {typeof PAGES[number]} Page */

/** Which half of the desk a narrow screen shows. @typedef {'thread' | 'sheet'} Half */
export const view = signal(/** @type {Half} */ ('thread'));
const query = matchMedia('(min-width: 52.01rem)');
/** Both halves fit. */
export const wide = signal(query.matches);
query.addEventListener('change', e => {
  wide.value = e.matches;
});

/** @param {string} hash @returns {{ page: Page, q: Record<string, string> }} */
function parse(hash) {
  const [path, query] = hash.replace(/^#\/?/, '').split('?');
  const page = PAGES.find(p => p === path) ?? 'desk';
  return { page, q: Object.fromEntries(new URLSearchParams(query ?? '')) };
}
export const route = signal(parse(location.hash));
/** Where each page was left, so that the rail goes back there. @type {Partial<Record<Page, string>>} */
const left = {};
/** @param {Page} page @param {Record<string, string | number | null | undefined>} [q] */
export function href(page, q) {
  const s = new URLSearchParams(
    Object.entries(q ?? {})
      .filter(([, v]) => v !== null && v !== undefined && v !== '')
      .map(([k, v]) => [k, String(v)]),
  ).toString();
  return `#/${page}${s ? `?${s}` : ''}`;
}
/** @param {Page} page */
export const railHref = page => left[page] ?? href(page);
/** @param {Page} page @param {Record<string, string | number | null | undefined>} [q] @param {boolean} [replace] */
export function go(page, q, replace = false) {
  const to = href(page, q);
  if (to === location.hash) return;
  if (replace) {
    history.replaceState(history.state, '', to);
    arrived();
  } else location.hash = to;
}
/** Changes parts of the address and keeps the rest. @param {Record<string, string | number | null>} q @param {boolean} [replace] */
export const amend = (q, replace) => go(route.value.page, { ...route.value.q, ...q }, replace);
/** A set that was opened by a key: the sheet takes the focus, at an item and with a key meant for it where they are named, or where the keyboard was there before. @type {import('../vendor/preact.js').Signal<null | { set: number, n?: number, key?: 'o' | 'w' | 'e' | 'x', back?: boolean }>} */
export const arrival = signal(null);
/** Went to a page by keys; the page that minds takes the focus. */
export const keyed = { page: '' };
/** Whether the person is where they are by keys: what an action of theirs opens takes the focus then. */
export const byKeys = () => Boolean(document.activeElement?.matches('button:focus-visible, a:focus-visible'));
/** The set that was opened from another page: it brings the conversation it came of, or shows that it has none. */
export const brought = signal(0);
/** Opens a change set on the sheet, beside the conversation that is there. @param {number} id @param {boolean | { n: number, key?: 'o' | 'w' | 'e' | 'x' } | { back: boolean }} [byKey] */
export function openSet(id, byKey) {
  if (byKey) arrival.value = { set: id, ...(byKey === true ? {} : byKey) };
  if (route.value.page !== 'desk') brought.value = id;
  const desk = parse(left.desk ?? '');
  const to = href('desk', { ...desk.q, set: id });
  if (to === location.hash) showSheet();
  else {
    location.hash = to;
    view.value = 'sheet';
  }
}
/** Where only one half fits the sheet is a place of its own, and Back leads from it to the thread. */
export function showSheet() {
  if (view.value === 'sheet') return;
  if (!wide.value) history.pushState({ over: true }, '');
  view.value = 'sheet';
}
export function leaveSheet() {
  if (history.state?.over) history.back();
  else view.value = 'thread';
}
/** Changes the desk's part of the address, also while another page is open. @param {Record<string, string | number | null>} q */
export function amendDesk(q) {
  if (route.value.page === 'desk') amend(q, true);
  else left.desk = href('desk', { ...parse(left.desk ?? '').q, ...q });
}
function arrived() {
  const { page } = route.value;
  route.value = parse(location.hash);
  if (page !== route.value.page) notices.value = notices.value.filter(n => n.act);
  left[route.value.page] = href(route.value.page, route.value.q);
}
view.value = history.state?.half ?? (route.value.q.set ? 'sheet' : 'thread');
// Each place in the history knows its half.
effect(() => {
  const half = view.value;
  if (route.value.page === 'desk') history.replaceState({ ...history.state, half }, '');
});
addEventListener('popstate', () => {
  if (route.value.page === 'desk' && location.hash === href('desk', route.value.q)) view.value = history.state?.half ?? view.value;
});
addEventListener('hashchange', () => {
  const before = parse(left.desk ?? '').q.set,
    half = history.state?.half;
  batch(() => {
    arrived();
    // Whoever goes to a change set wants to see it, where only one half fits.
    if (route.value.page === 'desk') view.value = half ?? (route.value.q.set === before ? view.value : route.value.q.set ? 'sheet' : 'thread');
  });
});
left[route.value.page] = href(route.value.page, route.value.q);

export const said = signal('');
/** One polite announcement. The same words twice are read twice. @param {string} text */
export const say = text => {
  said.value = said.value === text ? `${text}\u00a0` : text;
};

export const notices = signal(/** @type {Notice[]} */ ([]));
export const toasts = signal(/** @type {Toast[]} */ ([]));
let next = 1;
/** @param {string} text @param {string} [hint] @param {'error' | 'info'} [kind] */
export function notify(text, hint = '', kind = 'error') {
  if (notices.value.some(n => n.text === text && n.hint === hint)) return;
  const id = next++;
  notices.value = [...notices.value.slice(-2), { id, text, hint, kind }];
  if (kind === 'info') setTimeout(dismiss, 10_000, id);
  say(`${text} ${hint}`);
}
/** @param {number} id */
export const dismiss = id => {
  notices.value = notices.value.filter(n => n.id !== id);
};
/** @param {string} text @param {string} [action] @param {() => void} [run] @param {number} [ms] */
export function toast(text, action = '', run, ms = 8000) {
  const id = next++,
    one = { id, text, action, run: run ?? null, ms, timer: 0 };
  toasts.value = [...toasts.value.slice(-1), one];
  stays(one, false);
  say(action ? `${text}. ${action}` : text);
  return id;
}
/** A toast goes by itself; not while it is pointed at or has the focus. @param {Toast} one @param {boolean} held */
export function stays(one, held) {
  clearTimeout(one.timer);
  if (!held) one.timer = setTimeout(untoast, one.ms, one.id);
}
/** @param {number} id */
export const untoast = id => {
  toasts.value = toasts.value.filter(x => x.id !== id);
};

/** Signed out: the server wants a key that this browser does not have. */
export const locked = signal(false);
/** Tells an error to the person: what failed, what is safe, what to do. @param {unknown} e */
export function tell(e) {
  if (!(e instanceof ApiError)) {
    // A part of the page that is fetched when it is needed did not come: nothing was sent either.
    if (e instanceof TypeError && /\bmodule\b|fetch|load failed|\.css$/i.test(e.message)) {
      link.reached(false);
      return;
    }
    notify(String(e instanceof Error ? e.message : e));
    return;
  }
  if (e.status === 0) return; // the strip about the server says it
  if (e.status === 401) {
    locked.value = true;
    return;
  }
  const id = `ui-error-${e.code.replace(/[^\w-]/g, '-')}`;
  notify(has(id) ? t(id) : e.message, e.hint ?? '');
}
/** Runs something and tells its failure. @template T @param {() => Promise<T>} f @returns {Promise<T | undefined>} */
export async function attempt(f) {
  try {
    return await f();
  } catch (e) {
    tell(e);
    return undefined;
  }
}

export const online = signal(true);
/** Something was to be changed, and nobody answered: it may have been. */
const doubtful = signal(false);
export const offline = computed(() => t(doubtful.value ? 'ui-offline-unsure' : 'ui-offline'));
/** Who waits for the server. @type {(() => void)[]} */
let waiters = [];
/** Done when the server answers again. @returns {Promise<void>} */
export const back = () => new Promise(ok => (online.value ? ok() : waiters.push(ok)));
link.reached = (yes, change = false) => {
  const news = yes !== online.value || (change && !doubtful.value);
  doubtful.value = !yes && (change || doubtful.value);
  if (!news) return;
  const before = online.value;
  online.value = yes;
  say(yes ? t('ui-online') : offline.value);
  if (yes) for (const ok of waiters.splice(0)) ok();
  else if (before) probe();
};
/** Asks until the server answers again. */
async function probe() {
  for (let wait = 1000; !online.value; wait = Math.min(wait * 1.5, 8000)) {
    await new Promise(ok => setTimeout(ok, wait));
    try {
      const r = await fetch('/health');
      if (r.ok) {
        link.reached(true);
        changed([...ALL]);
      }
    } catch {
      /* still away: ask again */
    }
  }
}

export const status = signal(/** @type {import('../types.js').Status | null} */ (null));
export const settings = signal(/** @type {import('../types.js').SettingsView | null} */ (null));
export const today = computed(() => status.value?.today ?? settings.value?.effective.today ?? '1970-01-01');
export const zone = computed(() => settings.value?.effective.zone ?? status.value?.zone);
export const singleKeys = computed(() => settings.value?.settings.singleKeys !== 'off');

/** Reads; what nobody answered is asked for again when the server is back, unless it is not wanted then. @template T @param {() => Promise<T>} read @param {() => boolean} wanted @returns {Promise<T>} */
async function surely(read, wanted) {
  for (;;)
    try {
      return await read();
    } catch (e) {
      if (!(e instanceof ApiError) || e.status !== 0) throw e;
      await back();
      if (!wanted()) throw e;
    }
}
/** Readings of one thing: an answer that comes after that of a later reading is not taken. One that adds to the list tells what it adds to (`after`, null at the end): if that is another list when the answer comes, it is asked for what follows that one. @returns {<T>(read: () => Promise<T>, take: (x: T) => void, after?: () => unknown) => Promise<void>} */
export function newest() {
  let asked = 0,
    taken = 0,
    adding = false;
  return async (read, take, after) => {
    if (!after) {
      const mine = ++asked,
        x = await surely(read, () => mine === asked);
      if (mine < taken) return;
      taken = mine;
      take(x);
      return;
    }
    if (adding) return;
    adding = true;
    try {
      for (let to; (to = after()) !== null;) {
        const x = await read();
        if (to !== after()) continue;
        take(x);
        return;
      }
    } finally {
      adding = false;
    }
  };
}
/** So many of a list are read: a page, or, where it is read again, as many as stand there, up to what the server gives at once. @param {unknown[] | null} shown @param {number} page @param {number} most */
export const many = (shown, page, most) => Math.min(most, Math.max(page, shown?.length ?? 0));
/** The settings as the server has them. @type {import('../types.js').SettingsView | null} */
let kept = null;
/** What was set and is not stored yet: it stays on the screen whatever is read meanwhile. @type {Partial<import('../types.js').Settings>[]} */
let unsaved = [];
const show = () => {
  settings.value = kept && { ...kept, settings: Object.assign({}, kept.settings, ...unsaved) };
};
let saving = Promise.resolve();
const statuses = newest(),
  views = newest();
const loadStatus = () =>
  statuses(
    () => get('/api/status'),
    s => {
      status.value = s;
    },
  );
export async function loadBasics() {
  await attempt(async () => {
    const view = views(
      () => get('/api/settings'),
      p => {
        kept = p;
        show();
      },
    );
    await Promise.all([loadStatus(), view]);
    locked.value = false;
  });
}
/** Settings are stored one after the other, each by itself: what somebody else set meanwhile stays. @param {Partial<import('../types.js').Settings>} part */
export function saveSettings(part) {
  if (!kept) return saving;
  unsaved = [...unsaved, part];
  show();
  saving = saving.then(async () => {
    let failed;
    try {
      kept = await call('PATCH', '/api/settings', { set: part });
      say(t('ui-saved'));
      // Somebody else may have set them since, and our answer may be the later one to arrive: only what is read now tells.
      await loadBasics();
    } catch (e) {
      failed = e;
    }
    unsaved = unsaved.filter(x => x !== part);
    show();
    if (failed) tell(failed);
  });
  return saving;
}

/** @typedef {'todos' | 'inbox' | 'ledger' | 'settings' | 'outputs' | 'images' | 'rules' | 'commands' | 'sessions' | 'wakes'} Subject */
/** @type {Subject[]} */
const ALL = ['todos', 'inbox', 'ledger', 'settings', 'outputs', 'images', 'rules', 'commands', 'sessions'];
/** @type {Set<(what: Subject[], touched: Set<number> | null) => void>} */
const watchers = new Set();
/** @param {(what: Subject[], touched: Set<number> | null) => void} f told what is to be read again, and of which change sets: null where it can be any */
export function watch(f) {
  watchers.add(f);
  return () => {
    watchers.delete(f);
  };
}
/** @type {Set<Subject>} */
const gathered = new Set();
/** @type {Set<number> | null} */
let touched = new Set();
let due = 0;
/** An edit of ours and the server's news of it come at about the same time: both are one reason to read again. @param {Subject[]} what @param {number[]} [sets] the change sets of which more has changed than their items told; any, where none are named */
export function changed(what, sets) {
  for (const w of what) gathered.add(w);
  touched = sets && touched ? new Set([...touched, ...sets]) : null;
  due ||= setTimeout(() => {
    const all = [...gathered],
      of = touched;
    gathered.clear();
    touched = new Set();
    due = 0;
    for (const f of watchers) f(all, of);
    if (all.includes('wakes')) import('./notice.js').then(m => m.tell());
  }, 25);
}
watch(what => {
  if (what.includes('settings')) {
    loadBasics();
    return;
  }
  loadStatus().catch(() => {
    /* the strip about the server says it */
  });
});
/** Reads again whatever is shown, as after another language was chosen. */
export const reread = () => changed([...ALL]);
/** @typedef {import('../types.js').ItemNews} ItemNews */
/** @type {Set<(news: ItemNews) => void>} */
const hearers = new Set();
/** @param {(news: ItemNews) => void} f told how an item stands, as soon as it stands so */
export const hear = f => hearers.add(f);
/** @type {() => void} */
let follows = () => {};
// Done when the server's news is followed, or cannot be for now.
link.ready = new Promise(ok => {
  follows = ok;
});
/** The line that the news comes over, and the language it comes in. */
let line = new AbortController(),
  heardIn = '';
/** Follows the server's news for as long as the page lives. */
export async function live() {
  // A way to the server that holds the news back keeps nobody waiting.
  setTimeout(follows, 500);
  // What answers now may be another than what this page came from.
  let anew = false;
  const failed = () => {
    anew = true;
    follows();
  };
  for (;;) {
    line = new AbortController();
    heardIn = language;
    for await (const ev of follow('/api/events', line.signal, { failed })) {
      if (ev.kind === 'item' || ev.kind === 'drift') for (const f of hearers) f(ev.data);
      if (ev.kind === 'changed') changed(ev.data.what, ev.data.sets);
      // A page left open over midnight: the server's date is asked for again.
      if (ev.kind === 'heartbeat' && ev.data?.ts && dayOf(ev.data.ts, zone.value) !== today.value) loadBasics();
      if (ev.kind === 'connected') {
        // What changed between what was read before and now was told to nobody.
        if (link.asked) changed([...ALL]);
        if (anew) import('./update.js').then(m => m.look()).catch(tell);
        anew = true;
        follows();
      }
    }
  }
}
/** The server words its news in the language they are asked for in: after another was chosen they are asked for anew. */
export const relisten = () => {
  if (heardIn !== language) line.abort();
};

/** What this browser keeps by a name, in all its tabs; null while nothing is kept. It is about this screen. @param {string} name */
export function choiceOf(name) {
  const now = signal(/** @type {string | null} */ (null));
  try {
    now.value = localStorage.getItem(name);
  } catch {
    /* forbidden: lasts as long as the page */
  }
  addEventListener('storage', e => {
    if (e.key === name) now.value = e.newValue;
  });
  return {
    get value() {
      return now.value;
    },
    /** @param {string | null} v */
    set value(v) {
      now.value = v;
      try {
        localStorage.setItem(name, v ?? '');
      } catch {
        /* full or forbidden: lasts as long as the page */
      }
    },
  };
}
/** 'light' or 'dark'; anything else is as the system has it. */
export const theme = choiceOf('theme');
effect(() => {
  document.documentElement.dataset.theme = theme.value ?? 'auto';
});

/** Which dialog is open; one at a time. @type {import('../vendor/preact.js').Signal<null | { kind: string, [k: string]: any }>} */
export const dialog = signal(null);
/** @type {Promise<import('../types.js').WorkspaceView[]> | null} */
let folders = null;
/** The open folders, asked for once. @returns {Promise<import('../types.js').WorkspaceView[]>} */
export const workspaces = () =>
  (folders ??= get('/api/workspaces').then(
    x => x.workspaces,
    e => {
      folders = null;
      throw e;
    },
  ));
/** They may have changed. */
export const forgetWorkspaces = () => {
  folders = null;
};
