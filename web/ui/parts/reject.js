// Why an item is turned down: a fixed list, so that reasons add up, or the person's own words.
import { html, useRef, useLayoutEffect } from '../vendor/preact.js';
import { t } from '../i18n.js';

export const REASONS = ['wrong-target', 'wrong-value', 'my-wording', 'not-now', 'not-needed', 'too-risky', 'already-done', 'duplicate', 'other'];
/** @param {{ label: string, onPick: (reason?: string) => void, onCancel: () => void }} p */
export function RejectReason({ label, onPick, onCancel }) {
  const box = useRef(/** @type {HTMLInputElement | null} */ (null));
  useLayoutEffect(() => {
    box.current?.focus();
  }, []);
  const keys = (/** @type {any} */ e) => {
    e.stopPropagation();
    if (e.key === 'Escape') {
      e.preventDefault();
      onCancel();
    } else if (e.key === 'Enter' && e.target === box.current) {
      e.preventDefault();
      onPick(box.current?.value.trim() || undefined);
    }
    // A digit picks a reason as long as nothing has been typed.
    else if (/^[1-9]$/.test(e.key) && !box.current?.value) {
      e.preventDefault();
      onPick(REASONS[Number(e.key) - 1]);
    }
  };
  return html`<div class="reasons" role="group" aria-label=${t('page-reject-why', { label })} onKeyDown=${keys}>
    <div class="chips">${REASONS.map((r, i) => html`<button key=${r} class="chip" onClick=${() => onPick(r)}><kbd>${i + 1}</kbd>${t(`ui-reason-${r}`)}</button>`)}</div>
    <div class="acts-line"><label class="vh" for="why">${t('page-reject-text')}</label><input id="why" ref=${box} type="text" placeholder=${t('page-reject-text')} maxlength="2000" />
      <button class="btn quiet" onClick=${() => onPick(box.current?.value.trim() || undefined)}>${t('page-reject')}</button>
        <button class="link" onClick=${onCancel}>${t('ui-cancel')}</button></div></div>`;
}
