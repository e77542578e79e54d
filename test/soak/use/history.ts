/** What people write, each under a key of their own choice. A key stands for one thing, however often it is sent. */
export const KINDS = ['session', 'message', 'request', 'listing', 'event', 'waitlist'] as const;
export type Kind = (typeof KINDS)[number];

/** A write that was sent at least once. `id` is what the server named it in its acknowledgement, null without one. */
export interface Write {
  kind: Kind;
  key: string;
  id: string | null;
  tries: number;
  /** The code of a refusal, which is a final answer too. */
  refused: string | null;
}

/** The moves of requests and listings: each can be sent again, and changes nothing then. */
export type Move = 'cancel' | 'accept' | 'decline' | 'withdraw';

export interface Moved {
  move: Move;
  id: string;
  acknowledged: boolean;
}

/** What a listener of a chat heard: the numbers in their order, without the repeats that a listener ignores. */
export interface Heard {
  room: string;
  /** The number before the first one that it must hear. */
  from: number;
  last: number;
  /** A sentence for each number that was left out. */
  gaps: string[];
}

/** All that the simulated people did and were told. */
export interface History {
  writes: Map<string, Write>;
  moves: Moved[];
  heard: Heard[];
  /** Tries to sign in. A sign-in has no key: a try whose answer is lost may leave a session that nobody uses. */
  sign_ins: number;
}

export const emptyHistory = (): History => ({ writes: new Map(), moves: [], heard: [], sign_ins: 0 });

/** Begins a write, before it is sent for the first time. */
export function begin(history: History, { kind, key }: Pick<Write, 'kind' | 'key'>): Write {
  const write: Write = { kind, key, id: null, tries: 0, refused: null };
  history.writes.set(`${kind} ${key}`, write);
  return write;
}
