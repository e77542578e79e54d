import { and, eq, sql } from 'drizzle-orm';
import type { Context } from 'hono';
import { authIdentities, type AuthIdentity } from '../../../../drizzle/tables/auth-identities.ts';
import { authUsers, type AuthUser } from '../../../../drizzle/tables/auth-users.ts';
import { profiles } from '../../../../drizzle/tables/profiles.ts';
import { takeOffSale } from '../../../http/take-off-sale.ts';
import { endEverything } from './admin-users.db.ts';
import { hashOf, merged, roleAndBan, type AdminUser } from './admin-user-input.ts';
import type { AuthEnv } from '../auth-env.ts';
import { malformed, refuse } from '../errors.ts';
import { checkPassword, emailOf, phoneOf, type Addressee } from '../inputs.ts';
import { addressIdentity, insertsOf, newUser } from '../accounts/new-user.ts';
import { withProviders } from '../accounts/choose-account.rules.ts';
import type { Statement } from '../sessions/start-session.ts';
import { isUniqueViolation } from '../unique.ts';
import { findUser, type UserRecord } from '../accounts/users.db.ts';

export const emailExists = () => refuse(422, 'email_exists', 'A user with this email address has already been registered');
const phoneExists = () => refuse(422, 'phone_exists', 'A user with this phone number has already been registered');

/** Makes a user as an admin says; metadata comes back exactly as sent. */
export async function createUser(c: Context<AuthEnv>, body: AdminUser): Promise<UserRecord> {
  const now = c.get('now');
  const addressees = addresseesOf(body);
  if (addressees.length === 0) throw malformed('Cannot create a user without either an email or phone');
  const providers = addressees.map(({ channel }) => (channel === 'email' ? 'email' : 'phone'));
  const isConfirmed = { email: body.email_confirm === true, sms: body.phone_confirm === true };
  const addresses = Object.fromEntries(addressees.map(({ channel, address }) => [channel === 'email' ? 'email' : 'phone', address]));
  await refuseTaken(c, { ...addresses });
  const user = newUser(now, {
    ...(body.id ? { id: body.id.toLowerCase() } : {}),
    ...addresses,
    ...('email' in addresses && isConfirmed.email ? { email_confirmed_at: now } : {}),
    ...('phone' in addresses && isConfirmed.sms ? { phone_confirmed_at: now } : {}),
    ...roleAndBan(body, now),
    password_hash: hashOf(body),
    app_metadata: merged(withProviders({}, providers), body.app_metadata),
    user_metadata: body.user_metadata ?? {},
  });
  const identities = addressees.map((addressee) => addressIdentity(user, { addressee, verified: isConfirmed[addressee.channel], now }));
  const record = { user, identities, factors: [] };
  await write(c, { statements: insertsOf(c, record), addresses });
  return record;
}

/**
 * Changes a user as an admin says. A new password ends every session; a new address kills every code sent to the old
 * one; a banned user has nothing on sale.
 */
export async function updateUser(c: Context<AuthEnv>, { record, body }: { record: UserRecord; body: AdminUser }): Promise<UserRecord> {
  const [db, now] = [c.get('db'), c.get('now')];
  if (body.password) checkPassword(c, body.password);
  const addressees = addresseesOf(body);
  const moved = addressees.filter(({ channel, address }) => address !== (channel === 'email' ? record.user.email : record.user.phone));
  const addresses = Object.fromEntries(moved.map(({ channel, address }) => [channel === 'email' ? 'email' : 'phone', address]));
  await refuseTaken(c, { ...addresses });
  const hash = hashOf(body);
  const identities = withAddresses(record, { moved, body, now });
  const change: Partial<AuthUser> = {
    ...addresses,
    ...('email' in addresses ? { new_email: null, email_change_proven: null } : {}),
    ...('phone' in addresses ? { new_phone: null } : {}),
    ...(body.email_confirm && (record.user.email || 'email' in addresses) ? { email_confirmed_at: now, is_anonymous: false } : {}),
    ...(body.phone_confirm && (record.user.phone || 'phone' in addresses) ? { phone_confirmed_at: now, is_anonymous: false } : {}),
    ...roleAndBan(body, now),
    ...(hash === null ? {} : { password_hash: hash }),
    app_metadata: merged(
      identities === record.identities
        ? record.user.app_metadata
        : withProviders(
            record.user.app_metadata,
            identities.map((each) => each.provider),
          ),
      body.app_metadata,
    ),
    user_metadata: merged(record.user.user_metadata, body.user_metadata),
    updated_at: now,
  };
  const { id } = record.user;
  const [sessions, ...codes] = endEverything(db, id);
  const statements = [
    db.update(authUsers).set(change).where(eq(authUsers.id, id)),
    ...(hash === null ? [] : [sessions!]),
    ...(hash !== null || moved.length > 0 ? codes : []),
    ...(identities === record.identities ? [] : replaceAddressIdentities(c, { id, identities })),
    ...('email' in addresses
      ? [
          db
            .update(profiles)
            .set({ email: addresses['email'] ?? null })
            .where(eq(profiles.id, id)),
        ]
      : []),
    ...(change.banned_until && change.banned_until > now ? takeOffSale(db, { sellers: sql`select ${id}` }) : []),
  ];
  await write(c, { statements, addresses });
  return { ...record, user: { ...record.user, ...change }, identities };
}

function addresseesOf({ email, phone }: AdminUser): Addressee[] {
  return [
    ...(email ? [{ channel: 'email' as const, address: emailOf(email) }] : []),
    ...(phone ? [{ channel: 'sms' as const, address: phoneOf(phone) }] : []),
  ];
}

/** The identities of a user whose addresses move, or are confirmed, with what each now proves; the same array where nothing does. */
function withAddresses(
  { user, identities }: UserRecord,
  { moved, body, now }: { moved: Addressee[]; body: AdminUser; now: Date },
): AuthIdentity[] {
  const confirmed: Addressee[] = [
    ...(body.email_confirm && user.email ? [{ channel: 'email' as const, address: user.email }] : []),
    ...(body.phone_confirm && user.phone ? [{ channel: 'sms' as const, address: user.phone }] : []),
  ];
  const touched = new Map<string, Addressee>([...confirmed, ...moved].map((each) => [each.channel === 'email' ? 'email' : 'phone', each]));
  if (touched.size === 0) return identities;
  const fresh = [...touched].map(([provider, addressee]) => {
    const own = identities.find((each) => each.provider === provider);
    const verified = Boolean(
      provider === 'email' ? (body.email_confirm ?? user.email_confirmed_at) : (body.phone_confirm ?? user.phone_confirmed_at),
    );
    const made = addressIdentity(user, { addressee, verified, now });
    return own ? moveIdentity(own, made) : made;
  });
  return [...identities.filter((each) => !touched.has(each.provider)), ...fresh];
}

function moveIdentity(own: AuthIdentity, { email, identity_data, updated_at }: AuthIdentity): AuthIdentity {
  return { ...own, email, identity_data: { ...own.identity_data, ...identity_data }, updated_at };
}

function replaceAddressIdentities(c: Context<AuthEnv>, { id, identities }: { id: string; identities: AuthIdentity[] }): Statement[] {
  const db = c.get('db');
  return identities.flatMap((each) => {
    if (each.provider !== 'email' && each.provider !== 'phone') return [];
    return [
      db.delete(authIdentities).where(and(eq(authIdentities.user_id, id), eq(authIdentities.provider, each.provider))),
      db.insert(authIdentities).values(each),
    ];
  });
}

/** 422 where a user has one of the addresses already. */
async function refuseTaken(c: Context<AuthEnv>, { email, phone }: { email?: string; phone?: string }): Promise<void> {
  if (email && (await findUser(c.get('db'), { email }))) throw emailExists();
  if (phone && (await findUser(c.get('db'), { phone }))) throw phoneExists();
}

/** One batch; what a unique index refuses was taken since it was looked for. */
async function write(
  c: Context<AuthEnv>,
  { statements, addresses }: { statements: Statement[]; addresses: { email?: string; phone?: string } },
): Promise<void> {
  const [first, ...rest] = statements;
  try {
    await c.get('db').batch([first!, ...rest]);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await refuseTaken(c, addresses);
    throw refuse(422, 'conflict', 'A user with this id exists already');
  }
}
