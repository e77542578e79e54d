import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../../context.ts';

/** The largest body that a route other than an upload accepts. */
const MOST_BYTES = 1_048_576;
const MOST_MS = 1000;

/**
 * Reads what is left of the request's body once the request is answered. A server that has not read a body to its end
 * closes the connection, and the client's next request on it fails. A body that is too long or too slow is not read to
 * its end.
 */
export const drainBody = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const { body, bodyUsed } = c.req.raw;
  if (body === null || bodyUsed) return;
  const reader = body.getReader();
  const tooSlow = setTimeout(() => void reader.cancel(), MOST_MS);
  // If the client has disconnected, reading its body fails.
  await readUpTo(reader, MOST_BYTES).catch(() => {});
  clearTimeout(tooSlow);
});

async function readUpTo(reader: ReadableStreamDefaultReader<Uint8Array>, most: number): Promise<void> {
  for (let left = most; left >= 0;) {
    const { done, value } = await reader.read();
    if (done) return;
    left -= value.byteLength;
  }
  await reader.cancel();
}
