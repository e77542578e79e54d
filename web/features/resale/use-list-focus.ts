import { type RefObject, useRef } from 'react';

/**
 * Keeps the focus at a list after its dialog has closed. The button that opened the dialog may be gone, and the focus would move to the
 * top of the page. `list` is the ref of the list. Call `keep` once the dialog is closed.
 */
export function useListFocus(): { list: RefObject<HTMLUListElement | null>; keep: () => void } {
  const list = useRef<HTMLUListElement>(null);
  const keep = () =>
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) list.current?.focus();
    });
  return { list, keep };
}
