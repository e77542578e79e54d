import { and, eq, isNotNull, isNull, not } from 'drizzle-orm';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import type { Actor, Db } from '../../../context.ts';
import type { CancelEvent } from '../../../contract/nights/events/admin-events.ts';
import { nextVersion } from '../../../contract/paging.ts';
import { type AuditStamp, NothingChanged, writeAudited } from '../../../http/security/audit.ts';
import { stale } from '../../../http/answers/errors.ts';
import { hasRefunds } from '../../../http/shared/event-sales.ts';
import { passGuard } from './guard-edit.db.ts';
import { findManagedEvent, type ManagedEvent } from './admin-events.db.ts';

/** This name in `edited_fields` keeps feeds from changing the cancellation. */
const FIELD = 'cancelled_at';

/**
 * Cancels the event, or restores it if `to` is null. A repeat changes nothing. Only an admin who has no part in
 * the event may cancel an event that has sales and has begun, or restore an event whose buyers are being refunded.
 * Throws `event.guarded`, `event.second_person` (a second admin must make the change too) and `request.stale` (the
 * event has changed since version `seen`).
 */
export async function cancelEvent(
  db: Db,
  {
    event,
    seen,
    to,
    actor,
    stamp,
  }: { event: ManagedEvent; seen: Date; to: Pick<CancelEvent, 'reason'> | null; actor: Actor; stamp: AuditStamp },
): Promise<void> {
  if ((event.cancelled_at === null) === (to === null)) return;
  const facts = {
    start_at: event.start_at,
    venue_id: event.venue_id,
    city: event.venue.city,
    is_cancelled: to !== null,
  };
  const after = { cancelled_at: to && stamp.at, cancel_reason: to?.reason ?? null };
  const run = db
    .update(events)
    .set({
      ...after,
      asked_edit: null,
      edited_fields: [...new Set([...event.edited_fields, FIELD])],
      updated_at: nextVersion(seen, stamp.at),
    })
    .where(
      and(
        eq(events.id, event.id),
        eq(events.updated_at, seen),
        eq(events.has_sales, event.has_sales),
        to ? isNull(events.cancelled_at) : isNotNull(events.cancelled_at),
        // If the guard saw no refunds, the event is restored only if there are still no refunds.
        to || event.sales?.has_refunds ? undefined : not(hasRefunds),
      ),
    );
  const { cancelled_at, cancel_reason } = event;
  const entry = {
    target_type: 'event',
    target_id: event.id,
    before: { cancelled_at, cancel_reason },
  };
  try {
    const approved = await passGuard(db, { event, after: facts, actor, stamp });
    await writeAudited(db, {
      stamp,
      changes: [{ run, action: to ? 'event.cancel' : 'event.restore', ...entry, after: { ...after, ...approved } }],
    });
  } catch (error) {
    if (!(error instanceof NothingChanged)) throw error;
    throw stale({ theirs: await findManagedEvent(db, { id: event.id }), yours: after });
  }
}
