/**
 * The kinds of things that people write. The author of a write chooses its key, and repeats have the same key. The key
 * of a session is the id that the server gave it.
 */
export const KINDS = ['session', 'message', 'request', 'listing', 'event', 'waitlist'] as const;
export type Kind = (typeof KINDS)[number];

/** A write that was sent at least once. `id` is null until the server acknowledges the write. */
export interface Write {
  kind: Kind;
  key: string;
  id: string | null;
  tries: number;
  /** The code with which the server refused the write. A refusal is a final answer, too. */
  refused: string | null;
}

/** The actions on requests and listings. Repeating one changes nothing. */
export type Move = 'cancel' | 'accept' | 'decline' | 'withdraw';

export interface Moved {
  move: Move;
  id: string;
  acknowledged: boolean;
}

export interface Heard {
  room: string;
  /** The listener must hear every message after this number. */
  from: number;
  last: number;
  /** A sentence for each number that was missing. */
  gaps: string[];
}

export interface History {
  writes: Map<string, Write>;
  moves: Moved[];
  heard: Heard[];
  /** The number of sign-in tries. Sign-ins have no key, so a try can leave an unused session. */
  sign_ins: number;
}

export const emptyHistory = (): History => ({ writes: new Map(), moves: [], heard: [], sign_ins: 0 });

export function begin(history: History, { kind, key }: Pick<Write, 'kind' | 'key'>): Write {
  const write: Write = { kind, key, id: null, tries: 0, refused: null };
  history.writes.set(`${kind} ${key}`, write);
  return write;
}
