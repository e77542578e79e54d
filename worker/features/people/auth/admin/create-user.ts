import type { Context } from 'hono';
import { addressMarks } from '../accounts/address-marks.ts';
import { addressIdentity, newUser } from '../accounts/new-user.ts';
import { mergedMetadata, withProviders } from '../base/metadata.ts';
import { providerOf } from '../accounts/addresses.ts';
import { userInserts, type UserRecord } from '../base/users.db.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { malformed } from '../base/errors.ts';
import { addresseesOf, columnsOf, hashOf, roleAndBan, type AdminUser } from './admin-user-input.ts';
import { refuseTakenAddresses, writeUser } from './write-user.ts';

/** `POST /admin/users`. The providers in `app_metadata` follow from the addresses, unless the body names others. */
export async function createUser(c: Context<AuthEnv>, body: AdminUser): Promise<UserRecord> {
  const [db, now] = [c.get('db'), c.get('now')];
  const addressees = addresseesOf(body);
  if (addressees.length === 0) throw malformed('Cannot create a user without either an email or phone');
  const addresses = columnsOf(addressees);
  const isConfirmed = { email: body.email_confirm === true, sms: body.phone_confirm === true };
  await refuseTakenAddresses(db, addresses);
  const user = newUser(now, {
    ...(body.id ? { id: body.id.toLowerCase() } : {}),
    ...addresses,
    ...('email' in addresses && isConfirmed.email ? { email_confirmed_at: now } : {}),
    ...('phone' in addresses && isConfirmed.sms ? { phone_confirmed_at: now } : {}),
    ...roleAndBan(body, now),
    password_hash: hashOf(body),
    app_metadata: mergedMetadata(withProviders({}, addressees.map(providerOf)), body.app_metadata),
    user_metadata: body.user_metadata ?? {},
  });
  const identities = addressees.map((addressee) =>
    addressIdentity(user, { addressee, verified: isConfirmed[addressee.channel], now }),
  );
  const record = { user, identities, factors: [] };
  await writeUser(c, { writes: [...userInserts(db, record), ...(await addressMarks(c, record))], addresses });
  return record;
}
