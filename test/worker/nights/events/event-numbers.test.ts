import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { waitlistRow } from '../../../../drizzle/seed/rows.ts';
import { eventViews, ticketRequests, waitlist } from '../../../../drizzle/tables/all-tables.ts';
import { fromNewYork, newYorkDate } from '../../../../worker/contract/time/new-york-time.ts';
import { anEvent, ask } from '../../../support/worker/admin.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { db } from '../../../support/worker/db.ts';
import { addRequest } from '../../../support/worker/nights/add-request.ts';

const DAY_MS = 86_400_000;
const numbersOf = (id: string) => `/api/admin/events/${id}/numbers`;
const today = () => newYorkDate(new Date());

interface Days {
  days: { day: string; views: number | null; joins: number; requests: number; sold: number }[];
}

const open = async (slug: string) => (await ask(`/api/events/${slug}/views`, { method: 'POST' })).status;

async function daysOf(path: string, headers: Record<string, string>): Promise<Days> {
  const { status, text } = await ask(path, { headers });
  expect(status).toBe(200);
  return JSON.parse(text) as Days;
}

test('each opening of a public event page adds one view to the day, and opening a draft adds no view', async () => {
  const { headers, user } = await signedInAs('organizer');
  const event = await anEvent({ organizer_id: user.id, is_published: true });
  const draft = await anEvent({ organizer_id: user.id, is_published: false });
  expect([await open(event.slug), await open(event.slug), await open(draft.slug), await open('no-such-night')]).toEqual(
    [204, 204, 204, 204],
  );
  const { days } = await daysOf(numbersOf(event.id), headers);
  expect(days).toHaveLength(30);
  expect(days.at(-1)).toEqual({ day: today(), views: 2, joins: 0, requests: 0, sold: 0 });
  expect(await db.select().from(eventViews)).toEqual([{ event_id: event.id, day: today(), views: 2 }]);
});

test('waitlist joins, ticket requests and sold tickets are counted by New York day', async () => {
  const { headers, user } = await signedInAs('organizer');
  const event = await anEvent({ organizer_id: user.id, start_at: new Date(Date.now() + DAY_MS) });
  // The first instant of yesterday in New York.
  const midnight = fromNewYork(Date.parse(`${today()}T00:00:00Z`) - DAY_MS);
  const at = (hours: number) => new Date(midnight + hours * 3_600_000);
  await db
    .insert(waitlist)
    .values([
      waitlistRow({ event_id: event.id, created_at: at(-3) }),
      waitlistRow({ event_id: event.id, created_at: at(2) }),
      waitlistRow({ event_id: null, created_at: at(2) }),
    ]);
  const sold = await addRequest(event.id, { quantity: 2, created_at: at(-5), expires_at: at(6) });
  await addRequest(event.id, { quantity: 3, created_at: at(-5), expires_at: at(6) });
  await db.update(ticketRequests).set({ status: 'accepted' }).where(eq(ticketRequests.id, sold.id));
  const { days } = await daysOf(numbersOf(event.id), headers);
  const [twoDaysAgo, yesterday] = days.slice(-3, -1);
  expect(twoDaysAgo).toMatchObject({ joins: 1, requests: 2, sold: 0 });
  expect(yesterday).toMatchObject({ joins: 1, requests: 0, sold: 2 });
});

test('an unknown event has no numbers', async () => {
  const { headers } = await signedInAs('admin');
  expect((await ask(numbersOf('00000000-0000-4000-8000-00000000dead'), { headers })).status).toBe(404);
});

test('the totals for admins add up the numbers of all events', async () => {
  const { headers } = await signedInAs('admin');
  const [one, two] = [await anEvent(), await anEvent()];
  const before = (await daysOf('/api/admin/numbers', headers)).days.at(-1)!;
  await open(one.slug);
  await open(two.slug);
  await db.insert(waitlist).values([one, two].map(({ id }) => waitlistRow({ event_id: id, created_at: new Date() })));
  const { text, cost } = await ask('/api/admin/numbers', { headers });
  const after = (JSON.parse(text) as Days).days.at(-1)!;
  expect(after).toEqual({ ...before, views: before.views! + 2, joins: before.joins + 2 });
  expect(cost.round_trips).toBeLessThanOrEqual(3);
});

test('if Analytics Engine is set up, it counts the views; if it does not answer, the other numbers are still shown', async () => {
  const { headers, user } = await signedInAs('organizer');
  const event = await anEvent({ organizer_id: user.id });
  const points: unknown[] = [];
  const engine = {
    VIEWS_ACCOUNT_ID: 'an-account',
    VIEWS_API_TOKEN: 'a-token',
    VIEWS: { writeDataPoint: (point: unknown) => points.push(point) },
  };
  const own = Object.fromEntries(Object.keys(engine).map((name) => [name, env[name as keyof Env]]));
  Object.assign(env, engine);
  const fetched = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => Response.json({ data: [{ day: today(), views: '41' }] }));
  const failed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  try {
    await open(event.slug);
    expect(points).toEqual([{ indexes: [event.id], blobs: [today()], doubles: [1] }]);
    expect((await daysOf(numbersOf(event.id), headers)).days.at(-1)).toMatchObject({ views: 41 });
    const [url, init] = fetched.mock.calls[0]!;
    expect(url).toBe('https://api.cloudflare.com/client/v4/accounts/an-account/analytics_engine/sql');
    expect(init!.headers).toEqual({ Authorization: 'Bearer a-token' });
    expect(init!.body).toContain(`index1 = '${event.id}'`);
    fetched.mockImplementation(async () => new Response('no', { status: 503 }));
    expect((await daysOf(numbersOf(event.id), headers)).days.at(-1)).toMatchObject({ views: null, joins: 0 });
    expect(failed).toHaveBeenCalledOnce();
  } finally {
    Object.assign(env, own);
    for (const spy of [fetched, failed]) spy.mockRestore();
  }
});
