import { and, asc, gt, lt, sql } from 'drizzle-orm';
import { eventCards } from '../../../../drizzle/tables/nights/event-cards.ts';
import { earliestStart } from '../../../../drizzle/tables/nights/event-over.ts';
import { isLaunched } from '../../../../drizzle/tables/staff/launch-switches.ts';
import type { Db } from '../../../context.ts';
import { datesOf } from '../../../contract/nights/events/event-dates.ts';
import { cardColumns, isShownCard, placeBefore } from './event-cards.db.ts';

const MOST = 100;

/** Finds tonight's events (New York time) and earlier events that are still on, sorted by start. One round trip. */
export async function findTonight(db: Db, { now }: { now: Date }) {
  const { to } = datesOf('tonight', now);
  const [[open], events] = await db.batch([
    db.select({ is_on: isLaunched('live').as('is_on') }).from(sql`(select 1)`),
    db
      .select(cardColumns)
      .from(eventCards)
      .where(
        and(
          gt(eventCards.place, placeBefore(earliestStart(now).getTime())),
          lt(eventCards.place, placeBefore(to)),
          isShownCard(now),
        ),
      )
      .orderBy(asc(eventCards.place))
      .limit(MOST),
  ]);
  return { is_on: open?.is_on ?? false, events, ends_at: new Date(to) };
}
