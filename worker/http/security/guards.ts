import { eq, type SQL, sql } from 'drizzle-orm';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { authFactors } from '../../../drizzle/tables/people/auth-factors.ts';
import { authSessions } from '../../../drizzle/tables/people/auth-sessions.ts';
import { authUsers } from '../../../drizzle/tables/people/auth-users.ts';
import { isLaunched } from '../../../drizzle/tables/staff/launch-switches.ts';
import { profiles } from '../../../drizzle/tables/people/profiles.ts';
import { takesPart } from '../../../drizzle/tables/people/trade-rights.ts';
import type { LaunchFeature, Role } from '../../../drizzle/vocabulary.ts';
import type { Actor, AppEnv, Db } from '../../context.ts';
import { bearerOf, InvalidToken, verifyAccessToken } from './access-token.ts';
import { forbidden, launchOff, secondFactorOwed, signedOut, staffFactorMissing } from '../answers/errors.ts';

interface FoundActor {
  actor: Actor;
  owes_second_factor: boolean;
  /** Whether the requested feature is on. True if no feature was requested. */
  is_on: boolean;
}

/**
 * Allows signed-in people. Checks account and session in the database. Throws `request.signed_out`, or
 * `request.second_factor` if the session still owes a second factor.
 */
export const signedIn = createMiddleware<AppEnv>(async (c, next) => {
  c.set('actor', await requireActor(c));
  await next();
});

/**
 * Allows signed-in people while `feature` is on, in one round trip. Throws `launch.off` while it is off. The feature
 * `my-tickets` is always open to people who have a ticket request or a listing
 * (docs/decisions/staff/0042-launch-switches.md).
 */
export const signedInWhileOn = (feature: LaunchFeature) =>
  createMiddleware<AppEnv>(async (c, next) => {
    c.set('actor', await requireActor(c, feature));
    await next();
  });

/**
 * Allows people with one of `roles`. A signed-out visitor gets a 401, and a person with another role a 403
 * `request.forbidden`. An admin who lacks a needed second factor gets a 403 `request.staff_second_factor`.
 */
export const requireRole = (...roles: readonly Role[]) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const actor = await requireActor(c);
    if (!roles.includes(actor.role))
      throw actor.lacks_staff_factor && roles.includes('admin') ? staffFactorMissing() : forbidden();
    c.set('actor', actor);
    await next();
  });

/**
 * Returns the signed-in person. If the account has a second factor, the session must have verified a factor, so that a
 * stolen password alone is not enough.
 */
async function requireActor(c: Context<AppEnv>, feature?: LaunchFeature): Promise<Actor> {
  const found = await findActor(c, feature);
  if (!found) throw signedOut();
  if (found.owes_second_factor) throw secondFactorOwed();
  if (!found.is_on) throw launchOff();
  return found.actor;
}

/** For routes that are open to everybody. Returns null for a visitor, or if the session still owes a second factor. */
export async function actorOf(c: Context<AppEnv>): Promise<Actor | null> {
  const found = await findActor(c, undefined);
  return found && !found.owes_second_factor ? found.actor : null;
}

/** Returns null if there is no valid token, the account is banned or deleted, or the session has ended. */
async function findActor(c: Context<AppEnv>, feature: LaunchFeature | undefined): Promise<FoundActor | null> {
  const token = bearerOf(c.req.header('Authorization'));
  if (!token) return null;
  const now = c.get('now');
  try {
    const { sub, session_id } = await verifyAccessToken(c.env, { token, now });
    if (!sub || !session_id) return null;
    const needsFactor = c.env.STAFF_SECOND_FACTOR === 'true';
    return await readActor(c.get('db'), { user_id: sub, session_id, now, feature, needsFactor });
  } catch (error) {
    if (error instanceof InvalidToken) return null;
    throw error;
  }
}

async function readActor(
  db: Db,
  claimed: { user_id: string; session_id: string; now: Date; feature: LaunchFeature | undefined; needsFactor: boolean },
): Promise<FoundActor | null> {
  const [row] = await db
    .select({
      user_id: authSessions.user_id,
      aal: authSessions.aal,
      not_after: authSessions.not_after,
      email: authUsers.email,
      banned_until: authUsers.banned_until,
      deleted_at: authUsers.deleted_at,
      app_metadata: authUsers.app_metadata,
      role: profiles.role,
      // With a parameter instead of the literal, SQLite would not use the partial index of verified factors.
      has_factor: sql<number>`exists (select 1 from ${authFactors}
        where ${authFactors.user_id} = ${authSessions.user_id} and ${authFactors.status} = 'verified')`,
      is_on: claimed.feature ? isOpen(claimed.feature, claimed.user_id) : sql<number>`1`,
    })
    .from(authSessions)
    .innerJoin(authUsers, eq(authUsers.id, authSessions.user_id))
    .leftJoin(profiles, eq(profiles.id, authSessions.user_id))
    .where(eq(authSessions.id, claimed.session_id));
  if (!row || row.user_id !== claimed.user_id || row.deleted_at) return null;
  if (isAfter(row.banned_until, claimed.now) || !isAfter(row.not_after, claimed.now)) return null;
  // A person with the flag `is_admin` is an admin, whatever the profile says. A missing profile grants nothing.
  const ownRole = row.app_metadata['is_admin'] === true ? 'admin' : (row.role ?? 'user');
  // Where admins need a second factor, an admin who signed in without it has only the rights of a user.
  const lacks_staff_factor = claimed.needsFactor && ownRole === 'admin' && row.aal === 'aal1';
  const role = lacks_staff_factor ? 'user' : ownRole;
  const actor = {
    user_id: row.user_id,
    session_id: claimed.session_id,
    role,
    lacks_staff_factor,
    aal: row.aal,
    email: row.email,
  };
  return { actor, owes_second_factor: row.has_factor === 1 && row.aal === 'aal1', is_on: row.is_on === 1 };
}

function isOpen(feature: LaunchFeature, userId: string): SQL<number> {
  const isOn = isLaunched(feature);
  return feature === 'my-tickets' ? sql<number>`(${isOn} or ${takesPart(userId)})` : sql<number>`${isOn}`;
}

function isAfter(instant: Date | null, now: Date): boolean {
  return instant !== null && instant.getTime() > now.getTime();
}
