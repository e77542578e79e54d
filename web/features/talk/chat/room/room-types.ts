import * as v from 'valibot';
import {
  type ChatMessage,
  type ChatPerson,
  LiveFrame,
  type PostMessage,
} from '../../../../../worker/contract/talk/chat.ts';
import type { TextSocket } from '../../../../text-socket.ts';

export interface MessagePage {
  messages: readonly ChatMessage[];
  last_seq: number;
}

/** The calls, timers and clock that a chat room needs from the browser. Tests pass their own host. */
export interface RoomHost {
  /** Reads the messages after the one with the number `after`, or the newest ones for null. Throws `ApiError`. */
  read: (after: number | null) => Promise<MessagePage>;
  /** Throws `ApiError`. */
  write: (post: PostMessage) => Promise<ChatMessage>;
  open: (after: number, on: { said: (text: string) => void; closed: () => void }) => TextSocket;
  later: (ms: number, run: () => void) => () => void;
  /** UTC ms. */
  now: () => number;
  /** From 0 to 1. */
  random: () => number;
  newId: () => string;
  isOnline: () => boolean;
  /** Called when the listings may have changed, and at the start of each connection. */
  listingsChanged: () => void;
}

/** `seq` is the message's number once the room has answered. */
export interface OwnMessage {
  client_id: string;
  user_id: string;
  body: string;
  mentions: readonly ChatPerson[];
  /** UTC ms. */
  created_at: number;
  seq: number | null;
}

export interface RoomState {
  phase: 'connecting' | 'live' | 'reconnecting' | 'gone';
  isLoaded: boolean;
  /** In order and without a gap. */
  messages: readonly ChatMessage[];
  /** Pending messages, oldest first. */
  own: readonly OwnMessage[];
  /** Seconds of slow mode between two messages of one person. 0 if it is off. */
  slow_seconds: number;
  /** When this state was made, in UTC ms. */
  at: number;
}

/** Returns undefined for an unknown frame, which a newer server may send. */
export function readFrame(text: string): LiveFrame | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { success, output } = v.safeParse(LiveFrame, value);
  return success ? output : undefined;
}
