import { createExecutionContext } from 'cloudflare:test';
import { env, exports } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { authFactors, authSessions, authUsers } from '../../../../drizzle/tables/all-tables.ts';
import type { AppEnv } from '../../../../worker/context.ts';
import { answerError } from '../../../../worker/http/answers/answer-error.ts';
import { actorOf, requireRole, signedInWhileOn } from '../../../../worker/http/security/guards.ts';
import { openRequest } from '../../../../worker/http/answers/request.ts';
import { accessToken, db, signedInAs } from '../../../support/worker/people/auth.ts';
import { countD1, countRows } from '../../../support/worker/count-d1.ts';
import { eventWithTickets } from '../../../support/worker/trade/event-with-tickets.ts';
import { launch } from '../../../support/worker/launch.ts';

countRows();

const me = (headers: Record<string, string> = {}) => exports.default.fetch('http://vouch.test/api/me', { headers });

const guarded = new Hono<AppEnv>()
  .use(openRequest)
  .get('/guarded', requireRole('admin', 'organizer'), (c) => c.json(c.get('actor')))
  .get('/open', async (c) => c.json(await actorOf(c)))
  .get('/live', signedInWhileOn('live'), (c) => c.json(c.get('actor')))
  .get('/my-tickets', signedInWhileOn('my-tickets'), (c) => c.json(c.get('actor')));
guarded.onError(answerError);

const askAt = (path: string, headers: Record<string, string>, bindings: Env = env) =>
  guarded.fetch(new Request(`http://vouch.test${path}`, { headers }), bindings, createExecutionContext());
const ask = (headers: Record<string, string>, bindings?: Env) => askAt('/guarded', headers, bindings);

test('a signed-in person reads their own profile and role', async () => {
  const { user, headers } = await signedInAs('organizer');
  const answer = await me(headers);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({
    user: { id: user.id, email: user.email },
    profile: { display_name: 'A student', is_student_verified: true, school: 'Boston University' },
    role: 'organizer',
  });
});

test('a request without a token, with a malformed token or with the service key is answered as signed out', async () => {
  const service = { Authorization: `Bearer ${env.AUTH_SERVICE_KEY_JWT}` };
  for (const headers of [{}, { Authorization: 'Bearer nonsense' }, service]) {
    const answer = await me(headers);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ error: { code: 'request.signed_out' } });
  }
});

test('a request whose token names no account or no session is answered as signed out', async () => {
  const of = await signedInAs('user');
  for (const claims of [{ sub: undefined }, { session_id: undefined }]) {
    expect((await me({ Authorization: `Bearer ${await accessToken(of, claims)}` })).status).toBe(401);
  }
});

test('a request with an expired token is answered as signed out', async () => {
  const { user, session } = await signedInAs('user');
  const token = await accessToken({ user, session }, { exp: Math.floor(Date.now() / 1000) - 1 });
  expect((await me({ Authorization: `Bearer ${token}` })).status).toBe(401);
});

test('a request with the token of an ended session is answered as signed out', async () => {
  const { session, headers } = await signedInAs('user');
  await db.delete(authSessions).where(eq(authSessions.id, session.id));
  expect((await me(headers)).status).toBe(401);
});

test('sessions and bans end exactly at their end time', async () => {
  const now = new Date();
  const at = new Hono<AppEnv>()
    .use(openRequest)
    .use((c, next) => {
      c.set('now', now);
      return next();
    })
    .get('/guarded', requireRole('user'), (c) => c.json(c.get('actor')));
  at.onError(answerError);
  const { user, session, headers } = await signedInAs('user');
  const askNow = async () =>
    (await at.fetch(new Request('http://vouch.test/guarded', { headers }), env, createExecutionContext())).status;
  const [before, after] = [-1, 1].map((ms) => new Date(now.getTime() + ms));
  const until = (not_after: Date) => db.update(authSessions).set({ not_after }).where(eq(authSessions.id, session.id));
  const ban = (banned_until: Date) => db.update(authUsers).set({ banned_until }).where(eq(authUsers.id, user.id));
  await until(now);
  expect(await askNow()).toBe(401);
  await until(after!);
  expect(await askNow()).toBe(200);
  await ban(now);
  expect(await askNow()).toBe(200);
  await ban(after!);
  expect(await askNow()).toBe(401);
  await ban(before!);
  expect(await askNow()).toBe(200);
});

test("a token that names another user's session is refused", async () => {
  const [{ session }, { user }] = [await signedInAs('admin'), await signedInAs('user')];
  const token = await accessToken({ user, session });
  expect((await me({ Authorization: `Bearer ${token}` })).status).toBe(401);
});

test('a route for admins and organizers refuses everybody else', async () => {
  const [admin, organizer, student] = [
    await signedInAs('admin'),
    await signedInAs('organizer'),
    await signedInAs('user'),
  ];
  expect((await ask(admin.headers)).status).toBe(200);
  expect(await (await ask(organizer.headers)).json()).toMatchObject({
    user_id: organizer.user.id,
    role: 'organizer',
    aal: 'aal1',
  });
  const refused = await ask(student.headers);
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ error: { code: 'request.forbidden' } });
  expect((await ask({})).status).toBe(401);
});

test('app_metadata.is_admin makes an admin, and user_metadata.is_admin does not', async () => {
  const flagged = await signedInAs('user', { user: { app_metadata: { is_admin: true } } });
  expect(await (await ask(flagged.headers)).json()).toMatchObject({ role: 'admin' });
  const claimed = await signedInAs('user', { user: { user_metadata: { is_admin: true, role: 'admin' } } });
  expect((await ask(claimed.headers)).status).toBe(403);
});

test('a session that has not given the account’s second factor is refused', async () => {
  const { user, session, headers } = await signedInAs('admin');
  const factor = { user_id: user.id, factor_type: 'totp', secret: 'sealed' } as const;
  await db.insert(authFactors).values({ ...factor, status: 'unverified' });
  expect((await ask(headers)).status).toBe(200);
  await db.insert(authFactors).values({ ...factor, status: 'verified' });
  for (const refused of [await ask(headers), await me(headers)]) {
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ error: { code: 'request.second_factor' } });
  }
  expect(await (await askAt('/open', headers)).json()).toBeNull();
  await db.update(authSessions).set({ aal: 'aal2' }).where(eq(authSessions.id, session.id));
  expect((await ask(headers)).status).toBe(200);
  expect(await (await askAt('/open', headers)).json()).toMatchObject({ user_id: user.id, role: 'admin' });
});

test('a route that is open to everybody sees no account if the visitor is signed out', async () => {
  expect(await (await askAt('/open', {})).json()).toBeNull();
});

test('a route of a feature that is switched off is refused, even to an admin', async () => {
  const { headers } = await signedInAs('admin');
  await launch('live', false);
  const refused = await askAt('/live', headers);
  expect([refused.status, await refused.json()]).toMatchObject([403, { error: { code: 'launch.off' } }]);
  await launch('live', true);
  expect((await askAt('/live', headers)).status).toBe(200);
});

test('a seller can still open My tickets while its launch switch is off', async () => {
  for (const feature of ['my-tickets', 'live'] as const) await launch(feature, false);
  const [seller, student] = [await signedInAs('user'), await signedInAs('user')];
  await eventWithTickets([{ quantity: 1, seller_id: seller.user.id }]);
  const asked = [
    ['/my-tickets', seller],
    ['/my-tickets', student],
    ['/live', seller],
  ] as const;
  const statuses = await Promise.all(asked.map(async ([path, { headers }]) => (await askAt(path, headers)).status));
  expect(statuses).toEqual([200, 403, 403]);
});

test('a guard makes one database round trip, which reads at most four rows', async () => {
  const { user, session, headers } = await signedInAs('admin');
  await db.update(authSessions).set({ aal: 'aal2' }).where(eq(authSessions.id, session.id));
  const factor = { user_id: user.id, factor_type: 'totp', secret: 'sealed' } as const;
  await db.insert(authFactors).values([factor, factor, { ...factor, status: 'verified' }]);
  const { db: counted, cost } = countD1(env.DB);
  expect((await ask(headers, { ...env, DB: counted })).status).toBe(200);
  expect(cost.round_trips).toBe(1);
  expect(cost.rows_read).toBeGreaterThan(0);
  expect(cost.rows_read).toBeLessThanOrEqual(4);
});
