// Whose words a reason is: the built-in planner's are ours, an agent's are told as theirs.
import { t } from '../i18n.js';
/** @typedef {import('../types.js').SetView} SetView */

const ours = (/** @type {string | null | undefined} */ agent) => agent === 'planner' || agent === 'rules';
/** What an agent is called. @param {string | null | undefined} agent */
export const agentName = agent => (ours(agent) ? t(`page-agent-${agent}`) : agent);
/** "by laura". @param {string} agent */
export const proposedBy = agent => (ours(agent) ? t(`page-proposed-by-${agent}`) : t('page-proposed-by', { agent }));
/** "helper says:", or nothing where an item's reason is in our own words or the person's. @param {import('../types.js').ItemView} i */
export const whose = i => (i.said_by ? t('page-agent-says', { agent: i.said_by }) : '');
/** The model or agent that made a set of what a person asked for. @param {SetView} s */
export const made = s => (['wake', 'agent'].includes(s.source.kind) || !s.agent || ours(s.agent) ? '' : s.agent);
/** What a set was made of, and by whom. @param {SetView} s */
export const sourceText = s => {
  const { kind, format, agent, entries, to } = s.source,
    text = t(`page-source-${kind === 'request' && !made(s) ? (s.run ? 'planner' : 'sent') : kind}`, {
      what: format ?? agentName(agent) ?? entries?.join(', ') ?? String(to ?? ''),
    });
  return made(s) ? `${text} · ${made(s)}` : text;
};
