import { and, eq } from 'drizzle-orm';
import { authFactors } from '../../../../drizzle/tables/people/auth-factors.ts';
import { authSessions } from '../../../../drizzle/tables/people/auth-sessions.ts';
import type { Db } from '../../../context.ts';
import { type AuditStamp, tryAudited } from '../../../http/security/audit.ts';
import type { Write } from '../../../http/database/batch.ts';
import { PlainError } from '../../../http/answers/errors.ts';
import { endFlows } from './edit-person.db.ts';

/** Also ends the person's sessions and OAuth flows, and writes `also`. Throws `people.no_second_factor`. */
export async function removeFactors(
  db: Db,
  {
    id,
    factors,
    stamp,
    also,
  }: { id: string; factors: readonly { id: string }[]; stamp: AuditStamp; also: readonly Write[] },
): Promise<void> {
  const run = db.delete(authFactors).where(and(eq(authFactors.user_id, id), eq(authFactors.status, 'verified')));
  const before = { factors: factors.map((factor) => factor.id) };
  const change = {
    run,
    action: 'person.second_factor',
    target_type: 'person',
    target_id: id,
    before,
    after: { factors: [] },
  };
  const ends = [db.delete(authSessions).where(eq(authSessions.user_id, id)), endFlows(db, id)];
  if (!(await tryAudited(db, { stamp, changes: [change], also: [...ends, ...also] }))) throw noFactor();
}

const noFactor = () => new PlainError(409, 'people.no_second_factor', 'This person has no second factor.');
