import { REPLAY_MAX, type ChatMessage, type LiveFrame } from '../contract/chat.ts';

/** Messages in one frame at most: 100 of the longest stay far below a socket's limit of 1 MiB. */
const FRAME_MAX = 100;
/**
 * How many of the newest messages are at hand: what a returning listener may have missed, and before it what its page may still show,
 * of which something can have been taken away meanwhile.
 */
export const BACKLOG_KEPT = 2 * REPLAY_MAX;

/** A message as it travels: serialised once, however many listen. `removed` is its tombstone frame. */
export interface Entry {
  seq: number;
  id: string;
  json: string;
  removed: string | null;
}

/** The newest messages without a gap; `seq` is the last number. */
export interface Backlog {
  entries: Entry[];
  seq: number;
}

export function entryOf(message: ChatMessage): Entry {
  const { id, seq, removed } = message;
  return { seq, id, json: JSON.stringify(message), removed: removed && frameText({ type: 'removed', id, seq, removed }) };
}

export function frameText(frame: LiveFrame): string {
  return JSON.stringify(frame);
}

/** Takes in what is new; returns only that, so that what arrives twice is passed on once. */
export function addEntries(backlog: Backlog, entries: readonly Entry[]): Entry[] {
  const fresh = entries.filter((entry) => entry.seq > backlog.seq);
  backlog.entries.push(...fresh);
  backlog.seq = fresh.at(-1)?.seq ?? backlog.seq;
  if (backlog.entries.length > BACKLOG_KEPT + REPLAY_MAX) backlog.entries.splice(0, backlog.entries.length - BACKLOG_KEPT);
  return fresh;
}

/** Puts a removed message in the place of the message. */
export function replaceEntry(backlog: Backlog, entry: Entry): void {
  const at = backlog.entries.findIndex(({ seq }) => seq === entry.seq);
  if (at !== -1) backlog.entries[at] = entry;
}

/**
 * Every frame a listener that has everything up to `after` is owed, in order: what was taken away meanwhile, then what is new. More
 * than 500 messages, or a number this room never gave, is a single `reload`.
 */
export function framesSince(backlog: Backlog, after: number): string[] {
  const missed = backlog.seq - after;
  if (missed < 0 || missed > REPLAY_MAX) return [frameText({ type: 'reload' })];
  const removed = backlog.entries.filter((entry) => entry.seq <= after).flatMap((entry) => entry.removed ?? []);
  return [...removed, ...messageFrames(backlog.entries.filter((entry) => entry.seq > after))];
}

/** One `message`, or `messages` of at most 100, put together from what is serialised already. */
export function messageFrames(entries: readonly Entry[]): string[] {
  const [only] = entries;
  if (!only) return [];
  if (entries.length === 1) return [`{"type":"message","message":${only.json}}`];
  return Array.from({ length: Math.ceil(entries.length / FRAME_MAX) }, (_, at) => {
    const part = entries.slice(at * FRAME_MAX, (at + 1) * FRAME_MAX);
    return `{"type":"messages","messages":[${part.map((entry) => entry.json).join(',')}]}`;
  });
}
