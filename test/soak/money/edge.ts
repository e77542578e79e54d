import { createHmac, timingSafeEqual } from 'node:crypto';
import { keyedHash } from '../../../worker/http/security/crypto.ts';
import { sealMessage } from '../../../worker/http/outbox/sealed-message.ts';
import { seedDatabase, seedIds } from '../../support/run/seeded-ids.ts';
import type { World } from './world.ts';

const dice: { random?: () => number } = {};

/**
 * Replaces what Cloudflare gives the Worker. Makes random ids from the seed of the run, so that queries that sort by id
 * return the same order when the seed is used again.
 */
export async function beTheEdge({ app, database, random }: World): Promise<void> {
  const cache = { delete: async () => true };
  if (!dice.random) {
    // Done only once, because each call of `seedDatabase` makes SQLite compile every statement again.
    seedDatabase(database, () => dice.random!());
    answerAtOnce();
  }
  dice.random = random;
  seedIds(random);
  Object.assign(globalThis, { caches: { default: cache }, fetch: app.fetch });
  // The first use of a key takes longer. It happens here, so that the first world of a process runs like later ones.
  await keyedHash(app.env.AUTH_PEPPER, []);
  await sealMessage(app.env.AUTH_PEPPER, { text: '' });
}

/**
 * Replaces `crypto` calls, because the real ones run in other threads and finish in no fixed order. Nobody reads what
 * `encrypt` returns.
 */
function answerAtOnce(): void {
  const keys = new WeakMap<object, Uint8Array>();
  const macOf = (key: object, data: Uint8Array) => createHmac('sha256', keys.get(key)!).update(data).digest();
  const own = {
    importKey: async (_format: string, raw: Uint8Array) => {
      const key = {};
      keys.set(key, raw);
      return key;
    },
    deriveKey: async () => ({}),
    encrypt: async () => new ArrayBuffer(16),
    sign: async (_algorithm: string, key: object, data: Uint8Array) => macOf(key, data),
    verify: async (_algorithm: string, key: object, mac: Uint8Array, data: Uint8Array) =>
      timingSafeEqual(macOf(key, data), mac),
  };
  for (const [name, value] of Object.entries(own))
    Object.defineProperty(crypto.subtle, name, { value, configurable: true });
}
