import type { Context } from 'hono';
import type { AuthIdentity } from '../../../../../drizzle/tables/people/auth-identities.ts';
import type { AuthUser } from '../../../../../drizzle/tables/people/auth-users.ts';
import type { Db } from '../../../../context.ts';
import { runAndTell } from '../../../../rooms/tell-pages.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { refuse } from '../base/errors.ts';
import { isUuid } from '../base/inputs.ts';
import { tellOwner } from '../notices/tell-owner.ts';
import { identityDeletes, type IdentityLoss } from './identities.db.ts';
import { hasProvenEmail, withProviders } from '../base/metadata.ts';
import { findUser, type UserRecord } from '../base/users.db.ts';

export const lastIdentity = () =>
  refuse(422, 'single_identity_not_deletable', 'User must have at least 1 identity after unlinking');

/**
 * Unlinks an identity from an account, but never the last one. If the account has the email address of this identity, a
 * proven address of another identity replaces it. If there is none, the account then has no address. It never gets an
 * unproven address: the address may belong to somebody else, who could then confirm this account.
 */
export async function unlinkIdentity(
  c: Context<AuthEnv>,
  { record, id }: { record: UserRecord; id: string },
): Promise<void> {
  const [db, now, accounts] = [c.get('db'), c.get('now'), c.get('accounts')];
  if (!isUuid(id)) throw refuse(404, 'validation_failed', 'identity_id must be an UUID');
  const { user, identities } = record;
  const identity = identities.find((each) => each.id === id);
  if (identities.length < 2) throw lastIdentity();
  if (!identity) throw refuse(422, 'identity_not_found', "Identity doesn't exist");
  const left = identities.filter((each) => each.id !== id);
  const loss = withoutIdentity(user, { identity, left, now });
  await refuseTakenReplacement(db, { user, email: loss.address?.email });
  const notices = await tellOwner(c, { user, change: 'identity_removed', also: loss.address?.email ?? null });
  const [deleted] = await runAndTell(c, [
    ...identityDeletes(db, { accounts, id, user_id: user.id, loss, now }),
    ...notices,
  ]);
  if (!Array.isArray(deleted) || deleted.length === 0) throw lastIdentity();
}

function withoutIdentity(
  user: AuthUser,
  { identity, left, now }: { identity: AuthIdentity; left: AuthIdentity[]; now: Date },
): IdentityLoss {
  const providers = left.map((each) => each.provider);
  const app_metadata = withProviders(user.app_metadata, providers);
  if (identity.provider === 'phone') return { fields: { app_metadata, phone: null, phone_confirmed_at: null } };
  const hasAddress = identity.email !== null && identity.email === user.email;
  if (!hasAddress) return { fields: { app_metadata } };
  const email = left.find(hasProvenEmail)?.email ?? null;
  const email_confirmed_at = email === user.email ? user.email_confirmed_at : now;
  return {
    fields: { app_metadata, new_email: null, email_change_proven: null, email_change_sent_at: null },
    address: { email, email_confirmed_at: email === null ? null : email_confirmed_at },
  };
}

async function refuseTakenReplacement(
  db: Db,
  { user, email }: { user: AuthUser; email?: string | null | undefined },
): Promise<void> {
  if (!email || email === user.email) return;
  const other = await findUser(db, { email });
  if (other && other.user.id !== user.id) {
    throw refuse(422, 'email_conflict_identity_not_deletable', 'Unable to unlink identity due to email conflict');
  }
}
