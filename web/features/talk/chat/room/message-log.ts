import type { ChatMessage, Removal } from '../../../../../worker/contract/talk/chat.ts';

/** A page that stays open keeps this many messages and drops the oldest. */
export const LOG_MAX = 500;

/**
 * `messages` are in the order of their numbers. Messages up to `last` have no gap and can be shown. Later messages wait
 * for the missing ones. `seen` is the highest number that is known to exist.
 */
export interface RoomLog {
  messages: readonly ChatMessage[];
  last: number;
  seen: number;
}

/** `last_seq` is the number of the room's latest message. */
export function logOf({ messages, last_seq }: { messages: readonly ChatMessage[]; last_seq: number }): RoomLog {
  const last = Math.max(last_seq, messages.at(-1)?.seq ?? 0);
  return { messages, last, seen: last };
}

/** Adds messages, which may come in any order and repeatedly. Drops messages from before the beginning of the log. */
export function withMessages(log: RoomLog, incoming: readonly ChatMessage[]): RoomLog {
  const bySeq = new Map(log.messages.map((message) => [message.seq, message]));
  for (const message of incoming) {
    const known = bySeq.get(message.seq);
    // A repeated message never undoes a tombstone.
    if (known ? !known.removed : message.seq > log.last) bySeq.set(message.seq, message);
  }
  const messages = [...bySeq.values()].toSorted((a, b) => a.seq - b.seq);
  let { last } = log;
  for (const { seq } of messages) if (seq === last + 1) last = seq;
  return { messages: messages.slice(-LOG_MAX), last, seen: Math.max(log.seen, messages.at(-1)?.seq ?? 0) };
}

export function withRemoval(log: RoomLog, { seq, removed }: { seq: number; removed: Removal }): RoomLog {
  return {
    ...log,
    messages: log.messages.map((message) =>
      message.seq === seq && !message.removed ? { ...message, body: '', mentions: [], removed } : message,
    ),
  };
}

/**
 * Replaces the log by a page of messages that was just read. Keeps the messages and removals that arrived during the
 * read.
 */
export function refreshed(before: RoomLog, page: { messages: readonly ChatMessage[]; last_seq: number }): RoomLog {
  const heard = before.messages.filter(({ seq, removed }) => seq > page.last_seq || removed);
  return withMessages(
    heard.reduce((log, { seq, removed }) => (removed ? withRemoval(log, { seq, removed }) : log), logOf(page)),
    heard,
  );
}

export function shownOf({ messages, last }: RoomLog): readonly ChatMessage[] {
  return messages.at(-1)?.seq === last ? messages : messages.filter(({ seq }) => seq <= last);
}
