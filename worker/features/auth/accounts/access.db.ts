import type { Db } from '../../../context.ts';
import type { Statement } from '../../../http/batch.ts';
import { codeDelete } from '../codes/codes.db.ts';
import { flowDelete } from '../oauth/flow-states.db.ts';
import { sessionDelete } from '../sessions/sessions.db.ts';

/** The statements that end every session of a user, and every code and flow that could open a new one. */
export function accessDeletes(db: Db, userId: string): Statement[] {
  return [sessionDelete(db, userId), codeDelete(db, userId), flowDelete(db, userId)];
}
