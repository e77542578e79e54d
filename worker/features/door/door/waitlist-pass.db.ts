import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { scans } from '../../../../drizzle/tables/door/scans.ts';
import { waitlistPasses } from '../../../../drizzle/tables/door/waitlist-passes.ts';
import { isOver } from '../../../../drizzle/tables/nights/event-over.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { isOwnEntry } from '../../../../drizzle/tables/nights/own-entry.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import { waitlist } from '../../../../drizzle/tables/nights/waitlist.ts';
import { isLaunched } from '../../../../drizzle/tables/staff/launch-switches.ts';
import { toldStatus } from '../../../../drizzle/tables/trade/told-status.ts';
import type { Db } from '../../../context.ts';
import { MOST_PHONES } from '../../../contract/door/door.ts';
import { emailKey } from '../../../contract/people/people.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';
import { alreadyIn, notOnList, tooManyPhones } from './door.errors.ts';
import { passEvent } from './passes.db.ts';

interface Asked {
  event_id: string;
  user_id: string;
  email: string | null;
  device_key: string;
  now: Date;
}

/** SQL condition: a door admitted the person by the QR code of the waitlist pass, and this was not undone. */
const wasScanned = sql`exists (select 1 from scans as entry where entry.place = 'waitlist:' || ${waitlistPasses.entry_id}
  and entry.seat is not null and entry.way = 'qr')`;

/**
 * Binds the pass of an accepted person to the phone with `device_key`. The pass on another phone ends, unless a door
 * has scanned it. A repeat changes nothing. Throws `door.not_on_list`, `door.already_in` and `door.too_many_phones`.
 */
export async function takeWaitlistPass(db: Db, { event_id, user_id, email, device_key, now }: Asked) {
  const isEntry = and(
    eq(waitlist.event_id, event_id),
    isOwnEntry({ user_id, email_key: emailKey(email ?? ''), now }),
    eq(toldStatus(waitlist, now), 'accepted'),
    isNull(events.cancelled_at),
    sql`not ${isOver(now)}`,
    sql`${isLaunched('handover')}`,
  );
  const entry = db
    .select({ id: waitlist.id })
    .from(waitlist)
    .innerJoin(events, eq(events.id, waitlist.event_id))
    .where(isEntry)
    .orderBy(asc(waitlist.created_at), asc(waitlist.id))
    .limit(1);
  const [, , [found], let_in] = await db.batch([
    db
      .update(waitlistPasses)
      .set({ id: crypto.randomUUID(), device_key, phones: sql`phones + 1` })
      .where(
        and(
          sql`${waitlistPasses.entry_id} = (${entry})`,
          sql`${waitlistPasses.device_key} <> ${device_key}`,
          sql`${waitlistPasses.phones} < ${MOST_PHONES}`,
          sql`not ${wasScanned}`,
        ),
      ),
    insertFrom(db, waitlistPasses, {
      row: { entry_id: sql`own.id`, id: crypto.randomUUID(), device_key, created_at: now },
      from: sql`from (${entry}) as own where true`,
    }).onConflictDoNothing(),
    db
      .select({
        ...passEvent,
        pass_id: sql<string>`${waitlistPasses.id}`.as('pass_id'),
        device_key: waitlistPasses.device_key,
        was_scanned: wasScanned.mapWith(Boolean).as('was_scanned'),
      })
      .from(waitlistPasses)
      .innerJoin(waitlist, eq(waitlist.id, waitlistPasses.entry_id))
      .innerJoin(events, eq(events.id, waitlist.event_id))
      .innerJoin(venues, eq(venues.id, events.venue_id))
      .where(sql`${waitlistPasses.entry_id} = (${entry})`),
    db
      .select({ position: sql<number>`1`.as('position'), at: scans.at, door: scans.door, way: scans.way })
      .from(scans)
      .where(and(sql`${scans.place} = 'waitlist:' || (${entry})`, isNotNull(scans.seat))),
  ]);
  if (!found) throw notOnList();
  const { pass_id, was_scanned, ...event } = found;
  if (event.device_key !== device_key) throw was_scanned ? alreadyIn() : tooManyPhones();
  return {
    ...event,
    kind: 'name_list' as const,
    is_given: false,
    passes: [{ id: pass_id, position: 1, device_key }],
    let_in,
  };
}
