import type { ChatMessage, ChatPerson } from '../../../../../worker/contract/talk/chat.ts';
import { ApiError } from '../../../../api.ts';
import type { OwnMessage, RoomHost } from './room-types.ts';

/**
 * A message is sent again if there was no answer or a server error. These are the waits before each new try, in ms. If
 * the last try fails too, the message has failed.
 */
const AGAIN_MS = [1000, 3000] as const;

export interface NewMessage {
  body: string;
  user_id: string;
  mentions?: readonly ChatPerson[];
}

interface Room {
  arrived: (message: ChatMessage) => void;
  changed: () => void;
  has: (client_id: string, user_id: string) => boolean;
}

/** Each message has an id, so sending a message twice is harmless. */
export class OutgoingMessages {
  #host: Pick<RoomHost, 'write' | 'later' | 'now' | 'newId'>;
  #room: Room;
  #own: readonly OwnMessage[] = [];
  #queue: Promise<unknown> = Promise.resolve();
  /** The last message that failed. It may have arrived, so the same text sent again gets the same id. */
  #failed: OwnMessage | null = null;

  constructor(host: Pick<RoomHost, 'write' | 'later' | 'now' | 'newId'>, room: Room) {
    this.#host = host;
    this.#room = room;
  }

  /**
   * Drops the pending messages that have arrived and returns the others. `messages` has no gap up to the number `last`.
   */
  notYetIn(messages: readonly ChatMessage[], last: number): readonly OwnMessage[] {
    const placed = (own: OwnMessage) =>
      (own.seq !== null && own.seq <= last) ||
      messages.some(({ client_id, user_id }) => client_id === own.client_id && user_id === own.user_id);
    if (this.#own.some(placed)) this.#own = this.#own.filter((own) => !placed(own));
    return this.#own;
  }

  /** If sending fails, removes the message and throws the `ApiError`. */
  async send({ body, user_id, mentions = [] }: NewMessage): Promise<void> {
    const again = this.#failed?.body === body && this.#failed.user_id === user_id ? this.#failed : null;
    this.#failed = null;
    const client_id = again?.client_id ?? this.#host.newId();
    const own: OwnMessage = { client_id, user_id, body, mentions, created_at: this.#host.now(), seq: null };
    this.#setOwn([...this.#own, own]);
    const sent = this.#queue.then(() => this.#post(own));
    this.#queue = sent.catch(() => undefined);
    try {
      const message = await sent;
      this.#own = this.#own.map((other) => (other.client_id === client_id ? { ...other, seq: message.seq } : other));
      this.#room.arrived(message);
    } catch (error) {
      this.#setOwn(this.#own.filter((other) => other.client_id !== client_id));
      // The message has arrived. Only its response was lost.
      if (this.#room.has(client_id, user_id)) return;
      this.#failed = own;
      throw error;
    }
  }

  async #post({ body, client_id, mentions }: OwnMessage): Promise<ChatMessage> {
    const named = mentions.length > 0 ? { mentions: mentions.map(({ user_id }) => user_id) } : {};
    for (const wait of [...AGAIN_MS, null]) {
      try {
        return await this.#host.write({ body, client_id, ...named });
      } catch (error) {
        const isUnknown = error instanceof ApiError && (error.status === 0 || error.status >= 500);
        if (!isUnknown || wait === null) throw error;
        await new Promise<void>((done) => {
          this.#host.later(wait, done);
        });
      }
    }
    throw new Error('unreachable');
  }

  #setOwn(own: readonly OwnMessage[]): void {
    this.#own = own;
    this.#room.changed();
  }
}
