import { expect, test } from 'vitest';
import type { EventDetail } from './events.queries.ts';
import { eventHead } from './event-head.ts';

const START = Date.parse('2026-12-05T02:00:00Z');
const event = {
  title: 'Disco Deficit',
  slug: 'disco-deficit',
  description: null,
  start_at: new Date(START).toISOString(),
  end_at: null,
  image_url: null,
  cancelled_at: null,
  venue: { name: 'Harbor Room', city: 'Boston', address: null, state: null },
} as unknown as EventDetail;

test('the description invites people to an upcoming night, or says that the night is over or canceled', () => {
  const { description, structured } = eventHead(event, START - 1);
  expect(description).toBe('Disco Deficit at Harbor Room, Boston. Join the waitlist or find a fair resale ticket.');
  expect(structured).toMatchObject({ eventStatus: 'https://schema.org/EventScheduled' });
  expect(eventHead(event, START + 86_400_000).description).toBe(
    'Disco Deficit at Harbor Room, Boston. This night is over.',
  );
  const cancelled = eventHead({ ...event, cancelled_at: new Date(START).toISOString() }, START - 1);
  expect(cancelled.description).toBe('Disco Deficit at Harbor Room, Boston. This night is canceled.');
  expect(cancelled.structured).toMatchObject({ eventStatus: 'https://schema.org/EventCancelled' });
});
