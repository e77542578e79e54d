import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { waitlistRow } from '../../../../drizzle/seed/rows.ts';
import { deletedEvents, listings, ticketRequests, waitlist } from '../../../../drizzle/tables/all-tables.ts';
import { ask, anEvent, logOf } from '../../../support/worker/admin.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { db } from '../../../support/worker/db.ts';
import { addRequest } from '../../../support/worker/nights/add-request.ts';
import { eventOf } from '../../../support/worker/nights/event-row.ts';

const CALLS = '/api/admin/events';

async function withRequest(status: 'pending' | 'accepted' | 'declined', held: number) {
  const event = await anEvent();
  await addRequest(event.id, { status, listing: { held } });
  return event;
}

test('an event with requested, held or sold tickets cannot be deleted', async () => {
  const { headers } = await signedInAs('admin');
  for (const event of [
    await withRequest('pending', 1),
    await withRequest('declined', 1),
    await withRequest('accepted', 0),
  ]) {
    const { status, body } = await ask(`${CALLS}/${event.id}`, { headers, method: 'DELETE' });
    expect(status).toBe(409);
    expect(body.error.code).toBe('event.has_tickets');
    expect(await eventOf(event.id)).toBeDefined();
    expect(await db.select().from(ticketRequests).where(eq(ticketRequests.event_id, event.id))).toHaveLength(1);
    expect(await logOf(event.id)).toEqual([]);
  }
});

test('deleting an event deletes its waitlist, listings and closed requests, but keeps its log entries', async () => {
  const { headers } = await signedInAs('admin');
  const event = await withRequest('declined', 0);
  await db.insert(waitlist).values(waitlistRow({ event_id: event.id }));
  expect((await ask(`/api/events/${event.slug}`)).status).toBe(200);
  expect((await ask(`${CALLS}/${event.id}`, { headers, method: 'DELETE' })).status).toBe(200);
  expect(await eventOf(event.id)).toBeUndefined();
  expect(await db.select().from(waitlist).where(eq(waitlist.event_id, event.id))).toEqual([]);
  expect(await db.select().from(listings).where(eq(listings.event_id, event.id))).toEqual([]);
  expect(await db.select().from(ticketRequests).where(eq(ticketRequests.event_id, event.id))).toEqual([]);
  expect((await ask(`/api/events/${event.slug}`)).status).toBe(404);
  expect(await logOf(event.id)).toMatchObject([{ action: 'event.delete', after: 'null' }]);
  expect((await ask(`${CALLS}/${event.id}`, { headers, method: 'DELETE' })).status).toBe(404);
});

test('an event that somebody else saved after the admin opened it is not deleted', async () => {
  const { headers } = await signedInAs('admin');
  const event = await anEvent();
  const stale = `${CALLS}/${event.id}?updated_at=2029-01-01T00:00:00.000Z`;
  const { status, body } = await ask(stale, { headers, method: 'DELETE' });
  expect([status, body.error.code]).toEqual([409, 'request.stale']);
  expect(await eventOf(event.id)).toBeDefined();
  // No row asks for a clean-up of the event's chat and preview image.
  expect(await db.$count(deletedEvents, eq(deletedEvents.event_id, event.id))).toBe(0);
  const path = `${CALLS}/${event.id}?updated_at=${event.updated_at.toISOString()}`;
  expect((await ask(path, { headers, method: 'DELETE' })).status).toBe(200);
});
