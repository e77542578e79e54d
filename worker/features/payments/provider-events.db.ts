import { and, eq, isNotNull, lt, sql } from 'drizzle-orm';
import { payments } from '../../../drizzle/tables/payments.ts';
import { providerEvents } from '../../../drizzle/tables/provider-events.ts';
import type { Db } from '../../context.ts';
import type { ProviderEvent } from './provider/events.ts';

/**
 * Records a delivery of an event. A repeat counts it. Returns whether the event was taken before, and the request that it is about: the one
 * it names, if that has a payment, or the one whose intent it names. One round trip.
 */
export async function recordEvent(db: Db, { event, now }: { event: ProviderEvent; now: Date }) {
  const isIts = sql`${payments.request_id} = ${event.request_id ?? ''} or ${payments.intent_id} = ${event.intent_id ?? ''}`;
  const [[row], [payment]] = await db.batch([
    db
      .insert(providerEvents)
      .values({ id: event.id, type: event.type, subject: event.object_id, request_id: event.request_id, received_at: now })
      .onConflictDoUpdate({ target: providerEvents.id, set: { deliveries: sql`${providerEvents.deliveries} + 1` } })
      .returning({ done_at: providerEvents.done_at }),
    db.select({ request_id: payments.request_id }).from(payments).where(isIts).limit(1),
  ]);
  return { isDone: row!.done_at !== null, request_id: payment?.request_id ?? null };
}

/** Marks an event as taken. */
export async function markEventDone(db: Db, { id, now }: { id: string; now: Date }): Promise<void> {
  await db.update(providerEvents).set({ done_at: now }).where(eq(providerEvents.id, id));
}

/** Deletes events that were taken and received before an instant. One that nobody has taken stays, for the staff to see. */
export async function deleteEventsBefore(db: Db, { before }: { before: Date }): Promise<void> {
  await db.delete(providerEvents).where(and(lt(providerEvents.received_at, before), isNotNull(providerEvents.done_at)));
}

/** How a payment stands, for the decision whether an intent belongs to it. */
export async function findPayment(db: Db, { request_id }: { request_id: string }) {
  const [row] = await db.select().from(payments).where(eq(payments.request_id, request_id));
  return row ?? null;
}
