// Which lines of two texts differ, which line comes in the place of which, and what differs within it.
/** @typedef {import('./types.js').DiffHunk} Hunk */
/** @typedef {Hunk['rows'][number]} Row */
/** A run of lines, from the first one that is not in it to the first one after it. @typedef {{ from: number, to: number }} Span */
/** What was in the base, and what is in its place. @typedef {{ was: Span, is: Span }} Turn */

/** Texts with more lines between the first and the last that differ are one change. */
const MOST = 1500;
/** What differs between two texts. @param {string[]} a @param {string[]} b @returns {Turn[]} */
export function turns(a, b) {
  let top = 0,
    end = 0;
  while (top < a.length && top < b.length && a[top] === b[top]) top++;
  while (end < a.length - top && end < b.length - top && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const n = a.length - top - end,
    m = b.length - top - end;
  if (!n && !m) return [];
  if (n > MOST || m > MOST) return [{ was: { from: top, to: top + n }, is: { from: top, to: top + m } }];
  // The longest run of lines that both have, from each place on.
  const wide = m + 1,
    best = new Uint16Array((n + 1) * wide),
    at = (/** @type {number} */ i, /** @type {number} */ j) => best[i * wide + j] ?? 0;
  for (let i = n - 1; i >= 0; i--)
    for (let j = m - 1; j >= 0; j--) best[i * wide + j] = a[top + i] === b[top + j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const out = /** @type {Turn[]} */ ([]);
  for (let i = 0, j = 0; i < n || j < m;) {
    if (i < n && j < m && a[top + i] === b[top + j]) {
      i++;
      j++;
      continue;
    }
    const [p, q] = [i, j];
    while ((i < n || j < m) && !(i < n && j < m && a[top + i] === b[top + j])) {
      if (j >= m || (i < n && at(i + 1, j) >= at(i, j + 1))) i++;
      else j++;
    }
    out.push({ was: { from: top + p, to: top + i }, is: { from: top + q, to: top + j } });
  }
  return out;
}

/** Runs that would take more comparisons than this are not looked through for lines that are alike. */
const WORK = 100_000;
/** Lines are alike from so much in common on: of their words and signs, one being all. */
const ALIKE = 0.4;
/** So many lines that go, and that come, are seen at once: they stay together. */
const GLANCE = 4;
/** Longer lines are not compared by words. */
const LONG = 2_000;

/** @param {Row} r */
const text = r => r.spans.map(s => s.text).join('');
/** Words, signs, and the room between them. @param {string} s */
const words = s => s.match(/[\p{L}\p{M}\p{N}_]+|\s+|[^\p{L}\p{M}\p{N}_\s]/gu) ?? [];
/** How often each word and sign is in a line. @param {string} line */
function counted(line) {
  const of = /** @type {Map<string, number>} */ (new Map());
  let n = 0;
  for (const word of line.length > LONG ? [] : words(line))
    if (word.trim()) {
      of.set(word, (of.get(word) ?? 0) + 1);
      n++;
    }
  return { of, n };
}
/** How much two lines have in common, from 0 to 1. @param {ReturnType<typeof counted>} a @param {ReturnType<typeof counted>} b */
function common(a, b) {
  if (!a.n || !b.n) return 0;
  let both = 0;
  for (const [word, n] of a.of) both += Math.min(n, b.of.get(word) ?? 0);
  return (2 * both) / (a.n + b.n);
}
/** Of lines that go and lines that come, those that are alike, in their order and as much alike as can be; with each what is in no pair. @param {Row[]} gone @param {Row[]} come @returns {[number | null, number | null][]} */
function alike(gone, come) {
  const n = gone.length,
    m = come.length;
  if (n * m > WORK || (n === 1 && m === 1))
    return n === m
      ? gone.map((_, i) => [i, i])
      : [...gone.map((_, i) => /** @type {[number, null]} */ ([i, null])), ...come.map((_, j) => /** @type {[null, number]} */ ([null, j]))];
  const a = gone.map(r => counted(text(r))),
    b = come.map(r => counted(text(r))),
    wide = m + 1,
    best = new Float64Array((n + 1) * wide),
    at = (/** @type {number} */ i, /** @type {number} */ j) => best[i * wide + j] ?? 0,
    much = new Float64Array(n * m);
  for (let i = n - 1; i >= 0; i--)
    for (let j = m - 1; j >= 0; j--) {
      const both = common(/** @type {any} */ (a[i]), /** @type {any} */ (b[j]));
      much[i * m + j] = both;
      best[i * wide + j] = Math.max(at(i + 1, j), at(i, j + 1), both >= ALIKE ? at(i + 1, j + 1) + both : 0);
    }
  const out = /** @type {[number | null, number | null][]} */ ([]);
  for (let i = 0, j = 0; i < n || j < m;) {
    const both = i < n && j < m ? (much[i * m + j] ?? 0) : 0;
    if (both >= ALIKE && at(i, j) === at(i + 1, j + 1) + both) out.push([i++, j++]);
    else if (j >= m || (i < n && at(i + 1, j) >= at(i, j + 1))) out.push([i++, null]);
    else out.push([null, j++]);
  }
  return out;
}
/** One side of two lines, what the other has not being told apart. @param {string[]} all @param {import('./lines.js').Span[]} changed */
function spans(all, changed) {
  const out = /** @type {Row['spans']} */ ([]);
  let from = 0;
  const put = (/** @type {number} */ to, /** @type {boolean} */ emphasis) => {
    if (to > from) out.push({ text: all.slice(from, to).join(''), emphasis });
    from = to;
  };
  for (const span of changed) {
    put(span.from, false);
    put(span.to, true);
  }
  put(all.length, false);
  return out;
}
/** Two lines that are alike, with the words that differ marked. @param {Row} was @param {Row} is @returns {[Row, Row]} */
function marked(was, is) {
  const [a, b] = [words(text(was)), words(text(is))],
    all = turns(a, b);
  return [
    {
      ...was,
      spans: spans(
        a,
        all.map(x => x.was),
      ),
    },
    {
      ...is,
      spans: spans(
        b,
        all.map(x => x.is),
      ),
    },
  ];
}
/** A row without marks. @param {Row | undefined} r @returns {Row | null} */
const plain = r => (r ? { ...r, spans: [{ text: text(r), emphasis: false }] } : null);

/** Rows of a hunk as pairs: what goes with what comes in its place, what stays with itself. @typedef {[Row | null, Row | null][]} Pairs */
/** @param {Row[]} rows @returns {Pairs} */
export function paired(rows) {
  const out = /** @type {Pairs} */ ([]);
  let gone = /** @type {Row[]} */ ([]),
    come = /** @type {Row[]} */ ([]);
  const flush = () => {
    const pairs = alike(gone, come),
      // As many that go as come, each in the place of the other: the words that differ are marked already.
      level = pairs.every(([i, j]) => i === j);
    for (const [i, j] of pairs) {
      const was = gone[i ?? -1],
        is = come[j ?? -1];
      out.push(level ? [was ?? null, is ?? null] : was && is ? marked(was, is) : [plain(was), plain(is)]);
    }
    gone = [];
    come = [];
  };
  for (const r of rows) {
    if (r.kind === 'removed' && come.length) flush();
    if (r.kind === 'removed') gone.push(r);
    else if (r.kind === 'added') come.push(r);
    else {
      flush();
      out.push([r, r]);
    }
  }
  flush();
  return out;
}
/** Pairs below each other. Few lines that go stand together above those that come; of many, each has beside it what comes in its place. @param {Pairs} pairs @returns {Row[]} */
export function below(pairs) {
  const out = /** @type {Row[]} */ ([]);
  let run = /** @type {Pairs} */ ([]);
  const flush = () => {
    const gone = run.flatMap(([was]) => was ?? []),
      come = run.flatMap(([, is]) => is ?? []);
    out.push(...(gone.length <= GLANCE && come.length <= GLANCE ? [...gone, ...come] : run.flatMap(([was, is]) => [was ?? [], is ?? []].flat())));
    run = [];
  };
  for (const pair of pairs)
    if (pair[0] === pair[1]) {
      flush();
      out.push(.../** @type {[Row]} */ ([pair[0]]));
    } else run.push(pair);
  flush();
  return out;
}
/** Pairs beside each other: lines that are in no pair share their rows. @param {Pairs} pairs @returns {Pairs} */
export function beside(pairs) {
  const out = /** @type {Pairs} */ ([]);
  let gone = /** @type {Row[]} */ ([]),
    come = /** @type {Row[]} */ ([]);
  const flush = () => {
    for (let k = 0; k < Math.max(gone.length, come.length); k++) out.push([gone[k] ?? null, come[k] ?? null]);
    gone = [];
    come = [];
  };
  for (const [was, is] of pairs) {
    if (was && (is || come.length)) flush();
    if (was && is) out.push([was, is]);
    else if (was) gone.push(was);
    else if (is) come.push(is);
  }
  flush();
  return out;
}
