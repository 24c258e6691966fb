// The one slot above the composer: what matters most now. The first that has something to say wins.
import { html, h, useEffect } from '../vendor/preact.js';
import { shown, loadRuns } from '../state/commands.js';
import { lazy } from './bits.js';

const CommandsPanel = lazy(async () => (await import('./commands-panel.js')).CommandsPanel);
/** Highest first. @type {{ when: () => boolean, part: any }[]} */
const SLOTS = [{ when: () => shown.value !== null, part: CommandsPanel }];

export function Now() {
  useEffect(() => {
    loadRuns();
  }, []);
  const slot = SLOTS.find(s => s.when());
  return slot ? html`<div class="now">${h(slot.part, {})}</div>` : null;
}
