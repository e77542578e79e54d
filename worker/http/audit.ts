import { desc, sql } from 'drizzle-orm';
import type { Context } from 'hono';
import { auditLog } from '../../drizzle/tables/audit-log.ts';
import type { AppEnv, Db } from '../context.ts';
import { type ChainedEntry, entryHash, GENESIS } from '../contract/audit-chain.ts';
import { brokenConstraint } from './constraint.ts';
import { type ChangedEvent, runWrites, type Statement, type Write } from './batch.ts';

/** Writers that meet at the end of the chain try again; one of them gets through each time, so this many may meet at once. */
const ATTEMPTS = 25;

/**
 * One change and what the log says of it. `before` and `after` are what the change touched, null where there was or is nothing. An
 * act that changes no row, like an export, has nothing to run.
 */
export interface AuditedChange {
  run: Write | null;
  action: string;
  target_type: string;
  target_id: string;
  before: unknown;
  after: unknown;
}

/** The person, the time and the request of a change. */
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
 * Makes the changes, each followed by its log entry, in one transaction; `first` runs before them and `also` after them. Answers the
 * events whose pages must be told. Throws `NothingChanged` where a change met no row. The failure of any other constraint passes
 * through.
 */
export async function writeAudited(
  db: Db,
  {
    stamp,
    changes,
    first = [],
    also = [],
  }: { stamp: AuditStamp; changes: readonly AuditedChange[]; first?: readonly Write[]; also?: readonly Write[] },
): Promise<ChangedEvent[]> {
  for (let attempt = 1; ; attempt += 1) {
    const entries = await chain(db, { stamp, changes });
    const audited = changes.flatMap(({ run }, at) => withEntry(run, entries[at]!));
    try {
      return (await runWrites(db, [...first, ...audited, ...also])).changed;
    } catch (error) {
      const refusedBy = brokenConstraint(error)?.name;
      if (refusedBy === 'audit_log_has_action') throw new NothingChanged();
      if (refusedBy !== 'audit_chain_follows' || attempt === ATTEMPTS) throw error;
    }
  }
}

/** A change and its entry, which asks whether the statement right before it changed a row. */
function withEntry(run: Write | null, entry: Statement): Write[] {
  if (run === null) return [entry];
  return 'follow_ups' in run ? [run.change, { change: entry, follow_ups: run.follow_ups }] : [run, entry];
}

/** The entries of the changes, hashed onto the end of the log as it stands now. */
async function chain(db: Db, { stamp, changes }: { stamp: AuditStamp; changes: readonly AuditedChange[] }) {
  const [last] = await db.select({ seq: auditLog.seq, hash: auditLog.hash }).from(auditLog).orderBy(desc(auditLog.seq)).limit(1);
  let { seq, hash } = last ?? { seq: 0, hash: GENESIS };
  const statements: Statement[] = [];
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
