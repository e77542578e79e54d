import { eq } from 'drizzle-orm';
import { calendarLinks } from '../../../../../drizzle/tables/nights/calendar-links.ts';
import type { Db } from '../../../../context.ts';
import type { Statement } from '../../../../http/database/batch.ts';
import { codeDelete } from './codes.db.ts';
import { flowDelete } from '../sessions/flow-states.db.ts';
import { sessionDelete } from '../sessions/sessions.db.ts';

/**
 * The statements that end every session of a user, except one if it is given, and every code and flow that could open a
 * new one. The secret address of the calendar ends too: it shows the person's nights to whoever has it.
 */
export function accessDeletes(db: Db, userId: string, { except }: { except?: string } = {}): Statement[] {
  return [
    sessionDelete(db, userId, except === undefined ? {} : { except }),
    codeDelete(db, userId),
    flowDelete(db, userId),
    db.delete(calendarLinks).where(eq(calendarLinks.user_id, userId)),
  ];
}
