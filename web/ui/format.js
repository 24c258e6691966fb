// Values as people read them. Civil dates stay civil: no zone and no clock of the browser is involved.
import { t, has, word, language } from './i18n.js';
/** @typedef {import('./types.js').Recurrence} Recurrence */

/** A language without a region has the day before the month. */
const dates = () => (language === 'en' ? 'en-GB' : language);
/** @param {string} ymd */
const utc = ymd => new Date(`${ymd}T00:00:00Z`);
/** @param {string} ymd @param {Intl.DateTimeFormatOptions} o */
const intl = (ymd, o) => new Intl.DateTimeFormat(dates(), { timeZone: 'UTC', ...o }).format(utc(ymd));
/** @param {string} ymd @param {number} days */
export const addDays = (ymd, days) => new Date(utc(ymd).getTime() + days * 864e5).toISOString().slice(0, 10);
/** @param {string} a @param {string} b */
export const daysBetween = (a, b) => Math.round((utc(b).getTime() - utc(a).getTime()) / 864e5);
/** 0 = Sunday. @param {string} ymd */
export const weekday = ymd => utc(ymd).getUTCDay();
/** @type {Record<string, number>} */
const FIRST = { sunday: 0, monday: 1, saturday: 6 };
/** @param {string} ymd @param {string} start */
export const weekStart = (ymd, start) => addDays(ymd, -((weekday(ymd) - (FIRST[start] ?? 1) + 7) % 7));

/** "Tue 24 Nov", with the year when it is not this one. @param {string} ymd @param {string} [today] */
export function day(ymd, today) {
  if (today) {
    const d = daysBetween(today, ymd);
    if (d === 0) return t('ui-today');
    if (d === 1) return t('ui-tomorrow');
    if (d === -1) return t('ui-yesterday');
  }
  return intl(ymd, { weekday: 'short', day: 'numeric', month: 'short', ...(today?.slice(0, 4) === ymd.slice(0, 4) ? {} : { year: 'numeric' }) });
}
/** A day within a sentence: "tomorrow", "Fri 27 Nov". @param {string} ymd @param {string} today */
export function dayAlone(ymd, today) {
  const word = day(ymd, today);
  return Math.abs(daysBetween(today, ymd)) <= 1 ? word.toLocaleLowerCase(language) : word;
}
/** "16 – 22 Nov 2026". @param {string} from @param {string} to */
export const span = (from, to) =>
  new Intl.DateTimeFormat(dates(), { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' }).formatRange(utc(from), utc(to));
/** @param {string} ymd */
export const weekdayName = ymd => intl(ymd, { weekday: 'short' });
/** @param {string} ymd */
export const dayLong = ymd => intl(ymd, { weekday: 'long', day: 'numeric', month: 'long' });
/** "Tue 2026-11-24", "Di 24.11.2026": a proposal always shows the weekday and the exact date, as the server's sentences write them. @param {string} ymd */
export const exact = ymd =>
  `${weekdayName(ymd)} ${language.startsWith('en') ? ymd : intl(ymd, { day: '2-digit', month: '2-digit', year: 'numeric' })}`;
/** 24 of them, as todos and the server's sentences have. @type {Intl.DateTimeFormatOptions} */
const HOURS = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
/** A moment, in the zone of the settings; with the year when it is not this one. @param {string} at @param {string | undefined} zone @param {string} today */
export const moment = (at, zone, today) =>
  new Intl.DateTimeFormat(dates(), {
    day: 'numeric',
    month: 'short',
    ...(dayOf(at, zone).slice(0, 4) === today.slice(0, 4) ? {} : { year: 'numeric' }),
    ...HOURS,
    ...(zone ? { timeZone: zone } : {}),
  }).format(new Date(at));
/** @param {string} at @param {string} [zone] */
export const dayOf = (at, zone) =>
  new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', ...(zone ? { timeZone: zone } : {}) }).format(new Date(at));
/** @param {string} at @param {string} [zone] */
export const clock = (at, zone) => new Intl.DateTimeFormat(dates(), { ...HOURS, ...(zone ? { timeZone: zone } : {}) }).format(new Date(at));
/** @param {number} minutes */
export const minutes = minutes =>
  minutes % 60 === 0
    ? t('ui-hours', { n: minutes / 60 })
    : minutes < 60
      ? t('ui-minutes', { n: minutes })
      : t('ui-hours-minutes', { h: Math.floor(minutes / 60), m: minutes % 60 });

/** @param {number} n */
export function bytes(n) {
  const k = n < 1000 ? 0 : n < 1e6 ? 1 : n < 1e9 ? 2 : 3;
  const unit = /** @type {const} */ (['byte', 'kilobyte', 'megabyte', 'gigabyte'])[k];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: k ? 'short' : 'long', maximumFractionDigits: k && 1 }).format(
    n / 1000 ** k,
  );
}
/** "3.2 s". @param {number} ms */
export const seconds = ms =>
  new Intl.NumberFormat(language, { style: 'unit', unit: 'second', unitDisplay: 'narrow', maximumFractionDigits: ms < 10_000 ? 1 : 0 })
    .format(ms / 1000)
    .replace(/(\d)(\p{L})/u, '$1\u00a0$2');
/** @param {number} micros millionths of a dollar */
export const money = micros =>
  new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'USD',
    maximumSignificantDigits: 2,
    minimumFractionDigits: 2,
    roundingPriority: 'morePrecision',
  }).format(micros / 1e6);
/** "-rw-r--r--", without the type. @param {number} mode */
export const permissions = mode => [6, 3, 0].flatMap(at => ['r', 'w', 'x'].map((c, i) => ((mode >> at) & (4 >> i) ? c : '-'))).join('');

const DAYS = { SU: '2026-11-22', MO: '2026-11-23', TU: '2026-11-24', WE: '2026-11-25', TH: '2026-11-26', FR: '2026-11-27', SA: '2026-11-28' };
/** "MO" or "-1FR" in words. @param {string} code */
export function byDay(code) {
  const nth = code.slice(0, -2),
    name = weekdayName(DAYS[/** @type {keyof typeof DAYS} */ (code.slice(-2))] ?? DAYS.MO);
  return nth ? (has(`ui-nth-${nth}`) ? t(`ui-nth-${nth}`, { day: name }) : `${nth} ${name}`) : name;
}
/** @param {Recurrence | null | undefined} r */
export function repeat(r) {
  if (!r || r.type === 'none') return t('ui-repeat-none');
  const list = [
    ...(r.byDay ?? []).map(byDay),
    ...(r.byMonthDay ?? []).map(d => (d === -1 ? t('ui-last-day') : t('ui-month-day', { day: String(d) }))),
  ];
  return [
    t(`ui-repeat-${r.type}`, { n: r.interval ?? 1 }),
    list.length ? t('ui-repeat-on', { days: list.join(', ') }) : '',
    r.until ? t('ui-repeat-until', { date: exact(r.until) }) : '',
    r.count ? t('ui-repeat-count', { n: r.count }) : '',
    r.anchor === 'completion' ? t('ui-repeat-after') : '',
  ]
    .filter(Boolean)
    .join(' ');
}
/** The name of a field. @param {string} field */
export function fieldName(field) {
  // What a proposal builds on may be one date, label or checklist line: `occurrence:2026-11-23`.
  const [key = field, ...rest] = field.split(':'),
    of = rest.join(':');
  return of ? `${word('ui-field', key)} ${value(key, of)}` : word('ui-field', field.replace('.', '-'));
}
/** A wire value of a field, in words; null and empty are a dash. @param {string} field @param {any} v @returns {string} */
export function value(field, v) {
  // The state of a file is known by the hash of what it holds; a reason why it cannot be read is a text.
  if (field === 'content') return v === null ? t('ui-no-file') : /^[0-9a-f]{64}$/.test(v) ? t('ui-content', { hash: v.slice(0, 8) }) : String(v);
  if (v === null || v === undefined || v === '' || (Array.isArray(v) && !v.length)) return '—';
  if (typeof v === 'string' && /^\d{4}-\d\d-\d\d$/.test(v)) return exact(v);
  if (field === 'priority' || field === 'status') return word(`ui-${field}`, String(v));
  if (field === 'undo') return t(v === 'files' ? 'page-undoable' : v === 'nothing' ? 'page-undo-nothing' : 'page-not-undoable');
  if (field === 'estimate' && typeof v === 'number') return minutes(v);
  if (field === 'recurrence') return repeat(v);
  if (field === 'checklist' || field.startsWith('checklist:') || field.startsWith('line:'))
    return [v]
      .flat()
      .map(c => (c.title ? `${c.checked ? '☑' : '☐'} ${c.title}` : String(c)))
      .join('\n');
  if (field === 'completedDates' || field === 'skippedDates')
    return v.length > 4 ? t('ui-dates-more', { dates: v.slice(-3).map(exact).join(', '), n: v.length }) : v.map(exact).join(', ');
  if (field === 'moved')
    return (
      Object.entries(v)
        .map(([k, m]) => [exact(k), '→', exact(/** @type {any} */ (m).date), /** @type {any} */ (m).time].filter(Boolean).join(' '))
        .join(', ') || '—'
    );
  if (field.startsWith('occurrence:')) return typeof v === 'string' ? word('ui-occurrence', v) : t('ui-occurrence-moved', { date: exact(v.date) });
  if (typeof v === 'boolean') return t(v ? 'ui-yes' : 'ui-no');
  if (typeof v === 'object') return leaves(v).join(', ') || '—';
  return String(v);
}
/** What a value holds, each with the names that lead to it: `ics priority 4`. @param {any} v @returns {string[]} */
const leaves = v =>
  Array.isArray(v)
    ? v.flatMap(leaves)
    : v && typeof v === 'object'
      ? Object.entries(v).flatMap(([key, of]) => leaves(of).map(leaf => `${key} ${leaf}`))
      : [String(v ?? '') || '—'];
