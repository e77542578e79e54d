import type { Entry } from './backlog.ts';

/** The longest a message waits for others, in ms, and how many may wait together. */
const WAIT_MAX_MS = 50;
const PENDING_MAX = 100;

/** The messages that are stored and not yet announced. */
export interface Burst {
  add: (entries: readonly Entry[]) => void;
  /** Announces the waiting messages at once. */
  flush: () => void;
}

/**
 * Collects messages that arrive close together and passes them to `tell` after their authors have their answers.
 * `gapMs` returns the least time between two calls of `tell`. It is called each time.
 */
export function openBurst({ gapMs, tell }: { gapMs: () => number; tell: (entries: Entry[]) => void }): Burst {
  let pending: Entry[] = [];
  let timer: ReturnType<typeof setTimeout> | null = null;
  let due = 0;
  let toldAt = 0;

  function flush(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (pending.length === 0) return;
    toldAt = Date.now();
    tell(pending.splice(0));
  }

  function add(entries: readonly Entry[]): void {
    if (entries.length === 0) return;
    pending = [...pending, ...entries];
    const now = Date.now();
    if (timer === null) {
      due = Math.max(now, toldAt + Math.min(WAIT_MAX_MS, gapMs()));
      timer = setTimeout(flush, due - now);
    } else if (now > due + WAIT_MAX_MS || pending.length >= PENDING_MAX) {
      // The timer can fire late if the room is busy with requests.
      flush();
    }
  }

  return { add, flush };
}
