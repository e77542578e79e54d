import type { Context } from 'hono';
import type { OutsidePerson } from '../../../../../drizzle/tables/people/auth-codes.ts';
import { isUniqueViolation } from '../../../../http/database/constraint.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { refuse, signupDisabled, userBanned } from '../base/errors.ts';
import { tellOwner } from '../notices/tell-owner.ts';
import { decideAccount } from './choose-account.rules.ts';
import {
  addIdentity,
  findByPerson,
  openAccount,
  reclaimAddress,
  refreshIdentity,
  takeOver,
} from './outside-account.db.ts';
import { isProven } from '../accounts/unproven.ts';
import type { Change, UserRecord } from '../base/users.db.ts';

const REFUSALS = {
  user_banned: userBanned,
  signup_disabled: () => signupDisabled(403),
  provider_email_needs_verification: () =>
    refuse(
      403,
      'provider_email_needs_verification',
      'Unverified email with this provider. Verify it there, then sign in again.',
    ),
};

/**
 * Finds or opens the account of a person who signs in through a provider or a wallet. `write` stores the change in
 * one batch, together with the session or the PKCE code. If a person's first two sign-ins collide, the slower one tries
 * again and finds the account that the other opened.
 */
export async function withAccountOf<T>(
  c: Context<AuthEnv>,
  person: OutsidePerson,
  write: (change: Change) => Promise<T>,
): Promise<T> {
  try {
    return await write(await changeFor(c, person));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return write(await changeFor(c, person));
  }
}

async function changeFor(c: Context<AuthEnv>, person: OutsidePerson): Promise<Change> {
  const [db, now, accounts] = [c.get('db'), c.get('now'), c.get('accounts')];
  const { of_identity, of_email } = await findByPerson(db, person);
  const { email, email_verified } = person;
  const decision = decideAccount({
    of_identity: of_identity?.user,
    of_email: of_email?.user,
    is_proven: of_email !== undefined && isProven(of_email),
    email,
    email_verified,
    signups: c.get('config').signups,
    now,
  });
  switch (decision.act) {
    case 'refuse':
      throw REFUSALS[decision.reason]();
    case 'sign_in':
      return refreshIdentity(db, { record: of_identity!, person, now });
    case 'join':
      return joinAccount(c, { record: of_email!, person });
    case 'take_over':
      return takeOver(db, { record: of_email!, person, now });
    case 'reclaim':
      return reclaimAddress(db, { accounts, record: of_email!, person, now });
    case 'create':
      return openAccount(db, { person, now });
  }
}

async function joinAccount(
  c: Context<AuthEnv>,
  { record, person }: { record: UserRecord; person: OutsidePerson },
): Promise<Change> {
  const added = addIdentity(c.get('db'), { accounts: c.get('accounts'), record, person, now: c.get('now') });
  const notices = await tellOwner(c, { user: record.user, change: 'identity_added' });
  return { ...added, statements: [...added.statements, ...notices] };
}
