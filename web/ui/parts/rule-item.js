// A rule that is proposed: what it would let through, for how long, and what it would have matched.
import { html, useEffect, useState } from '../vendor/preact.js';
import { t } from '../i18n.js';
import { post } from '../api.js';
import { attempt } from '../state/app.js';
/** @typedef {import('../types.js').ItemView} Item */

/** @param {{ item: Item }} p */
export function RulePreview({ item }) {
  const [past, setPast] = useState(/** @type {null | { matched: number, signed: number, rejected: number, samples: any[] }} */ (null)),
    rule = /** @type {any} */ (item.op)?.rule;
  useEffect(() => {
    attempt(async () => {
      setPast((await post('/api/rules/check', { rule })).past);
    });
  }, [item.digest]);
  return html`<dl class="facts"><dt>${t(rule.grant.kind === 'not_proposed' ? 'page-rule-silences' : 'page-rule-match')}</dt><dd>${item.target}</dd>
    ${rule.workspace && html`<dt>${t('page-rule-workspace')}</dt><dd>${rule.workspace}</dd>`}
    <dt>${t('ui-field-days')}</dt><dd class="num">${rule.days}</dd>
    <dt>${t('ui-field-cap')}</dt><dd class="num">${rule.cap ?? t('page-rule-cap-any')}</dd></dl>
    ${past && html`<p class="num">${t('page-rule-past', { matched: past.matched, signed: past.signed, rejected: past.rejected })}</p><ul>${past.samples.map(x => html`<li key=${`${x.set}.${x.n}`} class="dim">#${x.set}.${x.n} ${x.label}</li>`)}</ul>`}`;
}
