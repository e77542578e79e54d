import { expect, test } from 'vitest';
import { makeClient } from './api-client.ts';

/** A client that notes what it sends. */
function watched(whoAsks = () => ({ Authorization: 'Bearer token' })) {
  const sent: Request[] = [];
  const fetcher = (async (input: string, init: RequestInit) => {
    sent.push(new Request(input, init));
    return Response.json({});
  }) as typeof fetch;
  return { sent, client: makeClient({ origin: 'http://vouch.test', fetcher, whoAsks }) };
}

test('a read sends its path, parameters, query and the headers of who asks, and no body', async () => {
  const { client, sent } = watched();
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
  const { client, sent } = watched();
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

test('a parameter stays one part of the path, whatever it contains', async () => {
  const { client, sent } = watched();
  await client.events[':slug'].$get({ param: { slug: '../admin/people?role=admin#' }, query: {} });
  expect(sent[0]!.url).toBe('http://vouch.test/api/events/..%2Fadmin%2Fpeople%3Frole%3Dadmin%23');
});

test('a client is no promise', async () => {
  const { client } = watched();
  expect(await Promise.resolve(client)).toBe(client);
});
