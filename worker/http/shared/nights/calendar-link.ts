import { eq } from 'drizzle-orm';
import { calendarLinks } from '../../../../drizzle/tables/nights/calendar-links.ts';
import type { Db } from '../../../context.ts';

export const calendarLinkDelete = (db: Db, { user_id }: { user_id: string }) =>
  db.delete(calendarLinks).where(eq(calendarLinks.user_id, user_id));
