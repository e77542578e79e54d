import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  authFactors,
  authIdentities,
  authOneTimeCodes,
  authSessions,
  authUsers,
  profiles,
} from '../../../../drizzle/tables/all-tables.ts';
import { authIdentityRow, authSessionRow, authUserRow } from '../../../../drizzle/seed/auth-rows.ts';
import { SERVICE } from '../../../support/worker/people/admin-client.ts';
import { db } from '../../../support/worker/people/auth.ts';
import {
  call,
  outcome,
  post,
  readUser,
  send,
  signIn,
  signUpConfirmed,
  type Tokens,
} from '../../../support/worker/people/auth-client.ts';
import { fakeGoogle } from '../../../support/worker/people/fake-google.ts';
import { newestMail } from '../../../support/worker/talk/mailbox.ts';

const google = await fakeGoogle();
const PLANTED = 'the attacker knows this';
const userOf = async (email: string) => (await db.select().from(authUsers).where(eq(authUsers.email, email)))[0]!;
const enterByGoogle = async (email: string) =>
  post(
    '/token?grant_type=id_token',
    { provider: 'google', id_token: await google.idToken({ sub: `g-${email}`, email, name: 'The owner' }) },
    google,
  );

test('an owner who proves an address through Google finds nothing that an earlier sign-up planted', async () => {
  const email = 'victim@vouch.test';
  await post('/signup', { email, password: PLANTED, data: { full_name: 'Planted', role: 'admin' } });
  const planted = await userOf(email);
  await post('/recover', { email });
  const mail = await newestMail(email);
  await db.batch([
    db.insert(authSessions).values(authSessionRow({ user_id: planted.id })),
    db.insert(authFactors).values({ user_id: planted.id, factor_type: 'totp', friendly_name: 'planted' }),
    db
      .update(authUsers)
      .set({ phone: '16175550166', new_email: 'attacker@vouch.test' })
      .where(eq(authUsers.id, planted.id)),
  ]);

  const entered = await enterByGoogle(email);
  expect(entered.status).toBe(200);
  const tokens = await entered.json<Tokens>();
  expect(tokens.user.id).toBe(planted.id);

  const row = await userOf(email);
  expect(row).toMatchObject({
    password_hash: null,
    phone: null,
    new_email: null,
    email_confirmed_at: expect.any(Date),
  });
  expect(JSON.stringify(row.user_metadata)).not.toContain('Planted');
  expect(row.user_metadata).not.toHaveProperty('role');
  expect(row.app_metadata).toEqual({ provider: 'google', providers: ['google'] });
  const identities = await db.select().from(authIdentities).where(eq(authIdentities.user_id, planted.id));
  expect(identities.map(({ provider_id }) => provider_id)).toEqual([`g-${email}`]);
  expect(await db.$count(authSessions, eq(authSessions.user_id, planted.id))).toBe(1);
  expect(await db.$count(authFactors, eq(authFactors.user_id, planted.id))).toBe(0);
  expect(await db.$count(authOneTimeCodes, eq(authOneTimeCodes.user_id, planted.id))).toBe(0);
  const [profile] = await db.select().from(profiles).where(eq(profiles.id, planted.id));
  expect(profile?.display_name).toBe('The owner');

  expect(await outcome(await signIn(email, PLANTED))).toEqual([400, 'invalid_credentials']);
  for (const proof of [
    { type: 'signup', token_hash: mail.token_hash },
    { type: 'recovery', token_hash: mail.token_hash },
    { type: 'email', email, token: mail.code },
  ])
    expect(await outcome(await post('/verify', proof))).toEqual([403, 'otp_expired']);
  expect(await readUser(tokens)).toEqual([200, undefined]);
});

test('the owner who proves an address does not get the account of a stranger who never proved that address', async () => {
  const email = 'named-only@vouch.test';
  const squatter = authUserRow({
    email,
    email_confirmed_at: null,
    phone: '16175550177',
    phone_confirmed_at: new Date(),
    app_metadata: { is_admin: true },
  });
  await db.batch([
    db.insert(authUsers).values(squatter),
    db
      .insert(authIdentities)
      .values([
        authIdentityRow(squatter, { identity_data: { email, email_verified: false } }),
        authIdentityRow(squatter, { provider: 'google', provider_id: 'squatter', email: 'other@vouch.test' }),
      ]),
    db.insert(profiles).values({ id: squatter.id, email, role: 'admin' }),
  ]);
  const entered = await enterByGoogle(email);
  expect(entered.status).toBe(200);
  const { user } = await entered.json<Tokens>();
  expect(user).toMatchObject({ email, app_metadata: { provider: 'google', providers: ['google'] } });
  expect(user.id).not.toBe(squatter.id);
  const [left] = await db.select().from(authUsers).where(eq(authUsers.id, squatter.id));
  expect(left).toMatchObject({ email: null, phone: '16175550177', app_metadata: { is_admin: true } });
  const identities = await db.select().from(authIdentities).where(eq(authIdentities.user_id, squatter.id));
  expect(identities.map(({ provider }) => provider)).toEqual(['google']);
  expect(await outcome(await post('/invite', { email }, { headers: SERVICE }))).toEqual([422, 'email_exists']);
});

test('an account does not get the unverified address of a Google identity that is linked to it', async () => {
  const [email, phone] = ['wanted-by-thief@vouch.test', '16175550178'];
  const thief = await signUpConfirmed('thief-of-address@vouch.test', PLANTED);
  await send('PUT', '/user', { phone }, { headers: thief.headers });
  await post('/verify', { type: 'phone_change', phone, token: (await newestMail(phone)).code });
  const id_token = await google.idToken({ sub: 'g-thief', email, email_verified: false, name: 'The thief' });
  const link = { provider: 'google', id_token, link_identity: true };
  const linked = await post('/token?grant_type=id_token', link, { headers: thief.headers, bindings: google.bindings });
  expect(linked.status).toBe(200);
  const identities = await db.select().from(authIdentities).where(eq(authIdentities.user_id, thief.user.id));
  const own = identities.find(({ provider }) => provider === 'email')!;
  expect((await call(`/user/identities/${own.id}`, { method: 'DELETE', headers: thief.headers })).status).toBe(200);
  await post('/otp', { email });
  const opened = await post('/verify', { type: 'email', email, token: (await newestMail(email)).code });
  expect((await opened.json<Tokens>()).user.id).not.toBe(thief.user.id);
  const [row] = await db.select().from(authUsers).where(eq(authUsers.id, thief.user.id));
  expect(row).toMatchObject({ email: null, email_confirmed_at: null });
});

test('an invitation drops what an earlier sign-up planted, whether it is accepted by mail or through Google', async () => {
  for (const way of ['mail', 'google'] as const) {
    const email = `invited-${way}@vouch.test`;
    await post('/signup', { email, password: PLANTED, data: { full_name: 'Planted' } });
    const before = await newestMail(email);
    expect((await post('/invite', { email, data: { seat: 'front' } }, { headers: SERVICE })).status).toBe(200);
    const cleared = await userOf(email);
    expect(cleared).toMatchObject({
      password_hash: null,
      user_metadata: { seat: 'front' },
      invited_at: expect.any(Date),
    });
    const early = await post('/verify', { type: 'signup', token_hash: before.token_hash });
    expect(await outcome(early)).toEqual([403, 'otp_expired']);
    const mails = await newestMail(email);
    const entered =
      way === 'google'
        ? await enterByGoogle(email)
        : await post('/verify', { type: 'invite', token_hash: mails.token_hash });
    expect(entered.status).toBe(200);
    expect(JSON.stringify((await userOf(email)).user_metadata)).not.toContain('Planted');
    expect(await outcome(await signIn(email, PLANTED))).toEqual([400, 'invalid_credentials']);
  }
});
