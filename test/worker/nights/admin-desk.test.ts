import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { LAUNCH_FEATURES } from '../../../drizzle/vocabulary.ts';
import { resellerRow, waitlistRow } from '../../../drizzle/seed/rows.ts';
import {
  ingestDeliveries,
  launchSwitches,
  resellerApplications,
  waitlist,
  outbox,
} from '../../../drizzle/tables/all-tables.ts';
import { anEvent, ask, logOf } from '../../support/worker/admin.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';
import { mailRow } from '../../support/worker/talk/mail-row.ts';
import { addRequest } from '../../support/worker/nights/add-request.ts';

const HOUR = 3_600_000;
const CLUBS = '/api/admin/clubs';

const delivery = (over: Partial<typeof ingestDeliveries.$inferInsert>) => ({
  status: 200,
  response: '{}',
  duration_ms: 12,
  received_at: new Date(Date.now() - HOUR),
  ...over,
});

test('the admin summary counts live events, new waitlist entries, waiting work and failures', async () => {
  const { headers } = await signedInAs('admin');
  const on = await anEvent({ start_at: new Date(Date.now() - HOUR) });
  await anEvent({ start_at: new Date(Date.now() + 48 * HOUR) });
  await anEvent({ start_at: new Date(Date.now() + HOUR), is_published: false });
  await anEvent({ start_at: new Date(Date.now() - 7 * HOUR) });
  await addRequest(on.id);
  const yesterday = new Date(Date.now() - 30 * HOUR);
  await db.insert(waitlist).values(waitlistRow({ created_at: new Date() }));
  await db.insert(waitlist).values(waitlistRow({ created_at: yesterday, status: 'accepted' }));
  await db.insert(resellerApplications).values(resellerRow());
  await db
    .insert(ingestDeliveries)
    .values([
      delivery({}),
      delivery({ status: 401 }),
      delivery({ failed: 1 }),
      delivery({ status: 500, received_at: yesterday }),
    ]);
  await db
    .insert(outbox)
    .values([
      mailRow({}),
      mailRow({}),
      mailRow({ status: 'sent' }),
      mailRow({ status: 'sent', created_at: yesterday }),
      mailRow({ status: 'dead', created_at: yesterday }),
    ]);
  const { status, body, cost } = await ask('/api/admin/summary', { headers });
  expect(status).toBe(200);
  expect(body).toEqual({
    events_live: 2,
    waitlist_today: 1,
    waitlist_waiting: 1,
    applications_waiting: 1,
    face_values_missing: 0,
    reports_open: 0,
    requests_pending: 1,
    ingest_errors: 2,
    messages_sent: 1,
    messages_waiting: 2,
    messages_dead: 0,
    money_waiting: 0,
    has_money: false,
  });
  expect(cost.round_trips).toBe(2);
});

test('ingest deliveries are listed newest first and can be filtered by source and result', async () => {
  const { headers } = await signedInAs('admin');
  await db
    .insert(ingestDeliveries)
    .values([
      delivery({ source: 'feed', received_at: new Date(1000) }),
      delivery({ source: 'feed', received_at: new Date(2000), status: 422, error: 'start_at is missing' }),
      delivery({ source: 'other', received_at: new Date(3000) }),
    ]);
  const { body } = await ask('/api/admin/ingest-deliveries?source=feed', { headers });
  expect(body['deliveries']).toMatchObject([
    { source: 'feed', status: 422, result: 'error', error: 'start_at is missing', duration_ms: 12 },
    { source: 'feed', status: 200, result: 'ok' },
  ]);
  const { body: ok } = await ask('/api/admin/ingest-deliveries?source=feed&result=ok', { headers });
  expect(ok['deliveries']).toHaveLength(1);
  expect((await ask('/api/admin/ingest-deliveries?result=maybe', { headers })).status).toBe(422);
});

test('feature switches are off until an admin turns them on, and anyone can read them', async () => {
  const { headers, user } = await signedInAs('admin');
  const off = Object.fromEntries(LAUNCH_FEATURES.map((feature) => [feature, false]));
  const { body } = await ask('/api/launch');
  expect(body).toEqual({ switches: off, fees: { buyer_pct: 8, buyer_fixed: 0.5, seller_pct: 0 } });
  const set = (json: unknown) => ask('/api/admin/launch/sell', { headers, method: 'PUT', json });
  const on = await set({ is_on: true, was_on: false });
  expect([on.status, on.body]).toMatchObject([200, { feature: 'sell', is_on: true, updated_by: user.id }]);
  expect((await ask('/api/launch')).body['switches']).toEqual({ ...off, sell: true });
  const stale = await set({ is_on: true, was_on: false });
  expect([stale.status, stale.body.error.code]).toEqual([409, 'request.stale']);
  expect((await set({ is_on: 'yes' })).status).toBe(422);
  const [stored] = await db.select().from(launchSwitches).where(eq(launchSwitches.feature, 'sell'));
  expect(stored!.is_on).toBe(true);
  expect(await logOf('sell')).toMatchObject([
    { action: 'launch.set', before: '{"is_on":false}', after: '{"is_on":true}' },
  ]);
});

test('only implemented features have a switch', async () => {
  const { headers } = await signedInAs('admin');
  const { body } = await ask('/api/admin/launch', { headers });
  expect((body['switches'] as { feature: string }[]).map(({ feature }) => feature)).toEqual([
    'going',
    'handover',
    'live',
    'my-tickets',
    'payments',
    'push',
    'school',
    'sell',
    'squads',
    'tickets',
    'venues',
    'vouches',
  ]);
});

test('the audit log lists entries newest first, in pages without gaps, and can be filtered', async () => {
  const { headers, user } = await signedInAs('admin');
  for (const name of ['One', 'Two', 'Three']) await ask(CLUBS, { headers, json: { name: `Logged ${name}` } });
  const mine = `actor_id=${user.id}`;
  const first = await ask(`/api/admin/audit?${mine}&limit=2`, { headers });
  const second = await ask(`/api/admin/audit?${mine}&limit=2&cursor=${first.body.next_cursor}`, { headers });
  const entries = [first, second].flatMap(({ body }) => body['entries'] as { seq: number; after: { name: string } }[]);
  expect(entries.map(({ after }) => after.name)).toEqual(['Logged Three', 'Logged Two', 'Logged One']);
  expect(entries[0]).toMatchObject({
    action: 'club.create',
    target_type: 'club',
    before: null,
    actor: { email: user.email },
  });
  expect(second.body.next_cursor).toBeNull();
  const id = (first.body['entries'] as { target_id: string }[])[0]!.target_id;
  expect((await ask(`/api/admin/audit?target_type=club&target_id=${id}`, { headers })).body['entries']).toHaveLength(1);
  expect((await ask(`/api/admin/audit?target_type=venue&target_id=${id}`, { headers })).body['entries']).toEqual([]);
  expect((await ask(`/api/admin/audit?action=club.delete&${mine}`, { headers })).body['entries']).toEqual([]);
  expect((await ask('/api/admin/audit?cursor=x', { headers })).status).toBe(422);
});
