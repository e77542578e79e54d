import type { Context } from 'hono';
import type { AuthIdentity } from '../../../../../drizzle/tables/people/auth-identities.ts';
import type { UserFields } from '../../../../../drizzle/tables/people/auth-users.ts';
import type { Db } from '../../../../context.ts';
import type { Statement } from '../../../../http/database/batch.ts';
import { accessDeletes } from '../codes/access.db.ts';
import { addressMarks } from '../accounts/address-marks.ts';
import { providerOf, type Addressee } from '../accounts/addresses.ts';
import { mergedMetadata, withProviders } from '../base/metadata.ts';
import { addressIdentity } from '../accounts/new-user.ts';
import { identityDelete, identityInsert, userUpdate, type UserRecord } from '../base/users.db.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { codeDelete } from '../codes/codes.db.ts';
import { noticeDelete } from '../notices/security-notices.db.ts';
import { flowDelete } from '../sessions/flow-states.db.ts';
import { checkPassword } from '../password/password-policy.ts';
import { addresseesOf, columnsOf, hashOf, roleAndBan, type AdminUser } from './admin-user-input.ts';
import { refuseTakenAddresses, writeUser } from './write-user.ts';

/**
 * `PUT /admin/users/{id}`. A new email address deletes the security notices, because their links would restore the old
 * address.
 */
export async function changeUser(
  c: Context<AuthEnv>,
  { record, body }: { record: UserRecord; body: AdminUser },
): Promise<UserRecord> {
  const [db, now, accounts] = [c.get('db'), c.get('now'), c.get('accounts')];
  const { user } = record;
  if (body.password) await checkPassword(c, body.password);
  const moved = addresseesOf(body).filter((addressee) => addressee.address !== user[providerOf(addressee)]);
  const addresses = columnsOf(moved);
  await refuseTakenAddresses(db, addresses);
  const hash = hashOf(body);
  const identities = changedIdentities(record, { moved, body, now });
  const providers = identities?.map((each) => each.provider);
  const { email, phone } = addresses;
  const { banned_until, ...role } = roleAndBan(body, now);
  const proof = body.email_confirm && (user.email || email) ? { email_confirmed_at: now } : {};
  const address = email ? { email, email_confirmed_at: user.email_confirmed_at, ...proof } : null;
  const fields: UserFields = {
    ...(email ? { new_email: null, email_change_proven: null } : {}),
    ...(phone ? { phone, new_phone: null } : {}),
    ...('email_confirmed_at' in proof ? { is_anonymous: false } : {}),
    ...(body.phone_confirm && (user.phone || phone) ? { phone_confirmed_at: now, is_anonymous: false } : {}),
    ...role,
    ...(hash === null ? {} : { password_hash: hash }),
    app_metadata: mergedMetadata(
      providers ? withProviders(user.app_metadata, providers) : user.app_metadata,
      body.app_metadata,
    ),
    user_metadata: mergedMetadata(user.user_metadata, body.user_metadata),
    updated_at: now,
  };
  const writes = [
    address
      ? accounts.changeAddress(db, { id: user.id, ...address, fields, now })
      : userUpdate(db, user.id, { ...fields, ...proof }),
    ...(hash === null ? [] : accessDeletes(db, user.id)),
    ...(moved.length > 0 ? [codeDelete(db, user.id), flowDelete(db, user.id)] : []),
    ...(email ? [noticeDelete(db, user.id)] : []),
    ...(identities ? addressIdentityWrites(db, identities) : []),
    ...(banned_until === undefined ? [] : [accounts.banAccount(db, { id: user.id, until: banned_until, now })]),
  ];
  const ban = banned_until === undefined ? {} : { banned_until };
  const changed = {
    ...record,
    user: { ...user, ...fields, ...proof, ...address, ...ban },
    identities: identities ?? record.identities,
  };
  await writeUser(c, { writes: [...writes, ...(await addressMarks(c, changed))], addresses });
  return changed;
}

/** Returns the identities after addresses were changed or confirmed, or undefined if all stay the same. */
function changedIdentities(
  { user, identities }: UserRecord,
  { moved, body, now }: { moved: Addressee[]; body: AdminUser; now: Date },
): AuthIdentity[] | undefined {
  const confirmed: Addressee[] = [
    ...(body.email_confirm && user.email ? [{ channel: 'email' as const, address: user.email }] : []),
    ...(body.phone_confirm && user.phone ? [{ channel: 'sms' as const, address: user.phone }] : []),
  ];
  const changed = new Map<string, Addressee>([...confirmed, ...moved].map((each) => [providerOf(each), each]));
  if (changed.size === 0) return undefined;
  const fresh = [...changed].map(([provider, addressee]) => {
    const own = identities.find((each) => each.provider === provider);
    const verified = Boolean(
      provider === 'email'
        ? (body.email_confirm ?? user.email_confirmed_at)
        : (body.phone_confirm ?? user.phone_confirmed_at),
    );
    const made = addressIdentity(user, { addressee, verified, now });
    return own ? movedIdentity(own, made) : made;
  });
  return [...identities.filter((each) => !changed.has(each.provider)), ...fresh];
}

function movedIdentity(own: AuthIdentity, { email, identity_data, updated_at }: AuthIdentity): AuthIdentity {
  return { ...own, email, identity_data: { ...own.identity_data, ...identity_data }, updated_at };
}

function addressIdentityWrites(db: Db, identities: AuthIdentity[]): Statement[] {
  return identities.flatMap((each) => {
    const isOfAddress = each.provider === 'email' || each.provider === 'phone';
    return isOfAddress ? [identityDelete(db, each), identityInsert(db, each)] : [];
  });
}
