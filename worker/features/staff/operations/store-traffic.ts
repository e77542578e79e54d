import { BUILD_ID } from '../../../http/build.ts';
import { openDb } from '../../../http/database/open-db.ts';
import { keepTraffic, noteWrite, takeTraffic, type Traffic } from '../../../http/answers/traffic.ts';
import { MINUTE } from '../../../contract/time/durations.ts';
import { addTraffic } from './traffic.db.ts';

/**
 * Stores the traffic counts since the last call, and a row for the minute of `now`. The row is written even without
 * counts, because only a write shows whether the database takes writes. Throws if the write fails. The counts then wait
 * for the next call.
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
