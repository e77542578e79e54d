import { HOUR } from '../../../../worker/contract/time/durations.ts';
import type { MarkKind } from './set-mark.ts';

const KEY = 'vouch.mark';
/** A mark waits for this long for its person to sign in, in ms. A sign-up with its mail takes some minutes. */
const WAITS_MS = HOUR;

interface WaitingMark {
  kind: MarkKind;
  id: string;
  at: number;
}

/**
 * Remembers what a visitor wanted to save or follow, until they have signed in. It survives a sign-up that ends in
 * another tab.
 */
export function keepMark(mark: Pick<WaitingMark, 'kind' | 'id'>): void {
  localStorage.setItem(KEY, JSON.stringify({ ...mark, at: Date.now() } satisfies WaitingMark));
}

/** The mark that waits, once. Null if there is none or if it has waited too long. */
export function takeMark(): Pick<WaitingMark, 'kind' | 'id'> | null {
  const kept = localStorage.getItem(KEY);
  localStorage.removeItem(KEY);
  try {
    const { kind, id, at } = JSON.parse(kept ?? 'null') as WaitingMark;
    return (kind === 'event' || kind === 'venue') && typeof id === 'string' && Date.now() - at < WAITS_MS
      ? { kind, id }
      : null;
  } catch {
    return null;
  }
}
