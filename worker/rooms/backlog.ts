import { REPLAY_MAX, type ChatMessage, type LiveFrame } from '../contract/talk/chat.ts';

/** 100 of the longest messages stay far below a socket's limit of 1 MiB. */
const FRAME_MAX = 100;
/** A returning listener gets up to `REPLAY_MAX` missed messages, and learns which earlier messages were removed. */
export const BACKLOG_KEPT = 2 * REPLAY_MAX;

/** A message, serialized once for all listeners. `removed` is the frame that announces its removal. */
export interface Entry {
  seq: number;
  id: string;
  json: string;
  removed: string | null;
}

/** The latest messages, without a gap. `seq` is the number of the last message. */
export interface Backlog {
  entries: Entry[];
  seq: number;
}

export function entryOf(message: ChatMessage): Entry {
  const { id, seq, removed } = message;
  return {
    seq,
    id,
    json: JSON.stringify(message),
    removed: removed && frameText({ type: 'removed', id, seq, removed }),
  };
}

export function frameText(frame: LiveFrame): string {
  return JSON.stringify(frame);
}

export function helloText({ seq, slow_seconds }: { seq: number; slow_seconds: number }): string {
  return frameText({ type: 'hello', seq, ...(slow_seconds > 0 ? { slow_seconds } : {}) });
}

/** Adds and returns only the new entries, so that an entry that arrives twice is sent once. */
export function addEntries(backlog: Backlog, entries: readonly Entry[]): Entry[] {
  const fresh = entries.filter((entry) => entry.seq > backlog.seq);
  backlog.entries.push(...fresh);
  backlog.seq = fresh.at(-1)?.seq ?? backlog.seq;
  if (backlog.entries.length > BACKLOG_KEPT + REPLAY_MAX)
    backlog.entries.splice(0, backlog.entries.length - BACKLOG_KEPT);
  return fresh;
}

export function replaceEntry(backlog: Backlog, entry: Entry): void {
  const at = backlog.entries.findIndex(({ seq }) => seq === entry.seq);
  if (at !== -1) backlog.entries[at] = entry;
}

/**
 * Returns the frames for a listener that has all messages up to the number `after`. Returns a single `reload` if the
 * listener missed too many messages, or if the room has no message with the number `after` yet.
 */
export function framesSince(backlog: Backlog, after: number): string[] {
  const missed = backlog.seq - after;
  if (missed < 0 || missed > REPLAY_MAX) return [frameText({ type: 'reload' })];
  const removed = backlog.entries.filter((entry) => entry.seq <= after).flatMap((entry) => entry.removed ?? []);
  return [...removed, ...messageFrames(backlog.entries.filter((entry) => entry.seq > after))];
}

export function messageFrames(entries: readonly Entry[]): string[] {
  const [only] = entries;
  if (!only) return [];
  if (entries.length === 1) return [`{"type":"message","message":${only.json}}`];
  return Array.from({ length: Math.ceil(entries.length / FRAME_MAX) }, (_, at) => {
    const part = entries.slice(at * FRAME_MAX, (at + 1) * FRAME_MAX);
    return `{"type":"messages","messages":[${part.map((entry) => entry.json).join(',')}]}`;
  });
}
