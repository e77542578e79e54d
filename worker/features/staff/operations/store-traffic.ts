import { BUILD_ID } from '../../../http/build.ts';
import { openDb } from '../../../http/database/open-db.ts';
import { keepTraffic, noteWrite, takeTraffic, type Traffic } from '../../../http/answers/traffic.ts';
import { MINUTE } from '../../../contract/time/durations.ts';
import { addTraffic } from './traffic.db.ts';

/**
 * Stores what this isolate has counted, and measures how long that write takes. It always writes at least the minute of
 * `now`, so a caller learns whether the database takes writes.
 * @throws {Error} if the database does not take the write. The counts are kept for the next call.
 */
export async function storeTraffic(env: Pick<Env, 'DB'>, now: Date): Promise<void> {
  const taken = takeTraffic();
  const began = performance.now();
  try {
    const minute = Math.floor(now.getTime() / MINUTE) * MINUTE;
    const minutes = new Map<number, Partial<Traffic>>([[minute, {}], ...taken]);
    await addTraffic(openDb(env), { version: BUILD_ID, minutes });
    noteWrite({ ms: performance.now() - began, now: now.getTime() });
  } catch (error) {
    keepTraffic(taken);
    throw error;
  }
}
