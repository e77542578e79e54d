import { expect, test } from 'vitest';
import { deliveryError } from './ingest.queries.ts';
import { problemsOf, sampleDelivery } from './sample-delivery.ts';

test('the sample event starts in a week, lasts four hours, is 21+ and costs $25 to $50', () => {
  const sample = JSON.parse(
    sampleDelivery({ now: new Date('2026-11-21T03:00:00Z'), origin: 'https://vouch.test' }),
  ) as Record<string, unknown>;
  expect(sample).toMatchObject({
    start_at: '2026-11-28T03:00:00.000Z',
    end_at: '2026-11-28T07:00:00.000Z',
    age_policy: '21+',
    price_min: 25,
    price_max: 50,
  });
  expect(problemsOf(JSON.stringify(sample))).toEqual([]);
});

test('malformed JSON and incomplete events are reported as problems', () => {
  expect(problemsOf('{"event_name":')[0]).toMatch(/^This isn’t valid JSON: /);
  expect(problemsOf('{"event_name":"A night"}')).toEqual(['venue_name is required.', 'start_at is required.']);
  expect(problemsOf('[{"event_name":"A night","venue_name":"A room"}]')).toEqual(['Event 1: start_at is required.']);
});

const answer = (status: number, body: unknown) =>
  deliveryError({ status, body, duration_ms: 1 }, 'Failed to create event');

test('a failed delivery shows the answer’s own error, the first error in its results, or a general sentence', () => {
  expect(answer(200, { action: 'created', id: 'a', slug: 'a' })).toBeNull();
  expect(answer(422, { error: 'start_at is required.' })).toBe('start_at is required.');
  expect(answer(200, { results: [{ action: 'created' }, { error: 'venue_name is required.' }] })).toBe(
    'venue_name is required.',
  );
  expect(answer(502, 'Bad gateway')).toBe('Failed to create event');
});
