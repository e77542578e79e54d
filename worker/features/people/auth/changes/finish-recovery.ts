import type { Context } from 'hono';
import type { Write } from '../../../../http/database/batch.ts';
import { runAndTell } from '../../../../rooms/tell-pages.ts';
import { accessDeletes } from '../codes/access.db.ts';
import { identityRemovals } from '../identities/identities.db.ts';
import { withProviders } from '../base/metadata.ts';
import { addressIdentity } from '../accounts/new-user.ts';
import { lastIdentity } from '../identities/unlink-identity.ts';
import { identityInsert, userUpdate } from '../base/users.db.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { secondFactorMissing } from '../base/errors.ts';
import { lacksSecondFactor } from '../factors/assurance.rules.ts';
import { factorDeletes } from '../factors/factors.db.ts';
import { madeRecoveryCodes, recoveryCodeDelete } from '../factors/recovery-codes.db.ts';
import { tellOwner } from '../notices/tell-owner.ts';
import { findOwnPasskeys, ownPasskeyDelete } from '../passkeys/own-passkeys.db.ts';
import { hashPassword } from '../password/password-hash.ts';
import { recentAdditions, type Addition } from '../password/recent-additions.rules.ts';

export interface Recovery {
  added: Addition[];
}

export async function readRecovery(c: Context<AuthEnv>): Promise<Recovery> {
  const [db, { id }] = [c.get('db'), c.get('caller').user];
  const [codes_made, passkeys] = await Promise.all([madeRecoveryCodes(db, id), findOwnPasskeys(db, id)]);
  return { added: recentAdditions({ ...c.get('caller'), passkeys, codes_made }, c.get('now')) };
}

/**
 * Sets the password. The same batch ends the person's other sessions, all codes and flows, the secret calendar address,
 * and a pending change of email or phone. It also removes the recent additions to the account (`recentAdditions`) that
 * are not in `keep`. Refuses a session that lacks the second factor, because an attacker with the mailbox could
 * otherwise remove the factor.
 */
export async function finishRecovery(
  c: Context<AuthEnv>,
  { password, keep }: { password: string; keep: string[] },
): Promise<void> {
  const [db, now, caller] = [c.get('db'), c.get('now'), c.get('caller')];
  const { user, session } = caller;
  const { added } = await readRecovery(c);
  const removed = added.filter(({ id }) => !keep.includes(id));
  const ids = new Set(removed.map(({ id }) => id));
  if (lacksSecondFactor(caller)) {
    throw secondFactorMissing();
  }
  await runAndTell(c, [
    userUpdate(db, user.id, {
      password_hash: hashPassword(password),
      new_email: null,
      email_change_proven: null,
      new_phone: null,
      ...(ids.has('phone') ? { phone: null, phone_confirmed_at: null } : {}),
      updated_at: now,
    }),
    ...removed.filter(({ kind }) => kind === 'factor').flatMap(({ id }) => factorDeletes(db, id)),
    ...removed.filter(({ kind }) => kind === 'passkey').map(({ id }) => ownPasskeyDelete(db, { id, user_id: user.id })),
    ...(ids.has('recovery_codes') ? [recoveryCodeDelete(db, user.id)] : []),
    ...identityWrites(c, ids),
    ...accessDeletes(db, user.id, { except: session.id }),
    ...(await tellOwner(c, { user, change: 'password' })),
  ]);
}

/** Returns the writes that remove identities. If no identity would be left, the proven email address becomes one. */
function identityWrites(c: Context<AuthEnv>, removed: ReadonlySet<string>): Write[] {
  const [db, now, { user, identities }] = [c.get('db'), c.get('now'), c.get('caller')];
  const dropped = identities.filter(
    ({ id, provider }) => removed.has(id) || (provider === 'phone' && removed.has('phone')),
  );
  if (dropped.length === 0) return [];
  const left = identities.filter((each) => !dropped.includes(each));
  if (left.length === 0 && !(user.email && user.email_confirmed_at)) throw lastIdentity();
  const addressee = { channel: 'email', address: user.email ?? '' } as const;
  const own = left.length === 0 ? [addressIdentity(user, { addressee, verified: true, now })] : [];
  const providers = [...left, ...own].map(({ provider }) => provider);
  return [
    identityRemovals(db, { user_id: user.id, ids: dropped.map(({ id }) => id) }),
    ...own.map((identity) => identityInsert(db, identity)),
    userUpdate(db, user.id, { app_metadata: withProviders(user.app_metadata, providers) }),
  ];
}
