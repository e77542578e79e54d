import { and, eq, inArray, not, or, type SQL, sql } from 'drizzle-orm';
import { named } from '../../../../drizzle/tables/columns.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { type NewHandover, handovers } from '../../../../drizzle/tables/trade/handovers.ts';
import { paymentColumns } from '../../../../drizzle/tables/trade/money/payment-of-request.ts';
import { payments } from '../../../../drizzle/tables/trade/money/payments.ts';
import { payouts } from '../../../../drizzle/tables/trade/money/payouts.ts';
import type { TicketFile } from '../../../../drizzle/tables/trade/ticket-files.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import type { HandoverStatus } from '../../../../drizzle/handover-vocabulary.ts';
import type { Db } from '../../../context.ts';
import { PROBLEM_TIMES, worksFrom } from '../../../contract/trade/problem-times.ts';
import type { Statement } from '../../../http/database/batch.ts';
import { eventCancelled, requestNotFound } from '../../../http/answers/errors.ts';
import { notPaid } from '../custody/custody.errors.ts';
import { handoverEnded, notOpened, notThereYet } from '../payments/payments.errors.ts';

const { request_id, status } = handovers;

/** SQL condition: the file belongs to this person, serves this purpose, and was neither used nor destroyed. */
export const isFreeFile = (fileId: string, { owner_id, purpose }: Pick<TicketFile, 'owner_id' | 'purpose'>) =>
  sql<number>`exists (select 1 from ticket_files as free where free.id = ${fileId} and free.owner_id = ${owner_id}
    and free.purpose = ${purpose} and free.claimed_at is null and free.destroyed_at is null)`;

export interface Step {
  id: string;
  actor_id: string;
  now: Date;
}

/**
 * Records that the buyer has the tickets, even if the seller has not marked them as sent. Uploaded tickets must be
 * opened first, because the buyer cannot report a problem after this confirmation. A repeat changes nothing. Throws
 * `payments.too_early`, `tickets.not_shown`, and the errors of `step`.
 */
export function receive(db: Db, given: Step) {
  const change = { status: 'received', ended_at: given.now, ended_by: 'buyer' } as const;
  const areOpened = sql`not exists (select 1 from listing_tickets as kept where kept.request_id = ${given.id}
    and kept.shown_at is null)`;
  const isOpen = or(inArray(status, ['due', 'delivered']), and(eq(status, 'problem'), isReportedMissing(given.id)));
  const may = and(isOpen, areOpened, isAtDoors(given));
  const explain = (at: HandoverStatus) => (at === 'due' || at === 'delivered' ? explainReceive(db, given) : null);
  return step(db, { ...given, role: 'buyer', change, may, explain });
}

const isReportedMissing = (id: string) =>
  sql`exists (select 1 from problems as said where said.request_id = ${id} and said.status = 'open'
    and said.kind = 'not_delivered' and said.ruled_by is null)`;

/** SQL condition: the tickets are not places on a list, or the doors open in an hour or less. */
const isAtDoors = ({ id, now }: Pick<Step, 'id' | 'now'>) =>
  sql`not exists (select 1 from payments as sold where sold.request_id = ${id} and sold.promised_kind = 'name_list'
    and sold.promised_start_at - ${PROBLEM_TIMES.door} > ${now.getTime()})`;

async function explainReceive(db: Db, { id, now }: Step): Promise<Error> {
  const [early] = await db
    .select({ promised_start_at: payments.promised_start_at })
    .from(payments)
    .where(and(eq(payments.request_id, id), not(isAtDoors({ id, now }))));
  return early?.promised_start_at ? notThereYet(worksFrom(early), now) : notOpened();
}

/**
 * SQL condition: the request is in no group, or every request of its group is accepted. Until all are accepted, the
 * group can break, and a ticket that has changed hands could not be taken back.
 */
const isChargedWhole = (id: string | SQL) =>
  sql`not exists (select 1 from ticket_requests as own join ticket_requests as member on member.group_id = own.group_id
    where own.id = ${id} and member.status <> 'accepted')`;

/**
 * Takes one step of a hand-over, and runs the statements of `also` in the same batch. Throws
 * `tickets.request_not_found`, `payments.not_paid`, `event.cancelled` and `payments.handover_ended`.
 */
export async function step(
  db: Db,
  {
    id,
    actor_id,
    now,
    role,
    change,
    may,
    also = [],
    isCancelledToo = false,
    explain = () => null,
  }: Step & {
    role: 'buyer' | 'seller';
    change: Partial<NewHandover> & { status: HandoverStatus };
    may: SQL | undefined;
    also?: readonly Statement[];
    /** Whether the step is also allowed after the event was cancelled. */
    isCancelledToo?: boolean;
    explain?: (status: HandoverStatus) => Promise<Error | null> | null;
  },
) {
  const person = role === 'buyer' ? ticketRequests.buyer_id : ticketRequests.seller_id;
  const isOwn = sql`exists (select 1 from ${ticketRequests} join ${events} on ${events.id} = ${ticketRequests.event_id}
    where ${ticketRequests.id} = ${id} and ${person} = ${actor_id}
      and ${isCancelledToo ? sql`1` : sql`${events.cancelled_at} is null`})`;
  const [moved, [found]] = await db.batch([
    db
      .update(handovers)
      .set(change)
      .where(and(eq(request_id, id), isOwn, isChargedWhole(id), may))
      .returning({ request_id }),
    readPayment(db, and(eq(ticketRequests.id, id), eq(person, actor_id))),
    ...also,
  ]);
  if (!found) throw requestNotFound();
  const { handover_status } = found.payment;
  if (!handover_status || !found.is_whole) throw notPaid();
  if (handover_status !== change.status) {
    throw found.event.cancelled_at
      ? eventCancelled()
      : ((await explain(handover_status)) ?? handoverEnded(handover_status));
  }
  return { ...found, role, now, isNew: moved.length > 0 };
}

/** Throws `tickets.request_not_found`. */
export async function findStep(db: Db, { id, actor_id, now, role }: Step & { role: 'buyer' | 'seller' }) {
  const person = role === 'buyer' ? ticketRequests.buyer_id : ticketRequests.seller_id;
  const [found] = await readPayment(db, and(eq(ticketRequests.id, id), eq(person, actor_id)));
  if (!found) throw requestNotFound();
  return { ...found, role, now };
}

function readPayment(db: Db, only: SQL | undefined) {
  return db
    .select({
      expires_at: ticketRequests.expires_at,
      event: named('event', { start_at: events.start_at, end_at: events.end_at, cancelled_at: events.cancelled_at }),
      is_whole: isChargedWhole(sql`${ticketRequests.id}`)
        .mapWith(Boolean)
        .as('is_whole'),
      payment: paymentColumns,
    })
    .from(ticketRequests)
    .innerJoin(events, eq(events.id, ticketRequests.event_id))
    .leftJoin(payments, eq(payments.request_id, ticketRequests.id))
    .leftJoin(handovers, eq(handovers.request_id, payments.request_id))
    .leftJoin(payouts, eq(payouts.request_id, payments.request_id))
    .where(only);
}
