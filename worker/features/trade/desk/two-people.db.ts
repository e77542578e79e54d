import { type SQL, sql } from 'drizzle-orm';
import { payments } from '../../../../drizzle/tables/trade/money/payments.ts';
import { staffAsks } from '../../../../drizzle/tables/trade/staff-asks.ts';
import type { Db } from '../../../context.ts';
import { DAY } from '../../../contract/time/durations.ts';
import { SECOND_PERSON_ABOVE_CENTS } from '../../../contract/trade/money-desk.ts';
import { type AuditStamp, tryAudited } from '../../../http/security/audit.ts';
import { notFound } from '../../../http/answers/errors.ts';
import { decidedMeanwhile, needsAnother, partyMayNot } from './admin.errors.ts';
import { leftToRefund } from './left-to-refund.db.ts';

/** How long a decision waits for a second admin before it no longer counts, in ms. */
const ASKED_FOR_MS = DAY;

/** Above $200, a second admin must make the same decision: the same `action` for the same target. */
export interface Decision {
  target_type: 'ticket_request' | 'person';
  target_id: string;
  action: string;
  note?: string;
  stamp: AuditStamp;
}

export const ofRequest = (request_id: string) => ({ target_type: 'ticket_request', target_id: request_id }) as const;

export type Decided = 'done' | 'asked';

/** SQL value: the sum of the staff refunds of a row of `payments`, in cents. Dropped refunds do not count. */
export const sentByStaff: SQL<number> = sql<number>`(select coalesce(sum(earlier.amount_cents), 0)
  from refunds as earlier
  where earlier.request_id = payments.request_id and earlier.asked_by is not null and earlier.status <> 'dropped')`;

/** SQL condition: the actor is neither buyer nor seller of the request and does not organize its event. */
export const isNoParty = (request_id: SQL | string, { actor_id }: Pick<AuditStamp, 'actor_id'>): SQL =>
  sql`not exists (select 1 from ticket_requests as deal join events as event on event.id = deal.event_id
    where deal.id = ${request_id} and (${actor_id} in (deal.buyer_id, deal.seller_id)
      or event.organizer_id = ${actor_id}
      or exists (select 1 from event_organizers as helper where helper.event_id = event.id
        and helper.user_id = ${actor_id})))`;

/** SQL condition: the row of `staff_asks` is less than a day old, and its author is still an admin. */
const stillCounts = (row: string, { at }: Pick<AuditStamp, 'at'>): SQL =>
  sql`(${sql.raw(row)}.asked_at > ${at.getTime() - ASKED_FOR_MS} and exists (select 1 from profiles as asker
    join auth_users as account on account.id = asker.id where asker.id = ${sql.raw(row)}.asked_by
      and account.deleted_at is null
    and coalesce(account.banned_until, 0) <= ${at.getTime()}
    and (asker.role = 'admin' or json_extract(account.app_metadata, '$.is_admin') is true)))`;

/** SQL value: the other admin who asked for the same decision. Null if no other admin did. */
export const askedBefore = ({ target_id, action, stamp }: Decision): SQL<string | null> =>
  sql<
    string | null
  >`(select asked.asked_by from staff_asks as asked where asked.target_id = ${target_id} and asked.action = ${action}
    and asked.asked_by <> ${stamp.actor_id} and ${stillCounts('asked', stamp)})`;

/**
 * SQL condition: the admin has no part in the sale (`isNoParty`). In addition, the money left to refund plus earlier
 * staff refunds is at most $200, or another admin asked for the same decision.
 */
export const mayDecide = (decision: Decision): SQL =>
  sql`(${isNoParty(decision.target_id, decision.stamp)}
    and exists (select 1 from payments where payments.request_id = ${decision.target_id}
    and (${leftToRefund} + ${sentByStaff} <= ${SECOND_PERSON_ABOVE_CENTS} or ${askedBefore(decision)} is not null)))`;

export async function refuseParty(
  db: Db,
  { request_id, stamp }: { request_id: string; stamp: AuditStamp },
): Promise<void> {
  const [free] = await db.all<{ is_free: number }>(sql`select ${isNoParty(request_id, stamp)} as is_free`);
  if (free?.is_free !== 1) throw partyMayNot();
}

/**
 * Asks for a second admin. Call this when the write of a decision changed no row. Throws `request.not_found`,
 * `payments.party`, `payments.decided`, and `payments.second_person` if the same admin has already asked.
 */
export async function askInstead(db: Db, decision: Decision, isOpen: SQL): Promise<Decided> {
  const { target_id: request_id, stamp } = decision;
  const [found] = await db
    .select({ is_open: sql<number>`${isOpen}`.as('is_open') })
    .from(payments)
    .where(sql`${payments.request_id} = ${request_id}`);
  if (!found) throw notFound();
  await refuseParty(db, { request_id, stamp });
  if (found.is_open !== 1) throw decidedMeanwhile();
  return askAnother(db, decision);
}

/** Throws `payments.second_person` if the same admin has already asked. */
export async function askAnother(db: Db, { target_type, target_id, action, note, stamp }: Decision): Promise<Decided> {
  const asked = { target_id, action, asked_by: stamp.actor_id, note: note ?? null, asked_at: stamp.at };
  // An earlier ask that no longer counts is replaced.
  const run = db
    .insert(staffAsks)
    .values(asked)
    .onConflictDoUpdate({
      target: [staffAsks.target_id, staffAsks.action],
      set: asked,
      setWhere: sql`not ${stillCounts('staff_asks', stamp)}`,
    });
  const change = { run, action: `${action}.ask`, target_type, target_id, before: null, after: { note } };
  if (!(await tryAudited(db, { stamp, changes: [change] }))) throw needsAnother();
  return 'asked';
}
