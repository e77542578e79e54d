import { type RefObject, useRef } from 'react';

/** How long a list waits for its dialog and its buttons to leave the page, in ms. */
const PATIENCE_MS = 5000;

/**
 * Keeps the focus at a list after its dialog has closed. The button that opened the dialog may be gone, and the focus
 * would move to the top of the page. `list` is the ref of the list. Call `keep` once the dialog is closed.
 */
export function useListFocus(): { list: RefObject<HTMLUListElement | null>; keep: () => void } {
  const list = useRef<HTMLUListElement>(null);
  const keep = () => {
    const take = () => {
      if (document.activeElement !== document.body) return;
      stop();
      list.current?.focus();
    };
    // The dialog and the button leave the page in any order, before or after the next frame.
    const changes = new MutationObserver(take);
    const frame = requestAnimationFrame(take);
    const late = setTimeout(() => stop(), PATIENCE_MS);
    const stop = () => {
      changes.disconnect();
      cancelAnimationFrame(frame);
      clearTimeout(late);
      removeEventListener('pointerdown', stop);
    };
    changes.observe(document.body, { childList: true, subtree: true });
    addEventListener('pointerdown', stop);
  };
  return { list, keep };
}
