import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../../context.ts';

/** Only the bodies of uploads and of restored chat messages may be longer. */
const MOST_BYTES = 1_048_576;
const MOST_MS = 1000;

/**
 * Reads a body that no handler has read. If it stays unread, the server closes the connection, and the client's next
 * request on it fails. Gives up on a body that is too long or too slow.
 */
export const drainBody = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const { body, bodyUsed } = c.req.raw;
  if (body === null || bodyUsed) return;
  const reader = body.getReader();
  const tooSlow = setTimeout(() => void reader.cancel(), MOST_MS);
  // The client may have disconnected.
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
