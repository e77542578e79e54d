import type { Db } from '../../../../context.ts';
import type { Statement } from '../../../../http/database/batch.ts';
import { codeDelete } from './codes.db.ts';
import { flowDelete } from '../sessions/flow-states.db.ts';
import { calendarLinkDelete } from '../../../../http/shared/nights/calendar-link.ts';
import { sessionDelete } from '../sessions/sessions.db.ts';

/**
 * Returns statements that delete a user's codes, sign-in flows and sessions, except for the session `except`. They also
 * delete the secret calendar address, because anyone who has it sees the person's nights.
 */
export function accessDeletes(db: Db, userId: string, { except }: { except?: string } = {}): Statement[] {
  return [
    sessionDelete(db, userId, except === undefined ? {} : { except }),
    codeDelete(db, userId),
    flowDelete(db, userId),
    calendarLinkDelete(db, { user_id: userId }),
  ];
}
