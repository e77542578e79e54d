import { sql } from 'drizzle-orm';
import type { Db } from '../../../context.ts';
import { DAY } from '../../../contract/time/durations.ts';
import { isEntryOf } from './offered-listing.db.ts';
import { accountOfEntry, badgeFirst, mayBeOffered, mayWait } from './waiting.db.ts';

export interface PlaceRow {
  entry_id: string;
  missed: number;
  /** 0 until the person confirms the place. */
  is_confirmed: number;
  /** The place in the line, counted from 1. Null while the person cannot get offers. */
  place: number | null;
  people: number;
  /** How many people were offered tickets in the last 24 hours. */
  day: number;
  /** How many people were offered tickets in the last seven days. */
  week: number;
  /** The id in the link to the person's search for tickets. Null if this account has no active search. */
  wanted_id: string | null;
  wanted_until: number | null;
  most_cents: number | null;
  places: number;
  offer_id: string | null;
  offer_expires_at: number | null;
}

/** `place` counts only people who can get an offer. Returns undefined if the person has no pending entry. */
export async function findPlace(
  db: Db,
  { user_id, event_id, now }: { user_id: string; event_id: string; now: Date },
): Promise<PlaceRow | undefined> {
  const at = now.getTime();
  const offered = (since: number) =>
    sql`(select count(distinct entry_id) from waitlist_offers where event_id = ${event_id} and created_at > ${since})`;
  const openOffer = (column: string) =>
    sql`(select ${sql.raw(column)} from waitlist_offers where entry_id = own.id and status = 'open'
      and expires_at > ${at})`;
  const [row] = await db.all<PlaceRow>(sql`with
    own as (select w.id, w.missed, w.confirmed_at is not null as is_confirmed, w.places,
      iif(w.wanted_until > ${at} and w.applicant_id = ${user_id}, w.wanted_id, null) as wanted_id,
      w.wanted_until, w.most_cents from waitlist as w where w.event_id = ${event_id} and ${isEntryOf(user_id)}
      and iif(coalesce(w.tell_at, 0) > ${at}, w.told_status, w.status) = 'pending'
      order by w.wanted_id is null, w.created_at limit 1),
    line as materialized (select w.id, row_number() over (order by ${badgeFirst(now)}, w.confirmed_at, w.id) as place
      from waitlist as w left join auth_users as a on a.id = ${accountOfEntry}
      where w.event_id = ${event_id} and ${mayWait(now)} and ${mayBeOffered(sql`${event_id}`, now)})
    select own.id as entry_id, own.missed as missed, own.is_confirmed as is_confirmed,
      own.places as places, own.wanted_id as wanted_id, own.wanted_until as wanted_until,
      own.most_cents as most_cents, (select place from line where line.id = own.id) as place,
      (select count(*) from line) as people, ${offered(at - DAY)} as day, ${offered(at - 7 * DAY)} as week,
      ${openOffer('id')} as offer_id, ${openOffer('expires_at')} as offer_expires_at
    from own`);
  return row;
}
