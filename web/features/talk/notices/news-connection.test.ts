import { expect, test } from 'vitest';
import { ApiError } from '../../../api.ts';
import { NewsConnection, type NewsHost } from './news-connection.ts';

const settled = () => new Promise((done) => setTimeout(done));

/** A browser whose timers and sockets the test controls. */
function host(ticket: () => Promise<{ ticket: string; unread: number }> = async () => ({ ticket: 'one', unread: 2 })) {
  const timers: { ms: number; run: () => void }[] = [];
  const sockets: { said: (text: string) => void; closed: () => void; isOpen: boolean }[] = [];
  const heard: number[] = [];
  let asked = 0;
  const browser: NewsHost = {
    ticket: () => {
      asked += 1;
      return ticket();
    },
    open: (_, on) => {
      const socket = { ...on, isOpen: true };
      sockets.push(socket);
      return { send: () => undefined, close: () => void (socket.isOpen = false) };
    },
    later: (ms, run) => {
      const timer = { ms, run };
      timers.push(timer);
      return () => void (timers.includes(timer) && timers.splice(timers.indexOf(timer), 1));
    },
    random: () => 1,
    letIn: () => heard.push(-1),
  };
  const connection = new NewsConnection(browser, (unread) => heard.push(unread));
  const runOf = (ms: number) => timers.find((timer) => timer.ms === ms)!.run();
  return { connection, heard, sockets, timers, runOf, asked: () => asked };
}

test('a page receives the unread count when it connects and at every change', async () => {
  const { connection, heard, sockets } = host();
  connection.wake();
  await settled();
  sockets[0]!.said('{"type":"news","unread":3}');
  sockets[0]!.said('pong');
  sockets[0]!.said('{"type":"other"}');
  sockets[0]!.said('{"type":"let_in"}');
  expect(heard).toEqual([2, 3, -1]);
});

test('a page opens a new connection a minute before the old one ends, and closes the old one', async () => {
  const { connection, sockets, runOf } = host();
  connection.wake();
  connection.wake();
  await settled();
  runOf(9 * 60_000);
  await settled();
  expect(sockets.map(({ isOpen }) => isOpen)).toEqual([false, true]);
});

test('a page waits longer after each lost connection, and a received frame resets the wait', async () => {
  const { connection, sockets, runOf } = host();
  connection.wake();
  await settled();
  sockets[0]!.closed();
  runOf(1000);
  await settled();
  sockets[1]!.closed();
  runOf(2000);
  await settled();
  sockets[2]!.said('{"type":"news","unread":0}');
  sockets[2]!.closed();
  runOf(1000);
  await settled();
  expect(sockets).toHaveLength(4);
});

test('a page stops connecting after a refusal, and tries again after a failure', async () => {
  const refused = host(() => Promise.reject(new ApiError('launch.off', 403, 'Off.')));
  refused.connection.wake();
  await settled();
  expect(refused.timers).toEqual([]);
  const failed = host(() => Promise.reject(new ApiError('network', 0, 'No connection.')));
  failed.connection.wake();
  await settled();
  expect(failed.timers.map(({ ms }) => ms)).toEqual([1000]);
});

test('a page that disconnects before the server has answered opens no socket', async () => {
  const { connection, sockets, heard, asked } = host();
  connection.wake();
  connection.rest();
  await settled();
  expect([asked(), sockets.length, heard.length]).toEqual([1, 0, 0]);
});
