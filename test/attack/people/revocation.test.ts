import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { decodeJwt, importJWK, SignJWT, type JWK } from 'jose';
import { expect, test } from 'vitest';
import { authOneTimeCodes, authSessions, authUsers } from '../../../drizzle/tables/all-tables.ts';
import { accessToken, db, signedInAs } from '../../support/worker/people/auth.ts';
import {
  anotherSession,
  bearer,
  call,
  outcome,
  post,
  readUser,
  send,
  signUpConfirmed,
} from '../../support/worker/people/auth-client.ts';

const me = (tokens: { access_token: string }) => call('http://vouch.test/api/me', { headers: bearer(tokens) });
const alter = (id: string, values: Partial<typeof authUsers.$inferSelect>) =>
  db.update(authUsers).set(values).where(eq(authUsers.id, id));
const encoded = (text: string) => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const header = (fields: object) => encoded(JSON.stringify({ typ: 'JWT', ...fields }));

test('after a session has ended, the auth service and the product refuse the next request with its token', async () => {
  const ended = await signUpConfirmed('revoked@vouch.test');
  await call('/logout?scope=global', { method: 'POST', headers: ended.headers });
  expect(await readUser(ended)).toEqual([403, 'session_not_found']);
  expect((await me(ended)).status).toBe(401);
});

test('the next request after a ban, a soft delete or a hard delete of the account is refused', async () => {
  const banned = await signUpConfirmed('ban-now@vouch.test');
  const softly = await signUpConfirmed('soft-now@vouch.test');
  const gone = await signUpConfirmed('hard-now@vouch.test');
  await alter(banned.user.id, { banned_until: new Date(Date.now() + 60_000) });
  await alter(softly.user.id, { deleted_at: new Date() });
  await db.delete(authUsers).where(eq(authUsers.id, gone.user.id));
  expect(await readUser(banned)).toEqual([403, 'user_banned']);
  expect(await readUser(softly)).toEqual([403, 'user_not_found']);
  expect(await readUser(gone)).toEqual([403, 'user_not_found']);
  for (const tokens of [banned, softly, gone]) expect((await me(tokens)).status).toBe(401);
  expect(await db.$count(authSessions, eq(authSessions.user_id, gone.user.id))).toBe(0);
});

test('a password change ends all other sessions and all one-time codes of the person', async () => {
  const email = 'change-now@vouch.test';
  const caller = await signUpConfirmed(email);
  const other = await anotherSession(email);
  await post('/recover', { email });
  expect((await send('PUT', '/user', { password: 'a different one' }, { headers: caller.headers })).status).toBe(200);
  expect(await readUser(other)).toEqual([403, 'session_not_found']);
  expect(await readUser(caller)).toEqual([200, undefined]);
  expect(await db.$count(authOneTimeCodes, eq(authOneTimeCodes.user_id, caller.user.id))).toBe(0);
});

test('role and metadata claims of a token grant nothing', async () => {
  const { user, session } = await signedInAs('user');
  for (const claims of [
    { role: 'service_role' },
    { app_metadata: { is_admin: true } },
    { user_metadata: { role: 'admin' } },
  ]) {
    const answer = await me({ access_token: await accessToken({ user, session }, claims) });
    expect(await answer.json()).toMatchObject({ role: 'user' });
  }
});

test('PUT /user refuses or ignores fields that would raise a user’s privileges', async () => {
  const { headers, user } = await signUpConfirmed('privilege@vouch.test');
  const refused = await send('PUT', '/user', { app_metadata: { is_admin: true } }, { headers });
  expect(await outcome(refused)).toEqual([403, 'not_admin']);
  const rights = { role: 'service_role', id: crypto.randomUUID(), banned_until: '2030-01-01T00:00:00Z' };
  expect((await send('PUT', '/user', { ...rights, email_confirmed_at: null }, { headers })).status).toBe(200);
  const [row] = await db.select().from(authUsers).where(eq(authUsers.id, user.id));
  expect(row).toMatchObject({ role: 'authenticated', banned_until: null, app_metadata: { provider: 'email' } });
  expect(row?.email_confirmed_at).not.toBeNull();
});

test('a token that is unsigned, altered, or names a wrong algorithm or an unknown key is refused', async () => {
  const { access_token } = await signUpConfirmed('forged@vouch.test');
  const [head = '', payload = '', signature = ''] = access_token.split('.');
  const { keys } = JSON.parse(env.AUTH_JWT_KEYS) as { keys: JWK[] };
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(keys[1]?.n), hmac, false, ['sign']);
  const confused = `${header({ alg: 'HS256', kid: 'test-rs256' })}.${payload}`;
  const mac = String.fromCodePoint(
    ...new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(confused))),
  );
  const altered = atob(payload.replaceAll('-', '+').replaceAll('_', '/')).replace('"authenticated"', '"service_role"');
  const forged = [
    `${header({ alg: 'none' })}.${payload}.`,
    `${header({ alg: 'none', kid: 'test-es256' })}.${payload}.`,
    `${confused}.${encoded(mac)}`,
    await new SignJWT(decodeJwt(access_token))
      .setProtectedHeader({ alg: 'ES256', kid: 'unknown' })
      .sign(await importJWK(keys[0]!, 'ES256')),
    `${head}.${encoded(altered)}.${signature}`,
  ];
  for (const token of forged) {
    expect(await readUser({ access_token: token })).toEqual([403, 'bad_jwt']);
    expect((await me({ access_token: token })).status).toBe(401);
  }
});
