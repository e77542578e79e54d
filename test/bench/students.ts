import { refreshToken } from '../../worker/features/people/auth/sessions/refresh-token.ts';
import { signAccessToken } from '../../worker/http/security/access-token.ts';
import type { BareStatement } from './route-cost.ts';
import { batch, type MeasuredServer } from './server.ts';

/** The number of students, each with a session. They have the password of the local accounts. */
export const STUDENTS = 4000;

const DAY_MS = 86_400_000;
const HOUR_S = 3600;
const REFRESH_KEY = 'A'.repeat(43);
const USER = 'be4c0001-0000-4000-8000-';
const SESSION = 'be4c0002-0000-4000-8000-';

const idInSql = (start: string) => `'${start}' || printf('%012d', i)`;
const idOf = (start: string, at: number) => `${start}${String(at).padStart(12, '0')}`;

export const emailOf = (at: number) => `bench-${at}@vouch.test`;

export async function addStudents(server: MeasuredServer): Promise<void> {
  await batch(server, studentRows({ from: 0, to: STUDENTS, now: Date.now() }));
}

/** Returns statements that add the missing students of a range, each with a session: five rows for each student. */
export function studentRows({ from, to, now }: { from: number; to: number; now: number }): BareStatement[] {
  const numbers = `with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${to - 1})`;
  const [user, session, email] = [idInSql(USER), idInSql(SESSION), `'bench-' || i || '@vouch.test'`];
  const about = `json_object('sub', ${user}, 'email', ${email}, 'full_name', 'Student ' || i)`;
  const known = `from n join auth_users known on known.email = 'student@vouch.test'`;
  return [
    {
      sql: `${numbers} insert or ignore into auth_users (id, email, password_hash, app_metadata, user_metadata,
        email_confirmed_at, created_at, updated_at)
        select ${user}, ${email}, known.password_hash, known.app_metadata, ${about}, ?1, ?1, ?1 ${known}`,
      values: [now],
    },
    {
      sql: `${numbers} insert or ignore into auth_identities (id, user_id, provider, provider_id, email, identity_data,
        created_at, updated_at)
        select ${user}, ${user}, 'email', ${user}, ${email}, ${about}, ?1, ?1 from n`,
      values: [now],
    },
    {
      sql: `${numbers} insert or ignore into profiles (id, email, display_name, school, is_student_verified, created_at)
        select ${user}, ${email}, 'Student ' || i, 'Boston University', 1, ?1 from n`,
      values: [now],
    },
    {
      sql: `${numbers} insert or ignore into auth_sessions (id, user_id, refresh_key, not_after, created_at)
        select ${session}, ${user}, '${REFRESH_KEY}', ?1 + ${30 * DAY_MS}, ?1 from n`,
      values: [now],
    },
    {
      sql: `${numbers} insert or ignore into auth_amr (session_id, method, created_at) select ${session}, 'password', ?1
        from n`,
      values: [now],
    },
  ];
}

export const firstRefreshToken = (at: number) =>
  refreshToken({ id: idOf(SESSION, at), refresh_key: REFRESH_KEY, counter: 0 });

export function accessTokenOf(at: number, { AUTH_JWT_KEYS = '', SITE_URL }: Record<string, string>): Promise<string> {
  const iat = Math.floor(Date.now() / 1000);
  const issued = { iss: `${SITE_URL}/auth/v1`, iat, exp: iat + HOUR_S };
  const session = { sub: idOf(USER, at), session_id: idOf(SESSION, at), aal: 'aal1' } as const;
  return signAccessToken({ AUTH_JWT_KEYS }, { ...issued, ...session, aud: 'authenticated', role: 'authenticated' });
}
