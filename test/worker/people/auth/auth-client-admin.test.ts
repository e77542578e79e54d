import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { listingRow, eventRow, venueRow } from '../../../../drizzle/seed/rows.ts';
import {
  authFactors,
  authIdentities,
  authSessions,
  authUsers,
  events,
  listings,
  profiles,
  venues,
} from '../../../../drizzle/tables/all-tables.ts';
import { adminClient, SERVICE } from '../../../support/worker/people/admin-client.ts';
import { db } from '../../../support/worker/people/auth.ts';
import {
  bearer,
  call,
  outcome,
  PASSWORD,
  post,
  readUser,
  send,
  signIn,
  signUpConfirmed,
} from '../../../support/worker/people/auth-client.ts';

const SITE = env.SITE_URL;
const admin = adminClient();
const rowOf = async (id: string) => (await db.select().from(authUsers).where(eq(authUsers.id, id)))[0]!;
const identitiesOf = (id: string) => db.select().from(authIdentities).where(eq(authIdentities.user_id, id));

test('createUser makes a confirmed user who can sign in', async () => {
  const { data, error } = await admin.createUser({
    email: 'Created@vouch.test',
    password: PASSWORD,
    email_confirm: true,
    user_metadata: { full_name: 'A student' },
    app_metadata: { is_admin: true },
  });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email: 'created@vouch.test', user_metadata: { full_name: 'A student' } });
  expect(data.user?.user_metadata).toEqual({ full_name: 'A student' });
  expect(data.user?.app_metadata).toEqual({ provider: 'email', providers: ['email'], is_admin: true });
  const [profile] = await db.select().from(profiles).where(eq(profiles.id, data.user!.id));
  expect(profile).toMatchObject({ display_name: 'A student' });
  expect((await signIn('created@vouch.test')).status).toBe(200);
});

test('createUser refuses a taken, a malformed and a missing address', async () => {
  await admin.createUser({ email: 'taken@vouch.test', phone: '+1 617 555 0170' });
  expect((await admin.createUser({ email: 'TAKEN@vouch.test' })).error).toMatchObject({
    status: 422,
    code: 'email_exists',
  });
  expect((await admin.createUser({ phone: '16175550170' })).error).toMatchObject({ status: 422, code: 'phone_exists' });
  expect((await admin.createUser({ email: 'no address' })).error).toMatchObject({
    status: 400,
    code: 'validation_failed',
  });
  expect((await admin.createUser({})).error?.status).toBe(400);
  const email = 'x@vouch.test';
  expect((await admin.createUser({ email, ban_duration: 'forever' })).error?.status).toBe(400);
  expect((await admin.createUser({ email, password_hash: '$2y$10$bcrypt' })).error?.status).toBe(400);
  const racing = await Promise.all([1, 2, 3].map(() => admin.createUser({ email: 'race@vouch.test' })));
  expect(racing.filter(({ error }) => error === null)).toHaveLength(1);
  expect((await adminClient({}).createUser({ email })).error?.status).toBe(401);
  expect(await db.$count(authUsers, eq(authUsers.email, email))).toBe(0);
});

test('createUser accepts an id and a password hash from another system', async () => {
  const source = await signUpConfirmed('hash-source@vouch.test');
  const { password_hash } = await rowOf(source.user.id);
  const id = crypto.randomUUID();
  const account = { id, email: 'imported@vouch.test', email_confirm: true, password_hash: password_hash! };
  expect((await admin.createUser(account)).error).toBeNull();
  expect((await signIn('imported@vouch.test')).status).toBe(200);
  expect((await admin.createUser({ id, email: 'other-imported@vouch.test' })).error?.status).toBe(422);
});

test('listUsers splits the users into pages, counts them and filters them', async () => {
  await Promise.all([1, 2, 3, 4, 5].map((number) => admin.createUser({ email: `listed-${number}@page.test` })));
  const first = await admin.listUsers({ page: 1, perPage: 2 });
  expect(first.error).toBeNull();
  expect(first.data).toMatchObject({ nextPage: 2, aud: 'authenticated' });
  expect(first.data.users).toHaveLength(2);
  expect(first.data).toHaveProperty('total', await db.$count(authUsers));
  expect(first.data.users[0]?.identities).toBeNull();
  const found = await call('/admin/users?page=2&per_page=2&filter=@PAGE.test&sort=email asc', { headers: SERVICE });
  expect(found.headers.get('X-Total-Count')).toBe('5');
  expect(found.headers.get('Link')).toContain(
    `<${SITE}/auth/v1/admin/users?page=3&per_page=2&filter=%40PAGE.test&sort=email%20asc>; rel="next"`,
  );
  const { users } = await found.json<{ users: { email: string }[] }>();
  expect(users.map(({ email }) => email)).toEqual(['listed-3@page.test', 'listed-4@page.test']);
  const last = await call('/admin/users?page=3&per_page=2&filter=@page.test', { headers: SERVICE });
  expect(last.headers.get('Link')).not.toContain('next');
});

const WRONG_PAGES = ['page=0', 'page=-1', 'page=x', 'page=1e3', 'per_page=0', 'per_page=1001'];

test.each([...WRONG_PAGES, 'sort=password_hash', 'sort=email;drop'])('the user list refuses %s', async (query) => {
  expect(await outcome(await call(`/admin/users?${query}`, { headers: SERVICE }))).toEqual([400, 'validation_failed']);
});

test('getUserById returns one user, or 404', async () => {
  const user = await signUpConfirmed('read@vouch.test');
  expect((await admin.getUserById(user.user.id)).data.user).toMatchObject({
    email: 'read@vouch.test',
    identities: [{ provider: 'email' }],
  });
  expect((await admin.getUserById(crypto.randomUUID())).error).toMatchObject({ status: 404, code: 'user_not_found' });
});

test('a banned user cannot sign in or use a session until the ban is lifted', async () => {
  const user = await signUpConfirmed('banned@vouch.test');
  const { data } = await admin.updateUserById(user.user.id, { ban_duration: '24h' });
  expect(Date.parse(data.user!.banned_until!)).toBeGreaterThan(Date.now() + 23 * 3_600_000);
  expect(await readUser(user)).toEqual([403, 'user_banned']);
  expect(await outcome(await signIn('banned@vouch.test'))).toEqual([400, 'user_banned']);
  await admin.updateUserById(user.user.id, { ban_duration: 'none' });
  expect(await readUser(user)).toEqual([200, undefined]);
});

test('after a soft delete, somebody can sign up again with the user’s address', async () => {
  const user = await signUpConfirmed('soft@vouch.test');
  expect((await admin.deleteUser(user.user.id, true)).error).toBeNull();
  const row = await rowOf(user.user.id);
  expect(row).toMatchObject({ password_hash: null, user_metadata: {}, deleted_at: expect.any(Date) });
  expect(JSON.stringify([row, await identitiesOf(user.user.id)])).not.toContain('soft@vouch.test');
  expect(await db.$count(authSessions, eq(authSessions.user_id, user.user.id))).toBe(0);
  expect(await db.select().from(profiles).where(eq(profiles.id, user.user.id))).toMatchObject([
    { display_name: null, email: null },
  ]);
  expect(await readUser(user)).toEqual([403, 'user_not_found']);
  expect((await admin.getUserById(user.user.id)).data.user).toMatchObject({
    id: user.user.id,
    deleted_at: row.deleted_at!.toISOString(),
  });
  expect((await admin.updateUserById(user.user.id, { ban_duration: '1h' })).error?.status).toBe(404);
  expect((await admin.deleteUser(user.user.id, true)).error?.status).toBe(404);
  expect((await signUpConfirmed('soft@vouch.test')).user.id).not.toBe(user.user.id);
  expect((await admin.deleteUser(user.user.id)).error).toBeNull();
  expect(await rowOf(user.user.id)).toBeUndefined();
});

test('a hard delete removes the user, but keeps an empty profile if the user has listings', async () => {
  const user = await signUpConfirmed('hard@vouch.test');
  expect((await admin.deleteUser(user.user.id)).error).toBeNull();
  expect(await rowOf(user.user.id)).toBeUndefined();
  expect(await identitiesOf(user.user.id)).toEqual([]);
  expect(await db.$count(profiles, eq(profiles.id, user.user.id))).toBe(0);
  expect((await admin.deleteUser(user.user.id)).error).toMatchObject({ status: 404, code: 'user_not_found' });

  const seller = await signUpConfirmed('hard-seller@vouch.test');
  const venue = venueRow({ id: 'admin-venue' });
  const event = eventRow({ id: 'admin-event', venue_id: venue.id });
  await db.batch([
    db.insert(venues).values(venue),
    db.insert(events).values(event),
    db.insert(listings).values(listingRow({ event_id: event.id, seller_id: seller.user.id })),
  ]);
  expect((await admin.deleteUser(seller.user.id)).error).toBeNull();
  expect(await rowOf(seller.user.id)).toBeUndefined();
  expect(await db.select().from(profiles).where(eq(profiles.id, seller.user.id))).toMatchObject([
    { display_name: null, email: null, role: 'user' },
  ]);
});

test('the service key can list, rename and delete the factors of any user', async () => {
  const user = await signUpConfirmed('admin-mfa@vouch.test');
  const asked = await post('/factors', { factor_type: 'totp', friendly_name: 'app' }, { headers: bearer(user) });
  const enrolled = await asked.json<{ id: string }>();
  const listed = await admin.mfa.listFactors({ userId: user.user.id });
  expect(listed.data?.factors).toMatchObject([{ id: enrolled.id, friendly_name: 'app', status: 'unverified' }]);
  expect(JSON.stringify(listed.data)).not.toContain('secret');
  const path = `/admin/users/${user.user.id}/factors/${enrolled.id}`;
  const renamed = await send('PUT', path, { friendly_name: 'renamed' }, { headers: SERVICE });
  expect(await renamed.json()).toMatchObject({ friendly_name: 'renamed' });
  expect((await admin.mfa.deleteFactor({ userId: user.user.id, id: enrolled.id })).error).toBeNull();
  expect(await db.$count(authFactors, eq(authFactors.id, enrolled.id))).toBe(0);
  expect((await admin.mfa.deleteFactor({ userId: user.user.id, id: enrolled.id })).error?.status).toBe(404);
  expect((await admin.mfa.listFactors({ userId: crypto.randomUUID() })).error).toMatchObject({
    status: 404,
    code: 'user_not_found',
  });
});

test('admin.signOut with the access token of a user ends the user’s sessions', async () => {
  const user = await signUpConfirmed('admin-sign-out@vouch.test');
  expect((await admin.signOut(user.access_token, 'global')).error).toBeNull();
  expect(await readUser(user)).toEqual([403, 'session_not_found']);
});
