import { setSwitch } from '../launch.ts';
import { bearer, type Tokens, tokensOf } from '../people.ts';
import { type APIRequestContext, expect } from '../test.ts';

export async function turnHandover(api: APIRequestContext, is_on: boolean): Promise<Tokens> {
  const admin = await tokensOf(api, 'admin@vouch.test', 'vouch-local-only');
  for (const feature of ['payments', 'handover'] as const) await setSwitch(api, admin, { feature, is_on });
  return admin;
}

export async function anEvening(api: APIRequestContext, organizer: Tokens) {
  const { venues } = (await (await api.get('/api/venues')).json()) as { venues: { id: string }[] };
  const start_at = new Date(Date.now() + 3_600_000).toISOString();
  const title = `Door Night ${Date.now().toString(36)}`;
  const made = await api.post('/api/admin/events', {
    headers: bearer(organizer),
    data: { title, venue_id: venues[0]!.id, start_at },
  });
  expect(made.status()).toBe(201);
  return { title, ...((await made.json()) as { id: string; slug: string }) };
}
