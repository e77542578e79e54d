import { expect } from 'vitest';
import { type Fake, type FakeOptions, makeFake } from './fake.ts';
import { seededRandom } from './seeded-random.ts';

const API_KEY = 'sk_test_key';
export const START = Date.parse('2026-11-22T12:00:00Z');

export function opened(over: Partial<FakeOptions> = {}) {
  const clock = { ms: START };
  const random = seededRandom(7);
  const fake = makeFake({ secret: 'whsec_test', apiKey: API_KEY, now: () => clock.ms, random, ...over });
  return { fake, clock, random };
}

interface Body {
  id: string;
  data: { id: string; net: number }[];
  available: { amount: number }[];
  error?: { code?: string; type: string };
}

interface Answer {
  status: number;
  isReplayed: boolean;
  body: Body;
}

export async function ask(
  fake: Fake,
  path: string,
  { fields, json, key }: { fields?: Record<string, string>; json?: object; key?: string } = {},
): Promise<Answer> {
  const body = json ? JSON.stringify(json) : fields ? new URLSearchParams(fields).toString() : undefined;
  const headers = { Authorization: `Bearer ${API_KEY}`, ...(key ? { 'Idempotency-Key': key } : {}) };
  const response = await fake.fetch(`http://provider.test${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers,
    ...(body ? { body } : {}),
  });
  return {
    status: response.status,
    isReplayed: response.headers.has('Idempotent-Replayed'),
    body: (await response.json()) as Body,
  };
}

export const CHECKOUT = {
  mode: 'payment',
  'line_items[0][quantity]': '2',
  'line_items[0][price_data][currency]': 'usd',
  'line_items[0][price_data][unit_amount]': '2500',
  'line_items[0][price_data][product_data][name]': 'Ticket',
  success_url: 'http://vouch.test/pay/r1',
  client_reference_id: 'r1',
  'metadata[request_id]': 'r1',
  'payment_intent_data[capture_method]': 'manual',
  'payment_intent_data[transfer_group]': 'r1',
  'payment_intent_data[metadata][request_id]': 'r1',
};

export const makeSession = async (fake: Fake, over: Record<string, string> = {}) =>
  (await ask(fake, '/v1/checkout/sessions', { fields: { ...CHECKOUT, ...over } })).body.id;

export async function authorized(fake: Fake) {
  const session = await makeSession(fake);
  return { session, intent: fake.act.pay(session).payment_intent! };
}

export async function captured(fake: Fake) {
  const made = await authorized(fake);
  await ask(fake, `/v1/payment_intents/${made.intent}/capture`, { fields: {} });
  return made;
}

export const ACCOUNT = {
  configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } },
  contact_email: 'seller@vouch.test',
  dashboard: 'express',
  defaults: { responsibilities: { fees_collector: 'application', losses_collector: 'application' } },
  identity: { country: 'us', entity_type: 'individual' },
} as const;

export async function seller(fake: Fake) {
  const { body } = await ask(fake, '/v2/core/accounts', { json: ACCOUNT });
  fake.act.onboard(body.id);
  return body.id;
}

export const refund = (fake: Fake, intent: string, fields: Record<string, string> = {}) =>
  ask(fake, '/v1/refunds', { fields: { payment_intent: intent, ...fields } });

export const transfer = (fake: Fake, destination: string, amount: number, key?: string) =>
  ask(fake, '/v1/transfers', {
    fields: { destination, amount: String(amount), currency: 'usd', transfer_group: 'r1' },
    ...(key ? { key } : {}),
  });

/** Returns the balance from the API, after checking it against the sum of the balance transactions. */
export async function balance(fake: Fake): Promise<number> {
  const { amount } = (await ask(fake, '/v1/balance')).body.available[0]!;
  const { data } = (await ask(fake, '/v1/balance_transactions?limit=100')).body;
  expect(amount).toBe(data.reduce((sum, { net }) => sum + net, 0));
  return amount;
}

export const codeOf = ({ status, body }: Answer) => [status, body.error?.code ?? body.error?.type];
