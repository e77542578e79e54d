import { and, eq, isNotNull, lt, sql } from 'drizzle-orm';
import { payments } from '../../../../drizzle/tables/trade/money/payments.ts';
import { squadCards } from '../../../../drizzle/tables/trade/squad-cards.ts';
import { providerEvents } from '../../../../drizzle/tables/trade/money/provider-events.ts';
import type { Db } from '../../../context.ts';
import { deleteSome } from '../../../http/database/delete-some.ts';
import type { ProviderEvent } from './verify-event.ts';

/**
 * Stores an event of the payment provider, or counts its repeated delivery. Returns whether the event is done, and the
 * ids of all ticket requests whose money is in the charge that the event is about. After a replacement there are
 * several, because the first charge also pays for the replacement.
 */
export async function recordEvent(db: Db, { event, now }: { event: ProviderEvent; now: Date }) {
  const named = sql`select coalesce(named.paid_from, named.request_id) from payments as named
    where named.request_id = ${event.request_id ?? ''} or named.intent_id = ${event.intent_id ?? ''}`;
  const isIts = sql`${payments.request_id} in (${named}) or ${payments.paid_from} in (${named})`;
  const [[row], about] = await db.batch([
    db
      .insert(providerEvents)
      .values({
        id: event.id,
        type: event.type,
        subject: event.object_id,
        request_id: event.request_id,
        received_at: now,
      })
      .onConflictDoUpdate({ target: providerEvents.id, set: { deliveries: sql`${providerEvents.deliveries} + 1` } })
      .returning({ done_at: providerEvents.done_at }),
    db.select({ request_id: payments.request_id }).from(payments).where(isIts),
  ]);
  return { isDone: row!.done_at !== null, requests: about.map(({ request_id }) => request_id) };
}

export async function markEventDone(db: Db, { id, now }: { id: string; now: Date }): Promise<void> {
  await db.update(providerEvents).set({ done_at: now }).where(eq(providerEvents.id, id));
}

/** Events that are not done stay, so that staff see them. */
export async function deleteEventsBefore(db: Db, { before }: { before: Date }): Promise<void> {
  await deleteSome(db, providerEvents, and(lt(providerEvents.received_at, before), isNotNull(providerEvents.done_at)));
}

export async function findPayment(db: Db, { request_id }: { request_id: string }) {
  const [row] = await db.select().from(payments).where(eq(payments.request_id, request_id));
  return row ?? null;
}

/**
 * Finds a squad's card by its id. If a ticket request later takes over the card's authorization, the request gets this
 * id too.
 */
export async function findCardOfSquad(db: Db, { id }: { id: string }) {
  const [row] = await db
    .select({ status: squadCards.status, session_id: squadCards.session_id, intent_id: squadCards.intent_id })
    .from(squadCards)
    .where(eq(squadCards.id, id));
  return row ?? null;
}
