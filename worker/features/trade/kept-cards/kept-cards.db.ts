import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { isOver } from '../../../../drizzle/tables/nights/event-over.ts';
import { takesPlace } from '../../../../drizzle/tables/nights/event-public.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import { authUsers } from '../../../../drizzle/tables/people/auth-users.ts';
import { isActiveAccount } from '../../../../drizzle/tables/people/trade-rights.ts';
import { isLaunched } from '../../../../drizzle/tables/staff/launch-switches.ts';
import { type KeptCard, keptCards } from '../../../../drizzle/tables/trade/kept-cards.ts';
import type { KeptCardStatus } from '../../../../drizzle/vocabulary.ts';
import type { Db } from '../../../context.ts';
import { CHANGE_MAIL } from '../../../contract/nights/events/change-mail.ts';
import { CHECK_AGAIN_MS } from '../../../contract/trade/payment-times.ts';
import { runWrites, type Statement } from '../../../http/database/batch.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';
import { inQuarantine } from '../../../http/shared/quarantine.ts';
import { paymentsAreOn } from '../../../http/shared/ticket-price.ts';
import { mayWait } from '../offers/waiting.db.ts';
import { payer } from '../payments/settle/kept-card.db.ts';

export interface OwnSearch {
  event_id: string;
  user_id: string;
  now: Date;
}

/** SQL condition: `card` belongs to the search `w`, and the event still has the time and venue that the person saw. */
export const isCardOf = sql`(card.wanted_id = w.wanted_id and card.user_id = w.applicant_id
  and card.event_id = w.event_id and card.shown_start_at = ${events.start_at}
  and card.shown_venue_id = ${events.venue_id})`;

/** SQL condition: the person of the entry `w` still looks for tickets. The query must read `events`. */
const looks = (now: Date): SQL => sql`(w.wanted_until > ${now.getTime()} and ${mayWait(now)} and ${takesPlace(now)}
  and not ${isOver(now)} and ${isActiveAccount(sql`w.applicant_id`, now)}
  and not exists (select 1 from ticket_requests as bought where bought.buyer_id = w.applicant_id
    and bought.event_id = w.event_id and bought.status = 'accepted'))`;

/** SQL condition: `looks` is true, and kept cards can pay now. A launch switch that is off only pauses the cards. */
export const mayPay = (now: Date): SQL =>
  sql`(${looks(now)} and ${paymentsAreOn} and ${isLaunched('squads')} and ${isLaunched('push')})`;

const own = ({ event_id, user_id }: Omit<OwnSearch, 'now'>) =>
  and(
    eq(keptCards.user_id, user_id),
    eq(keptCards.event_id, event_id),
    inArray(keptCards.status, ['asked', 'kept'] satisfies KeptCardStatus[]),
  );

/** Condition: the open card of the person's current search. `findSweepable` finds the cards of earlier searches. */
const current = (search: OwnSearch) =>
  and(
    own(search),
    sql`${keptCards.wanted_id} in (select w.wanted_id from waitlist as w
      where w.event_id = ${search.event_id} and w.applicant_id = ${search.user_id})`,
  );

/**
 * Inserts the row of a card unless the search already has one, and returns the id of the row. Returns null if the
 * search has no row and kept cards cannot pay for this person now.
 */
export async function askForCard(db: Db, search: OwnSearch): Promise<string | null> {
  const { event_id, user_id, now } = search;
  const [, [row]] = await db.batch([
    insertFrom(db, keptCards, {
      row: {
        id: crypto.randomUUID(),
        user_id,
        wanted_id: sql`w.wanted_id`,
        event_id,
        shown_start_at: sql`${events.start_at}`,
        shown_venue_id: sql`${events.venue_id}`,
        created_at: now,
      },
      from: sql`from waitlist as w join ${events} on ${events.id} = w.event_id
        where w.event_id = ${event_id} and w.applicant_id = ${user_id} and w.wanted_id is not null
          and ${mayPay(now)}`,
    }).onConflictDoNothing(),
    db.select({ id: keptCards.id }).from(keptCards).where(current(search)),
  ]);
  return row?.id ?? null;
}

export async function endOwnCard(db: Db, search: Omit<OwnSearch, 'now'>): Promise<string[]> {
  const ended = await db.update(keptCards).set({ status: 'ended' }).where(own(search)).returning({ id: keptCards.id });
  return ended.map(({ id }) => id);
}

export async function findOwnCard(db: Db, search: OwnSearch) {
  const { event_id, user_id, now } = search;
  const [[card], [open]] = await db.batch([
    db
      .select({ id: keptCards.id, status: keptCards.status, session_url: keptCards.session_url })
      .from(keptCards)
      .where(current(search)),
    db
      .select({ id: events.id })
      .from(events)
      .where(
        sql`${events.id} = ${event_id} and exists (select 1 from waitlist as w where w.event_id = ${event_id}
          and w.applicant_id = ${user_id} and w.wanted_id is not null and ${mayPay(now)})`,
      ),
  ]);
  return { card: card ?? null, is_possible: open !== undefined };
}

/** Returns true if the caller must ask the provider about the card. All tabs together ask at most every two seconds. */
export async function claimCardCheck(db: Db, { id, now }: { id: string; now: Date }): Promise<boolean> {
  const marked = await db
    .update(keptCards)
    .set({ looked_at: now })
    .where(sql`${keptCards.id} = ${id} and coalesce(${keptCards.looked_at}, 0) <= ${now.getTime() - CHECK_AGAIN_MS}`)
    .returning({ id: keptCards.id });
  return marked.length > 0;
}

export async function readCard(db: Db, { id, now }: { id: string; now: Date }) {
  const [row] = await db
    .select({
      card: keptCards,
      title: sql<string | null>`${events.title}`.as('event.title'),
      email: sql<string | null>`${authUsers.email}`.as('payer.email'),
      is_live: sql`exists (select 1 from kept_cards as card join waitlist as w on w.event_id = card.event_id
        join ${events} on ${events.id} = card.event_id where card.id = ${id} and ${isCardOf} and ${looks(now)})`
        .mapWith(Boolean)
        .as('is_live'),
      still_looks: sql`exists (select 1 from waitlist as w join ${events} on ${events.id} = w.event_id
        where w.wanted_id = ${keptCards.wanted_id} and w.applicant_id = ${keptCards.user_id} and ${looks(now)})`
        .mapWith(Boolean)
        .as('still_looks'),
      is_changing: sql`exists (select 1 from event_changes as change where change.event_id = ${keptCards.event_id}
        and change.due_at is not null and change.first_at > ${now.getTime() - CHANGE_MAIL.longest_ms})`
        .mapWith(Boolean)
        .as('is_changing'),
      start_at: sql<Date | null>`${events.start_at}`.mapWith(events.start_at).as('event.start_at'),
      venue: sql<string | null>`${venues.name}`.as('venue.name'),
      pays: sql`exists (select 1 from ticket_requests as asked join payments as paid on paid.request_id = asked.id
        where asked.buyer_id = ${keptCards.user_id} and asked.event_id = ${keptCards.event_id}
          and paid.status in ('awaiting', 'authorized'))`
        .mapWith(Boolean)
        .as('pays'),
      is_quarantined: inQuarantine.as('is_quarantined'),
    })
    .from(keptCards)
    .leftJoin(events, eq(events.id, keptCards.event_id))
    .leftJoin(venues, eq(venues.id, events.venue_id))
    .leftJoin(authUsers, and(eq(authUsers.id, keptCards.user_id), isNull(authUsers.deleted_at)))
    .where(eq(keptCards.id, id));
  return row ?? null;
}

export type CardSnapshot = NonNullable<Awaited<ReturnType<typeof readCard>>>;

/** Changes a card if it still has the given `status`. The statements in `before` always run first. */
export async function changeCard(
  db: Db,
  { id, status }: Pick<KeptCard, 'id' | 'status'>,
  fields: Partial<Pick<KeptCard, 'status' | 'session_id' | 'session_url' | 'customer_id' | 'method_id'>>,
  before: readonly Statement[] = [],
): Promise<void> {
  const change = db
    .update(keptCards)
    .set(fields)
    .where(and(eq(keptCards.id, id), eq(keptCards.status, status)));
  await runWrites(db, [...before, change]);
}

/** Query for the owner's `email` and `user_id`. It has a row only while the card is kept and the account exists. */
export const ownerOfKept = ({ id, user_id }: Pick<KeptCard, 'id' | 'user_id'>): SQL =>
  sql`${payer(user_id)} and exists (select 1 from kept_cards as card where card.id = ${id} and card.status = 'kept')`;

/** Stores the page where the person enters the card. Does not replace a page that is already stored. */
export async function storePage(
  db: Db,
  { id, session_id, session_url }: { id: string; session_id: string; session_url: string | null },
): Promise<void> {
  await db
    .update(keptCards)
    .set({ session_id, session_url })
    .where(and(eq(keptCards.id, id), isNull(keptCards.session_id)));
}

export async function deleteCard(db: Db, { id }: { id: string }): Promise<void> {
  await db.delete(keptCards).where(and(eq(keptCards.id, id), eq(keptCards.status, 'ended')));
}

/**
 * Finds cards that can no longer pay, and cards that the person has not entered yet. The cards that were checked
 * longest ago come first, so a card whose check fails does not hold up the rest.
 */
export async function findSweepable(db: Db, { now, limit }: { now: Date; limit: number }): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`select card.id as id from kept_cards as card
    where card.status <> 'kept' or not exists (select 1 from waitlist as w join ${events} on ${events.id} = w.event_id
      where w.wanted_id = card.wanted_id and ${isCardOf} and ${looks(now)})
    order by coalesce(card.looked_at, 0), card.id limit ${limit}`);
  return rows.map(({ id }) => id);
}

export async function noteLook(db: Db, { id, now }: { id: string; now: Date }): Promise<void> {
  await db.update(keptCards).set({ looked_at: now }).where(eq(keptCards.id, id));
}
