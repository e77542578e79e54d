import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authSessions, authUsers } from '../../../../drizzle/tables/all-tables.ts';
import { db } from '../../../support/worker/people/auth.ts';
import {
  anotherSession,
  authClient,
  bearer,
  call,
  outcome,
  PASSWORD,
  post,
  readUser,
  refresh,
  send,
  signUpConfirmed,
  withVars,
  type Tokens,
} from '../../../support/worker/people/auth-client.ts';
import { countD1 } from '../../../support/worker/count-d1.ts';

const ALIVE = [200, undefined];
const ENDED = [403, 'session_not_found'];
const logout = (scope: string, tokens: Tokens) =>
  call(`/logout?scope=${scope}`, { method: 'POST', headers: bearer(tokens) });

test('the client signs in, refreshes the session, reads the user and signs out', async () => {
  await signUpConfirmed('ladder@vouch.test');
  const client = authClient();
  const signedIn = await client.signInWithPassword({ email: 'ladder@vouch.test', password: PASSWORD });
  expect(signedIn.error).toBeNull();
  const refreshed = await client.refreshSession();
  expect(refreshed.error).toBeNull();
  expect(refreshed.data.session?.refresh_token).not.toBe(signedIn.data.session?.refresh_token);
  const { data } = await client.getUser();
  expect(data.user).toMatchObject({
    email: 'ladder@vouch.test',
    aud: 'authenticated',
    role: 'authenticated',
    phone: '',
    is_anonymous: false,
  });
  expect(data.user?.identities).toMatchObject([{ provider: 'email', email: 'ladder@vouch.test' }]);
  expect((await client.signOut()).error).toBeNull();
  expect(await db.$count(authSessions, eq(authSessions.user_id, data.user!.id))).toBe(0);
});

test('a refresh keeps the amr claim', async () => {
  const { refresh_token } = await signUpConfirmed('amr@vouch.test');
  const { access_token } = await (await refresh(refresh_token)).json<Tokens>();
  const { data } = await authClient().getClaims(access_token);
  expect(data?.claims.amr).toMatchObject([{ method: 'password' }]);
});

test('a refresh costs at most three round trips, and a read of the user costs one', async () => {
  const { refresh_token, headers } = await signUpConfirmed('refresh-count@vouch.test');
  const counted = countD1(env.DB);
  expect((await refresh(refresh_token, { ...env, DB: counted.db })).status).toBe(200);
  expect(counted.cost.round_trips).toBeLessThanOrEqual(3);
  const read = countD1(env.DB);
  expect((await call('/user', { headers }, { ...env, DB: read.db })).status).toBe(200);
  expect(read.cost.round_trips).toBe(1);
});

test('the refusal of a refresh token says whether the token is invalid or unknown', async () => {
  const { refresh_token } = await signUpConfirmed('mangled@vouch.test');
  const malformed = ['', 'short', 'x'.repeat(60), 'ä'.repeat(60), 7, null];
  for (const token of [...malformed, `${refresh_token}AAAA`, refresh_token.slice(0, -2)])
    expect([token, await outcome(await refresh(token))]).toEqual([token, [400, 'validation_failed']]);
  const { refresh_token: other, user } = await signUpConfirmed('mangled-two@vouch.test');
  await db.delete(authSessions).where(eq(authSessions.user_id, user.id));
  expect(await outcome(await refresh(other))).toEqual([400, 'refresh_token_not_found']);
});

test('a refresh is refused for a banned user and for an expired session', async () => {
  const { refresh_token, user } = await signUpConfirmed('ended@vouch.test');
  const not_after = new Date(Date.now() - 1);
  await db.update(authSessions).set({ not_after }).where(eq(authSessions.user_id, user.id));
  expect(await outcome(await refresh(refresh_token))).toEqual([400, 'session_expired']);
  const banned_until = new Date(Date.now() + 60_000);
  await db.update(authUsers).set({ banned_until }).where(eq(authUsers.id, user.id));
  expect(await outcome(await refresh(refresh_token))).toEqual([400, 'user_banned']);
});

test('signing out with the scope local, others or global ends exactly the sessions of that scope', async () => {
  const email = 'scopes@vouch.test';
  const first = await signUpConfirmed(email);
  const [second, third] = [await anotherSession(email), await anotherSession(email)];
  expect(await outcome(await logout('everything', first))).toEqual([400, 'validation_failed']);
  const local = await logout('local', third);
  expect([local.status, await local.text()]).toEqual([204, '']);
  expect([await readUser(first), await readUser(second)]).toEqual([ALIVE, ALIVE]);
  expect(await readUser(third)).toEqual(ENDED);
  expect((await logout('others', second)).status).toBe(204);
  expect([await readUser(first), await readUser(second)]).toEqual([ENDED, ALIVE]);
  const fourth = await anotherSession(email);
  expect((await logout('global', fourth)).status).toBe(204);
  expect([await readUser(second), await readUser(fourth)]).toEqual([ENDED, ENDED]);
  expect((await logout('global', fourth)).status).toBe(403);
});

test('a user endpoint refuses a missing token, a bad token and the service key', async () => {
  for (const headers of [{}, { Authorization: 'Basic x' }] as Record<string, string>[])
    expect(await outcome(await call('/user', { headers }))).toEqual([401, 'no_authorization']);
  expect(await readUser({ access_token: 'nonsense' })).toEqual([403, 'bad_jwt']);
  expect(await readUser({ access_token: env.AUTH_SERVICE_KEY_JWT })).toEqual([403, 'bad_jwt']);
});

test('clients can read the public keys, the settings and the health of the service', async () => {
  const keys = await call('/.well-known/jwks.json');
  expect(keys.headers.get('Cache-Control')).toBe('public, max-age=600');
  const text = await keys.text();
  expect(text).not.toMatch(/"d":/);
  expect(JSON.parse(text)).toMatchObject({
    keys: [
      { kty: 'EC', alg: 'ES256', kid: 'test-es256' },
      { kty: 'RSA', kid: 'test-rs256' },
    ],
  });
  expect(await (await call('/settings')).json()).toMatchObject({
    external: { email: true, phone: true },
    disable_signup: false,
    mailer_autoconfirm: false,
  });
  expect((await call('/health')).status).toBe(200);
  const sso = await authClient().signInWithSSO({ domain: 'university.test' });
  expect(sso.error).toMatchObject({ status: 404, message: 'SAML 2.0 is disabled' });
});

test('another origin may call the service and read the version header', async () => {
  const allowed = ['authorization', 'apikey', 'content-type', 'x-client-info', 'x-supabase-api-version'];
  const preflight = await call('/token?grant_type=password', {
    method: 'OPTIONS',
    headers: {
      Origin: 'http://elsewhere.test',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': allowed.join(','),
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('Access-Control-Allow-Origin')).toBe('*');
  for (const header of allowed) expect(preflight.headers.get('Access-Control-Allow-Headers')).toContain(header);
  const refused = await post(
    '/token?grant_type=password',
    { email: 'x@vouch.test', password: 'wrong' },
    { headers: { Origin: 'http://elsewhere.test' } },
  );
  expect(refused.headers.get('Access-Control-Expose-Headers')).toContain('X-Supabase-Api-Version');
  expect(refused.headers.get('Access-Control-Allow-Origin')).toBe('*');
});

test('an anonymous sign-in works if it is switched on', async () => {
  const client = authClient({ bindings: withVars({ AUTH_ANONYMOUS: 'true' }) });
  const { data, error } = await client.signInAnonymously({ options: { data: { theme: 'dark' } } });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ is_anonymous: true, user_metadata: { theme: 'dark' }, email: '' });
  const refused = await send('PUT', '/user', { password: PASSWORD }, { headers: bearer(data.session!) });
  expect(refused.status).toBe(422);
});
