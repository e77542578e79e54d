import { setTimeout as sleep } from 'node:timers/promises';
import type { Cast } from './cast.ts';
import type { History } from './history.ts';
import type { DatabaseFault } from './faulty-entry.ts';
import type { Outside } from './outside.ts';

/** How long people keep trying after `ends`, in ms, so that everything they began gets its answer. */
export const CLOSING_MS = 20_000;

/** How long cached pages took to answer, in ms, while the database had no fault and while it stalled. */
export interface Waits {
  usual: number[];
  stalled: number[];
}

export interface World {
  origin: string;
  outside: Outside;
  cast: Cast;
  history: History;
  random: () => number;
  /** After this time, in UTC ms, nobody begins anything new. */
  ends: number;
  /** After this time, in UTC ms, nobody tries again. */
  closes: number;
  /** True after the last write, once the listeners had time to hear every message. Then they stop listening. */
  is_heard: boolean;
  /** How many answers had a status of 500 or above, by status, method and route. */
  broken: Map<string, number>;
  answered: number;
  unanswered: number;
  fault: DatabaseFault | null;
  waits: Waits;
}

export const isOver = ({ ends }: World) => Date.now() >= ends;
export const isClosed = ({ closes }: World) => Date.now() >= closes;

export const pause = ({ random }: World, ms: number) => sleep(ms * (0.5 + random()));

export function pick<T>({ random }: World, of: readonly T[]): T {
  return of[Math.floor(random() * of.length)]!;
}
