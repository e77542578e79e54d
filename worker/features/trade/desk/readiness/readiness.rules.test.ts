import { expect, test } from 'vitest';
import { type Answers, judgeReadiness, NEEDED_EVENTS } from './readiness.rules.ts';

const endpoint = 'https://vouch.test/api/payments/events';
const keys = { key: 'sk_test_1234567890', webhook_secret: 'whsec_1', is_production: false, is_stripe: true };
const destinations = NEEDED_EVENTS.map(({ payload, from, events }) => ({
  status: 'enabled',
  event_payload: payload,
  events_from: [from],
  enabled_events: [...events],
  webhook_endpoint: { url: endpoint },
}));
const answers: Answers = { failure: null, destinations, payout_interval: 'manual' };

/** The checks that fail, with their sentences. */
const failing = (over: Partial<Answers>, overKeys: Partial<typeof keys> = {}) =>
  Object.fromEntries(
    judgeReadiness({ ...answers, ...over }, { keys: { ...keys, ...overKeys }, endpoint }).flatMap(
      ({ name, sentence }) => (sentence === null ? [] : [[name, sentence]]),
    ),
  );
const first = (over: object) => [{ ...destinations[0]!, ...over }, ...destinations.slice(1)];

test('payments are ready once the provider answers, sends every event and pays nothing out by itself', () => {
  expect(failing({})).toEqual({});
  expect(failing({ destinations: first({ enabled_events: ['*'] }) })).toEqual({});
});

test('if the provider does not answer, the check says why', () => {
  const silent = { failure: 'Payments are not set up.', destinations: null, payout_interval: null };
  expect(failing(silent)).toMatchObject({
    'Payment provider': 'Payments are not set up. Check STRIPE_SECRET_KEY, then read the checks again.',
    Webhook: expect.stringContaining('could not be read'),
    'Automatic payouts': expect.stringContaining('could not be read'),
  });
});

test('the check of the keys fails if a secret is missing, or if production uses test keys or a fake provider', () => {
  const live = { key: 'rk_live_1234567890', is_production: true };
  expect(failing({}, live)).toEqual({});
  for (const wrong of [
    { ...live, key: keys.key },
    { ...live, is_stripe: false },
    ...[{}, live].flatMap((deployment) => [
      { ...deployment, key: '' },
      { ...deployment, webhook_secret: '' },
    ]),
  ])
    expect(Object.keys(failing({}, wrong))).toEqual(['Keys']);
});

test.each([
  ['is disabled', { status: 'disabled' }],
  ['sends to another address', { webhook_endpoint: { url: `${endpoint}/` } }],
  ['sends thin events', { event_payload: 'thin' }],
  ['listens to the accounts of sellers', { events_from: ['@accounts'] }],
  ['lacks an event', { enabled_events: NEEDED_EVENTS[0].events.slice(1) }],
])('a webhook destination does not count if it %s', (_how, over) => {
  expect(failing({ destinations: first(over) })).toEqual({
    Webhook: expect.stringMatching(/^No enabled event destination sends checkout\.session\.completed/),
  });
});

test.each(['daily', 'weekly'])('payments are not ready if the provider itself makes %s payouts', (payout_interval) => {
  expect(failing({ payout_interval })['Automatic payouts']).toContain(`by itself (${payout_interval})`);
});
