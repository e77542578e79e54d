import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { base64url, generateKeyPair, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { authSessions, authUsers } from '../../../drizzle/tables/all-tables.ts';
import { signAccessToken } from '../../../worker/http/security/access-token.ts';
import { tokenKeys } from '../../../worker/http/security/key-set.ts';
import { accessToken, db, signedInAs } from '../../support/worker/people/auth.ts';
import { bearer, call, outcome, send, signUpConfirmed, withVars } from '../../support/worker/people/auth-client.ts';

const now = () => Math.floor(Date.now() / 1000);
const victim = await signUpConfirmed('victim-of-admins@vouch.test');
const id = victim.user.id;

const ROUTES: [string, string, unknown?][] = [
  ['POST', '/invite', { email: 'invited-by-nobody@vouch.test' }],
  ['POST', '/admin/generate_link', { type: 'recovery', email: 'victim-of-admins@vouch.test' }],
  ['POST', '/admin/users', { email: 'made-by-nobody@vouch.test', password: 'a long enough one' }],
  ['GET', '/admin/users'],
  ['GET', `/admin/users/${id}`],
  ['PUT', `/admin/users/${id}`, { password: 'another long one' }],
  ['DELETE', `/admin/users/${id}`, {}],
  ['GET', `/admin/users/${id}/factors`],
  ['PUT', `/admin/users/${id}/factors/${id}`, { friendly_name: 'x' }],
  ['DELETE', `/admin/users/${id}/factors/${id}`],
];

const claims = () => ({ role: 'service_role', iat: now(), exp: now() + 600 });
const foreign = (exp: number) =>
  new SignJWT({ ...claims(), exp })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode('a secret of somebody else, long enough'));
const part = (value: unknown) => base64url.encode(JSON.stringify(value));
const signedElsewhere = (kid: string) => async () => {
  const { privateKey } = await generateKeyPair('ES256');
  return new SignJWT(claims()).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey);
};

const BEARERS: [string, () => Promise<string | null>][] = [
  ['a caller without a token', async () => null],
  ['a malformed token', async () => 'garbage'],
  ['the anon key', () => signAccessToken(env, { role: 'anon', iat: now(), exp: now() + 600 })],
  ['a token without a role', () => signAccessToken(env, { iat: now(), exp: now() + 600 })],
  ['a user’s token', async () => victim.access_token],
  [
    'an admin whose metadata names the role service_role',
    async () => {
      const user = { user_metadata: { role: 'service_role' }, app_metadata: { is_admin: true, role: 'service_role' } };
      const { user: row, session } = await signedInAs('admin', { user });
      return accessToken({ user: row, session }, user);
    },
  ],
  ['an expired service key', () => signAccessToken(env, { ...claims(), exp: now() - 1 })],
  ['an unsigned token (alg none)', async () => `${part({ alg: 'none', kid: 'test-es256' })}.${part(claims())}.`],
  ['an unsigned token (alg none) without a kid', async () => `${part({ alg: 'none' })}.${part(claims())}.`],
  [
    'an HS256 token signed with our public RSA key',
    async () => {
      const rsa = (await tokenKeys(env.AUTH_JWT_KEYS)).find(({ alg }) => alg === 'RS256')!;
      const secret = new TextEncoder().encode(JSON.stringify(rsa.public_jwk));
      return new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', kid: 'test-rs256' }).sign(secret);
    },
  ],
  ['a token signed with an unknown key', signedElsewhere('other')],
  ['a token signed with an unknown key under our kid', signedElsewhere('test-es256')],
  ['the service key with one more letter', async () => `${env.AUTH_SERVICE_KEY_JWT}A`],
  [
    'an admin token whose session has ended',
    async () => {
      const { user, session } = await signedInAs('admin', { user: { role: 'service_role' } });
      await db.delete(authSessions).where(eq(authSessions.id, session.id));
      return accessToken({ user, session }, { role: 'service_role' });
    },
  ],
];

test.each(BEARERS)('%s cannot call any route that needs the service key', async (_, make) => {
  const token = await make();
  const headers: Record<string, string> = token === null ? {} : { Authorization: `Bearer ${token}` };
  for (const [method, path, body] of ROUTES) {
    const answer =
      body === undefined ? await call(path, { method, headers }) : await send(method, path, body, { headers });
    expect([401, 403], `${method} ${path} answered ${answer.status}`).toContain(answer.status);
  }
  expect(await db.$count(authUsers, eq(authUsers.email, 'made-by-nobody@vouch.test'))).toBe(0);
  expect(await db.$count(authUsers, eq(authUsers.email, 'invited-by-nobody@vouch.test'))).toBe(0);
  expect(await db.$count(authUsers, eq(authUsers.id, id))).toBe(1);
});

test('the configured service key is accepted until it expires, even if it is signed with a key that is not ours', async () => {
  for (const token of [
    env.AUTH_SERVICE_KEY_JWT,
    await signAccessToken(env, claims()),
    await signAccessToken(env, { role: 'supabase_admin', iat: now() }),
  ]) {
    expect((await call('/admin/users', { headers: bearer({ access_token: token }) })).status).toBe(200);
  }
  for (const [exp, status] of [
    [now() + 600, 200],
    [now() - 1, 403],
  ] as const) {
    const access_token = await foreign(exp);
    const bindings = withVars({ AUTH_SERVICE_KEY_JWT: access_token });
    const answer = await call('/admin/users', { headers: bearer({ access_token }) }, bindings);
    expect(answer.status).toBe(status);
  }
});

test('an empty service key gives no access', async () => {
  const bindings = withVars({ AUTH_SERVICE_KEY_JWT: '' });
  const answer = await call('/admin/users', { headers: bearer({ access_token: '' }) }, bindings);
  expect(await outcome(answer)).toEqual([401, 'no_authorization']);
});

test('a user cannot write the fields that only an admin may write', async () => {
  const { user, headers } = await signUpConfirmed('climber@vouch.test');
  const rowOf = async () => (await db.select().from(authUsers).where(eq(authUsers.id, user.id)))[0]!;
  const { email_confirmed_at, app_metadata } = await rowOf();
  const refused = await send('PUT', '/user', { app_metadata: { is_admin: true } }, { headers });
  expect(await outcome(refused)).toEqual([403, 'not_admin']);
  const later = '2999-01-01T00:00:00Z';
  const rights = { role: 'service_role', id: crypto.randomUUID(), is_admin: true };
  const sneaky = { ...rights, email_confirmed_at: later, banned_until: later, data: { seat: 'front' } };
  expect((await send('PUT', '/user', sneaky, { headers })).status).toBe(200);
  const kept = { role: 'authenticated', banned_until: null, email_confirmed_at, app_metadata };
  expect(await rowOf()).toMatchObject({ ...kept, user_metadata: { seat: 'front' } });
  expect((await call('/admin/users', { headers })).status).toBe(403);
});

test.each(['../../logout', '%2e%2e%2f', '..%2f..%2flogout', '1', 'null', `${id}%00`, `${id}'`, `{${id}}`])(
  'a call to an admin route with the id "%s" gets 404, even with the service key',
  async (wrong) => {
    const headers = bearer({ access_token: env.AUTH_SERVICE_KEY_JWT });
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await send(method, `/admin/users/${wrong}`, method === 'GET' ? undefined : {}, { headers });
      expect(answer.status).toBe(404);
    }
    expect((await call(`/admin/users/${wrong}/factors`, { headers })).status).toBe(404);
    expect((await call(`/admin/users/${id}/factors/${wrong}`, { method: 'DELETE', headers })).status).toBe(404);
    expect(await db.$count(authUsers, eq(authUsers.id, id))).toBe(1);
  },
);
