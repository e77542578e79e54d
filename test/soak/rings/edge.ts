import { timingSafeEqual } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { seededRandom } from '../../../worker/local/fake-provider/seeded-random.ts';
import { seedDatabase, seedIds } from '../../support/run/seeded-ids.ts';

/** The time in the history that is being played, UTC ms. */
export const clock = { ms: 0 };

const RealDate = Date;
/** The largest number of tokens whose verification is remembered. */
const MOST_KNOWN = 1000;
const state = { random: seededRandom(1) };

export function beginAt(ms: number, seed: number): void {
  clock.ms = ms;
  state.random = seededRandom(seed);
}

/** Makes SQL's clock return the time of the history. SQL's random values come from the seed of the history. */
export function beTheDatabase(database: DatabaseSync): void {
  seedDatabase(database, () => state.random());
  database.function('unixepoch', { varargs: true }, (...given) =>
    given[0] === 'subsec' ? clock.ms / 1000 : Math.floor(clock.ms / 1000),
  );
}

/** Adds what Cloudflare has and Node lacks. Clock and ids come from the history. */
export function beTheEdge(fetchOutside: typeof fetch): void {
  const cache = { match: async () => undefined, put: async () => undefined, delete: async () => true };
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given) => (given.length === 0 ? new target(clock.ms) : Reflect.construct(target, given)),
    get: (target, name) => (name === 'now' ? () => clock.ms : Reflect.get(target, name)),
  });
  Object.assign(globalThis, { caches: { default: cache }, fetch: fetchOutside });
  seedIds(() => state.random());
  const known = new Map<string, Promise<boolean>>();
  const verify = crypto.subtle.verify.bind(crypto.subtle);
  // Remembers the result for each token, because repeated verification would take a tenth of the running time.
  const verifyOnce: typeof verify = (algorithm, key, signature, data) => {
    const name = `${Buffer.from(signature as Uint8Array).toString('base64')} ${Buffer.from(data as Uint8Array).toString('base64')}`;
    const found = known.get(name) ?? verify(algorithm, key, signature, data);
    if (known.size < MOST_KNOWN) known.set(name, found);
    return found;
  };
  Object.defineProperty(crypto.subtle, 'verify', { value: verifyOnce, configurable: true });
  Object.defineProperty(crypto.subtle, 'timingSafeEqual', {
    value: (one: ArrayBufferView, other: ArrayBufferView) => timingSafeEqual(one, other),
    configurable: true,
  });
}
