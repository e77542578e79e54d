import type { Context } from 'hono';
import type { AuthEnv } from '../auth-env.ts';
import { refuse } from '../errors.ts';
import { decideAccount } from './choose-account.rules.ts';
import {
  addIdentity,
  findByPerson,
  openAccount,
  reclaimAddress,
  refreshIdentity,
  takeOver,
  type Change,
  type OutsidePerson,
} from './provider-accounts.db.ts';
import { isUniqueViolation } from '../unique.ts';
import { isProven } from './unproven.ts';
import type { UserRecord } from './users.db.ts';

const REFUSALS = {
  user_banned: () => refuse(403, 'user_banned', 'User is banned'),
  signup_disabled: () => refuse(403, 'signup_disabled', 'Signups not allowed for this instance'),
  provider_email_needs_verification: () =>
    refuse(403, 'provider_email_needs_verification', 'Unverified email with this provider. Verify it there, then sign in again.'),
};

/**
 * Finds, joins, takes over or opens the account of a person somebody has vouched for (contract 1.9). `write` gets the record and the
 * statements to run in its own batch, so that account and session stand or fall together. Two first sign-ins of one person at once make
 * one account: the slower one starts over and finds it.
 */
export async function withAccountOf<T>(c: Context<AuthEnv>, person: OutsidePerson, write: (change: Change) => Promise<T>): Promise<T> {
  try {
    return await write(await changeFor(c, person));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return write(await changeFor(c, person));
  }
}

async function changeFor(c: Context<AuthEnv>, person: OutsidePerson): Promise<Change> {
  const [db, now] = [c.get('db'), c.get('now')];
  const { of_identity, of_email } = await findByPerson(db, person);
  const { email, email_verified } = person;
  const decision = decideAccount({
    of_identity: of_identity?.user,
    of_email: of_email?.user,
    is_lived_in: of_email !== undefined && isProven(of_email),
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
      return addIdentity(db, { record: of_email!, person, now });
    case 'take_over':
      return takeOver(db, { record: of_email!, person, now });
    case 'reclaim':
      return reclaimAddress(db, { record: of_email!, person, now });
    case 'create':
      return openAccount(db, { person, now });
  }
}

/** Adds a person's identity to the user who asked for it; 422 where anybody has it already. The caller runs the statements. */
export async function linkTo(c: Context<AuthEnv>, { record, person }: { record: UserRecord; person: OutsidePerson }): Promise<Change> {
  const [db, now] = [c.get('db'), c.get('now')];
  const { of_identity, of_email } = await findByPerson(db, person);
  if (of_identity) throw identityTaken();
  const isFree = !record.user.email && person.email_verified && !of_email;
  return addIdentity(db, { record, person, now, address: isFree ? person.email : null });
}

/** 422 `identity_already_exists`. */
export const identityTaken = () => refuse(422, 'identity_already_exists', 'Identity is already linked to another user');
