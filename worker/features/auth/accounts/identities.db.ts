import { and, eq, sql } from 'drizzle-orm';
import { authFlowStates, authOneTimeCodes } from '../../../../drizzle/tables/auth-codes.ts';
import { authIdentities, type AuthIdentity } from '../../../../drizzle/tables/auth-identities.ts';
import { authUsers, type AuthUser } from '../../../../drizzle/tables/auth-users.ts';
import { profiles } from '../../../../drizzle/tables/profiles.ts';
import type { Db } from '../../../context.ts';
import { refuse } from '../errors.ts';
import { withProviders } from './choose-account.rules.ts';
import type { UserRecord } from './users.db.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a path parameter is an id at all. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

const lastOne = () => refuse(422, 'single_identity_not_deletable', 'User must have at least 1 identity after unlinking');

/**
 * Takes an identity from its user (contract 1.9). Never the last one, whatever else runs at the same time: the count is a condition of
 * the delete itself. Where the user's address was this identity's, another identity's address takes its place, confirmed only if that
 * identity proved it, and every code and flow under way dies with the old one.
 */
export async function removeIdentity(db: Db, { record, id, now }: { record: UserRecord; id: string; now: Date }): Promise<void> {
  if (!isUuid(id)) throw refuse(404, 'validation_failed', 'identity_id must be an UUID');
  const identity = record.identities.find((each) => each.id === id);
  if (record.identities.length < 2) throw lastOne();
  if (!identity) throw refuse(422, 'identity_not_found', "Identity doesn't exist");
  const left = record.identities.filter((each) => each.id !== id);
  const changed = { ...withoutIdentity(record.user, { identity, left, now }), updated_at: now };
  await refuseTakenAddress(db, { user: record.user, email: changed.email });
  const user_id = record.user.id;
  const isNotLast = sql`(select count(*) from ${authIdentities} where user_id = ${user_id}) > 1`;
  const [gone] = await db.batch([
    db
      .delete(authIdentities)
      .where(and(eq(authIdentities.id, id), eq(authIdentities.user_id, user_id), isNotLast))
      .returning({ id: authIdentities.id }),
    db
      .update(authUsers)
      .set(changed)
      .where(and(eq(authUsers.id, user_id), isGone(id))),
    db.delete(authOneTimeCodes).where(and(eq(authOneTimeCodes.user_id, user_id), isGone(id))),
    db.delete(authFlowStates).where(and(eq(authFlowStates.user_id, user_id), isGone(id))),
    ...('email' in changed
      ? [
          db
            .update(profiles)
            .set({ email: changed.email ?? null })
            .where(and(eq(profiles.id, user_id), isGone(id))),
        ]
      : []),
  ]);
  if (gone.length === 0) throw lastOne();
}

/** What the user's row becomes. Only the identity that carries the address moves the address. */
function withoutIdentity(
  user: AuthUser,
  { identity, left, now }: { identity: AuthIdentity; left: AuthIdentity[]; now: Date },
): Partial<AuthUser> {
  const app_metadata = withProviders(
    user.app_metadata,
    left.map((each) => each.provider),
  );
  if (identity.provider === 'phone') return { app_metadata, phone: null, phone_confirmed_at: null };
  const isCarrier = identity.email !== null && identity.email === user.email;
  if (!isCarrier) return { app_metadata };
  const heirs = left.filter((each) => each.email !== null);
  const heir = heirs.find(isProven) ?? heirs[0];
  const isProvenHeir = heir !== undefined && isProven(heir);
  return {
    app_metadata,
    email: heir?.email ?? null,
    email_confirmed_at: isProvenHeir ? (heir.email === user.email ? user.email_confirmed_at : now) : null,
    new_email: null,
    email_change_proven: null,
    email_change_sent_at: null,
  };
}

function isProven(identity: AuthIdentity): boolean {
  return identity.identity_data['email_verified'] === true;
}

function isGone(id: string) {
  return sql`not exists (select 1 from ${authIdentities} where id = ${id})`;
}

/** The address that would take over may be another user's by now. */
async function refuseTakenAddress(db: Db, { user, email }: { user: AuthUser; email?: string | null }): Promise<void> {
  if (!email || email === user.email) return;
  const [other] = await db
    .select({ id: authUsers.id })
    .from(authUsers)
    .where(and(eq(sql`lower(${authUsers.email})`, email), sql`email is not null and deleted_at is null`));
  if (other && other.id !== user.id) {
    throw refuse(422, 'email_conflict_identity_not_deletable', 'Unable to unlink identity due to email conflict');
  }
}
