import { MISSED_LIMIT } from '../../../../drizzle/vocabulary.ts';
import { asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { isOver } from '../../../../drizzle/tables/nights/event-over.ts';
import { addressOf } from '../../../../drizzle/tables/people/trade-rights.ts';
import { takesPlace } from '../../../../drizzle/tables/nights/event-public.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { listings } from '../../../../drizzle/tables/trade/listings.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import { waitlist } from '../../../../drizzle/tables/nights/waitlist.ts';
import { waitlistOffers } from '../../../../drizzle/tables/trade/waitlist-offers.ts';
import type { Db } from '../../../context.ts';
import type { Fees } from '../../../contract/trade/fees.ts';
import { runsBefore } from '../../../contract/trade/offers/offer-window.ts';
import { runWrites, type Statement } from '../../../http/database/batch.ts';
import { type Notice, noticesInsert } from '../../../http/outbox/notices.ts';
import { mailsInsert } from '../../../http/outbox/outbox.ts';
import { noteAsked } from '../../../http/shared/nights/waitlist-entries.ts';
import { paymentsAreOn, totalFor } from '../../../http/shared/ticket-price.ts';
import { mailedEvent, mailedVenue } from '../listings/mailed-event.db.ts';
import { accountOfEntry } from './waiting.db.ts';

const currentAddress = addressOf(waitlist).as('address');

/** Returns the oldest offers first. Leaves out offers that match `but`, and offers that are paused at `now`. */
export function findUntoldOffers(
  db: Db,
  { but, now, limit, fees }: { but: SQL; now: Date; limit: number; fees: Fees },
) {
  const quantity = sql`${waitlistOffers.quantity}`;
  const total = sql<number>`iif(${paymentsAreOn}, ${totalFor(listings.ask_price_cents, { quantity, fees })},
    ${listings.ask_price_cents} * ${quantity})`;
  return db
    .select({
      id: waitlistOffers.id,
      quantity: waitlistOffers.quantity,
      expires_at: waitlistOffers.expires_at,
      name: waitlist.name,
      email: currentAddress,
      total_cents: total.as('total'),
      is_wanted: sql<boolean>`coalesce(${waitlist.wanted_until} > ${now.getTime()}, 0)`
        .mapWith(Boolean)
        .as('is_wanted'),
      event: mailedEvent,
      venue: mailedVenue,
    })
    .from(waitlistOffers)
    .innerJoin(waitlist, eq(waitlist.id, waitlistOffers.entry_id))
    .innerJoin(listings, eq(listings.id, waitlistOffers.listing_id))
    .innerJoin(events, eq(events.id, waitlistOffers.event_id))
    .innerJoin(venues, eq(venues.id, events.venue_id))
    .where(
      sql`${isNull(waitlistOffers.told_at)} and ${waitlistOffers.status} = 'open'
        and ${waitlistOffers.expires_at} > ${now.getTime()} and ${events.start_at} <= ${runsBefore(now)}
        and not ${but}`,
    )
    .orderBy(asc(waitlistOffers.created_at))
    .limit(limit);
}

export type UntoldOffer = Awaited<ReturnType<typeof findUntoldOffers>>[number];

export function findMissing(db: Db, { now, limit }: { now: Date; limit: number }) {
  return db
    .select({ id: waitlist.id, name: waitlist.name, email: currentAddress, event: mailedEvent, venue: mailedVenue })
    .from(waitlist)
    .innerJoin(events, eq(events.id, waitlist.event_id))
    .innerJoin(venues, eq(venues.id, events.venue_id))
    .where(
      sql`${waitlist.missed} >= ${sql.raw(String(MISSED_LIMIT))} and ${isNull(waitlist.asked_at)} and ${takesPlace(now)}
        and not ${isOver(now)}`,
    )
    .limit(limit);
}

export type MissingPerson = Awaited<ReturnType<typeof findMissing>>[number];

interface Told<T> {
  row: T;
  outbox_id: string;
  sealed: string;
  notice: Notice;
}

const untoldOffer = (id: string) => sql`from waitlist_offers as offer join waitlist as w on w.id = offer.entry_id
  where offer.id = ${id} and offer.told_at is null and offer.status = 'open'`;
const unasked = (id: string) => sql`from waitlist as w where w.id = ${id} and w.asked_at is null`;

/** One transaction, so that parallel runs tell nobody twice. */
export async function writeTold(
  db: Db,
  { mails, now }: { mails: readonly Told<UntoldOffer>[]; now: Date },
): Promise<void> {
  await runWrites(
    db,
    mails.flatMap(({ row, ...mail }) => [
      ...write(db, { ...mail, email: row.email, due: untoldOffer(row.id), expires_at: row.expires_at, now }),
      db.update(waitlistOffers).set({ told_at: now }).where(eq(waitlistOffers.id, row.id)),
    ]),
  );
}

export async function writeMissing(
  db: Db,
  { mails, now }: { mails: readonly Told<MissingPerson>[]; now: Date },
): Promise<void> {
  await runWrites(
    db,
    mails.flatMap(({ row, ...mail }) => [
      ...write(db, { ...mail, email: row.email, due: unasked(row.id), expires_at: row.event.start_at, now }),
      noteAsked(db, { entry_id: row.id, now }),
    ]),
  );
}

function write(
  db: Db,
  {
    outbox_id,
    sealed,
    notice,
    email,
    due,
    expires_at,
    now,
  }: Omit<Told<never>, 'row'> & { email: string; due: ReturnType<typeof sql>; expires_at: Date; now: Date },
): Statement[] {
  return [
    mailsInsert(db, {
      mail: { id: outbox_id, recipient: email, purpose: 'money', sealed, expires_at, created_at: now },
      from: due,
    }),
    noticesInsert(db, { to: sql`select ${accountOfEntry} as user_id ${due}`, notice: { ...notice, outbox_id }, now }),
  ];
}
