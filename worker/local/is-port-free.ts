import { createServer } from 'node:net';

/** Checks only the loopback address. */
export function isPortFree(wanted: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer()
      .once('error', () => done(false))
      .once('listening', () => probe.close(() => done(true)))
      .listen(wanted, '127.0.0.1');
  });
}
