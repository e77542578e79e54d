import type { ChatMessage, Removal } from '../../../worker/contract/chat.ts';

/** So many messages are kept on a page that stays open; the oldest leave first. */
export const LOG_MAX = 500;

/**
 * What a page knows of a room. `messages` are in order of their numbers; those up to `last` are without a gap and may be shown, later
 * ones wait for what is missing. `seen` is the highest number that is known to exist.
 */
export interface RoomLog {
  messages: readonly ChatMessage[];
  last: number;
  seen: number;
}

/** The log of a fresh read: the newest messages, and the room's last number. */
export function logOf({ messages, last_seq }: { messages: readonly ChatMessage[]; last_seq: number }): RoomLog {
  const last = Math.max(last_seq, messages.at(-1)?.seq ?? 0);
  return { messages, last, seen: last };
}

/** Takes in messages in any order, any number of times. One older than the log reaches back is not taken. */
export function withMessages(log: RoomLog, incoming: readonly ChatMessage[]): RoomLog {
  const bySeq = new Map(log.messages.map((message) => [message.seq, message]));
  for (const message of incoming) {
    const known = bySeq.get(message.seq);
    // A tombstone is never undone, whatever is repeated later.
    if (known ? !known.removed : message.seq > log.last) bySeq.set(message.seq, message);
  }
  const messages = [...bySeq.values()].toSorted((a, b) => a.seq - b.seq);
  let { last } = log;
  for (const { seq } of messages) if (seq === last + 1) last = seq;
  return { messages: messages.slice(-LOG_MAX), last, seen: Math.max(log.seen, messages.at(-1)?.seq ?? 0) };
}

/** Leaves a tombstone in place of a message. */
export function withRemoval(log: RoomLog, { seq, removed }: { seq: number; removed: Removal }): RoomLog {
  return {
    ...log,
    messages: log.messages.map((message) => (message.seq === seq && !message.removed ? { ...message, body: '', removed } : message)),
  };
}

/** A log read afresh beside the one before: keeps what was heard while the read was under way. */
export function refreshed(before: RoomLog, page: { messages: readonly ChatMessage[]; last_seq: number }): RoomLog {
  const heard = before.messages.filter(({ seq, removed }) => seq > page.last_seq || removed);
  return withMessages(
    heard.reduce((log, { seq, removed }) => (removed ? withRemoval(log, { seq, removed }) : log), logOf(page)),
    heard,
  );
}

/** The messages that may be shown: everything up to the first gap. */
export function shownOf({ messages, last }: RoomLog): readonly ChatMessage[] {
  return messages.at(-1)?.seq === last ? messages : messages.filter(({ seq }) => seq <= last);
}
