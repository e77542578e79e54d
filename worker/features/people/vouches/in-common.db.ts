import { type SQL, sql } from 'drizzle-orm';
import { type CommonKind, inCommon, isMutualOf } from '../../../../drizzle/tables/people/mutuals.ts';
import type { Db } from '../../../context.ts';
import { isInDispute } from './give-vouch.db.ts';

const MOST_COMPARED = 30;

/** `name` is a friend's name or an event's title. */
export interface CommonRow {
  other_id: string;
  kind: CommonKind;
  name: string | null;
}

interface Viewer {
  user_id: string;
  now: Date;
}

const commonWithNames = (db: Db, common: SQL) =>
  db
    .select({
      other_id: sql<string>`common.other_id`.as('other_id'),
      kind: sql<CommonKind>`common.kind`.as('kind'),
      name: sql<string | null>`coalesce(event.title, friend.display_name)`.as('name'),
    })
    .from(sql`(${common}) as common
      left join events as event on common.kind = 'event' and event.id = common.via_id
      left join profiles as friend on common.kind = 'friend' and friend.id = common.via_id`)
    .orderBy(sql`event.start_at desc, name`);

/**
 * Reads what the viewer has in common with the sellers of the event's 30 cheapest listings. `first` has the ids of the
 * listings that the viewer can request early.
 */
export async function findMutualsOfEvent(db: Db, { slug, user_id, now }: Viewer & { slug: string }) {
  const onSale = sql`from listings as listing where listing.event_id = (select id from events where slug = ${slug})
    and listing.status = 'active'`;
  const sellers = sql`select distinct seller_id as id
    from (select listing.seller_id ${onSale} order by listing.ask_price_cents limit ${MOST_COMPARED})`;
  const early = sql`select listing.id, listing.seller_id ${onSale} and listing.mutuals_until > ${now.getTime()}
    order by listing.ask_price_cents limit ${MOST_COMPARED}`;
  const [common, first] = await db.batch([
    commonWithNames(db, inCommon({ viewer: user_id, others: sellers, now })),
    db
      .select({ id: sql<string>`early.id`.as('id') })
      .from(sql`(${early}) as early`)
      .where(isMutualOf(sql`early.seller_id`, user_id, now)),
  ]);
  return { common, first: first.map(({ id }) => id) };
}

/**
 * Reads what the viewer has in common with the buyers and sellers of the viewer's latest 30 ticket requests, made or
 * received. One round trip.
 */
export async function findMutualsOfRequests(db: Db, { user_id, now }: Viewer) {
  const made = sql`select id, seller_id as other_id, created_at from ticket_requests where buyer_id = ${user_id}
    order by created_at desc limit ${MOST_COMPARED}`;
  const got = sql`select id, buyer_id as other_id, created_at from ticket_requests where seller_id = ${user_id}
    order by created_at desc limit ${MOST_COMPARED}`;
  const latest = sql`select * from (select * from (${made}) union all select * from (${got})) order by created_at desc
    limit ${MOST_COMPARED}`;
  const vouched = sql`exists (select 1 from vouches as own where own.voucher_id = ${user_id}
    and own.vouchee_id = latest.other_id
    and own.status = 'live')`;
  const [common, requests] = await db.batch([
    commonWithNames(
      db,
      inCommon({ viewer: user_id, others: sql`select distinct other_id as id from (${latest})`, now }),
    ),
    db
      .select({
        id: sql<string>`latest.id`.as('id'),
        other_id: sql<string>`latest.other_id`.as('other_id'),
        may_vouch: sql`(done.status is 'received' and not ${vouched}
          and not ${isInDispute(sql`latest.id`)})`
          .mapWith(Boolean)
          .as('may_vouch'),
      })
      .from(sql`(${latest}) as latest left join handovers as done on done.request_id = latest.id`),
  ]);
  return { common, requests };
}
