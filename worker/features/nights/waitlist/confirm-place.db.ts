import { and, asc, eq, isNull, lt, sql } from 'drizzle-orm';
import { named } from '../../../../drizzle/tables/columns.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import { waitlist } from '../../../../drizzle/tables/nights/waitlist.ts';
import type { Db } from '../../../context.ts';
import { runWrites } from '../../../http/database/batch.ts';
import { deleteSome } from '../../../http/database/delete-some.ts';
import { mailsInsert } from '../../../http/outbox/outbox.ts';

const isUnconfirmed = isNull(waitlist.confirmed_at);

/** Confirms a waitlist entry. Returns false if there is no such entry. A repeat changes nothing. One round trip. */
export async function confirmPlace(db: Db, { entry_id, now }: { entry_id: string; now: Date }): Promise<boolean> {
  const [, found] = await db.batch([
    db
      .update(waitlist)
      .set({ confirmed_at: now })
      .where(and(eq(waitlist.id, entry_id), isUnconfirmed)),
    db.select({ id: waitlist.id }).from(waitlist).where(eq(waitlist.id, entry_id)),
  ]);
  return found.length > 0;
}

export function findToConfirm(db: Db, { limit }: { limit: number }) {
  return db
    .select({
      id: waitlist.id,
      email: waitlist.email,
      event_id: waitlist.event_id,
      event: named('event', { title: events.title, slug: events.slug, start_at: events.start_at }),
      venue: named('venue', { name: venues.name, city: venues.city }),
    })
    .from(waitlist)
    .leftJoin(events, eq(events.id, waitlist.event_id))
    .leftJoin(venues, eq(venues.id, events.venue_id))
    .where(and(sql`${waitlist.confirm_mail} = 'due'`, isUnconfirmed))
    .orderBy(asc(waitlist.created_at))
    .limit(limit);
}

export type PlaceToConfirm = Awaited<ReturnType<typeof findToConfirm>>[number];

/** Writes the mails and sets `confirm_mail` in one transaction, so overlapping runs mail nobody twice. */
export async function writeAsked(
  db: Db,
  {
    mails,
    now,
  }: { mails: readonly { outbox_id: string; sealed: string; row: PlaceToConfirm; expires_at: Date }[]; now: Date },
): Promise<void> {
  await runWrites(
    db,
    mails.flatMap(({ outbox_id, sealed, row, expires_at }) => [
      mailsInsert(db, {
        mail: { id: outbox_id, recipient: row.email, sealed, expires_at, created_at: now },
        from: sql`from waitlist as w where w.id = ${row.id} and w.confirm_mail = 'due' and w.confirmed_at is null`,
      }),
      db
        .update(waitlist)
        .set({ confirm_mail: 'written' })
        .where(and(eq(waitlist.id, row.id), sql`${waitlist.confirm_mail} = 'due'`)),
    ]),
  );
}

/** Deletes up to 1,000 unconfirmed entries created before `before`. */
export async function forgetUnconfirmed(db: Db, { before }: { before: Date }): Promise<void> {
  await deleteSome(db, waitlist, and(isUnconfirmed, lt(waitlist.created_at, before)));
}
