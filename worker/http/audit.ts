import { desc, sql } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import type { Context } from 'hono';
import { auditLog } from '../../drizzle/tables/audit-log.ts';
import type { AppEnv, Db } from '../context.ts';
import { type ChainedEntry, entryHash, GENESIS } from '../contract/audit-chain.ts';
import { refusalOf } from './constraint.ts';

/** Writers that meet at the end of the chain try again; one of them gets through each time, so this many may meet at once. */
const ATTEMPTS = 25;

/**
 * One change and what the log says of it. `before` and `after` are what the change touched, null where there was or is nothing. An
 * act that changes no row, like an export, has nothing to run.
 */
export interface AuditedChange {
  run: BatchItem<'sqlite'> | null;
  action: string;
  target_type: string;
  target_id: string;
  before: unknown;
  after: unknown;
}

/** Who did it, when, and in which request. */
export interface AuditStamp {
  actor_id: string;
  actor_email: string | null;
  at: Date;
  request_id: string;
}

/** Thrown where a change met no row: everything of its batch is undone. The caller says what that means (gone, or stale). */
export class NothingChanged extends Error {}

/** The stamp of the request at hand; its route carries a guard. */
export function stampOf(c: Context<AppEnv>): AuditStamp {
  const { user_id: actor_id, email: actor_email } = c.get('actor');
  return { actor_id, actor_email, at: c.get('now'), request_id: c.get('request_id') };
}

/**
 * Makes the changes, and their log entries right behind each, in one transaction: all or nothing. `also` runs at the end of it, before
 * which `first` runs; the answers of `also` come back in order. Throws `NothingChanged` where one of the changes met no row; a constraint's own failure passes through.
 */
export async function writeAudited(
  db: Db,
  {
    stamp,
    changes,
    first = [],
    also = [],
  }: {
    stamp: AuditStamp;
    changes: readonly AuditedChange[];
    first?: readonly BatchItem<'sqlite'>[];
    also?: readonly BatchItem<'sqlite'>[];
  },
): Promise<unknown[]> {
  for (let attempt = 1; ; attempt += 1) {
    const entries = await chain(db, { stamp, changes });
    const [head, ...rest] = [...first, ...changes.flatMap(({ run }, at) => (run ? [run, entries[at]!] : [entries[at]!])), ...also];
    if (!head) return [];
    try {
      const answers: unknown[] = await db.batch([head, ...rest]);
      return answers.slice(answers.length - also.length);
    } catch (error) {
      const reason = refusalOf(error);
      if (reason.includes('audit_log_has_action')) throw new NothingChanged();
      if (!reason.includes('audit_chain_follows') || attempt === ATTEMPTS) throw error;
    }
  }
}

/** The entries of the changes, hashed onto the end of the log as it stands now. */
async function chain(db: Db, { stamp, changes }: { stamp: AuditStamp; changes: readonly AuditedChange[] }) {
  const [last] = await db.select({ seq: auditLog.seq, hash: auditLog.hash }).from(auditLog).orderBy(desc(auditLog.seq)).limit(1);
  let { seq, hash } = last ?? { seq: 0, hash: GENESIS };
  const statements: BatchItem<'sqlite'>[] = [];
  for (const change of changes) {
    const entry = {
      seq: seq + 1,
      at: stamp.at.getTime(),
      actor_id: stamp.actor_id,
      actor_email: stamp.actor_email,
      action: change.action,
      target_type: change.target_type,
      target_id: change.target_id,
      before: JSON.stringify(change.before ?? null),
      after: JSON.stringify(change.after ?? null),
      request_id: stamp.request_id,
      prev_hash: hash,
    };
    ({ seq } = entry);
    hash = await entryHash(entry);
    statements.push(insertEntry(db, { ...entry, hash, follows: change.run !== null }));
  }
  return statements;
}

/** The entry of the statement run just before it: where that changed nothing, the action is empty, and `audit_log_has_action` refuses it. */
function insertEntry(db: Db, { at, action, follows, ...entry }: ChainedEntry & { hash: string; follows: boolean }) {
  return db
    .insert(auditLog)
    .values({ ...entry, at: new Date(at), action: follows ? sql`case when changes() > 0 then ${action} else '' end` : action });
}
