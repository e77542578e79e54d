import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../../context.ts';
import { type AuditStamp, NothingChanged, writeAudited } from '../../../http/security/audit.ts';
import { brokenConstraint } from '../../../http/database/constraint.ts';
import { PlainError } from '../../../http/answers/errors.ts';
import type { Queue, ReviewStatus } from './queues.db.ts';

/**
 * Undoes either all of the given decisions or none, and returns their number. The decisions can be undone until
 * `undo_until`. A newer decision on the same row has another `undo_until`, so it is not undone by mistake. Throws
 * `review.told` after that time, after a newer decision, or after a mail about a decision was written. Also throws it
 * if a restored application would conflict with another application from the same address.
 */
export async function undoDecisions(
  db: Db,
  { queue, ids, undo_until, stamp }: { queue: Queue; ids: readonly string[]; undo_until: Date; stamp: AuditStamp },
): Promise<number> {
  const { table, kind } = queue;
  const isOpen = and(eq(table.tell_at, undo_until), gt(table.tell_at, stamp.at));
  const rows = await db
    .select({
      id: sql<string>`${table.id}`,
      status: sql<ReviewStatus>`${table.status}`,
      told_status: sql<ReviewStatus>`${table.told_status}`,
    })
    .from(table)
    .where(and(inArray(table.id, sql`(select value from json_each(${JSON.stringify(ids)}))`), isOpen));
  if (rows.length < ids.length) throw told();
  const changes = rows.map(({ id, status, told_status }) => ({
    run: queue.decide(db, {
      fields: {
        status: sql`${table.told_status}`,
        tell_at: null,
        told_status: null,
        updated_at: sql`max(${stamp.at.getTime()}, ${table.updated_at} + 1)`,
      },
      where: and(eq(table.id, id), isOpen),
    }),
    action: `${kind}.undo`,
    target_type: kind,
    target_id: id,
    before: { status },
    after: { status: told_status },
  }));
  try {
    await writeAudited(db, { stamp, changes });
    return rows.length;
  } catch (error) {
    if (error instanceof NothingChanged || brokenConstraint(error)?.name.startsWith('reseller_applications.email_key'))
      throw told();
    throw error;
  }
}

const told = () =>
  new PlainError(409, 'review.told', 'It’s too late to undo this because people have been told. Decide again instead.');
