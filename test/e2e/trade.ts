import { type APIRequestContext, expect, type Page } from './test.ts';
import { axeFindings } from './screen-checks.ts';
import { endUndoOf } from '../support/change-local-rows.ts';
import { bearer, type Tokens } from './people.ts';

/** Lets `person` sell, and ends the time to undo the approval. */
export async function approve(api: APIRequestContext, admin: Tokens, person: Tokens): Promise<void> {
  const { email } = person.user;
  const form = { name: 'Resale seller', email, phone: '617 555 0100', instagram: 'resale', school: 'BU' };
  expect((await api.post('/api/reseller-applications', { headers: bearer(person), data: form })).status()).toBe(201);
  const headers = bearer(admin);
  const found = await api.get(`/api/admin/reseller-applications?email=${email}`, { headers });
  const { applications } = (await found.json()) as { applications: { id: string; updated_at: string }[] };
  const { id, updated_at } = applications[0]!;
  const decided = await api.patch(`/api/admin/reseller-applications/${id}`, {
    headers,
    data: { status: 'approved', updated_at },
  });
  expect(decided.status()).toBe(200);
  await endUndoOf(id);
}

/** Adds an event with a face value of $40, so its price band is $36 to $60. */
export async function newEvent(
  api: APIRequestContext,
  admin: Tokens,
  title: string,
): Promise<{ id: string; slug: string }> {
  const { venues } = (await (await api.get('/api/venues')).json()) as { venues: { id: string }[] };
  const data = { title, venue_id: venues[0]!.id, start_at: '2031-04-11T22:00', ticket_price: 40 };
  const made = await api.post('/api/admin/events', { headers: bearer(admin), data });
  expect(made.status()).toBe(201);
  return (await made.json()) as { id: string; slug: string };
}

/** Adds an event that begins in an hour, with tickets at $40. Each costs the buyer $43.70. */
export async function eventInAnHour(
  api: APIRequestContext,
  { admin, seller, title, tickets }: { admin: Tokens; seller: Tokens; title: string; tickets: number },
): Promise<{ id: string; slug: string; title: string }> {
  const { venues } = (await (await api.get('/api/venues')).json()) as { venues: { id: string }[] };
  const own = `${title} ${Date.now().toString(36)}`;
  const start_at = new Date(Date.now() + 3_600_000).toISOString();
  const made = await api.post('/api/admin/events', {
    headers: bearer(admin),
    data: { title: own, venue_id: venues[0]!.id, start_at, ticket_price: 40 },
  });
  expect(made.status()).toBe(201);
  const event = { ...((await made.json()) as { id: string; slug: string }), title: own };
  const headers = { ...bearer(seller), 'Idempotency-Key': crypto.randomUUID() };
  const data = { event_id: event.id, kind: 'transfer', quantity: tickets, ask_price: 40 };
  expect((await api.post('/api/listings', { headers, data })).status()).toBe(201);
  return event;
}

export const violations = (page: Page): Promise<string[]> => axeFindings(page);
