import { useEffect, useMemo, useRef } from 'react';

export interface RowFocus {
  /** The id of the row that is focused or contains the focused element. */
  current: () => string | undefined;
  /** Moves the focus to the next or previous row. If no row has the focus, the first row gets it. */
  step: (by: 1 | -1) => void;
  /** Moves the focus from a decided row to the next one, or from the last row to the one before it. */
  leave: (id: string) => void;
}

/** Keeps the focus in a review queue when a decision removes the focused button. */
export function useRowFocus() {
  const part = useRef<HTMLDivElement>(null);
  /** The place of the row that was decided last. Null before the first decision. */
  const place = useRef<number | null>(null);
  const focus = useMemo((): RowFocus => {
    const shown = () => shownIn(part.current);
    const at = () => shown().findIndex((row) => row.contains(document.activeElement));
    return {
      current: () => shown()[at()]?.dataset['id'],
      step: (by) => {
        const from = at();
        (from === -1 ? shown()[0] : shown()[from + by])?.focus();
      },
      leave: (id) => {
        const from = shown().findIndex(({ dataset }) => dataset['id'] === id);
        place.current = from;
        (shown()[from + 1] ?? shown()[from - 1] ?? shown()[from])?.focus();
      },
    };
  }, []);
  useEffect(() => {
    if (place.current === null || document.activeElement !== document.body) return;
    const left = shownIn(part.current);
    (left[place.current] ?? left.at(-1) ?? part.current)?.focus();
  });
  return { part, focus };
}

const shownIn = (part: HTMLElement | null) => [...(part?.querySelectorAll<HTMLElement>('tr[data-id]') ?? [])];
