import { eq } from 'drizzle-orm';
import { calendarLinks } from '../../../drizzle/tables/calendar-links.ts';
import { reminderOptOuts, reminders } from '../../../drizzle/tables/reminders.ts';
import { savedEvents } from '../../../drizzle/tables/saved-events.ts';
import { venueFollows } from '../../../drizzle/tables/venue-follows.ts';
import type { Db } from '../../context.ts';
import type { Statement } from '../../http/batch.ts';

/**
 * The statements that delete what a person keeps for themselves: saved events, followed venues, the address of
 * their calendar and their reminders. Their profile may have to stay.
 */
export function forgetMarks(db: Db, { user_id }: { user_id: string }): Statement[] {
  return [savedEvents, venueFollows, calendarLinks, reminders, reminderOptOuts].map((table) =>
    db.delete(table).where(eq(table.user_id, user_id)),
  );
}
