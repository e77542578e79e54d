import { setTimeout as sleep } from 'node:timers/promises';
import type { Cast } from './cast.ts';
import type { History } from './history.ts';
import type { Outside } from './outside.ts';

/** What all simulated people share. */
export interface World {
  origin: string;
  outside: Outside;
  cast: Cast;
  history: History;
  random: () => number;
  /** When nobody begins anything new, and when everybody gives up (UTC ms). */
  ends: number;
  closes: number;
  /** Whether the listeners may stop: nobody writes any more, and they had time to hear the rest. */
  is_heard: boolean;
  /** Answers of 500 and above while the server was up, by route. */
  broken: Map<string, number>;
  /** Requests that were answered, and requests that were not. */
  answered: number;
  unanswered: number;
}

export const isOver = ({ ends }: World) => Date.now() >= ends;
export const isClosed = ({ closes }: World) => Date.now() >= closes;

/** Waits about so many ms: between half and one and a half times as long. */
export const pause = ({ random }: World, ms: number) => sleep(ms * (0.5 + random()));

export function pick<T>({ random }: World, of: readonly T[]): T {
  return of[Math.floor(random() * of.length)]!;
}
