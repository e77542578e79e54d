import { and, eq, inArray, isNull, not, sql } from 'drizzle-orm';
import { eventGuests } from '../../../../drizzle/tables/nights/event-guests.ts';
import { handovers } from '../../../../drizzle/tables/trade/handovers.ts';
import { passes } from '../../../../drizzle/tables/door/passes.ts';
import { problems } from '../../../../drizzle/tables/trade/problems.ts';
import { scans } from '../../../../drizzle/tables/door/scans.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import { waitlist } from '../../../../drizzle/tables/nights/waitlist.ts';
import type { ScanWay } from '../../../../drizzle/handover-vocabulary.ts';
import type { Actor, Db } from '../../../context.ts';
import { PROBLEM_TIMES } from '../../../contract/trade/problem-times.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';
import { placesOf, readGuests, readPasses, readScans, readTickets, readWaiting } from './door-places.db.ts';
import { readDoor } from './door-rights.db.ts';

/** The most stored scans of one place. Nobody needs as many. */
const MOST_OF_A_PLACE = 60;

/** One scan that is to be stored. */
export interface ScanToStore {
  nonce: string;
  place: string;
  request_id: string | null;
  position: number | null;
  way: ScanWay;
  at: number;
  undone_at: number | null;
}

const among = (column: unknown, values: readonly string[]) =>
  sql`${column} in (select value from json_each(${JSON.stringify(values)}))`;

const idsOf = (places: readonly string[], kind: string) =>
  places.flatMap((place) => (place.startsWith(`${kind}:`) ? [place.split(':')[1]!] : []));

/** The event, and of these places those that it has, with their passes. One round trip. */
export async function findPlaces(db: Db, given: { slug: string; actor: Actor; now: Date; places: readonly string[] }) {
  const { slug, now, places } = given;
  const requests = idsOf(places, 'ticket');
  const [[event], tickets, itsPasses, guests, waiting] = await db.batch([
    readDoor(db, given),
    readTickets(db, { slug, only: among(ticketRequests.id, requests) }),
    readPasses(db, { slug, only: among(passes.request_id, requests) }),
    readGuests(db, { slug, only: among(eventGuests.id, idsOf(places, 'guest')) }),
    readWaiting(db, { slug, now, only: among(waitlist.id, idsOf(places, 'waitlist')) }),
  ]);
  return { event, passes: itsPasses, places: placesOf({ tickets, passes: itsPasses, guests, waiting }) };
}

/**
 * Stores scans and undoings in one transaction and one round trip. A nonce is stored once; a repeat can only undo it.
 * Triggers give each place its earliest scans. A request whose tickets were all let in by the codes of its buyer's
 * phone is received in the same transaction, which wakes its payment. Returns the scans of all places concerned, and
 * the requests that were received now.
 */
export async function storeScans(
  db: Db,
  {
    event,
    rows,
    door,
    staff_id,
    now,
  }: { event: { id: string; slug: string }; rows: readonly ScanToStore[]; door: string; staff_id: string; now: Date },
) {
  const each = sql`json_each(${JSON.stringify(rows)}) as scan`;
  const field = (name: keyof ScanToStore) => sql`scan.value ->> ${sql.raw(`'${name}'`)}`;
  const stored = sql`(select count(*) from scans as other where other.event_id = ${event.id}
    and other.place = ${field('place')})`;
  const undone = sql`excluded.undone_at is not null and scans.undone_at is null and scans.event_id = excluded.event_id`;
  const requests = rows.flatMap(({ request_id }) => request_id ?? []);
  const [, received, , entries] = await db.batch([
    insertFrom(db, scans, {
      row: {
        nonce: field('nonce'),
        event_id: event.id,
        place: field('place'),
        request_id: field('request_id'),
        position: field('position'),
        way: field('way'),
        at: field('at'),
        door,
        staff_id,
        undone_at: field('undone_at'),
        undone_by: sql`iif(${field('undone_at')} is null, null, ${staff_id})`,
        created_at: now,
      },
      from: sql`from ${each} where ${stored} < ${MOST_OF_A_PLACE}
        or exists (select 1 from scans as same where same.nonce = ${field('nonce')})`,
    }).onConflictDoUpdate({
      target: scans.nonce,
      set: { undone_at: sql`excluded.undone_at`, undone_by: sql`excluded.undone_by`, seat: null },
      setWhere: undone,
    }),
    receiveScanned(db, { requests, now }),
    leaveToStaff(db, requests),
    readScans(db, {
      slug: event.slug,
      only: among(
        scans.place,
        rows.map(({ place }) => place),
      ),
    }),
  ]);
  return { entries, received: received.map(({ request_id }) => request_id) };
}

/**
 * Ends the open hand-overs of these requests whose tickets were all let in by proven codes. One conditional write. A
 * problem that is not decided yet ends with it, because nobody gets the money back for tickets that let them in.
 */
function receiveScanned(db: Db, { requests, now }: { requests: readonly string[]; now: Date }) {
  const allIn = sql`exists (select 1 from ticket_requests as bought join events as event on event.id = bought.event_id
    where bought.id = ${handovers.request_id} and event.cancelled_at is null and bought.quantity <= (
      select count(*) from scans as entry where entry.request_id = bought.id and entry.seat = 1 and entry.way = 'qr'))`;
  const isRuled = sql`exists (select 1 from problems as problem where problem.request_id = ${handovers.request_id}
    and problem.status = 'open' and problem.ruled_by is not null)`;
  return db
    .update(handovers)
    .set({ status: 'received', ended_at: now, ended_by: 'scan' })
    .where(
      and(
        among(handovers.request_id, requests),
        inArray(handovers.status, ['due', 'delivered', 'problem']),
        allIn,
        not(isRuled),
      ),
    )
    .returning({ request_id: handovers.request_id });
}

/**
 * Gives staff the time to decide the problems of requests whose tickets were all let in, in whatever way. The seller's
 * silence decides no such problem, and neither do the people at a door.
 */
function leaveToStaff(db: Db, requests: readonly string[]) {
  const isIn = sql`(select bought.quantity from ticket_requests as bought where bought.id = ${problems.request_id}) <= (
    select count(*) from scans as entry where entry.request_id = ${problems.request_id} and entry.seat = 1)`;
  return db
    .update(problems)
    .set({ decide_by: sql`${problems.created_at} + ${PROBLEM_TIMES.staff}` })
    .where(and(among(problems.request_id, requests), eq(problems.status, 'open'), isNull(problems.ruled_by), isIn));
}
