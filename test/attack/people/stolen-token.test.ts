import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { authFactors, authIdentities, authSessions, authUsers } from '../../../drizzle/tables/all-tables.ts';
import { forgetExpired } from '../../../worker/features/people/auth/auth.cron.ts';
import { db } from '../../support/worker/people/auth.ts';
import {
  authClient,
  bearer,
  call,
  outcome,
  PASSWORD,
  post,
  refresh,
  send,
  signUpConfirmed,
  type Tokens,
  withVars,
} from '../../support/worker/people/auth-client.ts';
import { newestMail } from '../../support/worker/talk/mailbox.ts';

vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
const MINUTE = 60_000;
const DAY = 86_400_000;
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
const google = withVars({ GOOGLE_CLIENT_ID: 'vouch', GOOGLE_CLIENT_SECRET: 'secret' });
const NEEDED = [400, 'reauthentication_needed'];
const userOf = async (id: string) => (await db.select().from(authUsers).where(eq(authUsers.id, id)))[0];
const factorsOf = (id: string) => db.select().from(authFactors).where(eq(authFactors.user_id, id));
const sessionsOf = (id: string) => db.select().from(authSessions).where(eq(authSessions.user_id, id));

test('a session ends after 30 days without use', async () => {
  const { refresh_token } = await signUpConfirmed('unused@vouch.test');
  pass(29 * DAY);
  const used = await (await refresh(refresh_token)).json<Tokens>();
  pass(30 * DAY);
  expect(await outcome(await refresh(used.refresh_token))).toEqual([400, 'session_expired']);
});

test('a session in regular use ends after 180 days', async () => {
  const { user, ...tokens } = await signUpConfirmed('kept-alive@vouch.test');
  let { refresh_token } = tokens;
  for (let days = 0; days < 160; days += 20) {
    pass(20 * DAY);
    ({ refresh_token } = await (await refresh(refresh_token)).json<Tokens>());
  }
  pass(20 * DAY - MINUTE);
  ({ refresh_token } = await (await refresh(refresh_token)).json<Tokens>());
  pass(MINUTE);
  expect(await outcome(await refresh(refresh_token))).toEqual([400, 'session_expired']);
  await forgetExpired(env, new Date());
  expect(await sessionsOf(user.id)).toHaveLength(1);
  await forgetExpired(env, new Date(Date.now() + DAY + 1));
  expect(await sessionsOf(user.id)).toEqual([]);
});

/** Returns a stolen token. Its session began ten minutes ago and was refreshed just now. */
async function stolenToken(email: string) {
  const owner = await signUpConfirmed(email);
  const added = { id: crypto.randomUUID(), user_id: owner.user.id };
  const identity = { ...added, provider: 'google', provider_id: `of ${email}` };
  const factor = { ...added, factor_type: 'phone', status: 'verified', phone: '16175550100' } as const;
  await db.batch([
    db.insert(authIdentities).values(identity),
    db.insert(authFactors).values(factor),
    db.update(authSessions).set({ aal: 'aal2' }).where(eq(authSessions.user_id, owner.user.id)),
  ]);
  pass(10 * MINUTE);
  const stolen = await (await refresh(owner.refresh_token)).json<Tokens>();
  return { headers: bearer(stolen), user: owner.user, identity, factor };
}

test('a stolen token cannot change credentials once the session’s last sign-in or proof is ten minutes old', async () => {
  const { headers, user, identity, factor } = await stolenToken('stolen@vouch.test');
  const tries: Record<string, () => Promise<Response>> = {
    password: () => send('PUT', '/user', { password: 'of the thief' }, { headers }),
    address: () => send('PUT', '/user', { email: 'thief@vouch.test' }, { headers }),
    phone: () => send('PUT', '/user', { phone: '+16175550101' }, { headers }),
    'new factor': () => post('/factors', { factor_type: 'totp' }, { headers }),
    'new passkey': () => post('/factors', { factor_type: 'webauthn' }, { headers }),
    'new passkey that signs in': () => post('/passkeys/registration/options', {}, { headers }),
    'no factor': () => call(`/factors/${factor.id}`, { method: 'DELETE', headers }),
    'new identity': () => call('/user/identities/authorize?provider=google', { headers }, google),
    'new identity by id_token': () => {
      const body = { provider: 'google', id_token: 'a.b.c', link_identity: true };
      return post('/token?grant_type=id_token', body, { headers, bindings: google });
    },
    'no identity': () => call(`/user/identities/${identity.id}`, { method: 'DELETE', headers }),
  };
  for (const [change, attempt] of Object.entries(tries))
    expect([change, ...(await outcome(await attempt()))]).toEqual([change, ...NEEDED]);
  const addresses = { email: 'stolen@vouch.test', new_email: null, phone: null, new_phone: null };
  expect(await userOf(user.id)).toMatchObject(addresses);
  expect(await factorsOf(user.id)).toHaveLength(1);
  expect(await db.$count(authIdentities, eq(authIdentities.user_id, user.id))).toBe(2);
  expect((await send('PUT', '/user', { data: { full_name: 'Still allowed' } }, { headers })).status).toBe(200);
});

test('the current password, or the code of /reauthenticate, lets the owner change credentials for ten minutes', async () => {
  for (const way of ['current_password', 'nonce']) {
    const email = `owner-${way.replace('_', '-')}@vouch.test`;
    const { headers, user, factor } = await stolenToken(email);
    expect((await call('/reauthenticate', { headers })).status).toBe(200);
    const right = way === 'nonce' ? (await newestMail(email)).code : PASSWORD;
    const wrong = way === 'nonce' ? String((Number(right) + 1) % 1_000_000).padStart(6, '0') : 'a wrong password';
    expect((await send('PUT', '/user', { [way]: wrong }, { headers })).status).toBe(way === 'nonce' ? 422 : 400);
    expect(await outcome(await post('/factors', { factor_type: 'totp' }, { headers }))).toEqual(NEEDED);
    expect((await send('PUT', '/user', { [way]: right }, { headers })).status).toBe(200);
    pass(9 * MINUTE);
    expect((await post('/factors', { factor_type: 'totp' }, { headers })).status).toBe(200);
    expect((await call(`/factors/${factor.id}`, { method: 'DELETE', headers })).status).toBe(200);
    pass(MINUTE);
    expect(await outcome(await send('PUT', '/user', { password: 'another long one' }, { headers }))).toEqual(NEEDED);
    expect(await factorsOf(user.id)).toMatchObject([{ factor_type: 'totp' }]);
  }
});

test('the unmodified auth client changes a password with the current password or with a mailed code', async () => {
  await signUpConfirmed('client@vouch.test');
  const client = authClient();
  await client.signInWithPassword({ email: 'client@vouch.test', password: PASSWORD });
  pass(10 * MINUTE);
  const { error } = await client.updateUser({ password: 'a second one' });
  expect(error).toMatchObject({ status: 400, code: 'reauthentication_needed' });
  expect((await client.updateUser({ password: 'a second one', current_password: PASSWORD })).error).toBeNull();
  pass(10 * MINUTE);
  expect((await client.mfa.enroll({ factorType: 'totp' })).error?.code).toBe('reauthentication_needed');
  expect((await client.reauthenticate()).error).toBeNull();
  const { code } = await newestMail('client@vouch.test');
  expect((await client.updateUser({ password: 'a third one', nonce: code })).error).toBeNull();
  expect((await client.mfa.enroll({ factorType: 'totp' })).error).toBeNull();
});
