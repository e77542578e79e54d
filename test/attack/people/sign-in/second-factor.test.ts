import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { expect, test, vi } from 'vitest';
import { authAmr, authFactors, authSessions, authUsers } from '../../../../drizzle/tables/all-tables.ts';
import { SERVICE } from '../../../support/worker/people/admin-client.ts';
import { db } from '../../../support/worker/people/auth.ts';
import {
  anotherSession,
  bearer,
  call,
  outcome,
  post,
  readUser,
  refresh,
  send,
  signUpConfirmed,
  withVars,
  type Tokens,
} from '../../../support/worker/people/auth-client.ts';
import { newestMail } from '../../../support/worker/talk/mailbox.ts';
import { withFactor, enrol, challenge, verify, codeOf, STEP } from '../../../support/worker/people/second-factor.ts';

vi.useFakeTimers({ toFake: ['Date'], now: STEP * 30_000 + 15_000 });
const sessionsOf = (id: string) => db.select().from(authSessions).where(eq(authSessions.user_id, id));
const claimsOf = ({ access_token }: Tokens) => decodeJwt(access_token);

test('verifying a second factor raises the session to aal2, and ends other sessions and the earlier refresh token', async () => {
  const email = 'ladder@vouch.test';
  const first = await signUpConfirmed(email);
  const other = await anotherSession(email);
  const factor = await enrol(first);
  await enrol(first);
  const { id } = await challenge(first, factor.id);
  const answer = await verify(first, factor.id, { challenge_id: id, code: codeOf(factor.totp.secret) });
  const raised = await answer.json<Tokens>();
  expect(claimsOf(raised)).toMatchObject({ aal: 'aal2', amr: [{ method: 'totp' }, { method: 'password' }] });
  expect(await readUser(other)).toEqual([403, 'session_not_found']);
  expect(await db.select().from(authFactors).where(eq(authFactors.user_id, first.user.id))).toMatchObject([
    { id: factor.id, status: 'verified' },
  ]);
  expect((await refresh(raised.refresh_token)).status).toBe(200);
  expect((await refresh(first.refresh_token)).status).toBe(400);
});

test('a session that has not given the second factor cannot change password, address, phone, factors or identities', async () => {
  const { factor, user } = await withFactor('weak@vouch.test');
  const weak = await anotherSession('weak@vouch.test');
  const headers = bearer(weak);
  const google = { GOOGLE_CLIENT_ID: 'vouch', GOOGLE_CLIENT_SECRET: 'secret' };
  const refused = [
    await send('PUT', '/user', { password: 'another long one' }, { headers }),
    await send('PUT', '/user', { email: 'elsewhere@vouch.test' }, { headers }),
    await send('PUT', '/user', { phone: '+16175550199' }, { headers }),
    await call('/user/identities/authorize?provider=google', { headers }, withVars(google)),
    await call(`/user/identities/${crypto.randomUUID()}`, { method: 'DELETE', headers }),
    await post('/factors', { factor_type: 'totp' }, { headers }),
    await call(`/factors/${factor.id}`, { method: 'DELETE', headers }),
  ];
  expect(await Promise.all(refused.map(outcome))).toEqual(
    [401, 401, 401, 401, 401, 403, 422].map((status) => [status, 'insufficient_aal']),
  );
  expect(await readUser(weak)).toEqual([200, undefined]);
  const [row] = await db.select().from(authUsers).where(eq(authUsers.id, user.user.id));
  expect(row).toMatchObject({ email: 'weak@vouch.test', new_email: null, phone: null, new_phone: null });
  expect(await db.$count(authFactors, eq(authFactors.user_id, user.user.id))).toBe(1);
});

test('a thief who planted an unverified factor cannot use it once the owner has verified another factor', async () => {
  const email = 'planted@vouch.test';
  const user = await signUpConfirmed(email);
  const planted = await enrol(user, { factor_type: 'phone', phone: '+16175550123' });
  const real = await enrol(user);
  const { id } = await challenge(user, real.id);
  expect((await verify(user, real.id, { challenge_id: id, code: codeOf(real.totp.secret) })).status).toBe(200);
  const thief = await anotherSession(email);
  const refused = [
    await post(`/factors/${planted.id}/challenge`, {}, { headers: bearer(thief) }),
    await verify(thief, planted.id, { challenge_id: crypto.randomUUID(), code: '123456' }),
  ];
  expect(await Promise.all(refused.map(outcome))).toEqual(refused.map(() => [403, 'insufficient_aal']));
});

test('every session falls back to aal1 when its factor is deleted by the user or by an admin', async () => {
  for (const by of ['self', 'admin'] as const) {
    const email = `dropped-${by}@vouch.test`;
    const { factor, raised, user } = await withFactor(email);
    const second = await anotherSession(email);
    const { id } = await challenge(second, factor.id);
    expect((await verify(second, factor.id, { challenge_id: id, code: codeOf(factor.totp.secret) })).status).toBe(200);
    expect((await sessionsOf(user.user.id)).map(({ aal }) => aal)).toEqual(['aal2', 'aal2']);
    const path = by === 'self' ? `/factors/${factor.id}` : `/admin/users/${user.user.id}/factors/${factor.id}`;
    const headers = by === 'self' ? bearer(raised) : SERVICE;
    expect((await call(path, { method: 'DELETE', headers })).status).toBe(200);
    const sessions = await sessionsOf(user.user.id);
    expect(sessions.map(({ aal, factor_id }) => [aal, factor_id])).toEqual([
      ['aal1', null],
      ['aal1', null],
    ]);
    const amr = await db.select().from(authAmr).where(eq(authAmr.method, 'totp'));
    expect(amr.filter(({ session_id }) => sessions.some((session) => session.id === session_id))).toEqual([]);
    const fresh = await (await refresh(raised.refresh_token)).json<Tokens>();
    expect(claimsOf(fresh)).toMatchObject({ aal: 'aal1' });
  }
});

test("a user cannot challenge, verify or delete another user's factor", async () => {
  const { factor } = await withFactor('owner@vouch.test');
  const thief = await signUpConfirmed('thief@vouch.test');
  const headers = bearer(thief);
  const refused = [
    await post(`/factors/${factor.id}/challenge`, {}, { headers }),
    await verify(thief, factor.id, { challenge_id: crypto.randomUUID(), code: '123456' }),
    await call(`/factors/${factor.id}`, { method: 'DELETE', headers }),
  ];
  expect(await Promise.all(refused.map(outcome))).toEqual(refused.map(() => [404, 'mfa_factor_not_found']));
  expect(await db.$count(authFactors, eq(authFactors.id, factor.id))).toBe(1);
});

test('a phone factor is verified by the code of its text message, and by no other code', async () => {
  const user = await signUpConfirmed('phone-factor@vouch.test');
  const factor = await enrol(user, { factor_type: 'phone', phone: '+1 617 555 0142', friendly_name: 'my phone' });
  const { id } = await challenge(user, factor.id);
  const early = await post(`/factors/${factor.id}/challenge`, {}, { headers: bearer(user) });
  expect(await outcome(early)).toEqual([429, 'over_sms_send_rate_limit']);
  const { code } = await newestMail('16175550142');
  const answer = (typed: string) => verify(user, factor.id, { challenge_id: id, code: typed });
  const wrong = await answer(code === '000000' ? '000001' : '000000');
  expect(await outcome(wrong)).toEqual([422, 'mfa_verification_failed']);
  const raised = await answer(code);
  expect(raised.status).toBe(200);
  expect(await raised.json()).toMatchObject({
    user: { factors: [{ factor_type: 'phone', status: 'verified', phone: '16175550142' }] },
  });
});
