import { localRows } from '../../support/local-rows.ts';
import { bearer, type Tokens } from '../people.ts';
import { type APIRequestContext, expect } from '../test.ts';

export async function ask(api: APIRequestContext, buyer: Tokens, event: { id: string }) {
  const headers = { ...bearer(buyer), 'Idempotency-Key': crypto.randomUUID() };
  const made = await api.post('/api/ticket-requests', {
    headers,
    data: { event_id: event.id, quantity: 1, total: 43.7 },
  });
  expect(made.status()).toBe(201);
  return (await made.json()) as { id: string; payment: { pay_url: string } };
}

export const stored = async (id: string) => {
  const [row] = await localRows(
    `select p.status, r.status as request, l.quantity, l.held from payments p
      join ticket_requests r on r.id = p.request_id
     join listings l on l.id = r.listing_id where p.request_id = ?`,
    id,
  );
  return row;
};
