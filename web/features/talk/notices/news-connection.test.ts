import { expect, test } from 'vitest';
import { ApiError } from '../../../api.ts';
import { NewsConnection, type NewsHost } from './news-connection.ts';

const settled = () => new Promise((done) => setTimeout(done));

/** A browser whose time and server the test moves. */
function host(ticket: () => Promise<{ ticket: string; unread: number }> = async () => ({ ticket: 'one', unread: 2 })) {
  const timers: { ms: number; run: () => void }[] = [];
  const sockets: { said: (text: string) => void; closed: () => void; isOpen: boolean }[] = [];
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
  };
  const heard: number[] = [];
  const connection = new NewsConnection(browser, (unread) => heard.push(unread));
  const runOf = (ms: number) => timers.find((timer) => timer.ms === ms)!.run();
  return { connection, heard, sockets, timers, runOf, asked: () => asked };
}

test('a page hears how many notifications are unread when it connects, and with every change', async () => {
  const { connection, heard, sockets } = host();
  connection.wake();
  await settled();
  sockets[0]!.said('{"type":"news","unread":3}');
  sockets[0]!.said('pong');
  sockets[0]!.said('{"type":"other"}');
  expect(heard).toEqual([2, 3]);
});

test('it connects again a minute before its time ends, and closes the old connection', async () => {
  const { connection, sockets, runOf } = host();
  connection.wake();
  connection.wake();
  await settled();
  runOf(9 * 60_000);
  await settled();
  expect(sockets.map(({ isOpen }) => isOpen)).toEqual([false, true]);
});

test('it waits longer after each loss, and a heard frame makes the wait short again', async () => {
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

test('it rests after a refusal, and tries again after a failure', async () => {
  const refused = host(() => Promise.reject(new ApiError('launch.off', 403, 'Off.')));
  refused.connection.wake();
  await settled();
  expect(refused.timers).toEqual([]);
  const failed = host(() => Promise.reject(new ApiError('network', 0, 'No connection.')));
  failed.connection.wake();
  await settled();
  expect(failed.timers.map(({ ms }) => ms)).toEqual([1000]);
});

test('a connection that is closed while its ticket is on the way never opens', async () => {
  const { connection, sockets, heard, asked } = host();
  connection.wake();
  connection.rest();
  await settled();
  expect([asked(), sockets.length, heard.length]).toEqual([1, 0, 0]);
});
