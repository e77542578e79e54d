import { expect, test } from 'vitest';
import { eventRow, venueRow } from '../../../drizzle/seed/rows.ts';
import { events, venues } from '../../../drizzle/tables/all-tables.ts';
import { callCounted } from '../../support/worker/call.ts';
import { db } from '../../support/worker/db.ts';
import { sendFeed, feedEvent } from '../../support/worker/nights/feed.ts';

async function calendarFile(slug: string) {
  const { answer } = await callCounted(`/events/${slug}.ics`);
  return { status: answer.status, text: await answer.text() };
}

test('a draft has no calendar file, but a published event has one', async () => {
  const room = venueRow();
  const draft = eventRow({ venue_id: room.id, title: 'Not Announced Yet', is_published: false });
  const published = eventRow({ venue_id: room.id, title: 'Announced' });
  await db.batch([db.insert(venues).values(room), db.insert(events).values([draft, published])]);
  const refused = await calendarFile(draft.slug);
  expect(refused.status).toBe(404);
  expect(refused.text).not.toContain('Not Announced Yet');
  expect((await calendarFile(published.slug)).text).toContain('SUMMARY:Announced\r\n');
});

test('the calendar file of a cancelled event says that it is cancelled', async () => {
  const venue = venueRow();
  const event = eventRow({ venue_id: venue.id, title: 'Called Off', cancelled_at: new Date() });
  await db.batch([db.insert(venues).values(venue), db.insert(events).values(event)]);
  const { text } = await calendarFile(event.slug);
  expect(text).toContain('SUMMARY:Canceled: Called Off\r\n');
  expect(text).toContain('STATUS:CANCELLED\r\n');
});

test('a change to an event appears in its calendar file at once', async () => {
  const event = feedEvent({ description: 'Before' });
  const { body } = await sendFeed({ body: event });
  expect((await calendarFile(body.slug!)).text).toContain('DESCRIPTION:Before');
  await sendFeed({ body: { ...event, description: 'After' } });
  expect((await calendarFile(body.slug!)).text).toContain('DESCRIPTION:After');
});

test('a sample event that is not in the database has a calendar file too', async () => {
  expect(await calendarFile('headline-halloween')).toMatchObject({ status: 200 });
});
