import { env } from 'cloudflare:workers';
import { drizzle } from 'drizzle-orm/d1';
import { authIdentityRow, authSessionRow, authUserRow } from '../../../../drizzle/seed/auth-rows.ts';
import { profileRow } from '../../../../drizzle/seed/rows.ts';
import {
  type AuthSession,
  type AuthUser,
  authIdentities,
  authSessions,
  authUsers,
  profiles,
} from '../../../../drizzle/tables/all-tables.ts';
import type { Role } from '../../../../drizzle/vocabulary.ts';
import { signAccessToken } from '../../../../worker/http/security/access-token.ts';

export const db = drizzle(env.DB);

interface Over {
  user?: Partial<AuthUser>;
  session?: Partial<AuthSession>;
}

function signedInRows(role: Role, over: Over) {
  const user = authUserRow(over.user);
  const session = authSessionRow({ user_id: user.id, ...over.session });
  return { user, session, profile: profileRow({ id: user.id, role, email: user.email }) };
}

const insertsOf = ({ user, session, profile }: ReturnType<typeof signedInRows>) =>
  [
    db.insert(authUsers).values(user),
    db.insert(authIdentities).values(authIdentityRow(user)),
    db.insert(profiles).values(profile),
    db.insert(authSessions).values(session),
  ] as const;

const withHeaders = async (rows: ReturnType<typeof signedInRows>) => ({
  ...rows,
  headers: { Authorization: `Bearer ${await accessToken(rows)}` },
});

export async function signedInAs(role: Role, over: Over = {}) {
  const rows = signedInRows(role, over);
  await db.batch(insertsOf(rows));
  return withHeaders(rows);
}

const CROWD_AT_ONCE = 50;

export async function crowdSignedInAs(role: Role, count: number) {
  const crowd = Array.from({ length: count }, () => signedInRows(role, {}));
  for (let from = 0; from < count; from += CROWD_AT_ONCE) {
    const [first, ...others] = crowd.slice(from, from + CROWD_AT_ONCE).flatMap(insertsOf);
    if (first) await db.batch([first, ...others]);
  }
  return Promise.all(crowd.map(withHeaders));
}

export async function accessToken(
  { user, session }: { user: AuthUser; session: AuthSession },
  claims: Record<string, unknown> = {},
) {
  const iat = Math.floor(Date.now() / 1000);
  return signAccessToken(env, {
    iss: `${env.SITE_URL}/auth/v1`,
    sub: user.id,
    aud: 'authenticated',
    iat,
    exp: iat + 3600,
    role: 'authenticated',
    session_id: session.id,
    aal: session.aal,
    ...claims,
  });
}
