import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authIdentities, authUsers, profiles } from '../../../../drizzle/tables/all-tables.ts';
import { db } from '../../../support/worker/people/auth.ts';
import { authClient, PASSWORD, post, withVars } from '../../../support/worker/people/auth-client.ts';
import { newestMail } from '../../../support/worker/talk/mailbox.ts';

const NEW = { 'X-Supabase-Api-Version': '2024-01-01' };
const autoconfirm = withVars({ AUTH_AUTOCONFIRM: 'true' });

test('a new person signs up, enters the code from the mail, and is signed in', async () => {
  const email = 'fresh@vouch.test';
  const client = authClient();
  const { data, error } = await client.signUp({
    email: 'Fresh@Vouch.test',
    password: PASSWORD,
    options: { data: { full_name: 'A student' } },
  });
  expect(error).toBeNull();
  expect(data.session).toBeNull();
  expect(data.user).toMatchObject({ email, user_metadata: { full_name: 'A student', email_verified: false } });
  const early = await client.signInWithPassword({ email, password: PASSWORD });
  expect(early.error).toMatchObject({ code: 'email_not_confirmed', message: 'Email not confirmed', status: 400 });
  const { code } = await newestMail(email);
  const verified = await client.verifyOtp({ email, token: code, type: 'email' });
  expect(verified.error).toBeNull();
  expect(verified.data.user?.user_metadata).toMatchObject({ email_verified: true, full_name: 'A student' });
  const [row] = await db.select().from(authUsers).where(eq(authUsers.email, email));
  expect(row).toMatchObject({ id: data.user?.id, app_metadata: { provider: 'email', providers: ['email'] } });
  expect(row?.email_confirmed_at).toBeInstanceOf(Date);
  expect(await db.select().from(profiles).where(eq(profiles.id, row!.id))).toMatchObject([
    { role: 'user', email, display_name: 'A student' },
  ]);
  expect(await db.select().from(authIdentities).where(eq(authIdentities.user_id, row!.id))).toMatchObject([
    { provider: 'email', provider_id: row!.id, identity_data: { sub: row!.id, email, email_verified: true } },
  ]);
  expect((await client.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
});

test('with autoconfirm a sign-up opens a session, and a second sign-up with the same address is refused', async () => {
  const email = 'auto@vouch.test';
  const client = authClient({ bindings: autoconfirm });
  const { data } = await client.signUp({ email, password: PASSWORD });
  expect(data.session?.access_token).toBeTruthy();
  const again = await client.signUp({ email, password: PASSWORD });
  expect(again.error).toMatchObject({ code: 'user_already_exists', status: 422 });
});

test('a sign-up with a missing or invalid field is refused', async () => {
  const cases: [unknown, number, string][] = [
    [{ email: 'no-password@vouch.test' }, 400, 'validation_failed'],
    [{ email: 'not an address', password: PASSWORD }, 400, 'validation_failed'],
    [{ email: `${'a'.repeat(250)}@vouch.test`, password: PASSWORD }, 400, 'validation_failed'],
    [{ email: 'short@vouch.test', password: 'short' }, 422, 'weak_password'],
    [{ email: 'long@vouch.test', password: 'x'.repeat(101) }, 400, 'validation_failed'],
    [{ email: 'both@vouch.test', phone: '+16175550100', password: PASSWORD }, 400, 'validation_failed'],
    [{ phone: 'not a phone', password: PASSWORD }, 400, 'validation_failed'],
    [{ password: PASSWORD }, 422, 'anonymous_provider_disabled'],
    [{ email: 7, password: PASSWORD }, 400, 'validation_failed'],
    [[], 400, 'validation_failed'],
    [{ email: 'half@vouch.test', password: PASSWORD, code_challenge: 'x'.repeat(43) }, 400, 'validation_failed'],
  ];
  for (const [body, status, code] of cases) {
    const answer = await post('/signup', body, { headers: NEW });
    const { code: said } = await answer.json<{ code: string }>();
    expect({ body, status: answer.status, code: said }).toEqual({ body, status, code });
    expect(answer.headers.get('X-Supabase-Api-Version')).toBe('2024-01-01');
  }
  const bindings = withVars({ AUTH_SIGNUPS: 'false' });
  const closed = await post('/signup', { email: 'closed@vouch.test', password: PASSWORD }, { bindings });
  expect(closed.status).toBe(422);
});
