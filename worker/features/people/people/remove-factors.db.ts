import type { Db } from '../../../context.ts';
import { type AuditStamp, tryAudited } from '../../../http/security/audit.ts';
import type { Write } from '../../../http/database/batch.ts';
import { PlainError } from '../../../http/answers/errors.ts';
import { verifiedFactorDelete } from '../auth/factors/factors.db.ts';
import { flowDelete } from '../auth/sessions/flow-states.db.ts';
import { sessionDelete } from '../auth/sessions/sessions.db.ts';

/**
 * Removes a person's second factors, ends their sessions and OAuth flows, and runs the writes in `also`. Throws
 * `people.no_second_factor`.
 */
export async function removeFactors(
  db: Db,
  {
    id,
    factors,
    stamp,
    also,
  }: { id: string; factors: readonly { id: string }[]; stamp: AuditStamp; also: readonly Write[] },
): Promise<void> {
  const run = verifiedFactorDelete(db, id);
  const before = { factors: factors.map((factor) => factor.id) };
  const change = {
    run,
    action: 'person.second_factor',
    target_type: 'person',
    target_id: id,
    before,
    after: { factors: [] },
  };
  const ends = [sessionDelete(db, id), flowDelete(db, id)];
  if (!(await tryAudited(db, { stamp, changes: [change], also: [...ends, ...also] }))) throw noFactor();
}

const noFactor = () => new PlainError(409, 'people.no_second_factor', 'This person has no second factor.');
