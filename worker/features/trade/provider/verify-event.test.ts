import { createHmac } from 'node:crypto';
import { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import { verifyEvent } from './verify-event.ts';

const SECRET = 'whsec_one';
const NOW = new Date('2026-11-22T12:00:00Z');
const SECONDS = NOW.getTime() / 1000;
const { webhooks } = new Stripe('sk_test_key', { telemetry: false });

const event = (object: object, over: object = {}) =>
  JSON.stringify({ id: 'evt_1', object: 'event', type: 'some.event', created: SECONDS, data: { object }, ...over });

const SESSION = event({
  id: 'cs_1',
  object: 'checkout.session',
  client_reference_id: 'r1',
  payment_intent: 'pi_1',
  metadata: { request_id: 'r1' },
});

const sign = (payload: string, { secret = SECRET, timestamp = SECONDS } = {}) =>
  webhooks.generateTestHeaderString({ payload, secret, timestamp });

const verify = (payload: string, over: Partial<Parameters<typeof verifyEvent>[0]> = {}) =>
  verifyEvent({ payload, header: sign(payload), secret: SECRET, now: NOW, ...over });

/** A valid signature for a header whose time is not a number. */
const timeless = createHmac('sha256', SECRET).update(`NaN.${SESSION}`).digest('hex');

test('an event signed by Stripe’s own package is read', async () => {
  expect(await verify(SESSION)).toEqual({
    id: 'evt_1',
    type: 'some.event',
    object_id: 'cs_1',
    request_id: 'r1',
    intent_id: 'pi_1',
    account_id: null,
    created: NOW,
  });
});

const OF_INTENT = { request_id: null, intent_id: 'pi_1' };

test.each([
  [
    'an intent',
    { id: 'pi_1', object: 'payment_intent', metadata: { request_id: 'r1' } },
    { request_id: 'r1', intent_id: 'pi_1' },
  ],
  ['a dispute', { id: 'du_1', object: 'dispute', payment_intent: 'pi_1', metadata: {} }, OF_INTENT],
  ['a refund with an expanded intent', { id: 're_1', object: 'refund', payment_intent: { id: 'pi_1' } }, OF_INTENT],
  ['a transfer', { id: 'tr_1', object: 'transfer', transfer_group: 'r1' }, { request_id: 'r1', intent_id: null }],
])('an event about %s names that object and its ticket request or payment intent', async (_name, object, expected) => {
  expect(await verify(event(object))).toMatchObject({ object_id: object.id, account_id: null, ...expected });
});

test('an event of a seller’s account names the account', async () => {
  const payout = event({ id: 'po_1', object: 'payout' }, { account: 'acct_1', type: 'payout.failed' });
  expect(await verify(payout)).toMatchObject({ object_id: 'po_1', account_id: 'acct_1' });
  const thin = JSON.stringify({
    id: 'evt_2',
    object: 'v2.core.event',
    type: 'v2.core.account[requirements].updated',
    created: '2026-11-22T12:00:00.000Z',
    related_object: { id: 'acct_1', type: 'v2.core.account', url: '/v2/core/accounts/acct_1' },
  });
  expect(await verify(thin)).toEqual({
    id: 'evt_2',
    type: 'v2.core.account[requirements].updated',
    object_id: 'acct_1',
    request_id: null,
    intent_id: null,
    account_id: 'acct_1',
    created: NOW,
  });
});

test('one valid signature among several is enough, and it can come from any of our secrets', async () => {
  const right = sign(SESSION).split('v1=')[1];
  const several = `t=${SECONDS},v1=${'0'.repeat(64)},v1=${right},v0=old`;
  expect(await verify(SESSION, { header: several })).toMatchObject({ id: 'evt_1' });
  expect(await verify(SESSION, { secret: `whsec_two, ${SECRET}` })).toMatchObject({ id: 'evt_1' });
});

test('a header may contain up to eight signatures', async () => {
  const wrong = `v1=${'0'.repeat(64)},`;
  const [, right] = sign(SESSION).split(',');
  const headers = [7, 8].map((count) => `t=${SECONDS},${wrong.repeat(count)}${right}`);
  const read = await Promise.all(headers.map((header) => verify(SESSION, { header })));
  expect(read.map((each) => each !== null)).toEqual([true, false]);
});

test.each([
  ['no header', { header: null }],
  ['an empty header', { header: '' }],
  ['a forged signature', { header: `t=${SECONDS},v1=${'0'.repeat(64)}` }],
  ['a short signature', { header: `t=${SECONDS},v1=00` }],
  ['no signature', { header: `t=${SECONDS}` }],
  ['a second timestamp at the start of the header', { header: `t=1,${sign(SESSION)}` }],
  ['a second timestamp at the end of the header', { header: `${sign(SESSION)},t=1` }],
  ['no timestamp', { header: `v1=${timeless}` }],
  ['a timestamp in words', { header: `t=now,v1=${timeless}` }],
  ['a timestamp that was changed after signing', { header: sign(SESSION).replace(`t=${SECONDS}`, `t=${SECONDS + 1}`) }],
  ['a signature of another scheme', { header: sign(SESSION).replace('v1=', 'v0=') }],
  ['the signature of another secret', { header: sign(SESSION, { secret: 'whsec_other' }) }],
  ['the signature of another body', { header: sign(`${SESSION} `) }],
  ['a signature that is six minutes old', { header: sign(SESSION, { timestamp: SECONDS - 360 }) }],
  ['a signature from six minutes in the future', { header: sign(SESSION, { timestamp: SECONDS + 360 }) }],
  ['an empty secret in our settings', { secret: '' }],
  ['no secret in our settings', { secret: undefined }],
  ['a list of empty secrets in our settings', { secret: ' , ', header: sign(SESSION, { secret: ' ' }) }],
])('with %s, an event is refused', async (_name, over) => {
  expect(await verify(SESSION, over)).toBeNull();
});

test.each([
  '',
  'null',
  '[]',
  '{',
  '{"id":"evt_1"}',
  event({ id: 'po_1' }),
  event({ id: 'x', object: 'y' }, { created: 'now' }),
])('a signed text that is not an event is refused: %s', async (payload) => {
  expect(await verify(payload)).toBeNull();
});

const idOf = async (length: number) =>
  (await verify(event({ id: 'x'.repeat(length), object: 'some' })))?.object_id.length;

test('an id of up to 255 characters is read', async () => {
  expect([await idOf(1), await idOf(255), await idOf(256), await idOf(0)]).toEqual([1, 255, undefined, undefined]);
});

test('a signature is valid for five minutes before and after its time', async () => {
  const headers = [-301, -300, 300, 301].map((age) => sign(SESSION, { timestamp: SECONDS - age }));
  const read = await Promise.all(headers.map((header) => verify(SESSION, { header })));
  expect(read.map((each) => each !== null)).toEqual([false, true, true, false]);
});
