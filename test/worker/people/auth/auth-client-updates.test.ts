import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authOneTimeCodes, authUsers, profiles } from '../../../../drizzle/tables/all-tables.ts';
import { adminClient } from '../../../support/worker/people/admin-client.ts';
import { db } from '../../../support/worker/people/auth.ts';
import { post, readUser, refresh, signIn, signUpConfirmed } from '../../../support/worker/people/auth-client.ts';

const admin = adminClient();
const rowOf = async (id: string) => (await db.select().from(authUsers).where(eq(authUsers.id, id)))[0]!;

test('updateUserById changes the address of the user, the identity and the profile', async () => {
  const user = await signUpConfirmed('old-home@vouch.test');
  await post('/recover', { email: 'old-home@vouch.test' });
  const { data, error } = await admin.updateUserById(user.user.id, {
    email: 'new-home@vouch.test',
    email_confirm: true,
  });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({
    email: 'new-home@vouch.test',
    identities: [{ email: 'new-home@vouch.test', identity_data: { email: 'new-home@vouch.test' } }],
  });
  expect(await db.$count(authOneTimeCodes, eq(authOneTimeCodes.user_id, user.user.id))).toBe(0);
  const [profile] = await db.select().from(profiles).where(eq(profiles.id, user.user.id));
  expect(profile?.email).toBe('new-home@vouch.test');
  expect((await signIn('new-home@vouch.test')).status).toBe(200);
  await admin.createUser({ email: 'neighbour@vouch.test' });
  expect((await admin.updateUserById(user.user.id, { email: 'neighbour@vouch.test' })).error).toMatchObject({
    status: 422,
    code: 'email_exists',
  });
});

test('updateUserById merges metadata, and null removes a key', async () => {
  const { data } = await admin.createUser({
    email: 'meta@vouch.test',
    user_metadata: { a: 1, b: 2 },
    app_metadata: { is_admin: true },
  });
  const updated = await admin.updateUserById(data.user!.id, {
    user_metadata: { b: null, c: 3 },
    app_metadata: { is_admin: null },
  });
  expect(updated.data.user?.user_metadata).toEqual({ a: 1, c: 3 });
  expect((await rowOf(data.user!.id)).app_metadata).toEqual({ provider: 'email', providers: ['email'] });
});

test('a new password that an admin sets for a user ends every session of the user', async () => {
  const user = await signUpConfirmed('new-password@vouch.test');
  const weak = await admin.updateUserById(user.user.id, { password: 'short' });
  expect(weak.error).toMatchObject({ status: 422, code: 'weak_password' });
  expect(await readUser(user)).toEqual([200, undefined]);
  expect((await admin.updateUserById(user.user.id, { password: 'another long one' })).error).toBeNull();
  expect(await readUser(user)).toEqual([403, 'session_not_found']);
  expect((await refresh(user.refresh_token)).status).toBe(400);
  expect((await signIn('new-password@vouch.test', 'another long one')).status).toBe(200);
});
