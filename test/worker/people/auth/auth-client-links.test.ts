import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authUsers } from '../../../../drizzle/tables/all-tables.ts';
import { adminClient, SERVICE } from '../../../support/worker/people/admin-client.ts';
import { db } from '../../../support/worker/people/auth.ts';
import {
  authClient,
  call,
  outcome,
  PASSWORD,
  post,
  signIn,
  signUpConfirmed,
} from '../../../support/worker/people/auth-client.ts';
import { newestMail } from '../../../support/worker/talk/mailbox.ts';

const SITE = env.SITE_URL;
const admin = adminClient();
const rowOf = async (id: string) => (await db.select().from(authUsers).where(eq(authUsers.id, id)))[0]!;

test('inviteUserByEmail sends a link that works only once', async () => {
  const { data, error } = await admin.inviteUserByEmail('guest@vouch.test', {
    data: { seat: 'front' },
    redirectTo: `${SITE}/account`,
  });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({
    email: 'guest@vouch.test',
    invited_at: expect.any(String),
    user_metadata: { seat: 'front' },
  });
  const { link, token_hash } = await newestMail('guest@vouch.test');
  expect(new URL(link).searchParams.get('redirect_to')).toBe(`${SITE}/account`);
  const client = authClient();
  const verified = await client.verifyOtp({ token_hash, type: 'invite' });
  expect(verified.error).toBeNull();
  expect((await client.verifyOtp({ token_hash, type: 'invite' })).error?.code).toBe('otp_expired');
  expect((await admin.inviteUserByEmail('guest@vouch.test')).error).toMatchObject({
    status: 422,
    code: 'email_exists',
  });
  expect((await admin.inviteUserByEmail('not an address')).error?.status).toBe(400);
  expect((await adminClient({}).inviteUserByEmail('other@vouch.test')).error?.status).toBe(401);
});

test('generateLink makes a working link of every type', async () => {
  const signup = await admin.generateLink({
    type: 'signup',
    email: 'linked@vouch.test',
    password: PASSWORD,
    options: { data: { seat: 'back' } },
  });
  expect(signup.error).toBeNull();
  expect(signup.data.user).toMatchObject({ email: 'linked@vouch.test' });
  expect(signup.data.properties).toMatchObject({
    verification_type: 'signup',
    email_otp: expect.stringMatching(/^\d{6}$/),
    redirect_to: SITE,
  });
  const landed = await call(signup.data.properties!.action_link, { headers: { apikey: 'anon' } });
  expect(new URL(landed.headers.get('Location')!).hash).toContain('type=signup');
  expect((await signIn('linked@vouch.test')).status).toBe(200);

  const client = authClient();
  const email = 'linked@vouch.test';
  const recovery = (await admin.generateLink({ type: 'recovery', email })).data.properties!;
  expect((await client.verifyOtp({ type: 'recovery', token_hash: recovery.hashed_token })).error).toBeNull();
  const magic = (await admin.generateLink({ type: 'magiclink', email })).data.properties!;
  expect((await client.verifyOtp({ type: 'magiclink', email, token: magic.email_otp })).error).toBeNull();
  const stranger = await admin.generateLink({ type: 'magiclink', email: 'magic-new@vouch.test' });
  expect(stranger.data.properties).toMatchObject({ verification_type: 'signup' });
  const invite = (await admin.generateLink({ type: 'invite', email: 'link-invited@vouch.test' })).data.properties!;
  expect((await client.verifyOtp({ type: 'invite', token_hash: invite.hashed_token })).error).toBeNull();
});

test('an email address changes only after both links of generateLink have been verified', async () => {
  const user = await signUpConfirmed('half-old@vouch.test');
  const order = { email: 'half-old@vouch.test', newEmail: 'half-new@vouch.test' };
  const [current, fresh] = [
    await admin.generateLink({ type: 'email_change_current', ...order }),
    await admin.generateLink({ type: 'email_change_new', ...order }),
  ];
  const confirm = ({ data }: typeof current) =>
    authClient().verifyOtp({ type: 'email_change', token_hash: data.properties!.hashed_token });
  await confirm(current);
  expect((await rowOf(user.user.id)).email).toBe('half-old@vouch.test');
  expect((await confirm(fresh)).error).toBeNull();
  expect((await rowOf(user.user.id)).email).toBe('half-new@vouch.test');
});

test('generateLink refuses unknown users, unknown types and taken addresses', async () => {
  await signUpConfirmed('confirmed-link@vouch.test');
  expect((await admin.generateLink({ type: 'recovery', email: 'nobody@vouch.test' })).error).toMatchObject({
    status: 404,
    code: 'user_not_found',
  });
  const again = { email: 'confirmed-link@vouch.test', password: PASSWORD };
  expect((await admin.generateLink({ type: 'signup', ...again })).error).toMatchObject({
    status: 422,
    code: 'email_exists',
  });
  expect((await admin.generateLink({ type: 'invite', email: again.email })).error).toMatchObject({
    status: 422,
    code: 'email_exists',
  });
  const taken = { type: 'email_change_new', email: again.email, newEmail: 'linked-taken@vouch.test' } as const;
  await admin.createUser({ email: taken.newEmail });
  expect((await admin.generateLink(taken)).error).toMatchObject({ status: 422, code: 'email_exists' });
  const unknown = await post('/admin/generate_link', { type: 'phone', email: again.email }, { headers: SERVICE });
  expect(await outcome(unknown)).toEqual([400, 'validation_failed']);
  const options = { redirectTo: 'https://evil.test/' };
  const evil = await admin.generateLink({ type: 'recovery', email: again.email, options });
  expect(evil.data.properties?.redirect_to).toBe(SITE);
  expect(evil.data.properties?.action_link).not.toContain('evil.test');
});

test('a user who is created by an invitation or a generated link has only the metadata that was sent', async () => {
  const invited = await admin.inviteUserByEmail('plain-guest@vouch.test', { data: { seat: 'front' } });
  expect(invited.data.user?.user_metadata).toEqual({ seat: 'front' });
  const made = await admin.generateLink({ type: 'signup', email: 'plain-link@vouch.test', password: PASSWORD });
  expect(made.data.user?.user_metadata).toEqual({});
  const guest = await admin.generateLink({ type: 'invite', email: 'plain-invite@vouch.test' });
  expect(guest.data.user?.user_metadata).toEqual({});
});

test('after a sign-up link from generateLink is verified, the password that generateLink was given works', async () => {
  const account = { email: 'kept-password@vouch.test', password: PASSWORD };
  const { data } = await admin.generateLink({ type: 'signup', ...account });
  const verified = await authClient().verifyOtp({ token_hash: data.properties!.hashed_token, type: 'signup' });
  expect(verified.error).toBeNull();
  expect((await authClient().signInWithPassword(account)).data.user?.email).toBe(account.email);
});
