import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { eventRow, venueRow } from '../../../../drizzle/seed/rows.ts';
import { events, venues } from '../../../../drizzle/tables/all-tables.ts';
import { db } from '../../../support/worker/db.ts';
import { sendFeed, feedEvent } from '../../../support/worker/nights/feed.ts';

const rowOf = async (externalId: string) =>
  (await db.select().from(events).where(eq(events.external_id, externalId)))[0]!;

test('a feed does not overwrite a field that a person has edited', async () => {
  const room = venueRow();
  const event = eventRow({
    venue_id: room.id,
    source: 'feed',
    external_id: 'edited',
    title: 'A better title',
    slug: 'a-better-title',
    ticket_price_cents: 9900,
    end_at: new Date('2030-06-15T08:00:00Z'),
    start_at: new Date('2030-06-15T02:00:00Z'),
    edited_fields: ['title', 'ticket_price', 'end_at'],
  });
  await db.batch([db.insert(venues).values(room), db.insert(events).values(event)]);
  const { body } = await sendFeed({
    body: feedEvent({ external_id: 'edited', description: 'New', price_min: 10, end_at: null }),
  });
  expect(body).toEqual({ action: 'updated', id: event.id, slug: 'a-better-title' });
  const row = await rowOf('edited');
  expect(row).toMatchObject({
    title: 'A better title',
    name_key: 'a better title',
    ticket_price_cents: 9900,
    description: 'New',
    end_at: event.end_at,
    edited_fields: event.edited_fields,
  });
  expect(row.venue_id).not.toBe(room.id);

  await sendFeed({ body: feedEvent({ external_id: 'edited', start_at: '2030-06-16T22:00' }) });
  expect(await rowOf('edited')).toMatchObject({ start_at: new Date('2030-06-15T02:00:00Z'), end_at: event.end_at });
});

test('a feed clears the end of an event by leaving it out, and other fields only by sending null', async () => {
  const full = feedEvent({
    description: 'Told',
    image_url: 'https://img.vouch.test/1.jpg',
    price_min: 25,
    price_max: 49.99,
    age_policy: 'Under 16 with adult',
    end_at: '2030-06-14T04:00:00',
  });
  await sendFeed({ body: full });
  const stored = {
    description: 'Told',
    image_url: 'https://img.vouch.test/1.jpg',
    ticket_price_cents: 2500,
    price_max_cents: 4999,
    age_policy: 'Under 16 with adult',
  };
  expect(await rowOf(full.external_id)).toMatchObject({ ...stored, end_at: new Date('2030-06-15T08:00:00Z') });
  const { event_name, venue_name, venue_address, start_at, source, external_id } = full;
  const bare = { event_name, venue_name, venue_address, start_at, source, external_id };
  await sendFeed({ body: bare });
  expect(await rowOf(external_id)).toMatchObject({ ...stored, end_at: null });
  await sendFeed({
    body: { ...bare, description: null, image_url: null, price_min: null, price_max: null, age_policy: null },
  });
  expect(await rowOf(external_id)).toMatchObject({
    description: null,
    image_url: null,
    ticket_price_cents: null,
    price_max_cents: null,
    age_policy: '18+',
  });
});
