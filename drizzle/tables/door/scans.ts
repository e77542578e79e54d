import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { SCAN_WAYS } from '../../handover-vocabulary.ts';
import { createdAt, instant, oneOf } from '../columns.ts';
import { events } from '../nights/events.ts';
import { profiles } from '../people/profiles.ts';
import { ticketRequests } from '../trade/ticket-requests.ts';

/**
 * One person admitted at a door at the time `at`. `place` names the person's right to enter:
 * `ticket:{request}:{position}`, `guest:{id}` or `waitlist:{id}`. The door chooses the `nonce`, so that a scan that is
 * sent twice is stored once. A place has as many seats as it may admit people. Triggers give the seats to the earliest
 * scans of the place, and number these scans from 1 in the column `seat`. A scan without a seat was undone, or is one
 * entry too many (a conflict). A `qr` scan was proven by the signature of the phone that holds the pass.
 */
export const scans = sqliteTable(
  'scans',
  {
    nonce: text().primaryKey(),
    event_id: text()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    place: text().notNull(),
    request_id: text().references(() => ticketRequests.id),
    position: integer(),
    way: text({ enum: SCAN_WAYS }).notNull(),
    at: instant().notNull(),
    door: text().notNull(),
    staff_id: text()
      .notNull()
      .references(() => profiles.id),
    seat: integer(),
    undone_at: instant(),
    undone_by: text(),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex('scans_seat')
      .on(t.event_id, t.place, t.seat)
      .where(sql`seat is not null`),
    uniqueIndex('scans_ticket')
      .on(t.request_id, t.position)
      .where(sql`seat is not null and request_id is not null`),
    index('scans_place').on(t.event_id, t.place, t.at, t.nonce),
    check('scans_ticket_has_position', sql`(request_id is null) = (position is null)`),
    check('scans_ticket_has_one_seat', sql`request_id is null or seat is null or seat = 1`),
    check('scans_seat_or_undone', sql`seat is null or undone_at is null`),
    check('scans_undone', sql`(undone_at is null) = (undone_by is null)`),
    check('scans_door', sql`length(door) between 1 and 30`),
    check('scans_way_known', oneOf(t.way, SCAN_WAYS)),
  ],
);
