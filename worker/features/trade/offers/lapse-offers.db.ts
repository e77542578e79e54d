import { and, eq, inArray, lte } from 'drizzle-orm';
import { waitlistOffers } from '../../../../drizzle/tables/trade/waitlist-offers.ts';
import type { Db } from '../../../context.ts';
import type { ChangedEvent } from '../../../http/database/batch.ts';
import { slugOfEvent } from '../listings/slug-of-event.db.ts';

const A_BATCH = 500;

/** Ends the expired offers of one event. A trigger frees their tickets for the next person on the waitlist. */
export const lapseOffersOf = (db: Db, { event_id, now }: { event_id: string; now: Date }) =>
  db
    .update(waitlistOffers)
    .set({ status: 'lapsed', ended_at: now })
    .where(and(eq(waitlistOffers.event_id, event_id), isUp(now)))
    .returning({ id: waitlistOffers.id });

const isUp = (now: Date) => and(eq(waitlistOffers.status, 'open'), lte(waitlistOffers.expires_at, now));

/** Returns the events whose pages must be updated. */
export async function lapseOffers(db: Db, { now }: { now: Date }): Promise<ChangedEvent[]> {
  const changed: ChangedEvent[] = [];
  for (let ended = A_BATCH; ended === A_BATCH;) {
    const some = db.select({ id: waitlistOffers.id }).from(waitlistOffers).where(isUp(now)).limit(A_BATCH);
    const rows = await db
      .update(waitlistOffers)
      .set({ status: 'lapsed', ended_at: now })
      .where(and(inArray(waitlistOffers.id, some), isUp(now)))
      .returning({ id: waitlistOffers.event_id, slug: slugOfEvent(waitlistOffers.event_id) });
    changed.push(...rows);
    ended = rows.length;
  }
  return changed;
}
