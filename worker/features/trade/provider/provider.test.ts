import { expect, test, vi } from 'vitest';
import { openProvider } from './provider.ts';
import { ProviderError } from './provider-error.ts';

const STRIPE = { STRIPE_API_BASE: 'https://api.stripe.com', STRIPE_SECRET_KEY: 'sk_test_key', DB: {} as D1Database };

interface Sent {
  address: string;
  method: string;
  headers: Headers;
  body: string;
}

/** A provider that records its requests. Each request gets the next answer. */
function recorded(...answers: (Response | Error)[]) {
  const sent: Sent[] = [];
  const provider = openProvider(STRIPE, async (address, init) => {
    sent.push({
      address,
      method: init.method ?? '',
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? init.body : '',
    });
    const answer = answers.shift() ?? Response.json({ id: 'it' });
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return { provider, sent };
}

const refusal = (status: number, error: object, headers: Record<string, string> = {}) =>
  Response.json({ error }, { status, headers });

async function failureOf(call: Promise<unknown>): Promise<ProviderError> {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ProviderError)) throw new Error('The call did not fail with a ProviderError.');
  return error;
}

test('a checkout is sent as a form with nested brackets, together with the secret key and the idempotency key', async () => {
  const { provider, sent } = recorded();
  const params = {
    mode: 'payment' as const,
    line_items: [
      { quantity: 2, price_data: { currency: 'usd', unit_amount: 2500, product_data: { name: 'Ticket & fees' } } },
    ],
    payment_intent_data: { capture_method: 'manual' as const, metadata: { request_id: 'r1' } },
    customer_email: undefined,
  };
  expect(await provider.createCheckout(params, 'r1:checkout:1')).toEqual({ id: 'it' });
  const [{ address, method, headers, body }] = sent as [Sent];
  expect([method, address]).toEqual(['POST', 'https://api.stripe.com/v1/checkout/sessions']);
  expect(Object.fromEntries(headers)).toEqual({
    authorization: 'Bearer sk_test_key',
    'content-type': 'application/x-www-form-urlencoded',
    'idempotency-key': 'r1:checkout:1',
    'stripe-version': '2026-10-28.endive',
  });
  expect([...new URLSearchParams(body)]).toEqual([
    ['mode', 'payment'],
    ['line_items[0][quantity]', '2'],
    ['line_items[0][price_data][currency]', 'usd'],
    ['line_items[0][price_data][unit_amount]', '2500'],
    ['line_items[0][price_data][product_data][name]', 'Ticket & fees'],
    ['payment_intent_data[capture_method]', 'manual'],
    ['payment_intent_data[metadata][request_id]', 'r1'],
  ]);
});

test('read requests encode ids in the path, and send their parameters in the query', async () => {
  const { provider, sent } = recorded();
  await provider.findIntent('../refunds?x=1');
  await provider.listBalanceTransactions({ created_gte: 7, starting_after: 'txn_1' });
  await provider.listIntents({});
  await provider.findAccount('acct_1');
  expect(
    sent.map(({ method, address }) => [method, decodeURIComponent(address.slice(STRIPE.STRIPE_API_BASE.length))]),
  ).toEqual([
    ['GET', '/v1/payment_intents/../refunds?x=1?expand[0]=latest_charge.balance_transaction'],
    ['GET', '/v1/balance_transactions?created[gte]=7&starting_after=txn_1&limit=100'],
    ['GET', '/v1/payment_intents?limit=100&expand[0]=data.latest_charge.balance_transaction'],
    ['GET', '/v2/core/accounts/acct_1?include[0]=configuration.recipient&include[1]=requirements'],
  ]);
  expect(sent[0]!.address).toContain('/v1/payment_intents/..%2Frefunds%3Fx%3D1?');
});

test.each([
  [400, {}, true],
  [402, {}, true],
  [404, {}, true],
  [401, {}, false],
  [403, {}, false],
  [409, {}, false],
  [429, {}, false],
  [500, {}, false],
  [503, {}, false],
  [500, { 'Idempotent-Replayed': 'true' }, true],
])('a refusal with status %i and headers %o counts as final: %s', async (status, headers, isFinal) => {
  const said = { type: 'invalid_request_error', code: 'charge_disputed', message: 'No.' };
  const { provider } = recorded(refusal(status, said, headers));
  const error = await failureOf(provider.createRefund({ payment_intent: 'pi_1' }, 'k'));
  const isReplayed = 'Idempotent-Replayed' in headers;
  const told = { name: 'ProviderError', message: 'No.', status, code: 'charge_disputed' };
  expect(error).toMatchObject({ ...told, isReplayed, isFinal });
});

test('an error without a code gets its type as the code, and an error that is not JSON gets no code', async () => {
  const { provider } = recorded(
    refusal(400, { type: 'idempotency_error', message: 'Other parameters.' }),
    new Response('<html>', { status: 502 }),
  );
  expect(await failureOf(provider.findBalance())).toMatchObject({ status: 400, code: 'idempotency_error' });
  expect(await failureOf(provider.findBalance())).toMatchObject({ status: 502, code: null, isFinal: false });
});

test('the provider’s client treats a redirect and an answer that is not JSON as failures', async () => {
  const { provider } = recorded(
    new Response(null, { status: 307, headers: { Location: 'https://elsewhere.test' } }),
    new Response('ok'),
  );
  expect(await failureOf(provider.findBalance())).toMatchObject({ status: 307, isFinal: false });
  expect(await failureOf(provider.findBalance())).toMatchObject({ status: 200, isFinal: false });
});

test('a lost answer has status 0 and is not final, because the call may have worked', async () => {
  const { provider } = recorded(new TypeError('network connection lost'));
  const lost = { status: 0, code: 'no_answer', isReplayed: false, isFinal: false };
  expect(await failureOf(provider.findBalance())).toMatchObject(lost);
});

test('a call times out after ten seconds', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort(new Error('time is up')));
  const provider = openProvider(STRIPE, async (_address, { signal }) => {
    signal?.throwIfAborted();
    return Response.json({});
  });
  expect(await failureOf(provider.findBalance())).toMatchObject({ status: 0, code: 'no_answer' });
  expect(timeout).toHaveBeenCalledWith(10_000);
  timeout.mockRestore();
});

test.each(['https://api.stripe.com', 'http://127.0.0.1:8788', 'http://localhost:9', 'http://[::1]:8788'])(
  'the address of the provider can be %s',
  (base) => {
    expect(() => openProvider({ ...STRIPE, STRIPE_API_BASE: base })).not.toThrow();
  },
);

test.each([
  'https://api.stripe.com.evil.test',
  'https://evil.test',
  'http://api.stripe.com',
  'https://api.stripe.com/',
  'http://127.0.0.1:8788@evil.test',
  'http://127.0.0.1.evil.test',
  'http://user@127.0.0.1',
  'http://10.0.0.1',
  'ftp://127.0.0.1',
  '',
])('the provider’s API key is not sent to %s', (base) => {
  expect(() => openProvider({ ...STRIPE, STRIPE_API_BASE: base })).toThrow(
    expect.objectContaining({ code: 'refused_host', status: 0 }),
  );
});

test('opening the provider without a secret key fails with the code not_configured', () => {
  for (const key of ['', ' '])
    expect(() => openProvider({ ...STRIPE, STRIPE_SECRET_KEY: key })).toThrow(
      expect.objectContaining({ code: 'not_configured', status: 0, isFinal: false }),
    );
});
