import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events, ingestDeliveries } from '../../../../drizzle/tables/all-tables.ts';
import { ask } from '../../../support/worker/admin.ts';
import { callCounted } from '../../../support/worker/call.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { db } from '../../../support/worker/db.ts';
import { sendFeed, feedEvent } from '../../../support/worker/nights/feed.ts';
import { meantErrors } from '../../../support/worker/no-surprise.ts';

const stored = (externalId: string) => db.select().from(events).where(eq(events.external_id, externalId));

const MUST_EXIST = 'must be an ISO 8601 date and time that exists, like 2026-12-04T22:00:00.';

test.each([
  ['no event_name', { event_name: undefined }, 'event_name is required.'],
  ['an empty event_name', { event_name: '  ' }, 'event_name is required.'],
  ['an event_name of the wrong type', { event_name: 7 }, 'event_name must be text.'],
  ['an over-long event_name', { event_name: 'x'.repeat(201) }, 'event_name must be at most 200 characters.'],
  ['no venue_name', { venue_name: undefined }, 'venue_name is required.'],
  ['an over-long venue_address', { venue_address: 'x'.repeat(301) }, 'venue_address must be at most 300 characters.'],
  ['no start_at', { start_at: undefined }, 'start_at is required.'],
  ['a start_at of the wrong type', { start_at: 1_900_000_000 }, 'start_at must be text.'],
  ['an impossible date', { start_at: '2030-02-30T22:00' }, `start_at ${MUST_EXIST}`],
  ['an impossible end', { end_at: '2030-06-31T04:00' }, `end_at ${MUST_EXIST}`],
  ['an end on an earlier date', { end_at: '2030-06-13T23:00' }, 'end_at must not be before start_at.'],
  ['an over-long age_policy', { age_policy: 'x'.repeat(41) }, 'age_policy must be at most 40 characters.'],
  ['an over-long description', { description: 'x'.repeat(5001) }, 'description must be at most 5000 characters.'],
  ['a malformed image_url', { image_url: 'poster.jpg' }, 'image_url must be an http or https URL.'],
  ['an image_url of another scheme', { image_url: 'javascript:alert(1)' }, 'image_url must be an http or https URL.'],
  ['a price as text', { price_min: '25' }, 'price_min must be a number of dollars.'],
  ['a negative price', { price_min: -1 }, 'price_min must not be below 0.'],
  ['a price above the maximum', { price_max: 1e9 }, 'price_max must be at most 1000000.'],
  ['a highest price below the lowest', { price_min: 50, price_max: 25 }, 'price_max must not be below price_min.'],
  ['an external_id of the wrong type', { external_id: 12 }, 'external_id must be text.'],
])(
  'an event with %s is refused with an error that names the field, and nothing is written',
  async (_, over, message) => {
    const event = feedEvent({ source: `refused ${_}`, ...over });
    const { status, body } = await sendFeed({ body: event });
    expect(status).toBe(422);
    expect(body).toEqual({ error: message, fields: { [message.split(' ')[0]!]: message } });
    expect(await db.select().from(events).where(eq(events.source, event.source))).toEqual([]);
  },
);

test('an invalid item of an array does not block the other items, and the results keep their order', async () => {
  const good = feedEvent();
  const { status, body } = await sendFeed({
    body: [
      feedEvent({ start_at: 'soon' }),
      good,
      null,
      'text',
      feedEvent({ event_name: undefined, venue_name: 4 }),
      feedEvent(),
    ],
  });
  expect(status).toBe(200);
  expect(body.results).toMatchObject([
    { fields: { start_at: expect.stringContaining('start_at must be') } },
    { action: 'created' },
    { error: 'An event must be a JSON object.' },
    { error: 'An event must be a JSON object.' },
    { error: 'event_name is required. venue_name must be text.' },
    { action: 'created' },
  ]);
  expect(await stored(good.external_id)).toHaveLength(1);
});

test('control characters and unpaired surrogates of a feed are not stored, but a description keeps its line breaks', async () => {
  const event = feedEvent({
    event_name: 'Nu\u0000ll\nNight\ud800',
    description: 'One\nTwo\u0007',
    age_policy: '\u0000',
    image_url: '',
  });
  expect((await sendFeed({ body: event })).body.action).toBe('created');
  expect(await stored(event.external_id)).toMatchObject([
    { title: 'Nu ll Night\ufffd', description: 'One\nTwo', age_policy: '18+', image_url: null },
  ]);
});

test.each([
  ['malformed JSON', '{"event_name": ', 400],
  ['an empty body', '', 400],
  ['a JSON number', '7', 422],
])('%s is refused with a clear message, and the refusal is recorded', async (_, body, status) => {
  const id = `msg_${crypto.randomUUID()}`;
  const answer = await sendFeed({ body, id });
  expect(answer.status).toBe(status);
  expect(answer.body.error).toEqual(expect.any(String));
  const rows = await db
    .select()
    .from(ingestDeliveries)
    .where(eq(ingestDeliveries.webhook_id, `=${id}`));
  expect(rows).toMatchObject([{ status, created: 0, updated: 0, error: answer.body.error }]);
});

test('an array of 501 items is refused as a whole, and an empty array is accepted', async () => {
  const many = Array.from({ length: 501 }, () => feedEvent({ source: 'too many' }));
  const { status, body } = await sendFeed({ body: many });
  expect(status).toBe(422);
  expect(body).toEqual({
    error: 'Send at most 500 events at once. This array has 501.',
    code: 'ingest.too_many_items',
  });
  expect(await db.select().from(events).where(eq(events.source, 'too many'))).toEqual([]);
  expect((await sendFeed({ body: [] })).body).toEqual({ results: [] });
});

async function sendBytes(body: BodyInit): Promise<number> {
  const { headers } = await signedInAs('admin');
  return (await callCounted('/functions/v1/ingest-events', { method: 'POST', headers, body })).answer.status;
}

test('a body that is not UTF-8 is refused as a whole', async () => {
  const body = new TextEncoder().encode(JSON.stringify(feedEvent({ event_name: 'No Text', description: '?' })));
  body[body.lastIndexOf('?'.charCodeAt(0))] = 0xff;
  expect(await sendBytes(body)).toBe(400);
  expect(await db.select().from(events).where(eq(events.title, 'No Text'))).toEqual([]);
});

test('a body that begins with a byte order mark is read', async () => {
  const body = new TextEncoder().encode(`\ufeff${JSON.stringify(feedEvent({ event_name: 'Marked' }))}`);
  expect(await sendBytes(body)).toBe(200);
  expect(await db.$count(events, eq(events.title, 'Marked'))).toBe(1);
});

const poisoned = (count: number) => Array.from({ length: count }, () => feedEvent({ event_name: 'Poison' }));

test('a delivery is answered with 200 if the database refuses 30 of its 31 events, and with 500 if it refuses all', async () => {
  await env.DB.exec(
    "CREATE TRIGGER poison BEFORE INSERT ON events WHEN new.title = 'Poison' BEGIN SELECT raise(abort, 'poison'); END;",
  );
  const answers = [await sendFeed({ body: [...poisoned(30), feedEvent()] }), await sendFeed({ body: poisoned(31) })];
  await env.DB.exec('DROP TRIGGER poison;');
  expect(meantErrors()).not.toEqual([]);
  expect(answers.map(({ status }) => status)).toEqual([200, 500]);
  expect(answers[0]!.body.results!.filter((result) => 'action' in result)).toHaveLength(1);
});

test('a body of 2 MB is refused with 413 before any database query', async () => {
  const { status, body, cost } = await sendFeed({
    body: JSON.stringify(feedEvent({ description: 'x'.repeat(2_000_000) })),
  });
  expect(status).toBe(413);
  expect(body.error).toBe('That is more than we can take at once.');
  expect(cost.round_trips).toBe(0);
});

test('a call of an unknown function is answered with 404, in the error format that all functions use', async () => {
  const { status, body } = await ask('/functions/v1/nothing', { method: 'POST' });
  expect(status).toBe(404);
  expect(body).toMatchObject({ error: 'We couldn’t find that.', code: 'request.not_found' });
});
