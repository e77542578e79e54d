import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authIdentityRow, authSessionRow } from '../../../drizzle/seed/auth-rows.ts';
import { listingRow } from '../../../drizzle/seed/rows.ts';
import { authIdentities, authSessions, authUsers, listings, profiles } from '../../../drizzle/tables/all-tables.ts';
import { anEvent, ask, logOf } from '../../support/worker/admin.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';

const CALLS = '/api/admin/people';
const patch = (id: string, headers: Record<string, string>, json: unknown) =>
  ask(`${CALLS}/${id}`, { headers, method: 'PATCH', json });
const profileOf = async (id: string) => (await db.select().from(profiles).where(eq(profiles.id, id)))[0]!;
const sessionsOf = (id: string) => db.select().from(authSessions).where(eq(authSessions.user_id, id));
const toUser = { role: { from: 'admin', to: 'user' } };
const ban = { is_banned: { from: false, to: true } };
const unverify = { is_student_verified: { from: true, to: false } };

// This test comes first in the file because the database holds no other admin yet.
test('when two admins demote each other in parallel, one stays an admin and cannot be demoted or banned', async () => {
  const [one, other] = [await signedInAs('admin'), await signedInAs('admin')];
  const answers = await Promise.all([
    patch(other.user.id, one.headers, toUser),
    patch(one.user.id, other.headers, toUser),
  ]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)[0]).toBe(200);
  const admins = await db.select().from(profiles).where(eq(profiles.role, 'admin'));
  expect(admins).toHaveLength(1);
  const last = admins[0]!.id === one.user.id ? one : other;
  const self = await patch(last.user.id, last.headers, toUser);
  expect([self.status, self.body.error.code]).toEqual([409, 'people.last_admin']);
  const banned = await patch(last.user.id, last.headers, ban);
  expect([banned.status, banned.body.error.code]).toEqual([409, 'people.last_admin']);
  expect((await profileOf(last.user.id)).role).toBe('admin');
  expect(await sessionsOf(last.user.id)).toHaveLength(1);
});

test('the last admin who is not banned cannot be demoted', async () => {
  await db.update(profiles).set({ role: 'user' }).where(eq(profiles.role, 'admin'));
  const last = await signedInAs('admin');
  await signedInAs('admin', { user: { banned_until: new Date(Date.now() + 3_600_000) } });
  expect((await patch(last.user.id, last.headers, toUser)).body.error.code).toBe('people.last_admin');
});

test('a role change is logged and applies from the person’s next HTTP request, and a stale role change is refused', async () => {
  const [admin, person] = [await signedInAs('admin'), await signedInAs('user')];
  const raised = await patch(person.user.id, admin.headers, { role: { from: 'user', to: 'organizer' } });
  expect([raised.status, raised.body['role']]).toEqual([200, 'organizer']);
  expect((await ask('/api/admin/events', { headers: person.headers })).status).toBe(200);
  const stale = await patch(person.user.id, admin.headers, { role: { from: 'user', to: 'admin' } });
  expect([stale.status, stale.body.error.code]).toEqual([409, 'request.stale']);
  expect(stale.body.error.versions).toMatchObject({ theirs: { role: 'organizer' }, yours: { role: 'admin' } });
  expect((await profileOf(person.user.id)).role).toBe('organizer');
  expect(await logOf(person.user.id)).toMatchObject([
    { actor_id: admin.user.id, action: 'person.role', before: '{"role":"user"}', after: '{"role":"organizer"}' },
  ]);
});

test('demoting an admin also clears the admin flag of the account', async () => {
  const [admin, flagged] = [
    await signedInAs('admin'),
    await signedInAs('user', { user: { app_metadata: { is_admin: true, provider: 'email' } } }),
  ];
  expect((await ask(`${CALLS}/${flagged.user.id}`, { headers: admin.headers })).body['role']).toBe('admin');
  expect((await patch(flagged.user.id, admin.headers, toUser)).status).toBe(200);
  const [account] = await db.select().from(authUsers).where(eq(authUsers.id, flagged.user.id));
  expect(account?.app_metadata).toEqual({ provider: 'email' });
  expect((await ask('/api/admin/clubs', { headers: flagged.headers })).status).toBe(403);
});

test('a ban ends every session of the person immediately, and an admin can lift the ban', async () => {
  const [admin, person] = [await signedInAs('admin'), await signedInAs('user')];
  const banned = await patch(person.user.id, admin.headers, ban);
  expect([banned.status, banned.body['is_banned'], banned.body['sessions']]).toEqual([200, true, []]);
  expect((await ask('/api/me', { headers: person.headers })).status).toBe(401);
  expect((await patch(person.user.id, admin.headers, ban)).status).toBe(409);
  const lifted = await patch(person.user.id, admin.headers, { is_banned: { from: true, to: false } });
  expect([lifted.status, lifted.body['is_banned'], lifted.body['banned_until']]).toEqual([200, false, null]);
});

test('the listings show a seller as unverified as soon as an admin takes the verification away', async () => {
  const [admin, seller] = [await signedInAs('admin'), await signedInAs('user')];
  const event = await anEvent();
  await db.insert(listings).values(listingRow({ event_id: event.id, seller_id: seller.user.id }));
  const shown = async () => (await ask(`/api/events/${event.slug}/listings`)).body['listings'];
  expect(await shown()).toMatchObject([{ seller: { is_student_verified: true } }]);
  await patch(seller.user.id, admin.headers, unverify);
  expect(await shown()).toMatchObject([{ seller: { is_student_verified: false } }]);
});

test('several changes to a person are written together or not at all', async () => {
  const [admin, person] = [await signedInAs('admin'), await signedInAs('user')];
  const both = { ...unverify, ...toUser };
  expect((await patch(person.user.id, admin.headers, both)).status).toBe(409);
  expect(await profileOf(person.user.id)).toMatchObject({ is_student_verified: true, role: 'user' });
  expect(await logOf(person.user.id)).toEqual([]);
  const verified = await patch(person.user.id, admin.headers, unverify);
  expect([verified.status, verified.body['is_student_verified']]).toEqual([200, false]);
  expect((await patch(person.user.id, admin.headers, {})).status).toBe(422);
  expect((await patch('nobody', admin.headers, ban)).status).toBe(404);
});

test('an admin sees a person’s sessions without their secrets and can end them all', async () => {
  const [admin, person] = [
    await signedInAs('admin'),
    await signedInAs('user', { user: { password_hash: '$argon2id$secret' } }),
  ];
  await db.insert(authSessions).values(authSessionRow({ user_id: person.user.id, user_agent: 'A phone' }));
  const google = { provider: 'google', provider_id: `g-${person.user.id}` };
  await db.insert(authIdentities).values(authIdentityRow(person.user, google));
  const { status, body, text } = await ask(`${CALLS}/${person.user.id}`, { headers: admin.headers });
  expect(status).toBe(200);
  const { id, email } = person.user;
  expect(body).toMatchObject({ id, email, has_password: true, is_banned: false, factors: [] });
  expect(body['sessions']).toHaveLength(2);
  const providers = (body['identities'] as { provider: string }[]).map(({ provider }) => provider);
  expect(providers.toSorted()).toEqual(['email', 'google']);
  for (const secret of ['argon2', person.session.refresh_key, 'refresh_key']) expect(text).not.toContain(secret);
  const out = await ask(`${CALLS}/${person.user.id}/sign-out`, { headers: admin.headers, method: 'POST' });
  expect([out.status, out.body]).toEqual([200, { ended: 2 }]);
  expect(await sessionsOf(person.user.id)).toEqual([]);
  expect((await ask('/api/me', { headers: person.headers })).status).toBe(401);
  expect(await logOf(person.user.id)).toMatchObject([{ action: 'person.sign_out' }]);
});

test('people can be searched by mail address, id and name, and listed by role', async () => {
  const [admin, person] = [await signedInAs('admin'), await signedInAs('user', { user: { email: 'findme@bu.test' } })];
  await db.update(profiles).set({ display_name: 'Zoë Findable' }).where(eq(profiles.id, person.user.id));
  const found = async (query: string) => {
    const { body } = await ask(`${CALLS}?${query}`, { headers: admin.headers });
    return (body['people'] as { id: string }[]).map(({ id }) => id);
  };
  expect(await found('q=FindMe@')).toEqual([person.user.id]);
  expect(await found(`q=${person.user.id}`)).toEqual([person.user.id]);
  expect(await found('q=findable')).toEqual([person.user.id]);
  expect(await found('q=%25')).toEqual([]);
  expect(await found('role=admin&limit=200')).toContain(admin.user.id);
  expect(await found('role=admin&limit=200')).not.toContain(person.user.id);
});
