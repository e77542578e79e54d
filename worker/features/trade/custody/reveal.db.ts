import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { holdsTicket } from '../../../../drizzle/tables/door/given-tickets.ts';
import { listingTickets, ticketPosition } from '../../../../drizzle/tables/trade/listing-tickets.ts';
import { problems } from '../../../../drizzle/tables/trade/problems.ts';
import { DAY } from '../../../contract/time/durations.ts';
import { noteOpened } from '../../../http/shared/door/note-opened.ts';
import { saleEnd } from '../../../http/shared/promised-times.ts';
import { ticketFiles } from '../../../../drizzle/tables/trade/ticket-files.ts';
import type { Db } from '../../../context.ts';
import { KEEPING_DAYS } from '../../../contract/talk/keeping-times.ts';
import { PROBLEM_TIMES } from '../../../contract/trade/problem-times.ts';
import {
  type BoughtTicketsView,
  OPENS_BEFORE_DOORS_MS,
  type WhyNotOpen,
} from '../../../contract/trade/ticket-files.ts';
import { requestNotFound } from '../../../http/answers/errors.ts';
import { notPaid, ticketNotFound } from './custody.errors.ts';

/** SQL source: a charged request and all that decides whether its tickets can be opened. */
const sale = sql`ticket_requests as request
  join payments as payment on payment.request_id = request.id and payment.status = 'captured'
  join handovers as handover on handover.request_id = request.id
  join events as event on event.id = request.event_id`;

/** SQL value: when the tickets open, as promised, or earlier if the event now starts earlier. */
const opens = sql`min(payment.promised_opens_at, event.start_at - ${OPENS_BEFORE_DOORS_MS})`;
const opensAt = sql`max(payment.captured_at, ${opens})`;

/** SQL value: the most that can be refunded for the tickets. */
const refundable = sql`(payment.tickets_cents + payment.buyer_fee_cents - payment.added_cents)`;
/** SQL value: how much went or will go back to the buyer. A refund for a cheaper replacement does not count. */
const refunded = sql`max(payment.taken_cents, (select coalesce(sum(back.amount_cents), 0) from refunds as back
  where back.request_id = request.id and back.status in ('due', 'sent', 'stuck') and back.reason <> 'cheaper'))`;
const isDisputed = sql`exists (select 1 from disputes as dispute where dispute.request_id = request.id
  and dispute.status = 'open')`;

/**
 * Start of an SQL condition: the caller appends a condition on `member` and the closing parenthesis. Tickets of a group
 * open once the whole group is charged.
 */
const ofGroup = sql`exists (select 1 from ticket_requests as member where member.group_id = request.group_id`;

/** SQL value: why the tickets of a sale cannot be opened at `now`. Null if they can. */
function whyNot(now: Date): SQL {
  const at = now.getTime();
  const ends = saleEnd({ payment: sql`payment`, event: sql`event` });
  const isLongOver = sql`${ends} + ${KEEPING_DAYS.ticket_files * DAY} <= ${at}`;
  return sql`case
    when handover.status = 'failed' or event.cancelled_at is not null
      or ${ofGroup} and member.status in ('declined', 'cancelled', 'expired')) or ${refunded} >= ${refundable}
        or ${isLongOver} then 'ended'
    when ${isDisputed} then 'disputed'
    when ${ofGroup} and member.status = 'pending') then 'early'
    when ${opens} > ${at} then 'early' end`;
}

const opening = (now: Date) => ({
  opens_at: sql<number>`${opensAt}`.as('opens_at'),
  why_not: sql<WhyNotOpen | null>`${whyNot(now)}`.as('why_not'),
});

interface Holder {
  user_id: string;
  now: Date;
}

const isHeld = (user_id: string) =>
  holdsTicket({
    request_id: sql`listing_tickets.request_id`,
    position: ticketPosition,
    user_id,
  });

/** Finds the tickets that a person holds. Throws `tickets.request_not_found` and `payments.not_paid`. */
export async function findBought(
  db: Db,
  { request_id, user_id, now }: Holder & { request_id: string },
): Promise<BoughtTicketsView> {
  const isParty = sql`(request.buyer_id = ${user_id} or exists (select 1 from given_tickets as given
    where given.request_id = request.id and given.friend_id = ${user_id} and given.ended_at is null))`;
  const [[request], [sold], tickets] = await db.batch([
    db
      .select({ id: sql<string>`request.id`.as('id') })
      .from(sql`ticket_requests as request`)
      .where(sql`request.id = ${request_id} and ${isParty}`),
    db
      .select(opening(now))
      .from(sale)
      .where(sql`request.id = ${request_id} and ${isParty}`),
    db
      .select({
        id: listingTickets.id,
        code_format: listingTickets.code_format,
        media_type: ticketFiles.media_type,
        bytes: ticketFiles.bytes,
        shown_at: listingTickets.shown_at,
        matched_at: listingTickets.matched_at,
      })
      .from(listingTickets)
      .innerJoin(ticketFiles, eq(ticketFiles.id, listingTickets.file_id))
      .where(sql`${listingTickets.request_id} = ${request_id} and ${isHeld(user_id)}`)
      .orderBy(listingTickets.created_at, listingTickets.id),
  ]);
  if (!request) throw requestNotFound();
  if (!sold) throw notPaid();
  const may_open = sold.why_not === null && tickets.length > 0;
  return { opens_at: new Date(sold.opens_at), may_open, why_not: sold.why_not, tickets };
}

/** Throws `tickets.not_found`. */
export async function findTicket(db: Db, { id, user_id, now }: Holder & { id: string }) {
  const [row] = await db
    .select({
      ticket: {
        request_id: listingTickets.request_id,
        event_id: listingTickets.event_id,
        code_hmac: listingTickets.code_hmac,
      },
      buyer_id: sql<string>`request.buyer_id`.as('buyer_id'),
      shown: { shown_at: listingTickets.shown_at, matched_at: listingTickets.matched_at },
      file: ticketFiles,
      ...opening(now),
    })
    .from(sale)
    .innerJoin(listingTickets, sql`${listingTickets.request_id} = request.id`)
    .innerJoin(ticketFiles, eq(ticketFiles.id, listingTickets.file_id))
    .where(sql`${listingTickets.id} = ${id} and ${isHeld(user_id)}`);
  if (!row?.ticket.request_id) throw ticketNotFound();
  const { opens_at, why_not, ...found } = row;
  return { ...found, request_id: row.ticket.request_id, opens_at: new Date(opens_at), why_not };
}

/** Records the opening. Returns false if the ticket cannot be opened now. In that case, do not send its bytes. */
export async function markShown(db: Db, { id, user_id, now }: Holder & { id: string }): Promise<boolean> {
  const mayOpen = sql`exists (select 1 from ${sale} where request.id = listing_tickets.request_id
    and ${whyNot(now)} is null) and ${isHeld(user_id)}`;
  const { shown_at } = listingTickets;
  const [rows] = await db.batch([
    db
      .update(listingTickets)
      .set({ shown_at: sql`coalesce(${shown_at}, ${now.getTime()})` })
      .where(sql`${listingTickets.id} = ${id} and ${mayOpen}`)
      .returning({ id: listingTickets.id }),
    noteOpened(db, {
      user_id,
      now,
      ticket: sql`select listing_tickets.request_id, ${ticketPosition} as position
      from listing_tickets where listing_tickets.id = ${id} and ${mayOpen}`,
    }),
  ]);
  return rows.length > 0;
}

/**
 * Records that the buyer's phone has read the code that the seller listed. If a problem is open and undecided, only
 * staff can decide it from then on, and both sides are told about it again.
 */
export async function markMatched(db: Db, { id, now }: { id: string; now: Date }): Promise<void> {
  const isOfTicket = sql`${problems.request_id} = (select request_id from listing_tickets where id = ${id})`;
  const isUndecided = and(
    eq(problems.status, 'open'),
    isNull(problems.ruled_by),
    sql`${problems.held_because} is not 'confirmed'`,
  );
  await db.batch([
    db
      .update(listingTickets)
      .set({ matched_at: now })
      .where(sql`${listingTickets.id} = ${id} and ${listingTickets.matched_at} is null`),
    db
      .update(problems)
      .set({ held_because: 'confirmed', decide_by: sql`${problems.created_at} + ${PROBLEM_TIMES.staff}`, told: null })
      .where(and(isOfTicket, isUndecided)),
  ]);
}
