import { eq, sql } from 'drizzle-orm';
import { isOver, overAt } from '../../../../drizzle/tables/nights/event-over.ts';
import { isPublic, takesPlace } from '../../../../drizzle/tables/nights/event-public.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { isLaunched } from '../../../../drizzle/tables/staff/launch-switches.ts';
import { areApart } from '../../../../drizzle/tables/talk/blocks.ts';
import type { Db } from '../../../context.ts';
import { eventCancelled, eventNotFound, waitlistClosed } from '../../../http/answers/errors.ts';
import { hideWanted, showWanted } from '../../../http/shared/nights/waitlist-entries.ts';
import { isEntryOf } from '../offers/offered-listing.db.ts';
import { accountOfEntry, mayBeOffered, mayWait } from '../offers/waiting.db.ts';
import { joinFirst, untilPassed, wantedNotFound } from './wanted.errors.ts';

interface OwnPlace {
  event_id: string;
  user_id: string;
  now: Date;
}

/**
 * Begins or changes the person's search for tickets, and returns the id of its link. A person has one link for each
 * event. The link ends with the event at the latest. Throws `event.not_found`, `event.cancelled`, `waitlist.closed`,
 * and `request.invalid` for a time that has passed. Throws `wanted.join_first` if the person has no confirmed entry on
 * the waitlist, or has been told of a decision about it.
 */
export async function wantTickets(
  db: Db,
  { places, most_cents, until, ...own }: OwnPlace & { places: number; most_cents: number; until: Date },
): Promise<string> {
  const { event_id, now } = own;
  const isOpen = sql<number>`(${takesPlace(now)} and not ${isOver(now)})`;
  const chosen = sql`(select w.id from waitlist as w where ${isOwnPlace(own)} and w.confirmed_at is not null
    and iif(coalesce(w.tell_at, 0) > ${now.getTime()}, w.told_status, w.status) = 'pending'
    order by w.wanted_id is null, w.created_at, w.id limit 1)`;
  const [[shown], , [event]] = await db.batch([
    showWanted(db, {
      wanted: {
        wanted_id: sql`coalesce(wanted_id, ${crypto.randomUUID()})`,
        applicant_id: own.user_id,
        places,
        most_cents,
        wanted_until: sql`(select min(${until.getTime()}, ${overAt}) from ${events} where ${events.id} = ${event_id})`,
      },
      where: sql`id = ${chosen} and exists (select 1 from ${events} where ${events.id} = ${event_id} and ${isOpen})
        and ${until.getTime()} > ${now.getTime()}`,
      now,
    }).returning({ id: sql<string>`wanted_id` }),
    // Ends the links of the person's other entries, so that only the chosen entry has a link.
    hideWanted(
      db,
      sql`wanted_id is not null and id <> ${chosen} and id in (select w.id from waitlist as w where ${isOwnPlace(own)})`,
    ),
    db
      .select({ is_public: isPublic(now), cancelled_at: events.cancelled_at, is_open: isOpen })
      .from(events)
      .where(eq(events.id, event_id)),
  ]);
  if (shown) return shown.id;
  if (!event?.is_public) throw eventNotFound();
  if (event.cancelled_at) throw eventCancelled();
  if (!event.is_open) throw waitlistClosed();
  throw until > now ? joinFirst() : untilPassed();
}

/** Ends the search and its link. The place on the waitlist stays. A repeat changes nothing. */
export async function stopWanting(db: Db, own: Omit<OwnPlace, 'now'>): Promise<void> {
  await hideWanted(db, sql`id in (select w.id from waitlist as w where ${isOwnPlace(own)})`);
}

const isOwnPlace = ({ event_id, user_id }: Omit<OwnPlace, 'now'>) =>
  sql`w.event_id = ${event_id} and ${isEntryOf(user_id)}`;

interface WantedRow {
  wanted_id: string;
  account_id: string;
  name: string | null;
  places: number;
  most_cents: number;
  wanted_until: number;
  /** 1 while the person has a live ticket request for the event or cannot buy. Nobody else can then read the row. */
  rests: number;
  event_id: string;
  slug: string;
  title: string;
  start_at: number;
  image_url: string | null;
  venue: string;
  city: string;
}

/**
 * Finds the search for tickets behind a link. While the person who searches has a live ticket request for the event or
 * cannot buy, nobody else finds the search. If the reader or the person who searches has blocked the other, the reader
 * finds nothing. Throws `wanted.not_found`.
 */
export async function findWanted(
  db: Db,
  { id, reader, now }: { id: string; reader: string | null; now: Date },
): Promise<WantedRow> {
  const [row] = await db.all<WantedRow>(sql`select w.wanted_id as wanted_id, a.id as account_id,
      person.display_name as name, w.places as places, w.most_cents as most_cents, w.wanted_until as wanted_until,
      not ${mayBeOffered(sql`w.event_id`, now)} as rests,
      events.id as event_id, events.slug as slug, events.title as title, events.start_at as start_at,
      events.image_url as image_url, place.name as venue, place.city as city
    from waitlist as w join auth_users as a on a.id = ${accountOfEntry} join profiles as person on person.id = a.id
      join events on events.id = w.event_id join venues as place on place.id = events.venue_id
    where w.wanted_id = ${id} and w.wanted_until > ${now.getTime()} and ${isLaunched('push')}
      and ${isLaunched('squads')} and ${mayWait(now)}
      and (a.id = ${reader} or ${mayBeOffered(sql`w.event_id`, now)}) and ${takesPlace(now)} and not ${isOver(now)}
      and (${reader} is null or ${areApart(sql`a.id`, sql`${reader}`)})`);
  if (!row) throw wantedNotFound();
  return row;
}
