import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { authUsers } from '../../../../drizzle/tables/people/auth-users.ts';
import { named } from '../../../../drizzle/tables/columns.ts';
import { isOver } from '../../../../drizzle/tables/nights/event-over.ts';
import { takesPlace } from '../../../../drizzle/tables/nights/event-public.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { faceValueAsks } from '../../../../drizzle/tables/trade/face-value-asks.ts';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import { maySell } from '../../../../drizzle/tables/people/trade-rights.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import type { Db } from '../../../context.ts';
import { runWrites, type Statement } from '../../../http/database/batch.ts';
import { deleteSome } from '../../../http/database/delete-some.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';
import { bandColumns } from './price-band.db.ts';

/** Stores that a seller asks staff for the face value of an event. Asking twice changes nothing. */
export function askForFaceValue(
  db: Db,
  { event_id, seller_id, now }: { event_id: string; seller_id: string; now: Date },
) {
  return insertFrom(db, faceValueAsks, {
    row: { event_id: events.id, seller_id, created_at: now },
    from: sql`from ${events} where ${events.id} = ${event_id} and ${takesPlace(now)} and not ${isOver(now)}
      and ${isNull(events.ticket_price_cents)} and ${maySell(seller_id, now)}`,
  }).onConflictDoNothing();
}

/** Finds the asks whose event now has a face value. An ask about a hidden event waits. */
export function findAnsweredAsks(db: Db, { limit, now }: { limit: number; now: Date }) {
  return db
    .select({
      event_id: faceValueAsks.event_id,
      seller_id: faceValueAsks.seller_id,
      name: profiles.display_name,
      event: named('event', { title: events.title, slug: events.slug, start_at: events.start_at, ...bandColumns }),
      venue: named('venue', { name: venues.name, city: venues.city }),
    })
    .from(faceValueAsks)
    .innerJoin(events, eq(events.id, faceValueAsks.event_id))
    .innerJoin(venues, eq(venues.id, events.venue_id))
    .innerJoin(profiles, eq(profiles.id, faceValueAsks.seller_id))
    .where(sql`${isNotNull(events.ticket_price_cents)} and ${takesPlace(now)} and not ${isOver(now)}`)
    .limit(limit);
}

export type AnsweredAsk = Awaited<ReturnType<typeof findAnsweredAsks>>[number];

const isIt = ({ event_id, seller_id }: AnsweredAsk) =>
  and(eq(faceValueAsks.event_id, event_id), eq(faceValueAsks.seller_id, seller_id));

/**
 * Query for the `email` and `user_id` of the seller who asked. Returns no row once the mail is written or the account
 * is deleted.
 */
export function askerToTell(ask: AnsweredAsk) {
  return sql`select ${authUsers.email} as email, ${authUsers.id} as user_id from ${authUsers}
    where ${authUsers.id} = ${ask.seller_id} and ${authUsers.deleted_at} is null
    and exists (select 1 from ${faceValueAsks} where ${isIt(ask)})`;
}

/** One transaction, so that parallel runs do not mail anybody twice. */
export async function writeAnswers(
  db: Db,
  { asks, mails }: { asks: readonly AnsweredAsk[]; mails: readonly Statement[] },
): Promise<void> {
  await runWrites(db, [...mails, ...asks.map((ask) => db.delete(faceValueAsks).where(isIt(ask)))]);
}

export async function deleteAsksBefore(db: Db, { before }: { before: Date }): Promise<void> {
  const begun = sql`exists (select 1 from ${events} where ${events.id} = ${faceValueAsks.event_id}
    and ${events.start_at} < ${before.getTime()})`;
  await deleteSome(db, faceValueAsks, begun);
}
