import { and, eq, gte, lt, sql, sum } from 'drizzle-orm';
import { eventViews } from '../../../../drizzle/tables/nights/event-views.ts';
import type { Db } from '../../../context.ts';
import { deleteSome } from '../../../http/database/delete-some.ts';
import type { ViewCounter } from './views.ts';

export const storedViews = (db: Db): ViewCounter => ({
  add: async (view) => {
    await db
      .insert(eventViews)
      .values({ ...view, views: 1 })
      .onConflictDoUpdate({
        target: [eventViews.event_id, eventViews.day],
        set: { views: sql`${eventViews.views} + 1` },
      });
  },
  byDay: async ({ event_id, from }) => {
    const days = await db
      .select({ day: eventViews.day, views: sum(eventViews.views).mapWith(Number) })
      .from(eventViews)
      .where(and(event_id === null ? undefined : eq(eventViews.event_id, event_id), gte(eventViews.day, from)))
      .groupBy(eventViews.day);
    return new Map(days.map(({ day, views }) => [day, views]));
  },
});

/** Deletes up to 1,000 rows. `day` is `yyyy-mm-dd`. */
export async function deleteViewsBefore(db: Db, { day }: { day: string }): Promise<void> {
  await deleteSome(db, eventViews, lt(eventViews.day, day));
}
