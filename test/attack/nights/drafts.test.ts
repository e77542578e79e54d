import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { savedEvents, venues } from '../../../drizzle/tables/all-tables.ts';
import { anEvent, ask } from '../../support/worker/admin.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';
import { addRequest } from '../../support/worker/nights/add-request.ts';
import { changeEvent } from '../../support/worker/nights/event-row.ts';

const start_at = new Date('2031-05-04T22:07:00Z');
const SECRETS = [
  'Surprise Headliner',
  'surprise-headliner',
  'Hidden Cellar',
  '1 Unknown Street',
  '2031-05-04',
  '20310504',
  '22:07',
];

async function readPlans(headers: Record<string, string>) {
  const { url } = (await ask('/api/my/calendar-link', { headers, method: 'POST' })).body;
  const { text: calendar } = await ask(new URL(url).pathname);
  return { plans: JSON.stringify((await ask('/api/my/plans', { headers })).body['plans']), calendar };
}

test('edits of an unpublished event are hidden from people who saved it, and shown to its ticket holders', async () => {
  const [fan, buyer] = [await signedInAs('user'), await signedInAs('user')];
  const event = await anEvent({ start_at: new Date(Date.now() + 86_400_000) });
  await db.insert(savedEvents).values([fan, buyer].map(({ user }) => ({ user_id: user.id, event_id: event.id })));
  await addRequest(event.id, { buyer_id: buyer.user.id, status: 'accepted' });
  await db.batch([
    changeEvent(event.id, {
      is_published: false,
      title: 'Surprise Headliner',
      slug: 'surprise-headliner',
      start_at,
      end_at: null,
    }),
    db.update(venues).set({ name: 'Hidden Cellar', address: '1 Unknown Street' }).where(eq(venues.id, event.venue_id)),
  ]);
  const hidden = await readPlans(fan.headers);
  for (const text of [hidden.plans, hidden.calendar])
    expect(SECRETS.filter((secret) => text.includes(secret))).toEqual([]);
  expect(JSON.parse(hidden.plans)).toMatchObject([
    { id: event.id, is_public: false, is_saved: true, start_at: null, venue: null },
  ]);
  expect(hidden.calendar).toContain(`UID:${event.id}@`);
  expect(hidden.calendar).toContain('STATUS:CANCELLED');
  const shown = await readPlans(buyer.headers);
  for (const text of [shown.plans, shown.calendar]) expect(text).toContain('Surprise Headliner');
});
