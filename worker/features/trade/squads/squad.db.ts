import { and, asc, eq, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { isOver } from '../../../../drizzle/tables/nights/event-over.ts';
import { takesPlace } from '../../../../drizzle/tables/nights/event-public.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { isActiveAccount } from '../../../../drizzle/tables/people/trade-rights.ts';
import { authUsers } from '../../../../drizzle/tables/people/auth-users.ts';
import { squadCards } from '../../../../drizzle/tables/trade/squad-cards.ts';
import { type Squad, squads } from '../../../../drizzle/tables/trade/squads.ts';
import type { SquadEnd } from '../../../../drizzle/vocabulary.ts';
import type { Db } from '../../../context.ts';
import type { Statement } from '../../../http/database/batch.ts';
import { brokenConstraint } from '../../../http/database/constraint.ts';
import { noticesInsert } from '../../../http/outbox/notices.ts';
import { deleteSquads } from '../../../http/shared/trade/leave-squads.ts';
import { inQuarantine } from '../../../http/shared/quarantine.ts';
import { mailedEvent } from '../listings/mailed-event.db.ts';

/** A card with one of these statuses can have an authorization at the provider. */
const OPEN = ['awaiting', 'authorized'] as const;

export const isOpen = (now: Date) =>
  sql`(${takesPlace(now)} and not ${isOver(now)} and ${events.start_at} > ${now.getTime()})`
    .mapWith(Boolean)
    .as('is_open');

export async function readSquad(db: Db, { id, now }: { id: string; now: Date }) {
  const [[found], cards] = await db.batch([
    db
      .select({
        squad: squads,
        event: mailedEvent,
        is_open: isOpen(now),
        has_captain: isActiveAccount(sql`${squads.captain_id}`, now)
          .mapWith(Boolean)
          .as('has_captain'),
        is_quarantined: inQuarantine.as('is_quarantined'),
      })
      .from(squads)
      .innerJoin(events, eq(events.id, squads.event_id))
      .where(eq(squads.id, id)),
    db
      .select({
        card: squadCards,
        email: sql<string | null>`${authUsers.email}`.as('email'),
      })
      .from(squadCards)
      .leftJoin(authUsers, eq(authUsers.id, squadCards.user_id))
      .where(and(eq(squadCards.squad_id, id), inArray(squadCards.status, [...OPEN])))
      .orderBy(asc(squadCards.created_at), asc(squadCards.id)),
  ]);
  return found ? { ...found, cards } : null;
}

export type SquadSnapshot = NonNullable<Awaited<ReturnType<typeof readSquad>>>;

/** Returns the ids of the squads that are due. The squad that has waited longest comes first. */
export async function findDueSquads(db: Db, { now, limit }: { now: Date; limit: number }): Promise<string[]> {
  const rows = await db
    .select({ id: squads.id })
    .from(squads)
    .where(lte(squads.settle_at, now))
    .orderBy(asc(squads.settle_at))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function findSquadOfCard(db: Db, cardId: string): Promise<string | null> {
  const [row] = await db.select({ id: squadCards.squad_id }).from(squadCards).where(eq(squadCards.id, cardId));
  return row?.id ?? null;
}

type Read = Pick<Squad, 'id' | 'version'>;

/**
 * The first statement of each step. If the squad changed since it was read, the statement sets `version` to null. The
 * column refuses null, so the step fails.
 */
export const guardSquad = (db: Db, { id, version }: Read) =>
  db
    .update(squads)
    .set({ version: sql`iif(${squads.version} = ${version}, ${squads.version} + 1, null)` })
    .where(eq(squads.id, id));

/** Returns false, and writes nothing, if the squad has changed. */
export async function writeStep(db: Db, squad: Read, statements: readonly Statement[]): Promise<boolean> {
  try {
    await db.batch([guardSquad(db, squad), ...statements]);
    return true;
  } catch (error) {
    if (brokenConstraint(error)?.name !== 'squads.version') throw error;
    return false;
  }
}

/** Changes nothing if the card changed since it was read. */
export const setCard = (
  db: Db,
  { id, version }: { id: string; version: number },
  fields: Partial<Omit<typeof squadCards.$inferInsert, 'id' | 'version'>>,
) =>
  db
    .update(squadCards)
    .set({ ...fields, version: version + 1 })
    .where(and(eq(squadCards.id, id), eq(squadCards.version, version)));

export const membersOf = (squadId: string): SQL => sql`select distinct card.user_id as user_id
  from squad_cards as card where card.squad_id = ${squadId} and card.left_at is null
    and card.status in ('awaiting', 'authorized', 'used')`;

const WHY: Record<SquadEnd, string> = {
  time: 'Not every card was authorized in time.',
  no_stock: 'There weren’t enough tickets within your price.',
  friend: 'One of you can’t buy tickets for this night now.',
  event: 'The night was canceled or moved, or has begun.',
  captain: 'The captain called it off.',
};

/** Tells the members that their squad has ended. Does nothing if the squad did not end for the reason `because`. */
export const endNotice = (db: Db, { id, because, now }: { id: string; because: SquadEnd; now: Date }) =>
  noticesInsert(db, {
    to: sql`select member.user_id from (${membersOf(id)}) as member
      where exists (select 1 from squads as over where over.id = ${id} and over.ended_because = ${because})`,
    notice: {
      kind: 'requests',
      title: 'Your squad has ended',
      body: `${WHY[because]} Nobody is charged. Open My tickets to see what you can do.`,
      path: '/my-tickets',
      cause: `squad:${id}:ended`,
    },
    now,
  });

/** Ends a squad that holds no tickets yet. `settleSquad` then frees its cards. */
export function endSquad(
  db: Db,
  { id, because, only, now }: { id: string; because: SquadEnd; only?: SQL | undefined; now: Date },
) {
  return [
    db
      .update(squads)
      .set({ status: 'ended', ended_because: because, settle_at: now, version: sql`${squads.version} + 1` })
      .where(and(eq(squads.id, id), eq(squads.status, 'gathering'), only)),
    endNotice(db, { id, because, now }),
  ] as const;
}

/** Returns false if the squad changed since it was read. */
export async function letSquadSleep(db: Db, { squad, until }: { squad: Squad; until: Date | null }): Promise<boolean> {
  const rows = await db
    .update(squads)
    .set({ settle_at: until, failures: 0, last_error: null })
    .where(and(eq(squads.id, squad.id), eq(squads.version, squad.version)))
    .returning({ id: squads.id });
  return rows.length > 0;
}

/** Changes nothing if the squad changed since it was read. */
export async function noteSquadFailure(
  db: Db,
  { squad, until, error }: { squad: Squad; until: Date; error: unknown },
): Promise<void> {
  await db
    .update(squads)
    .set({ settle_at: until, failures: squad.failures + 1, last_error: String(error).slice(0, 500) })
    .where(and(eq(squads.id, squad.id), eq(squads.version, squad.version)));
}

/** Deletes up to 100 squads whose `shown_start_at` is earlier than `before`. A squad with an open card stays. */
export async function deleteSquadsBefore(db: Db, { before }: { before: Date }): Promise<void> {
  await db.batch(deleteSquads(db, sql`closed.shown_start_at < ${before.getTime()}`, 100));
}

export const isOwnCard = ({ id, user_id }: { id: string; user_id: string }) =>
  and(
    eq(squadCards.squad_id, id),
    eq(squadCards.user_id, user_id),
    isNull(squadCards.left_at),
    or(...OPEN.map((status) => eq(squadCards.status, status))),
  );
