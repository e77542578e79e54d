import { desc, sql } from 'drizzle-orm';
import type { Context } from 'hono';
import { auditLog } from '../../../drizzle/tables/staff/audit-log.ts';
import type { AppEnv, Db } from '../../context.ts';
import { type ChainedEntry, entryHash, GENESIS } from '../../contract/staff/audit-chain.ts';
import { brokenConstraint } from '../database/constraint.ts';
import { tooBusy } from '../answers/errors.ts';
import { type ChangedEvent, countStatements, runWrites, type Statement, type Write } from '../database/batch.ts';

/** When several writers append at the same moment, one of them succeeds per try. So 25 tries let 25 writers append. */
const ATTEMPTS = 25;
/** The limit for all tries together. One Worker invocation may run a thousand statements, and the guards need some. */
const MOST_STATEMENTS = 900;

/** Larger batches get fewer tries. */
export const attemptsOf = (statements: number) =>
  Math.max(1, Math.min(ATTEMPTS, Math.floor(MOST_STATEMENTS / (statements + 1))));

/**
 * `before` is null if there was no state before the action, and `after` is null if there is none after it. `run` is
 * null for an action that changes no row.
 */
export interface AuditedChange {
  run: Write | null;
  action: string;
  target_type: string;
  target_id: string;
  before: unknown;
  after: unknown;
}

export interface AuditStamp {
  actor_id: string;
  actor_email: string | null;
  at: Date;
  request_id: string;
}

/** A change matched no row, so the batch is rolled back. */
export class NothingChanged extends Error {}

/** The route must have a guard, because the guard sets the actor. */
export function stampOf(c: Context<AppEnv>): AuditStamp {
  const { user_id: actor_id, email: actor_email } = c.get('actor');
  return { actor_id, actor_email, at: c.get('now'), request_id: c.get('request_id') };
}

/**
 * Runs the changes in one transaction, with a log entry after each change. `first` runs before all changes, and `also`
 * after them. Returns the events whose pages must be notified. Throws `NothingChanged` if a change matched no row, and
 * `request.busy` if others wrote to the log at every try. Errors of other constraints pass through.
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
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const entries = await chain(db, { stamp, changes });
    const audited = changes.flatMap(({ run }, at) => withEntry(run, entries[at]!));
    const writes = [...first, ...audited, ...also];
    try {
      return (await runWrites(db, writes)).changed;
    } catch (error) {
      const refusedBy = brokenConstraint(error)?.name;
      if (refusedBy === 'audit_log_has_action') throw new NothingChanged();
      if (refusedBy !== 'audit_chain_follows') throw error;
      if (attempt >= attemptsOf(countStatements(writes))) break;
    }
  }
  throw tooBusy();
}

/** Like `writeAudited`, but returns false if a change matched no row. */
export async function tryAudited(...args: Parameters<typeof writeAudited>): Promise<boolean> {
  try {
    await writeAudited(...args);
    return true;
  } catch (error) {
    if (error instanceof NothingChanged) return false;
    throw error;
  }
}

/** Puts an entry after its change: the entry checks whether the statement right before it changed a row. */
function withEntry(run: Write | null, entry: Statement): Write[] {
  if (run === null) return [entry];
  return 'follow_ups' in run ? [run.change, { change: entry, follow_ups: run.follow_ups }] : [run, entry];
}

async function chain(db: Db, { stamp, changes }: { stamp: AuditStamp; changes: readonly AuditedChange[] }) {
  const [last] = await db
    .select({ seq: auditLog.seq, hash: auditLog.hash })
    .from(auditLog)
    .orderBy(desc(auditLog.seq))
    .limit(1);
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

/** If the preceding statement changed no row, the entry has an empty action, which `audit_log_has_action` refuses. */
function insertEntry(db: Db, { at, action, follows, ...entry }: ChainedEntry & { hash: string; follows: boolean }) {
  return db.insert(auditLog).values({
    ...entry,
    at: new Date(at),
    action: follows ? sql`case when changes() > 0 then ${action} else '' end` : action,
  });
}
