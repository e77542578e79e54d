import { eq } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { events } from '../../../../drizzle/tables/all-tables.ts';
import { verifyWebhook } from '../../../../worker/features/nights/ingest/webhook-signature.ts';
import { ask } from '../../../support/worker/admin.ts';
import { db } from '../../../support/worker/db.ts';
import { sendFeed, feedEvent, SECOND_SECRET } from '../../../support/worker/nights/feed.ts';

const MINUTE = 60_000;
const stored = (externalId: string) => db.select().from(events).where(eq(events.external_id, externalId));

test.each([
  ['for another body', { headers: { 'webhook-signature': 'v1,dGhpcyBpcyBub3QgdGhlIHNpZ25hdHVyZSBvZiBhbnk=' } }],
  ['that is not base64', { headers: { 'webhook-signature': 'v1,***' } }],
  ['of an unknown version', { headers: { 'webhook-signature': 'v2,dGhpcw==' } }],
  ['made with an unknown secret', { secret: 'whsec_YW4gdW5rbm93biBzZWNyZXQgb2Ygc29tZWJvZHk=' }],
  ['for another webhook-id', { headers: { 'webhook-id': 'msg_another' } }],
  ['six minutes old', { sentAt: new Date(Date.now() - 6 * MINUTE) }],
  ['dated six minutes in the future', { sentAt: new Date(Date.now() + 6 * MINUTE) }],
  ['with a malformed timestamp', { headers: { 'webhook-timestamp': 'now' } }],
  ['without a webhook-id', { headers: { 'webhook-id': '' } }],
])('a signature %s is refused without a database query', async (_, over) => {
  const event = feedEvent();
  const { status, body, cost } = await sendFeed({ body: event, ...over });
  expect(status).toBe(401);
  expect(body).toMatchObject({ error: expect.any(String), code: 'ingest.bad_signature' });
  expect(cost.round_trips).toBe(0);
  expect(await stored(event.external_id)).toEqual([]);
});

test.each([
  ['four minutes old', { sentAt: new Date(Date.now() - 4 * MINUTE) }],
  ['dated four minutes in the future', { sentAt: new Date(Date.now() + 4 * MINUTE) }],
  ['made with the second secret', { secret: SECOND_SECRET }],
])('a signature %s is accepted', async (_, over) => {
  expect(await sendFeed({ body: feedEvent(), ...over })).toMatchObject({ status: 200, body: { action: 'created' } });
});

test('one valid signature is enough, even among signatures of other secrets and versions', async () => {
  const [id, sentAt, text] = ['msg_rotating', new Date(), JSON.stringify(feedEvent())];
  const signatures = ['v1a,bm90IG91cnM=', 'v1,bm90IG91cnM=', new Webhook(SECOND_SECRET).sign(id, sentAt, text)];
  const { status } = await sendFeed({ body: text, id, sentAt, headers: { 'webhook-signature': signatures.join(' ') } });
  expect(status).toBe(200);
});

test('an empty secret verifies no signature, and the secrets beside it still work', async () => {
  const [id, now, text] = ['msg_empty', new Date(), '{}'];
  const verify = async (secrets: string, signature: string) => {
    const headers = { id, timestamp: String(Math.floor(now.getTime() / 1000)), signature };
    return verifyWebhook({ secrets, headers, bytes: await new Response(text).arrayBuffer(), now });
  };
  const good = new Webhook(SECOND_SECRET).sign(id, now, text);
  expect(await verify(`whsec_,,${SECOND_SECRET}`, good)).toMatchObject({ id });
  await expect(verify('whsec_', good)).rejects.toMatchObject({ code: 'ingest.bad_signature' });
});

test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
  'a request without its %s gets an error that says how to sign',
  async (name) => {
    const { status, body } = await sendFeed({ body: feedEvent(), headers: { [name]: '' } });
    expect([status, body.error]).toEqual([
      401,
      'Sign the request with webhook-id, webhook-timestamp and webhook-signature, or send an access token.',
    ]);
  },
);

test('a webhook-id has at most 256 characters', async () => {
  const [most, over] = [
    await sendFeed({ id: 'm'.repeat(256), body: feedEvent() }),
    await sendFeed({ id: 'm'.repeat(257), body: feedEvent() }),
  ];
  expect([most.status, over.status, over.body.error]).toEqual([200, 401, 'webhook-id must be at most 256 characters.']);
});

test('a request without a signature or a token is refused with an error that explains how to sign', async () => {
  const { status, body } = await ask('/functions/v1/ingest-events', { json: feedEvent() });
  expect(status).toBe(401);
  expect(body).toMatchObject({ error: expect.stringContaining('webhook-signature') });
});
