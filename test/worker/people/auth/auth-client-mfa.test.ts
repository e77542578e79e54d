import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { authFactors, authUsers, sharedMarks } from '../../../../drizzle/tables/all-tables.ts';
import { markHash } from '../../../../worker/http/shared/people/shared-mark.ts';
import { db } from '../../../support/worker/people/auth.ts';
import {
  type authClient,
  bearer,
  outcome,
  PASSWORD,
  post,
  withVars,
} from '../../../support/worker/people/auth-client.ts';
import { newestMail } from '../../../support/worker/talk/mailbox.ts';
import { codeOf, STEP } from '../../../support/worker/people/second-factor.ts';
import { signedInClient } from '../../../support/worker/people/signed-in-client.ts';

vi.useFakeTimers({ toFake: ['Date'], now: STEP * 30_000 + 15_000 });
type Client = ReturnType<typeof authClient>;
const factorsOf = (id: string) => db.select().from(authFactors).where(eq(authFactors.user_id, id));
const levelOf = async (client: Client) => (await client.mfa.getAuthenticatorAssuranceLevel()).data;

async function enrolled(client: Client, friendlyName?: string) {
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', ...(friendlyName ? { friendlyName } : {}) });
  if (error || data.type !== 'totp') throw new Error(`enrolment failed: ${error?.message}`);
  return data;
}

test('mfa.enroll returns a secret, its otpauth URI and its QR code as a data URL', async () => {
  const { client, user } = await signedInClient('enrol@vouch.test');
  const data = await enrolled(client, 'my app');
  expect(data).toMatchObject({ type: 'totp', friendly_name: 'my app' });
  expect(data.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
  expect(data.totp.qr_code).not.toContain('#');
  expect(data.totp.uri).toContain(`secret=${data.totp.secret}`);
  expect(data.totp.uri).toContain('enrol%40vouch.test');
  const [row] = await factorsOf(user.id);
  expect(row).toMatchObject({ status: 'unverified', friendly_name: 'my app' });
  expect(row?.secret).not.toContain(data.totp.secret);
  const { data: listed } = await client.mfa.listFactors();
  expect(listed?.all).toMatchObject([{ id: data.id, status: 'unverified' }]);
  expect(listed?.totp).toEqual([]);
});

test('mfa.enroll refuses a taken name, an unknown type, the eleventh factor and anonymous users', async () => {
  const { client, user } = await signedInClient('enrol-refused@vouch.test');
  await enrolled(client, 'same');
  const again = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'same' });
  expect(again.error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' });
  const { data } = await client.getSession();
  const headers = bearer(data.session!);
  const refused = [
    await post('/factors', { factor_type: 'recovery_code' }, { headers }),
    await post('/factors', { factor_type: 'phone', phone: 'call me' }, { headers }),
  ];
  expect(await Promise.all(refused.map(outcome))).toEqual(refused.map(() => [400, 'validation_failed']));
  const [phone, bindings] = [{ factor_type: 'phone', phone: '+16175550111' }, withVars({ AUTH_PHONE: 'false' })];
  const phoneOff = await post('/factors', phone, { headers, bindings });
  expect(await outcome(phoneOff)).toEqual([422, 'mfa_phone_enroll_not_enabled']);
  const more = await Promise.all(Array.from({ length: 12 }, () => client.mfa.enroll({ factorType: 'totp' })));
  expect(more.filter(({ error }) => error?.code === 'too_many_enrolled_mfa_factors')).toHaveLength(3);
  expect(await factorsOf(user.id)).toHaveLength(10);
  const created_at = new Date(Date.now() - 300_001);
  await db.update(authFactors).set({ created_at }).where(eq(authFactors.user_id, user.id));
  await enrolled(client, 'same');
  expect(await factorsOf(user.id)).toHaveLength(1);
  await db.update(authUsers).set({ is_anonymous: true }).where(eq(authUsers.id, user.id));
  expect((await client.mfa.enroll({ factorType: 'totp' })).error?.status).toBe(403);
});

test('mfa.challenge and mfa.verify raise the session of the client to aal2', async () => {
  const { client, user } = await signedInClient('lift@vouch.test');
  const factor = await enrolled(client);
  expect(await levelOf(client)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });
  const events: string[] = [];
  client.onAuthStateChange((event) => void events.push(event));
  const { data: asked } = await client.mfa.challenge({ factorId: factor.id });
  expect(asked).toMatchObject({ type: 'totp', expires_at: Math.floor(Date.now() / 1000) + 300 });
  const answer = (code: string) => client.mfa.verify({ factorId: factor.id, challengeId: asked!.id, code });
  expect((await answer(codeOf(factor.totp.secret, 5))).error).toMatchObject({
    status: 422,
    code: 'mfa_verification_failed',
    message: 'Invalid TOTP code entered',
  });
  expect((await answer(codeOf(factor.totp.secret))).error).toBeNull();
  expect(await levelOf(client)).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
  expect((await client.getUser()).data.user).toMatchObject({
    id: user.id,
    factors: [{ id: factor.id, status: 'verified' }],
  });
  expect(events).toContain('MFA_CHALLENGE_VERIFIED');
  expect((await client.refreshSession()).error).toBeNull();
  expect(await levelOf(client)).toMatchObject({ currentLevel: 'aal2' });
  expect(await factorsOf(user.id)).toMatchObject([{ status: 'verified', last_step: STEP }]);
});

test('mfa.unenroll removes a factor only after the client has signed in with a second factor', async () => {
  const { client, user } = await signedInClient('second@vouch.test');
  const factor = await enrolled(client);
  await client.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.totp.secret, -1) });
  await client.signOut();
  await client.signInWithPassword({ email: 'second@vouch.test', password: PASSWORD });
  expect(await levelOf(client)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
  const early = await client.mfa.unenroll({ factorId: factor.id });
  expect(early.error).toMatchObject({ status: 422, code: 'insufficient_aal' });
  const raised = await client.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.totp.secret) });
  expect(raised.error).toBeNull();
  const gone = await client.mfa.unenroll({ factorId: factor.id });
  expect(gone).toMatchObject({ data: { id: factor.id }, error: null });
  expect(await factorsOf(user.id)).toEqual([]);
  await client.refreshSession();
  expect(await levelOf(client)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });
  expect((await client.mfa.unenroll({ factorId: factor.id })).error).toMatchObject({
    status: 404,
    code: 'mfa_factor_not_found',
  });
});

test('the client enrolls, challenges and verifies a phone factor', async () => {
  const { client } = await signedInClient('client-phone@vouch.test');
  const { data } = await client.mfa.enroll({ factorType: 'phone', phone: '+16175550155', friendlyName: 'phone' });
  expect(data).toMatchObject({ type: 'phone', phone: '16175550155' });
  const { data: asked } = await client.mfa.challenge({ factorId: data!.id, channel: 'sms' });
  const { code } = await newestMail('16175550155');
  const { error } = await client.mfa.verify({ factorId: data!.id, challengeId: asked!.id, code });
  expect(error).toBeNull();
  const { data: listed } = await client.mfa.listFactors();
  expect(listed?.phone).toMatchObject([{ id: data!.id, status: 'verified' }]);
  const mark_hash = await markHash(env, { kind: 'phone', value: '16175550155' });
  const marks = await db.select().from(sharedMarks).where(eq(sharedMarks.mark_hash, mark_hash));
  expect(marks.map(({ kind }) => kind)).toEqual(['phone']);
  const { currentAuthenticationMethods = [] } = (await levelOf(client)) ?? {};
  expect(currentAuthenticationMethods).toContainEqual(expect.objectContaining({ method: 'mfa/phone' }));
});

test('a client cannot challenge a factor that stayed unverified for five minutes', async () => {
  const { client, user } = await signedInClient('late-factor@vouch.test');
  const factor = await enrolled(client);
  const created_at = new Date(Date.now() - 300_000);
  await db.update(authFactors).set({ created_at }).where(eq(authFactors.user_id, user.id));
  expect((await client.mfa.challenge({ factorId: factor.id })).error?.status).toBe(404);
  await client.signOut();
  expect((await client.mfa.enroll({ factorType: 'totp' })).error).not.toBeNull();
  expect(await outcome(await post('/factors', { factor_type: 'totp' }))).toEqual([401, 'no_authorization']);
  expect(await outcome(await post(`/factors/${factor.id}/challenge`, {}))).toEqual([401, 'no_authorization']);
});
