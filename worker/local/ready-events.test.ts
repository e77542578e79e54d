import { once } from 'node:events';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { handleReadyEvents } from './ready-events.ts';

/** Ends a connection at its first byte. */
const SERVER = `
  const { createServer } = require('node:net');
  const { parentPort, workerData } = require('node:worker_threads');
  const server = createServer((socket) => {
    socket.once('data', () => socket.end(() => {
      Atomics.store(workerData, 0, 1);
      Atomics.notify(workerData, 0);
    }));
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

test('a connection that ended while Node was held up is known to have ended', async () => {
  const hasEnded = new Int32Array(new SharedArrayBuffer(4));
  const server = new Worker(SERVER, { eval: true, workerData: hasEnded });
  const [port] = (await once(server, 'message')) as [number];
  const socket = connect(port, '127.0.0.1').resume();
  await once(socket, 'connect');
  socket.write('x');
  Atomics.wait(hasEnded, 0, 0);
  expect(socket.readableEnded).toBe(false);
  await handleReadyEvents();
  expect(socket.readableEnded).toBe(true);
  await server.terminate();
});
