import type { Entry } from './backlog.ts';

const WAIT_MAX_MS = 50;
const PENDING_MAX = 100;

export interface Burst {
  add: (entries: readonly Entry[]) => void;
  flush: () => void;
}

/**
 * Collects new messages and sends them to the listeners together. The authors' HTTP requests are usually answered
 * before that. `gapMs` returns the wanted time between two sends.
 */
export function openBurst({ gapMs, send }: { gapMs: () => number; send: (entries: Entry[]) => void }): Burst {
  let pending: Entry[] = [];
  let timer: ReturnType<typeof setTimeout> | null = null;
  let due = 0;
  let sentAt = 0;

  function flush(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (pending.length === 0) return;
    sentAt = Date.now();
    send(pending.splice(0));
  }

  function add(entries: readonly Entry[]): void {
    if (entries.length === 0) return;
    pending = [...pending, ...entries];
    const now = Date.now();
    if (timer === null) {
      due = Math.max(now, sentAt + Math.min(WAIT_MAX_MS, gapMs()));
      timer = setTimeout(flush, due - now);
    } else if (now > due + WAIT_MAX_MS || pending.length >= PENDING_MAX) {
      // The timer can fire late if the room is busy with requests.
      flush();
    }
  }

  return { add, flush };
}
