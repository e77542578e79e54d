import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { givenTickets } from '../../../../drizzle/tables/door/given-tickets.ts';
import { passes } from '../../../../drizzle/tables/door/passes.ts';
import { vouches } from '../../../../drizzle/tables/people/vouches.ts';
import { areApart } from '../../../../drizzle/tables/talk/blocks.ts';
import { isLaunched } from '../../../../drizzle/tables/staff/launch-switches.ts';
import type { Db } from '../../../context.ts';
import { MOST_LINKS } from '../../../contract/door/given.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';
import { noticesInsert } from '../../../http/outbox/notices.ts';
import { type Asked, hasOne, isInside, isUsable, mayTakeBack } from './find-given.db.ts';
import { givenGone, notGivable, notTakenBack, oneEach } from './given.errors.ts';

/** The other person of a live vouch that `user_id` gave or received, or null. */
const otherOf = ({ vouch_id, user_id }: { vouch_id: string | null; user_id: string }) =>
  sql`(select iif(vouch.voucher_id = ${user_id}, vouch.vouchee_id, vouch.voucher_id) from ${vouches} as vouch
    where vouch.id = ${vouch_id} and vouch.status = 'live' and ${user_id} in (vouch.voucher_id, vouch.vouchee_id)
      and ${isLaunched('vouches')})`;

const buyerTo = (where: SQL) => sql`select mine.buyer_id as user_id from given_tickets as given
  join ticket_requests as mine on mine.id = given.request_id where ${where}`;

/** Longer names are cut, so that the title still shows the night. */
const NAME_MAX = 30;

/** The title has the first word of the giver's name, or the whole name if that word is one letter or an article. */
const friendTo = (id: string) => sql`select user_id,
    substr(iif(length(first) < 2 or lower(first) in ('an', 'the'), name, first), 1, ${NAME_MAX})
      || ' gave you a ticket: ' || event as title
  from (select user_id, event, name, substr(name, 1, instr(name || ' ', ' ') - 1) as first
    from (select given.to_id as user_id, event.title as event,
      coalesce(nullif(trim(giver.display_name), ''), 'A student') as name
      from given_tickets as given join ticket_requests as mine on mine.id = given.request_id
      join profiles as giver on giver.id = mine.buyer_id join events as event on event.id = mine.event_id
      where given.id = ${id}))`;

/** The notification names nobody, because a locked phone shows notifications. */
const buyerNotice = (title: string, cause: string) =>
  ({ kind: 'handover', title, body: 'Open your tickets to see who has which.', path: '/my-tickets', cause }) as const;

/**
 * Gives a ticket away by a link with `token`. If `vouch_id` is null, anyone with the link can accept the ticket.
 * Otherwise only the other person of that vouch can accept it, and gets a notification. One round trip. Throws
 * `given.not_givable`.
 */
export async function giveTicket(
  db: Db,
  given: Asked & { request_id: string; position: number; vouch_id: string | null; token: string; token_hash: string },
): Promise<string> {
  const { request_id, position, vouch_id, token, token_hash, user_id, now } = given;
  const id = crypto.randomUUID();
  const to_id = otherOf({ vouch_id, user_id });
  const insert = insertFrom(db, givenTickets, {
    row: { id, request_id, position, to_id, token_hash, created_at: now },
    from: sql`where exists (select 1 from ticket_requests as mine where mine.id = ${request_id}
        and mine.buyer_id = ${user_id} and mine.quantity >= ${position})
      and ${isUsable(sql`${request_id}`, now)}
      and not exists (select 1 from scans as entry where entry.request_id = ${request_id}
        and entry.position = ${position} and entry.seat is not null)
      and (select count(*) from given_tickets as old where old.request_id = ${request_id}) < ${MOST_LINKS}
      and (${vouch_id} is null or ${to_id} is not null and ${areApart(sql`${user_id}`, to_id)})`,
  })
    .onConflictDoNothing()
    .returning({ id: givenTickets.id });
  const [[made]] = await db.batch([
    insert,
    noticesInsert(db, {
      to: friendTo(id),
      notice: {
        kind: 'handover',
        title: sql<string>`reader.title`,
        body: 'Open it to see the ticket and take it.',
        // The notification may show the token, because only the notified person can use it.
        path: `/with#${token}`,
        cause: `given:${id}`,
      },
      now,
    }),
  ]);
  if (!made) throw notGivable();
  return made.id;
}

/** Accepts a ticket and voids the buyer's pass. A repeat changes nothing. Throws `given.gone` and `given.one_each`. */
export async function acceptGiven(
  db: Db,
  { token_hash, user_id, now }: Asked & { token_hash: string },
): Promise<{ request_id: string }> {
  const isHeld = sql`exists (select 1 from given_tickets as held where held.token_hash = ${token_hash}
    and held.friend_id = ${user_id} and held.ended_at is null and held.request_id = ${passes.request_id}
    and held.position = ${passes.position} and held.accepted_at = ${now.getTime()})`;
  const buyer = sql`(select request.buyer_id from ticket_requests as request
    where request.id = ${givenTickets.request_id})`;
  const [, , [held], [other]] = await db.batch([
    db
      .update(givenTickets)
      .set({ friend_id: user_id, accepted_at: now })
      .where(
        and(
          eq(givenTickets.token_hash, token_hash),
          isNull(givenTickets.ended_at),
          isNull(givenTickets.friend_id),
          sql`(${givenTickets.to_id} is null or ${givenTickets.to_id} = ${user_id})`,
          sql`${buyer} <> ${user_id}`,
          areApart(buyer, sql`${user_id}`),
          isUsable(sql`${givenTickets.request_id}`, now),
          sql`not ${isInside}`,
          sql`not ${hasOne(user_id)}`,
        ),
      ),
    db
      .update(passes)
      .set({ voided_at: now })
      .where(and(isNull(passes.voided_at), isHeld)),
    db
      .select({ request_id: givenTickets.request_id })
      .from(givenTickets)
      .where(
        and(
          eq(givenTickets.token_hash, token_hash),
          eq(givenTickets.friend_id, user_id),
          isNull(givenTickets.ended_at),
        ),
      ),
    db
      .select({ id: givenTickets.id })
      .from(givenTickets)
      .where(and(eq(givenTickets.token_hash, token_hash), isNull(givenTickets.friend_id), hasOne(user_id))),
    noticesInsert(db, {
      to: buyerTo(sql`given.token_hash = ${token_hash} and given.friend_id = ${user_id}`),
      notice: buyerNotice('A friend took your ticket', `taken:${token_hash}`),
      now,
    }),
  ]);
  if (!held) throw other ? oneEach() : givenGone();
  return held;
}

/**
 * Takes back a ticket that the buyer gave away. Throws `given.not_taken_back` unless `mayTakeBack` allows it. A repeat
 * changes nothing.
 */
export async function takeBack(db: Db, { id, user_id, now }: Asked & { id: string }): Promise<void> {
  const isOwn = sql`exists (select 1 from ticket_requests as mine where mine.id = ${givenTickets.request_id}
    and mine.buyer_id = ${user_id})`;
  const isGoing = and(eq(givenTickets.id, id), isOwn, isNull(givenTickets.ended_at), mayTakeBack(now));
  const isOfTicket = sql`exists (select 1 from ${givenTickets} where ${isGoing} and ${givenTickets.friend_id} is not null
    and ${givenTickets.request_id} = ${passes.request_id} and ${givenTickets.position} = ${passes.position})`;
  const [, , [ended]] = await db.batch([
    db
      .update(passes)
      .set({ voided_at: now })
      .where(and(isNull(passes.voided_at), isOfTicket)),
    db.update(givenTickets).set({ ended_at: now, ended_by: 'buyer' }).where(isGoing),
    db
      .select({ id: givenTickets.id })
      .from(givenTickets)
      .where(and(eq(givenTickets.id, id), isOwn, isNotNull(givenTickets.ended_at))),
  ]);
  if (!ended) throw notTakenBack();
}

/**
 * Returns a ticket to its buyer. `user_id` is the friend who had accepted it. Voids the friend's pass. A repeat
 * changes nothing. Throws `given.gone` if somebody is inside with the ticket.
 */
export async function passBack(db: Db, { request_id, user_id, now }: Asked & { request_id: string }): Promise<void> {
  const isHeld = and(
    eq(givenTickets.request_id, request_id),
    eq(givenTickets.friend_id, user_id),
    isNull(givenTickets.ended_at),
    sql`not ${isInside}`,
  );
  const wasHeld = sql`exists (select 1 from ${givenTickets} where ${isHeld}
    and ${givenTickets.position} = ${passes.position})`;
  const [, , [ended]] = await db.batch([
    db
      .update(passes)
      .set({ voided_at: now })
      .where(and(eq(passes.request_id, request_id), isNull(passes.voided_at), wasHeld)),
    db.update(givenTickets).set({ ended_at: now, ended_by: 'friend' }).where(isHeld),
    db
      .select({ id: givenTickets.id })
      .from(givenTickets)
      .where(
        and(
          eq(givenTickets.request_id, request_id),
          eq(givenTickets.friend_id, user_id),
          isNotNull(givenTickets.ended_at),
        ),
      )
      .limit(1),
    noticesInsert(db, {
      to: buyerTo(sql`given.request_id = ${request_id} and given.friend_id = ${user_id}
        and given.ended_at = ${now.getTime()} limit 1`),
      notice: buyerNotice('A friend gave a ticket back', `back:${request_id}:${now.getTime()}`),
      now,
    }),
  ]);
  if (!ended) throw givenGone();
}
