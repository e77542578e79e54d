import type { TicketFile } from '../../../../drizzle/tables/trade/ticket-files.ts';
import type { Db } from '../../../context.ts';
import { KEEPING_DAYS } from '../../../contract/talk/keeping-times.ts';
import { DAY } from '../../../contract/time/durations.ts';
import { runWrites, type Statement } from '../../../http/database/batch.ts';
import { log, traceOf } from '../../../http/log.ts';
import { openDb } from '../../../http/database/open-db.ts';
import { readTicketKeys } from '../../../http/shared/ticket-keys.ts';
import {
  destroyFinished,
  destroyUnclaimed,
  findUncleared,
  findWrappedBy,
  markCleared,
  setKey,
} from './destroy-files.db.ts';
import { rewrap } from '../../../http/shared/trade/file-keys.ts';

const AT_ONCE = 100;
const MOST_STEPS = 10;
const KEYS_AT_ONCE = 100;
/** How often claimed files are checked, in minutes. */
const EVERY = 10;

/**
 * Destroys ticket files that are no longer needed: first their keys, then their objects. Then rewraps file keys that
 * are still wrapped with an older ticket key. The next run retries what failed.
 */
export async function keepTicketFiles(env: Env, now: Date): Promise<void> {
  const db = openDb(env);
  const before = new Date(now.getTime() - KEEPING_DAYS.unclaimed_files * DAY);
  await repeat(() => destroyUnclaimed(db, { before, now, limit: AT_ONCE }));
  if (now.getUTCMinutes() % EVERY === 0) {
    await repeat(() => destroyFinished(db, { keep_ms: KEEPING_DAYS.ticket_files * DAY, now, limit: AT_ONCE }));
  }
  await repeat(() => clearObjects(env, { db, now }));
  await rewrapKeys(env, db);
}

async function repeat(step: () => Promise<number>): Promise<void> {
  for (let steps = 0; steps < MOST_STEPS && (await step()) === AT_ONCE; steps++);
}

async function clearObjects(env: Env, { db, now }: { db: Db; now: Date }): Promise<number> {
  const files = await findUncleared(db, { limit: AT_ONCE });
  if (files.length === 0) return 0;
  try {
    await env.TICKETS_BUCKET.delete(files.map(({ object_key }) => object_key));
  } catch (error) {
    log('warn', 'destroyed ticket files are still to be removed', { count: files.length, reason: String(error) });
    return 0;
  }
  await markCleared(db, { ids: files.map(({ id }) => id), now });
  return files.length;
}

/** Rewraps each key separately, so that a key that cannot be unwrapped does not stop the others. */
async function rewrapKeys(env: Env, db: Db): Promise<void> {
  const [, ...older] = readTicketKeys(env.TICKET_KEYS) ?? [];
  if (older.length === 0) return;
  const files = await findWrappedBy(db, { versions: older.map(({ version }) => version), limit: KEYS_AT_ONCE });
  const writes = await Promise.all(files.map((file) => rewrapped(env, db, file)));
  await runWrites(db, writes.flat());
}

async function rewrapped(env: Env, db: Db, { wrapped_key, ...file }: TicketFile): Promise<Statement[]> {
  if (wrapped_key === null) return [];
  const lock = { wrapped_key, iv: file.iv, key_version: file.key_version };
  try {
    return [setKey(db, { id: file.id, from: wrapped_key, to: await rewrap(env, { lock, to: file }) })];
  } catch (error) {
    log('error', 'a key of a ticket file cannot be rewrapped', { file_id: file.id, error: traceOf(error) });
    return [];
  }
}
