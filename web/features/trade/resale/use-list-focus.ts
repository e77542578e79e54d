import { type RefObject, useRef } from 'react';

/** In ms. For this long, the list waits until a closed dialog and the button that opened it have disappeared. */
const PATIENCE_MS = 5000;

/** Call `keep` when a dialog closes. If the button that opened the dialog disappears, the list gets the focus. */
export function useListFocus(): { list: RefObject<HTMLUListElement | null>; keep: () => void } {
  const list = useRef<HTMLUListElement>(null);
  const keep = () => {
    const take = () => {
      if (document.activeElement !== document.body) return;
      stop();
      list.current?.focus();
    };
    // The dialog and the button disappear in any order, before or after the next frame.
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
