import { calendarLinks } from '../../../../drizzle/tables/nights/calendar-links.ts';
import { eventOrganizers } from '../../../../drizzle/tables/nights/event-organizers.ts';
import { goings } from '../../../../drizzle/tables/nights/goings.ts';
import { reminderOptOuts, reminders } from '../../../../drizzle/tables/nights/reminders.ts';
import { savedEvents } from '../../../../drizzle/tables/nights/saved-events.ts';
import { venueFollows } from '../../../../drizzle/tables/nights/venues/venue-follows.ts';
import { type RowsOfPerson, rowsOf } from '../../database/rows-of-person.ts';

/** These rows are deleted with an account. */
export const ROWS_OF_NIGHTS: readonly RowsOfPerson[] = [
  rowsOf(savedEvents, savedEvents.user_id),
  rowsOf(goings, goings.user_id),
  rowsOf(venueFollows, venueFollows.user_id),
  rowsOf(calendarLinks, calendarLinks.user_id),
  rowsOf(reminders, reminders.user_id),
  rowsOf(reminderOptOuts, reminderOptOuts.user_id),
  rowsOf(eventOrganizers, eventOrganizers.user_id),
];
