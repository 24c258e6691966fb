// A structured reply in the thread: what was loaded, sections, the agent's steps, what is blocked, what was
// done, and what could be said next. Drawn once a reply; only what a set changes is drawn again.
import { html, h, useEffect, useState } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { sets, signable, due, apply, applying } from '../state/sheet.js';
import { openSet } from '../state/app.js';
import { fill } from '../state/now.js';
import { Icon } from './bits.js';
import { runs as runLabel } from './runs.js';
/** @typedef {import('../types.js').Turn} Turn */
/** @typedef {import('../types.js').WorkReply} WorkReply */

/** What stands between two pairs of stars. @param {string} text */
const strong = text => text.split(/\*\*(?=\S)(.+?)(?<=\S)\*\*/).map((part, i) => (i % 2 ? html`<strong key=${i}>${part}</strong>` : part));
/** `code` and **weight** in a line. @param {string} line */
const inline = line => line.split('`').map((part, i) => (i % 2 ? html`<code key=${i}>${part}</code>` : strong(part)));
/** Code, in colours as soon as they are there. @param {{ text: string, name: string }} p */
function Code({ text, name }) {
  const [inked, setInked] = useState(/** @type {any} */ (null));
  useEffect(() => {
    if (name) import('./highlight.js').then(m => setInked(m.inked(text, name)));
  }, [text]);
  // In an element: what is drawn by itself is a text that nobody looks through.
  return html`<span>${inked ?? text}</span>`;
}
/** Text with fenced code and lists; nothing of it is markup. @param {{ text: string }} p */
export function Prose({ text }) {
  const parts = text.split(/^```[^\n]*\n?/m),
    fences = text.match(/^```[^\n]*/gm) ?? [];
  return html`${parts.map((part, i) => {
    const body = i % 2 ? part.replace(/\n$/, '') : part.trim();
    if (!body) return null;
    if (i % 2)
      return html`<pre class="raw code" key=${i} tabindex="0" role="group" aria-label=${t('page-reply-code')}>${h(Code, { text: body, name: fences[i - 1]?.slice(3).trim() ?? '' })}</pre>`;
    return body.split(/\n{2,}/).map((block, k) => {
      const lines = block.split('\n');
      return lines.every(l => /^\s*([-*•]|\d+\.)\s+/.test(l))
        ? html`<ul class="dots" key=${`${i}.${k}`}>${lines.map((l, j) => html`<li key=${j}>${inline(l.replace(/^\s*([-*•]|\d+\.)\s+/, ''))}</li>`)}</ul>`
        : html`<p key=${`${i}.${k}`}>${inline(block)}</p>`;
    });
  })}`;
}

/** "2 files loaded: a.txt, b.rs (its beginning)", and what was not. @param {{ turn: Turn }} p */
export function Loaded({ turn }) {
  const c = turn.context;
  const images = c?.images ?? [];
  if (!c || (!c.files.length && !c.left_out.length && !c.urls.length && !images.length)) return null;
  return html`<div class="loaded">${
    c.files.length > 0 &&
    html`<p class="dim">${h(Icon, { name: 'folder', size: 14 })}<span>${t('page-loaded', { n: c.files.length })} ${c.files.map(
      (f, i) => html`${i > 0 && ', '}<code key=${f.path} title=${f.hash}>${f.path}</code>${f.cut && ` (${t('page-loaded-cut')})`}`,
    )}</span></p>`
  }
    ${images.length > 0 && html`<p class="dim"><span aria-hidden="true">▧</span><span>${t(images.some(i => i.described) ? 'page-images-described' : 'page-images-shown', { n: images.length, names: images.map(i => i.name).join(', ') })}</span></p>`}
    ${c.left_out.map((l, i) => html`<p class="warn" key=${i}>${h(Icon, { name: 'triangle-alert', size: 14 })}<span>${t('page-not-loaded', { reason: l.message })}</span></p>`)}
    ${c.urls.length > 0 && html`<p class="dim"><span>${t('page-urls-noted', { urls: c.urls.join(', ') })}</span></p>`}</div>`;
}

/** @param {{ reply: WorkReply }} p */
const Sections = ({ reply }) =>
  html`${reply.sections.map(
    (s, i) =>
      html`<details class="section said" open key=${i}><summary>${s.heading || t('page-reply-section', { n: i + 1 })}</summary><div class="prose">${h(Prose, { text: s.body })}</div></details>`,
  )}`;

/** The agent's steps; a linked one is ticked when its changes are applied. @param {{ turn: Turn, reply: WorkReply }} p */
function Steps({ turn, reply }) {
  const items = turn.set === null ? [] : (sets.value[turn.set]?.items ?? []);
  const done = (/** @type {WorkReply['steps'][number]} */ s) =>
    s.items?.length ? s.items.every(n => items.some(i => i.n === n && i.status === 'applied')) : s.completed;
  return (
    reply.steps.length > 0 &&
    html`<section class="steps" aria-label=${t('page-reply-steps')}><h3>${t('page-reply-steps')}</h3><ul>${reply.steps.map(
      (s, i) =>
        html`<li key=${i} data-done=${done(s)}><span class="tick" aria-hidden="true">${done(s) ? '✓' : '○'}</span><span><q>${s.text}</q><span class="vh"> (${t(done(s) ? 'page-step-done' : 'page-step-open')})</span></span></li>`,
    )}</ul></section>`
  );
}

/** What cannot be signed, to be read and copied. @param {{ reply: WorkReply }} p */
const BlockedParts = ({ reply }) =>
  reply.blocked &&
  html`<div class="blocked"><p><b>${t('page-blocked-parts')}</b></p>${reply.blocked.parts.map((p, i) =>
    p.text
      ? html`<details key=${i}><summary>${h(Icon, { name: p.kind === 'command' ? 'terminal' : 'file-x', size: 14 })}<code>${p.target}</code></summary><pre class="raw" tabindex="0" role="region" aria-label=${p.target}>${p.text}</pre></details>`
      : html`<p key=${i}>${h(Icon, { name: p.kind === 'command' ? 'terminal' : 'file-x', size: 14 })}<code>${p.target}</code></p>`,
  )}</div>`;

/** "✓ Done · 1 applied · Run 11 · 38,016 tokens" (S1-11). @param {{ turn: Turn }} p */
function Status({ turn }) {
  const set = turn.set === null ? null : sets.value[turn.set];
  const items = set?.items ?? [],
    applied = items.filter(i => i.status === 'applied'),
    left = items.filter(i => i.kind !== 'todo' && (signable(i) || ['confirmed', 'drifted', 'blocked', 'applying'].includes(i.status))),
    runs = items.filter(i => i.kind === 'command' && due(i) && i.status !== 'failed' && i.status !== 'deferred'),
    stuck = !left.length && (turn.reply?.blocked?.parts.length || items.some(i => i.kind !== 'todo' && i.status === 'invalid')),
    tokens = (turn.usage?.prompt_tokens ?? 0) + (turn.usage?.completion_tokens ?? 0);
  return html`${
    applied.length > 0 &&
    html`<details class="section done"><summary>${t('page-what-was-done')}</summary><ul class="dots">${applied.map(i => html`<li key=${i.n}>${i.label}</li>`)}</ul></details>`
  }
  <p class="turnline num"><span class="st" data-state=${stuck ? 'invalid' : left.length ? 'drifted' : 'applied'}>${t(stuck ? 'page-turn-blocked' : left.length ? 'page-turn-pending' : 'page-turn-done')}</span>
    ${applied.length > 0 && html`<span>${t('page-turn-applied', { n: applied.length })}</span>`}
    ${
      set &&
      runs.length > 0 &&
      html`<button class="btn quiet" disabled=${applying.value !== null} onClick=${() => {
        openSet(set.id);
        apply(set.id, runs);
      }}>${runLabel(runs)}</button>`
    }
    ${tokens > 0 && html`<span>${t('page-turn-tokens', { n: tokens })}</span>`}</p>`;
}

/** Sections that are drawn already: a reply never changes, and the same node is not drawn again (S1-10). @type {WeakMap<WorkReply, any>} */
const drawn = new WeakMap();
/** What stands between the summary and the docket. @param {{ turn: Turn, reply: WorkReply }} p */
export function Reply({ turn, reply }) {
  const sections = drawn.get(reply) ?? h(Sections, { reply });
  drawn.set(reply, sections);
  return html`${sections}${h(Steps, { turn, reply })}${h(BlockedParts, { reply })}`;
}
/** What stands below the docket. @param {{ turn: Turn }} p */
export const After = ({ turn }) => html`${h(Status, { turn })}
  ${
    turn.reply !== null &&
    turn.reply.next_steps.length > 0 &&
    html`<div class="chips nexts" role="group" aria-label=${t('page-next')}>${turn.reply.next_steps.map(
      (s, i) => html`<button class="chip" key=${i} title=${s.input_text} onClick=${() => fill(s.input_text)}>${s.label}</button>`,
    )}</div>`
  }`;
