import { beforeEach, expect, test } from 'vitest';
import type { ChatMessage, LiveFrame } from '../../../worker/contract/chat.ts';
import { ApiError } from '../../api.ts';
import { LiveRoom } from './live-room.ts';
import type { MessagePage, RoomSocket } from './room-host.ts';

const ME = 'user-me';
const AT = '2026-11-27T03:00:00.000Z';

interface FakeSocket extends RoomSocket {
  after: number;
  sent: string[];
  isOpen: boolean;
  say: (frame: LiveFrame | 'pong') => void;
  break: () => void;
}

/** A world with a clock of its own: nothing happens but what the test does. */
function world() {
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
    write: (_post: { body: string; client_id: string }): Promise<ChatMessage> => Promise.reject(new Error('no write expected')),
    /** The newest socket. */
    get socket() {
      return sockets.at(-1)!;
    },
    /** Lets everything promised so far happen. */
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

const message = (seq: number, over: Partial<ChatMessage> = {}): ChatMessage => ({
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
const page = (from: number, to: number, last_seq = to): MessagePage => ({
  messages: Array.from({ length: to - from + 1 }, (_, at) => message(from + at)),
  last_seq,
});
const said = (...seqs: number[]): LiveFrame => ({ type: 'messages', messages: seqs.map((seq) => message(seq)) });

let made: ReturnType<typeof world>;

/** A room that has three messages and is live. */
beforeEach(async () => {
  made = world();
  made.it.read = () => Promise.resolve(page(1, 3));
  made.room.wake();
  await made.it.settle();
  made.it.socket.say({ type: 'hello', seq: 3 });
});

test('a page loads the newest messages, listens from the last on and reads the listings anew', () => {
  const { it, room, bodies } = made;
  expect(it.reads).toEqual([null]);
  expect(it.socket.after).toBe(3);
  expect(room.state()).toMatchObject({ phase: 'live', isLoaded: true });
  expect(bodies()).toEqual(['m1', 'm2', 'm3']);
  expect(it.listings).toBe(1);
  it.socket.say({ type: 'listings' });
  expect(it.listings).toBe(2);
});

test('messages that come twice or out of order stand once and in order', async () => {
  const { it, bodies } = made;
  it.socket.say(said(5));
  expect(bodies()).toEqual(['m1', 'm2', 'm3']);
  it.socket.say(said(4, 5, 2));
  expect(bodies()).toEqual(['m1', 'm2', 'm3', 'm4', 'm5']);
  await it.pass(5000);
  expect(it.reads).toEqual([null]);
});

test('a gap that stays is asked for and filled', async () => {
  const { it, bodies } = made;
  it.socket.say(said(7));
  it.read = () => Promise.resolve(page(4, 7));
  await it.pass(1500);
  expect(it.reads).toEqual([null, 3]);
  expect(bodies()).toEqual(['m1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7']);
});

test('a lost connection comes back after a while, asks for what follows and shows that it is away', async () => {
  const { it, room, bodies } = made;
  it.socket.break();
  expect(room.state().phase).toBe('reconnecting');
  await it.pass(499);
  expect(it.sockets).toHaveLength(1);
  await it.pass(1);
  expect(it.socket.after).toBe(3);
  it.socket.say({ type: 'hello', seq: 13 });
  it.socket.say(said(...Array.from({ length: 10 }, (_, at) => at + 4)));
  expect(room.state().phase).toBe('live');
  expect(bodies()).toHaveLength(13);
  expect(it.listings).toBe(2);
});

test('attempts that fail wait longer and longer, up to half a minute, and ask by HTTP as well', async () => {
  const { it, room } = made;
  it.socket.break();
  const waits: number[] = [];
  let before = it.now;
  for (let attempt = 0; attempt < 9; attempt += 1) {
    const count = it.sockets.length;
    while (it.sockets.length === count) await it.pass(100);
    waits.push(it.now - before);
    before = it.now;
    it.socket.break();
  }
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  expect(it.reads.slice(1)).toEqual(Array.from({ length: 8 }, () => 3));
  expect(room.state().phase).toBe('reconnecting');
});

test('offline nothing is tried until the network is back', async () => {
  const { it, room } = made;
  it.isOnline = false;
  room.rest();
  expect(it.socket.isOpen).toBe(false);
  expect(room.state().phase).toBe('reconnecting');
  await it.pass(60_000);
  expect(it.sockets).toHaveLength(1);
  room.wake();
  await it.settle();
  expect(it.sockets).toHaveLength(2);
  expect(it.socket.after).toBe(3);
});

test('what an old socket still says is not heard', async () => {
  const { it, room, bodies } = made;
  const old = it.socket;
  room.rest();
  room.wake();
  await it.settle();
  old.say(said(4));
  old.break();
  expect(bodies()).toEqual(['m1', 'm2', 'm3']);
  expect(it.sockets).toHaveLength(2);
});

test('a socket that answers its pings stays, also while others talk; one that does not is let go', async () => {
  const { it, room } = made;
  for (let time = 1; time <= 3; time += 1) {
    await it.pass(24_000);
    it.socket.say(said(3 + time));
    await it.pass(1000);
    expect(it.socket.sent).toHaveLength(time);
    it.socket.say('pong');
  }
  await it.pass(25_000 + 8000);
  expect(it.sockets[0]!.isOpen).toBe(false);
  expect(room.state().phase).toBe('reconnecting');
});

test('a phone that slept asks at once whether its socket still lives', async () => {
  const { it, room } = made;
  room.wake();
  expect(it.socket.sent).toEqual(['ping']);
  await it.pass(8000);
  expect(room.state().phase).toBe('reconnecting');
});

test('told to reload, it loads afresh and keeps what it heard meanwhile', async () => {
  const { it, bodies } = made;
  let answer: (value: MessagePage) => void = () => undefined;
  it.read = () => new Promise((done) => (answer = done));
  it.socket.say({ type: 'reload' });
  it.socket.say(said(1001));
  it.socket.say({ type: 'removed', id: 'id-1001', seq: 1001, removed: { at: AT, by: null } });
  answer(page(901, 1000));
  await it.settle();
  expect(bodies()).toHaveLength(101);
  expect(bodies().slice(0, 1)).toEqual(['m901']);
  expect(bodies().at(-1)).toBe('');
});

test('a reload that fails is told again by the next connection', async () => {
  const { it, bodies, room } = made;
  it.read = () => Promise.reject(new ApiError('network', 0, 'No connection.'));
  it.socket.say({ type: 'reload' });
  await it.settle();
  expect(room.state().phase).toBe('reconnecting');
  it.read = () => Promise.resolve(page(901, 1000));
  await it.pass(1000);
  expect(it.socket.after).toBe(3);
  it.socket.say({ type: 'hello', seq: 1000 });
  it.socket.say({ type: 'reload' });
  await it.settle();
  expect(bodies().at(-1)).toBe('m1000');
});

test('a deleted event closes the room for good', async () => {
  const { it, room } = made;
  it.socket.say({ type: 'gone' });
  expect(room.state().phase).toBe('gone');
  expect(it.socket.isOpen).toBe(false);
  room.wake();
  await it.pass(60_000);
  expect(it.sockets).toHaveLength(1);
});

test('an event deleted while one was away is found out', async () => {
  const { it, room } = made;
  it.socket.break();
  it.read = () => Promise.reject(new ApiError('event.not_found', 404, 'Event not found'));
  await it.pass(500);
  it.socket.break();
  await it.pass(1000);
  expect(room.state().phase).toBe('gone');
});

test('a removed message becomes a tombstone and stays one', () => {
  const { it, room } = made;
  const removed = { at: AT, by: { user_id: 'admin', display_name: 'An admin' } };
  it.socket.say({ type: 'removed', id: 'id-2', seq: 2, removed });
  it.socket.say(said(2));
  expect(room.state().messages[1]).toMatchObject({ body: '', removed });
});

test('a frame this page does not know is passed over', () => {
  const { it, room } = made;
  it.socket.say({ type: 'confetti' } as unknown as LiveFrame);
  it.socket.say('pong');
  expect(room.state().phase).toBe('live');
});

test('an own message is there at once and keeps its one place, whichever way it comes back first', async () => {
  const { it, room, bodies } = made;
  let answer: (value: ChatMessage) => void = () => undefined;
  it.write = () => new Promise((done) => (answer = done));
  const sent = room.send({ body: 'hello', user_id: ME });
  await it.settle();
  const [own] = room.state().own;
  expect(own).toMatchObject({ body: 'hello', user_id: ME });
  const stored = message(4, { user_id: ME, body: 'hello', client_id: own!.client_id });
  it.socket.say({ type: 'message', message: stored });
  expect(room.state().own).toEqual([]);
  answer(stored);
  await sent;
  expect(bodies()).toEqual(['m1', 'm2', 'm3', 'hello']);
});

test('an own message waits in its place at the end until those before it have come', async () => {
  const { it, room, bodies } = made;
  it.write = ({ body, client_id }) => Promise.resolve(message(5, { user_id: ME, body, client_id }));
  await room.send({ body: 'hello', user_id: ME });
  expect(bodies()).toEqual(['m1', 'm2', 'm3']);
  expect(room.state().own).toHaveLength(1);
  it.socket.say(said(4));
  expect(bodies()).toEqual(['m1', 'm2', 'm3', 'm4', 'hello']);
  expect(room.state().own).toEqual([]);
});

test('the same words of somebody else, and under the same client id, do not stand for an own message', async () => {
  const { it, room } = made;
  it.write = () => new Promise(() => undefined);
  void room.send({ body: 'hello', user_id: ME });
  await it.settle();
  const { client_id } = room.state().own[0]!;
  it.socket.say({ type: 'message', message: message(4, { body: 'hello', client_id }) });
  expect(room.state().own).toHaveLength(1);
});

test('two tabs of one person: what one sends stands once in the other', () => {
  const { it, bodies, room } = made;
  const fromOtherTab = message(4, { user_id: ME, body: 'from the other tab', client_id: 'tab-two' });
  it.socket.say({ type: 'message', message: fromOtherTab });
  it.socket.say({ type: 'message', message: fromOtherTab });
  expect(bodies().slice(3)).toEqual(['from the other tab']);
  expect(room.state().own).toEqual([]);
});

test('a message without an answer is sent again under the same id, then taken out; said again, it keeps its id', async () => {
  const { it, room, bodies } = made;
  const ids: string[] = [];
  it.write = ({ client_id }) => {
    ids.push(client_id);
    return Promise.reject(new ApiError('network', 0, 'No connection.'));
  };
  const failed = room.send({ body: 'hello', user_id: ME }).catch((error: unknown) => error);
  await it.pass(4000);
  expect(await failed).toMatchObject({ code: 'network' });
  expect(room.state().own).toEqual([]);
  it.write = ({ body, client_id }) => {
    ids.push(client_id);
    return Promise.resolve(message(4, { user_id: ME, body, client_id }));
  };
  await room.send({ body: 'hello', user_id: ME });
  expect(new Set(ids).size).toBe(1);
  expect(ids).toHaveLength(4);
  expect(bodies().at(-1)).toBe('hello');
});

test('a refused message is not sent again', async () => {
  const { it, room } = made;
  let writes = 0;
  it.write = () => {
    writes += 1;
    return Promise.reject(new ApiError('chat.muted', 403, 'You cannot write in this chat.'));
  };
  await expect(room.send({ body: 'hello', user_id: ME })).rejects.toMatchObject({ code: 'chat.muted' });
  expect(writes).toBe(1);
  expect(room.state().own).toEqual([]);
});

test('a message whose answer was lost, but which is there, has not failed', async () => {
  const { it, room, bodies } = made;
  it.write = ({ body, client_id }) => {
    it.socket.say({ type: 'message', message: message(4, { user_id: ME, body, client_id }) });
    return Promise.reject(new ApiError('network', 0, 'No connection.'));
  };
  const sent = room.send({ body: 'hello', user_id: ME });
  await it.pass(4000);
  await sent;
  expect(bodies().at(-1)).toBe('hello');
});

test('messages said quickly leave one after the other', async () => {
  const { it, room } = made;
  const order: string[] = [];
  const answers: (() => void)[] = [];
  it.write = ({ body, client_id }) => {
    order.push(body);
    return new Promise((done) => answers.push(() => done(message(3 + order.length, { user_id: ME, body, client_id }))));
  };
  const both = Promise.all([room.send({ body: 'one', user_id: ME }), room.send({ body: 'two', user_id: ME })]);
  await it.settle();
  expect(order).toEqual(['one']);
  expect(room.state().own.map(({ body }) => body)).toEqual(['one', 'two']);
  answers[0]!();
  await it.settle();
  answers[1]!();
  await both;
  expect(order).toEqual(['one', 'two']);
  expect(made.bodies().slice(3)).toEqual(['one', 'two']);
});
