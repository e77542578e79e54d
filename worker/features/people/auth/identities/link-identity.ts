import type { Context } from 'hono';
import type { OutsidePerson } from '../../../../../drizzle/tables/people/auth-codes.ts';
import type { AuthEnv, Caller } from '../base/auth-env.ts';
import { addressMarks } from '../accounts/address-marks.ts';
import { refuse } from '../base/errors.ts';
import { lacksSecondFactor } from '../factors/assurance.rules.ts';
import { tellOwner } from '../notices/tell-owner.ts';
import { requireFreshProof } from '../codes/fresh-proof.ts';
import { addIdentity, findByPerson } from './outside-account.db.ts';
import type { Change, UserRecord } from '../base/users.db.ts';

/**
 * Throws if manual linking is off, or if the session lacks its second factor or a fresh proof. The factor and the proof
 * are needed because people can sign in with a linked identity, and because an account without an email address may
 * take the identity's address.
 */
export function refuseLinking(c: Context<AuthEnv>, caller: Caller): void {
  if (!c.get('config').manual_linking) throw refuse(404, 'manual_linking_disabled', 'Manual linking is disabled');
  if (lacksSecondFactor(caller)) {
    throw refuse(401, 'insufficient_aal', 'AAL2 session is required to change identities when MFA is enabled.');
  }
  requireFreshProof(c, caller);
}

export async function linkTo(
  c: Context<AuthEnv>,
  { record, person }: { record: UserRecord; person: OutsidePerson },
): Promise<Change> {
  const [db, now] = [c.get('db'), c.get('now')];
  const { of_identity, of_email } = await findByPerson(db, person);
  if (of_identity) throw identityTaken();
  const isFree = !record.user.email && person.email_verified && !of_email;
  const address = isFree ? person.email : null;
  const added = addIdentity(db, { accounts: c.get('accounts'), record, person, now, address });
  const notices = await tellOwner(c, { user: record.user, change: 'identity_added', also: address });
  return { ...added, statements: [...added.statements, ...(await addressMarks(c, added.record)), ...notices] };
}

export const identityTaken = () => refuse(422, 'identity_already_exists', 'Identity is already linked to another user');
