import { expect, test } from 'vitest';
import { anEvent, ask } from '../../support/worker/admin.ts';
import { sendFeed, feedEvent } from '../../support/worker/nights/feed.ts';

const calendarFile = (slug: string) => ask(`/events/${slug}.ics`);

test('a draft has no calendar file, but a published event has one', async () => {
  const draft = await anEvent({ title: 'Not Announced Yet', is_published: false });
  const published = await anEvent({ title: 'Announced' });
  const refused = await calendarFile(draft.slug);
  expect(refused.status).toBe(404);
  expect(refused.text).not.toContain('Not Announced Yet');
  expect((await calendarFile(published.slug)).text).toContain('SUMMARY:Announced\r\n');
});

test('the calendar file of a cancelled event says that it is cancelled', async () => {
  const { slug } = await anEvent({ title: 'Called Off', cancelled_at: new Date() });
  const { text } = await calendarFile(slug);
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
