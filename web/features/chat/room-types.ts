import * as v from 'valibot';
import { type ChatMessage, LiveFrame, type PostMessage } from '../../../worker/contract/chat.ts';

/** A page of messages as the API gives it. */
export interface MessagePage {
  messages: readonly ChatMessage[];
  last_seq: number;
}

/** An open socket, as far as a room needs one. */
export interface RoomSocket {
  send: (text: string) => void;
  close: () => void;
}

/** What a room needs of the world around it; a test gives its own. */
export interface RoomHost {
  /** The newest messages, or those after a number. Throws `ApiError`. */
  read: (after: number | null) => Promise<MessagePage>;
  /** Throws `ApiError`. */
  write: (post: PostMessage) => Promise<ChatMessage>;
  open: (after: number, on: { said: (text: string) => void; closed: () => void }) => RoomSocket;
  /** Calls back after some ms; returns how to call it off. */
  later: (ms: number, run: () => void) => () => void;
  /** UTC ms. */
  now: () => number;
  /** From 0 to 1. */
  random: () => number;
  newId: () => string;
  isOnline: () => boolean;
  /** Listings of the event may have changed: the room said so, or was not heard for a while. */
  listingsChanged: () => void;
}

/** One's own message before the room has given it a place. `seq` is its number once the room has answered. */
export interface OwnMessage {
  client_id: string;
  user_id: string;
  body: string;
  /** UTC ms. */
  created_at: number;
  seq: number | null;
}

/** What a page shows of its room. */
export interface RoomState {
  phase: 'connecting' | 'live' | 'reconnecting' | 'gone';
  /** False until the first messages are there. */
  isLoaded: boolean;
  /** In order and without a gap. */
  messages: readonly ChatMessage[];
  /** One's own messages on their way, oldest first. */
  own: readonly OwnMessage[];
  /** When this was so, UTC ms. */
  at: number;
}

/** A frame, or undefined for what this page does not understand: a newer server may say more. */
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
