import { and, asc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { givenTickets, holdsTicket } from '../../../../drizzle/tables/door/given-tickets.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { handovers } from '../../../../drizzle/tables/trade/handovers.ts';
import { passFacts } from '../../../../drizzle/tables/door/pass-void.ts';
import { passes } from '../../../../drizzle/tables/door/passes.ts';
import { payments } from '../../../../drizzle/tables/trade/money/payments.ts';
import { scans } from '../../../../drizzle/tables/door/scans.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import type { Db } from '../../../context.ts';
import { MOST_PHONES } from '../../../contract/door/door.ts';
import { requestNotFound } from '../../../http/answers/errors.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';
import { refuseWithoutPass } from '../../../http/shared/pass-refusals.ts';
import { alreadyIn, tooManyPhones } from './door.errors.ts';
import { isUsable as isUsableRequest } from './find-given.db.ts';
import { givenGone } from './given.errors.ts';

const MOST_TICKETS = 20;

/**
 * SQL condition: the ticket's QR code let someone in. A scan by name or short code does not count, because it works
 * without the ticket.
 */
const wasScanned = (id: string, position: SQL) =>
  sql`exists (select 1 from scans as entry where entry.request_id = ${id} and entry.position = ${position}
    and entry.seat is not null and entry.way = 'qr')`;
/** Whether the event's door scans our passes. Other doors scan the tickets that the venue sold. */
const isPassScanned = sql<boolean>`(${events.organizer_id} is not null
  or exists (select 1 from door_staff as staff where staff.event_id = ${events.id})
  or exists (select 1 from scans as entry where entry.event_id = ${events.id}))`
  .mapWith(Boolean)
  .as('is_pass_scanned');
export const passEvent = {
  event_id: events.id,
  title: events.title,
  slug: events.slug,
  image_url: events.image_url,
  address: venues.address,
  is_pass_scanned: isPassScanned,
  start_at: events.start_at,
  end_at: events.end_at,
  venue_name: sql<string>`${venues.name}`.as('venue_name'),
};
/**
 * SQL value: how often the present holder has bound the ticket's pass to a phone. A return to an earlier phone counts
 * too, so nobody can switch phones forever.
 */
const bindings = (id: string, position: SQL) =>
  sql<number>`(select count(*) from passes as old where old.request_id = ${id} and old.position = ${position}
    and old.created_at >= coalesce((select max(max(given.accepted_at), max(coalesce(given.ended_at, 0)))
      from given_tickets as given where given.request_id = ${id} and given.position = ${position}
        and given.accepted_at is not null), 0))`;

/**
 * Binds a person's passes for a paid request to the phone with `device_key`. A friend gets only the pass of the ticket
 * that they accepted. A pass on another phone becomes void in the same transaction, unless someone was let in with its
 * QR code. `let_in` has the scans that let someone in with the person's tickets. A repeat changes nothing. Throws
 * `launch.off`, `tickets.request_not_found`, `payments.not_paid`, `tickets.event_over`, `door.pass_void`,
 * `door.already_in`, `door.too_many_phones` and, for a friend, `given.gone`.
 */
export async function takePasses(db: Db, asked: { id: string; user_id: string; device_key: string; now: Date }) {
  const { id, user_id, device_key, now } = asked;
  const own = (position: SQL) => holdsTicket({ request_id: sql`${id}`, position, user_id });
  const isParty = and(
    eq(ticketRequests.id, id),
    sql`(${ticketRequests.buyer_id} = ${user_id} or exists (select 1 from given_tickets as given
      where given.request_id = ${id} and given.friend_id = ${user_id} and given.ended_at is null))`,
  );
  const isUsable = isUsableRequest(sql`${id}`, now);
  const mayBind = (position: SQL) =>
    sql`${own(position)} and ${isUsable} and not ${wasScanned(id, position)}
      and ${bindings(id, position)} < ${MOST_PHONES}`;
  const ids = JSON.stringify(Array.from({ length: MOST_TICKETS }, () => crypto.randomUUID()));
  const next = sql`(fresh.key + 1)`;
  const isFree = sql`not exists (select 1 from passes as old where old.request_id = ${id} and old.voided_at is null
    and old.position = ${next})`;
  const [, , , [found], live, let_in] = await db.batch([
    db
      .update(givenTickets)
      .set({ opened_at: now })
      .where(
        and(
          eq(givenTickets.request_id, id),
          eq(givenTickets.friend_id, user_id),
          isNull(givenTickets.ended_at),
          isNull(givenTickets.opened_at),
          isUsable,
        ),
      ),
    db
      .update(passes)
      .set({ voided_at: now })
      .where(
        and(
          eq(passes.request_id, id),
          isNull(passes.voided_at),
          sql`${passes.device_key} <> ${device_key}`,
          mayBind(sql`${passes.position}`),
        ),
      ),
    insertFrom(db, passes, {
      row: { id: sql`fresh.value`, request_id: id, position: next, device_key, created_at: now },
      from: sql`from json_each(${ids}) as fresh where fresh.key < (select mine.quantity from ticket_requests as mine
        where mine.id = ${id})
        and ${isFree} and ${mayBind(next)}`,
    }).onConflictDoNothing(),
    readRequest(db, { user_id, now }).where(isParty),
    db
      .select({
        id: passes.id,
        position: passes.position,
        device_key: passes.device_key,
        was_scanned: wasScanned(id, sql`${passes.position}`)
          .mapWith(Boolean)
          .as('was_scanned'),
      })
      .from(passes)
      .where(and(eq(passes.request_id, id), isNull(passes.voided_at), own(sql`${passes.position}`)))
      .orderBy(asc(passes.position)),
    db
      .select({ position: scans.position, at: scans.at, door: scans.door, way: scans.way })
      .from(scans)
      .where(and(eq(scans.request_id, id), isNotNull(scans.seat), own(sql`${scans.position}`)))
      .orderBy(asc(scans.position)),
  ]);
  if (!found) throw requestNotFound();
  refuseIfVoid(found);
  const bound = live.filter((pass) => pass.device_key === device_key);
  const isScanned = live.some((pass) => pass.was_scanned) || let_in.some(({ way }) => way === 'qr');
  // A buyer who gave all tickets away still sees who has them.
  if (bound.length === 0 && found.held > 0) throw isScanned ? alreadyIn() : tooManyPhones();
  return { ...found, passes: bound, let_in };
}

/** A friend learns only that the passes do not work, and nothing about the buyer's money. */
function refuseIfVoid(found: Parameters<typeof refuseWithoutPass>[0] & { is_given: boolean }): void {
  try {
    refuseWithoutPass(found);
  } catch (refusal) {
    throw found.is_given && found.is_on ? givenGone() : refusal;
  }
}

function readRequest(db: Db, { user_id, now }: { user_id: string; now: Date }) {
  return db
    .select({
      ...passFacts({ now }),
      quantity: ticketRequests.quantity,
      held: sql<number>`iif(${ticketRequests.buyer_id} = ${user_id}, ${ticketRequests.quantity} - (select count(*)
        from given_tickets as given where given.request_id = ${ticketRequests.id} and given.ended_at is null
          and given.friend_id is not null), 1)`.as('held'),
      kind: payments.promised_kind,
      is_given: sql`${ticketRequests.buyer_id} <> ${user_id}`.mapWith(Boolean).as('is_given'),
      ...passEvent,
    })
    .from(ticketRequests)
    .innerJoin(events, eq(events.id, ticketRequests.event_id))
    .innerJoin(venues, eq(venues.id, events.venue_id))
    .leftJoin(payments, eq(payments.request_id, ticketRequests.id))
    .leftJoin(handovers, eq(handovers.request_id, ticketRequests.id));
}
