import type { ChatMessage, LiveFrame } from '../../../worker/contract/talk/chat.ts';
import { LiveRoom } from '../../../web/features/talk/chat/room/live-room.ts';
import type { MessagePage } from '../../../web/features/talk/chat/room/room-types.ts';
import type { TextSocket } from '../../../web/text-socket.ts';

export const ME = 'user-me';
export const AT = '2026-11-27T03:00:00.000Z';

export interface FakeSocket extends TextSocket {
  after: number;
  sent: string[];
  isOpen: boolean;
  say: (frame: LiveFrame | 'pong') => void;
  break: () => void;
}

export function roomWorld() {
  const timers = new Map<number, { at: number; run: () => void }>();
  const sockets: FakeSocket[] = [];
  let ids = 0;
  const it = {
    now: 1_000_000,
    isOnline: true,
    listings: 0,
    sockets,
    reads: [] as (number | null)[],
    read: (_after: number | null): Promise<MessagePage> => Promise.resolve({ messages: [], last_seq: 0 }),
    write: (_post: { body: string; client_id: string }): Promise<ChatMessage> =>
      Promise.reject(new Error('no write expected')),
    get socket() {
      return sockets.at(-1)!;
    },
    settle: async () => {
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    },
    pass: async (ms: number) => {
      await it.settle();
      const end = it.now + ms;
      for (;;) {
        const [next] = [...timers].filter(([, timer]) => timer.at <= end).toSorted((a, b) => a[1].at - b[1].at);
        if (!next) break;
        timers.delete(next[0]);
        it.now = Math.max(it.now, next[1].at);
        next[1].run();
        await it.settle();
      }
      it.now = end;
    },
  };
  const room = new LiveRoom({
    read: (after) => {
      it.reads.push(after);
      return it.read(after);
    },
    write: (post) => it.write(post),
    open: (after, on) => {
      const socket: FakeSocket = {
        after,
        sent: [],
        isOpen: true,
        send: (text) => socket.sent.push(text),
        close: () => {
          socket.isOpen = false;
        },
        say: (frame) => on.said(frame === 'pong' ? frame : JSON.stringify(frame)),
        break: () => on.closed(),
      };
      sockets.push(socket);
      return socket;
    },
    later: (ms, run) => {
      const id = (ids += 1);
      timers.set(id, { at: it.now + ms, run });
      return () => timers.delete(id);
    },
    now: () => it.now,
    random: () => 1,
    newId: () => `client-${(ids += 1)}`,
    isOnline: () => it.isOnline,
    listingsChanged: () => {
      it.listings += 1;
    },
  });
  return { it, room, bodies: () => room.state().messages.map(({ body }) => body) };
}

export const message = (seq: number, over: Partial<ChatMessage> = {}): ChatMessage => ({
  id: `id-${seq}`,
  seq,
  event_id: 'night',
  user_id: 'user-other',
  body: `m${seq}`,
  created_at: AT,
  client_id: `other-${seq}`,
  author: { display_name: 'A seller', is_student_verified: true },
  removed: null,
  ...over,
});
export const page = (from: number, to: number, last_seq = to): MessagePage => ({
  messages: Array.from({ length: to - from + 1 }, (_, at) => message(from + at)),
  last_seq,
});
export const said = (...seqs: number[]): LiveFrame => ({ type: 'messages', messages: seqs.map((seq) => message(seq)) });

export async function liveWorld() {
  const made = roomWorld();
  made.it.read = () => Promise.resolve(page(1, 3));
  made.room.wake();
  await made.it.settle();
  made.it.socket.say({ type: 'hello', seq: 3 });
  return made;
}
