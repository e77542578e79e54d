import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeClient } from './api-client.ts';
// Imported up front. The client by itself would load this module only when it first has to repeat a request.
import './send-again.ts';

const { showToast } = vi.hoisted(() => ({ showToast: vi.fn() }));
vi.mock('./ui/toast.ts', () => ({ showToast }));

beforeEach(() => {
  vi.useFakeTimers();
  showToast.mockClear();
});
afterEach(() => void vi.useRealTimers());

function recordedClient(sessionHeaders = () => ({ Authorization: 'Bearer token' })) {
  const sent: Request[] = [];
  const fetcher = (async (input: string, init: RequestInit) => {
    sent.push(new Request(input, init));
    return Response.json({});
  }) as typeof fetch;
  return { sent, client: makeClient({ origin: 'http://vouch.test', fetcher, sessionHeaders }) };
}

test('a read sends its path, parameters, query and session headers, and no body', async () => {
  const { client, sent } = recordedClient();
  await client.events[':slug'].$get({ param: { slug: 'some-night' }, query: {} });
  await client.events.$get({ query: { q: 'a & b', cursor: undefined } });
  await client.home.$get();
  expect(sent.map(({ method, url }) => [method, url])).toEqual([
    ['GET', 'http://vouch.test/api/events/some-night'],
    ['GET', 'http://vouch.test/api/events?q=a+%26+b'],
    ['GET', 'http://vouch.test/api/home'],
  ]);
  for (const { headers, body } of sent)
    expect([headers.get('Authorization'), headers.get('Content-Type'), body]).toEqual(['Bearer token', null, null]);
});

test('a write sends its JSON and its own headers', async () => {
  const { client, sent } = recordedClient();
  await client['ticket-requests'][':id'].undo.$post({ param: { id: 'r1' } });
  await client.listings[':id'].$patch({ param: { id: 'l1' }, json: { is_instant: true } });
  await client.admin.refunds.$post({ header: { 'idempotency-key': 'k1' }, json: {} as never });
  expect(sent.map(({ method, url }) => [method, url])).toEqual([
    ['POST', 'http://vouch.test/api/ticket-requests/r1/undo'],
    ['PATCH', 'http://vouch.test/api/listings/l1'],
    ['POST', 'http://vouch.test/api/admin/refunds'],
  ]);
  expect(await sent[1]!.json()).toEqual({ is_instant: true });
  expect(sent[1]!.headers.get('Content-Type')).toBe('application/json');
  expect([sent[2]!.headers.get('Idempotency-Key'), sent[0]!.body]).toEqual(['k1', null]);
});

test('a parameter stays one segment of the path, whatever it contains', async () => {
  const { client, sent } = recordedClient();
  await client.events[':slug'].$get({ param: { slug: '../admin/people?role=admin#' }, query: {} });
  expect(sent[0]!.url).toBe('http://vouch.test/api/events/..%2Fadmin%2Fpeople%3Frole%3Dadmin%23');
});

test('awaiting a client returns the client itself', async () => {
  const { client } = recordedClient();
  expect(await Promise.resolve(client)).toBe(client);
});

const away = (seconds = '5') => Response.json({}, { status: 503, headers: { 'Retry-After': seconds } });

/** Sends a form that lists tickets. The server answers the tries with `turns` in order, and repeats the last answer. */
async function list(turns: readonly (() => Response)[], header: object = { 'idempotency-key': 'key-of-form' }) {
  const sent: { key: string | null; body: unknown; at: number }[] = [];
  const began = Date.now();
  const fetcher = (async (url: string, init: RequestInit) => {
    const { headers } = new Request(url, init);
    sent.push({ key: headers.get('Idempotency-Key'), body: init.body, at: Date.now() - began });
    return turns[Math.min(sent.length, turns.length) - 1]!();
  }) as typeof fetch;
  const client = makeClient({ origin: 'http://vouch.test', fetcher, sessionHeaders: () => ({}) });
  const answer = client.listings.$post({ header, json: { ask_price: 25 } } as never) as Promise<Response>;
  await vi.runAllTimersAsync();
  return { status: (await answer).status, sent };
}

test('while the database is away, a form with an idempotency key is sent again unchanged until it is stored', async () => {
  const { status, sent } = await list([away, away, () => Response.json({}, { status: 201 })]);
  expect(status).toBe(201);
  expect(sent.map(({ key, body }) => [key, body])).toEqual(
    Array.from({ length: 3 }, () => ['key-of-form', '{"ask_price":25}']),
  );
  expect(showToast).toHaveBeenCalledTimes(2);
});

test('a form with an idempotency key is sent at most four times, with the pauses that the server asks for', async () => {
  const { status, sent } = await list([away]);
  expect([status, sent.length]).toEqual([503, 4]);
  const waits = sent.slice(1).map(({ at }, before) => at - sent[before]!.at);
  for (const wait of waits) expect(wait).toBeGreaterThanOrEqual(5000);
  for (const wait of waits) expect(wait).toBeLessThanOrEqual(7500);
});

test('a page waits at most 15 seconds before it sends a form again, even if the server asks for more', async () => {
  const { sent } = await list([() => away('3600'), () => Response.json({}, { status: 201 })]);
  expect(sent[1]!.at).toBeLessThanOrEqual(15_000);
});

test.each([
  ['a form without a key', [away], {}],
  ['a form whose 503 response does not say when to try again', [() => Response.json({}, { status: 503 })], undefined],
  ['a refused form', [() => Response.json({}, { status: 409 })], undefined],
])('%s is not sent again', async (_name, turns, header) => {
  expect((await list(turns, header)).sent).toHaveLength(1);
  expect(showToast).not.toHaveBeenCalled();
});
