// Whose words a reason is: the built-in planner's are ours, an agent's are told as theirs.
import { t } from '../i18n.js';
/** @typedef {import('../types.js').SetView} SetView */

const ours = (/** @type {string | null | undefined} */ agent) => agent === 'planner' || agent === 'rules';
/** What an agent is called. @param {string | null | undefined} agent */
export const agentName = agent => (ours(agent) ? t(`page-agent-${agent}`) : agent);
const AGENTS = ['wake', 'agent'];
/** Whether an agent proposed it. @param {{ source: SetView['source'] }} s */
export const byAgent = s => AGENTS.includes(s.source.kind);
/** "helper says:", or nothing where the words are our own or the person's. @param {SetView} s */
export const whose = s => (byAgent(s) && !ours(s.source.agent) ? t('page-agent-says', { agent: String(s.source.agent) }) : '');
