import { HOUR } from '../../../../worker/contract/time/durations.ts';
import type { MarkKind } from './set-mark.ts';

const KEY = 'vouch.mark';
/** How long a mark waits for the visitor to sign in, in ms. A sign-up with its mail takes a few minutes. */
const WAITS_MS = HOUR;

interface WaitingMark {
  kind: MarkKind;
  id: string;
  at: number;
}

/** Stores which event or venue a visitor wants to save or follow. After the sign-in, any tab can take the mark. */
export function keepMark(mark: Pick<WaitingMark, 'kind' | 'id'>): void {
  localStorage.setItem(KEY, JSON.stringify({ ...mark, at: Date.now() } satisfies WaitingMark));
}

/** Takes the waiting mark out of storage. Returns null if there is none or it is too old. */
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
