import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { eventRow, venueRow } from '../../../../drizzle/seed/rows.ts';
import { events, ingestDeliveries, venues } from '../../../../drizzle/tables/all-tables.ts';
import { ask } from '../../../support/worker/admin.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { sha256Hex } from '../../../../worker/http/security/crypto.ts';
import { db } from '../../../support/worker/db.ts';
import { meantErrors } from '../../../support/worker/no-surprise.ts';
import { sendFeed, feedEvent } from '../../../support/worker/nights/feed.ts';

const post = (headers: Record<string, string>, json: unknown) => ask('/functions/v1/ingest-events', { headers, json });

const deliveriesOf = (webhookId: string) =>
  db
    .select()
    .from(ingestDeliveries)
    .where(eq(ingestDeliveries.webhook_id, `=${webhookId}`));

test('a refused delivery sent again with the same id gets the first refusal again', async () => {
  const id = `msg_${crypto.randomUUID()}`;
  const first = await sendFeed({ id, body: 'not json' });
  const replayed = await sendFeed({ id, body: 'not json' });
  expect([replayed.status, replayed.text]).toEqual([400, first.text]);
});

test('a delivery sent several times at once is processed once, and every response is the same', async () => {
  const id = `msg_${crypto.randomUUID()}`;
  const body = Array.from({ length: 20 }, () => feedEvent());
  const answers = await Promise.all(Array.from({ length: 5 }, () => sendFeed({ id, body })));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers[0]!.body.results!.every((result) => 'action' in result && result.action === 'created')).toBe(true);
  expect(await deliveriesOf(id)).toMatchObject([{ created: 20, updated: 0 }]);
});

test('after a server error, a delivery that is sent again with the same id is processed', async () => {
  const id = `msg_${crypto.randomUUID()}`;
  await env.DB.exec('ALTER TABLE venues RENAME TO venues_away;');
  const failed = await sendFeed({ id, body: feedEvent() });
  await env.DB.exec('ALTER TABLE venues_away RENAME TO venues;');
  expect(failed.status).toBe(500);
  expect(meantErrors()).toHaveLength(1);
  expect(failed.body.error).toBe('Something broke on our side. Please try again.');
  expect(await deliveriesOf(id)).toEqual([]);
  expect((await sendFeed({ id, body: feedEvent() })).body.action).toBe('created');
});

test('an answered delivery is not processed again, however much later it is repeated', async () => {
  const id = `msg_${crypto.randomUUID()}`;
  const event = feedEvent();
  const first = await sendFeed({ id, body: event });
  const long = new Date(Date.now() - 10 * 60_000);
  await db
    .update(ingestDeliveries)
    .set({ received_at: long })
    .where(eq(ingestDeliveries.webhook_id, `=${id}`));
  expect((await sendFeed({ id, body: event })).text).toBe(first.text);
  expect(await deliveriesOf(id)).toMatchObject([{ status: 200, created: 1, updated: 0, received_at: long }]);
});

test('a delivery left unfinished by a stopped Worker can be processed again after a minute', async () => {
  const id = `msg_${crypto.randomUUID()}`;
  const event = feedEvent();
  const body_digest = await sha256Hex(JSON.stringify(event));
  const died = {
    webhook_id: `=${id}`,
    body_digest,
    status: 102,
    response: '',
    duration_ms: 0,
    received_at: new Date(Date.now() - 61_000),
  };
  await db.insert(ingestDeliveries).values(died);
  expect((await sendFeed({ id, body: event })).body.action).toBe('created');
  expect(await deliveriesOf(id)).toMatchObject([{ status: 200, created: 1 }]);
});

test('an admin can send events with an access token, under their own source', async () => {
  const { headers, user } = await signedInAs('admin');
  const event = feedEvent({ source: 'by admin' });
  const { status, body } = await post(headers, event);
  expect([status, body['action']]).toEqual([200, 'created']);
  const [row] = await db.select().from(events).where(eq(events.external_id, event.external_id));
  expect(row!.organizer_id).toBeNull();
  expect(await db.select().from(ingestDeliveries).where(eq(ingestDeliveries.sender_id, user.id))).toMatchObject([
    { webhook_id: null, source: `organizer:${user.id}`, status: 200, created: 1 },
  ]);
});

test('an organizer owns the events they send and cannot change the events of others', async () => {
  const { headers, user } = await signedInAs('organizer');
  const event = feedEvent();
  expect((await post(headers, event)).body['action']).toBe('created');
  const [row] = await db.select().from(events).where(eq(events.external_id, event.external_id));
  expect(row!.organizer_id).toBe(user.id);
  expect(row!.source).toBe(`organizer:${user.id}`);
  expect((await post(headers, { ...event, description: 'Mine' })).body['action']).toBe('updated');

  const room = venueRow();
  const start_at = new Date('2030-06-15T02:00:00Z');
  const foreign = eventRow({ venue_id: room.id, source: 'feed', external_id: 'foreign', title: 'Foreign', start_at });
  await db.batch([db.insert(venues).values(room), db.insert(events).values(foreign)]);
  const refused = await post(headers, [
    feedEvent({ event_name: 'Foreign', venue_name: room.name, venue_address: null, external_id: null }),
    feedEvent(),
  ]);
  expect(refused.body['results']).toMatchObject([
    { error: expect.stringContaining('another sender') },
    { action: 'created' },
  ]);
  expect(await db.select().from(events).where(eq(events.id, foreign.id))).toMatchObject([{ title: foreign.title }]);
});

test('a student’s access token gets a 403, and an invalid access token gets a 401', async () => {
  const { headers } = await signedInAs('user');
  expect(await post(headers, feedEvent())).toMatchObject({
    status: 403,
    body: { code: 'request.forbidden', error: expect.any(String) },
  });
  expect(await post({ Authorization: 'Bearer nonsense' }, feedEvent())).toMatchObject({
    status: 401,
    body: { error: expect.any(String) },
  });
});
