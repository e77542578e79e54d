import { type RefObject, useRef } from 'react';

/**
 * Keeps the focus with a list whose dialog has closed: the button that opened it may be gone with the answer, and the focus would be at
 * the top of the page. `list` is the list's ref; call `keep` once the dialog is closed.
 */
export function useListFocus(): { list: RefObject<HTMLUListElement | null>; keep: () => void } {
  const list = useRef<HTMLUListElement>(null);
  const keep = () =>
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) list.current?.focus();
    });
  return { list, keep };
}
