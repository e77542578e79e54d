import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events, waitlist } from '../../../drizzle/tables/all-tables.ts';
import { anEvent, ask } from '../../support/worker/admin.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';
import { inHours } from '../../support/worker/nights/listed-event.ts';
import { changeEvent } from '../../support/worker/nights/event-row.ts';
import { aForm } from '../../support/worker/nights/waitlist-form.ts';

const CALLS = '/api/admin/events';

/** The query strings keep the lists out of the shared cache. */
async function mentions(slug: string) {
  const lists = ['/api/home?fresh', '/api/events?limit=50', '/sitemap.xml?fresh'];
  const texts = await Promise.all(lists.map(async (path) => (await ask(path)).text));
  const own = [
    `/api/events/${slug}`,
    `/api/events/${slug}?with=listings`,
    `/api/events/${slug}/listings`,
    `/api/events/${slug}/messages`,
  ];
  const statuses = await Promise.all([...own, `/events/${slug}.ics`].map(async (path) => (await ask(path)).status));
  return { listed: texts.map((text) => text.includes(slug)), statuses };
}

test('a scheduled event becomes public at its time of publication, without a cron job', async () => {
  const { headers } = await signedInAs('user');
  const event = await anEvent({ slug: 'soon-public', start_at: inHours(48), publish_at: inHours(1) });
  expect(await mentions(event.slug)).toEqual({ listed: [false, false, false], statuses: [404, 404, 404, 404, 404] });
  const join = { headers, json: aForm({ event_id: event.id }) };
  const request = {
    headers: { ...headers, 'Idempotency-Key': 'soon-public-key' },
    json: { event_id: event.id, quantity: 1 },
  };
  expect((await ask('/api/waitlist', join)).body.error.code).toBe('event.not_found');
  expect((await ask('/api/ticket-requests', request)).body.error.code).toBe('event.not_found');
  expect(await db.select().from(waitlist).where(eq(waitlist.event_id, event.id))).toEqual([]);
  await changeEvent(event.id, { publish_at: inHours(-1) });
  expect(await mentions(event.slug)).toEqual({ listed: [true, true, true], statuses: [200, 200, 200, 200, 200] });
  expect((await ask('/api/waitlist', join)).status).toBe(201);
});

test('staff set the time of publication in New York time, and unpublishing clears it', async () => {
  const { headers } = await signedInAs('organizer');
  const { venue_id } = await anEvent();
  const json = { title: 'Announced Later', venue_id, start_at: '2031-10-31T22:00', publish_at: '2031-10-01T12:30' };
  const { status, body } = await ask(CALLS, { headers, json });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    status: 'scheduled',
    publish_local: '2031-10-01T12:30',
    publish_at: '2031-10-01T16:30:00.000Z',
  });
  const edit = (change: object, updated_at: unknown) =>
    ask(`${CALLS}/${body.id}`, { headers, method: 'PATCH', json: { ...change, updated_at } });
  const draft = await edit({ is_published: false }, body.updated_at);
  expect(draft.body).toMatchObject({ status: 'draft', publish_at: null });
  const live = await edit({ is_published: true }, draft.body.updated_at);
  expect(live.body).toMatchObject({ status: 'upcoming', publish_at: null });
  const stored = await db.select().from(events).where(eq(events.id, body.id));
  expect(stored).toMatchObject([{ is_published: true, publish_at: null }]);
});
