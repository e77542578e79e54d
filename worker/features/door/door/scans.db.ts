import { and, gt, sql } from 'drizzle-orm';
import { eventGuests } from '../../../../drizzle/tables/nights/event-guests.ts';
import { noticeSettings } from '../../../../drizzle/tables/talk/notifications.ts';
import { givenTickets } from '../../../../drizzle/tables/door/given-tickets.ts';
import { passes } from '../../../../drizzle/tables/door/passes.ts';
import { scans } from '../../../../drizzle/tables/door/scans.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import { waitlist } from '../../../../drizzle/tables/nights/waitlist.ts';
import type { ScanWay } from '../../../../drizzle/handover-vocabulary.ts';
import type { Actor, Db } from '../../../context.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';
import { leaveToStaff, receiveScanned } from '../../../http/shared/trade/scanned-tickets.ts';
import { placesOf, readGiven, readGuests, readPasses, readScans, readTickets, readWaiting } from './door-places.db.ts';
import { readDoor } from './door-rights.db.ts';

/** The most scans that are stored for one place (a ticket, guest or waitlist entry). No door needs that many. */
const MOST_OF_A_PLACE = 60;

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

/** Finds which of the places belong to the event, with their passes. One round trip. */
export async function findPlaces(db: Db, given: { slug: string; actor: Actor; now: Date; places: readonly string[] }) {
  const { slug, now, places } = given;
  const requests = idsOf(places, 'ticket');
  const [[event], tickets, itsPasses, held, guests, waiting] = await db.batch([
    readDoor(db, given),
    readTickets(db, { slug, only: among(ticketRequests.id, requests) }),
    readPasses(db, { slug, only: among(passes.request_id, requests) }),
    readGiven(db, { slug, only: among(givenTickets.request_id, requests) }),
    readGuests(db, { slug, only: among(eventGuests.id, idsOf(places, 'guest')) }),
    readWaiting(db, { slug, now, only: among(waitlist.id, idsOf(places, 'waitlist')) }),
  ]);
  return { event, passes: itsPasses, places: placesOf({ tickets, passes: itsPasses, given: held, guests, waiting }) };
}

/**
 * Stores scans in one transaction and one round trip. Each nonce is stored once. A repeated nonce can only undo its
 * scan. If a place is scanned more often than it admits people, triggers count only its earliest scans. Once every
 * ticket of a ticket request has let somebody in with a proven code, the hand-over of this request counts as received,
 * unless the event is cancelled or a problem of the request is already decided. Its payment is then due for `settle`.
 * Returns the scans of all affected places, and the requests whose hand-over became received. Also returns as
 * `holder_ids` the affected people who have Vouch open: buyers, friends with a ticket, and people on the waitlist.
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
  const [, received, , entries, holders] = await db.batch([
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
    leaveToStaff(db, { requests }),
    readScans(db, {
      slug: event.slug,
      only: among(
        scans.place,
        rows.map(({ place }) => place),
      ),
    }),
    db
      .select({ id: noticeSettings.user_id })
      .from(noticeSettings)
      .where(
        and(
          gt(noticeSettings.live_until, now),
          sql`${noticeSettings.user_id} in (
            select ${ticketRequests.buyer_id} from ${ticketRequests} where ${among(ticketRequests.id, requests)}
            union select ${givenTickets.friend_id} from ${givenTickets}
              where ${among(givenTickets.request_id, requests)} and ${givenTickets.ended_at} is null
            union select ${waitlist.applicant_id} from ${waitlist}
              where ${among(
                waitlist.id,
                idsOf(
                  rows.map(({ place }) => place),
                  'waitlist',
                ),
              )})`,
        ),
      ),
  ]);
  const holder_ids = holders.map(({ id }) => id);
  return { entries, holder_ids, received: received.map(({ request_id }) => request_id) };
}
