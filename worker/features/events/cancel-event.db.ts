import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { events } from '../../../drizzle/tables/events.ts';
import type { Db } from '../../context.ts';
import type { CancelEvent } from '../../contract/admin-events.ts';
import { nextVersion } from '../../contract/paging.ts';
import { type AuditStamp, NothingChanged, writeAudited } from '../../http/audit.ts';
import { stale } from '../../http/errors.ts';
import { findManagedEvent, type ManagedEvent } from './admin-events.db.ts';

/** The field name under which `edited_fields` keeps feeds from changing the cancellation. */
const FIELD = 'cancelled_at';

/**
 * Cancels an event, or lets it take place after all if `to` is null. A repeat changes nothing. Feeds no longer decide about it. Throws
 * `request.stale` if somebody saved the event after the version `seen`.
 */
export async function cancelEvent(
  db: Db,
  { event, seen, to, stamp }: { event: ManagedEvent; seen: Date; to: Pick<CancelEvent, 'reason'> | null; stamp: AuditStamp },
): Promise<void> {
  if ((event.cancelled_at === null) === (to === null)) return;
  const after = { cancelled_at: to && stamp.at, cancel_reason: to?.reason ?? null };
  const run = db
    .update(events)
    .set({ ...after, edited_fields: [...new Set([...event.edited_fields, FIELD])], updated_at: nextVersion(seen, stamp.at) })
    .where(and(eq(events.id, event.id), eq(events.updated_at, seen), to ? isNull(events.cancelled_at) : isNotNull(events.cancelled_at)));
  const { cancelled_at, cancel_reason } = event;
  const entry = { target_type: 'event', target_id: event.id, before: { cancelled_at, cancel_reason }, after };
  try {
    await writeAudited(db, { stamp, changes: [{ run, action: to ? 'event.cancel' : 'event.restore', ...entry }] });
  } catch (error) {
    if (!(error instanceof NothingChanged)) throw error;
    throw stale({ theirs: await findManagedEvent(db, { id: event.id }), yours: after });
  }
}
