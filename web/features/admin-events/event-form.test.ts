import { expect, test } from 'vitest';
import type { AdminEvent } from '../../admin-ui/admin.queries.ts';
import { agesFor, editedEvent, EMPTY_EVENT, endOf, type EventForm, formOf, newEvent } from './event-form.ts';

const NIGHT: EventForm = { ...EMPTY_EVENT, title: 'Lantern Night', venue_id: 'paper-tiger', start_at: '2026-12-04T22:00' };

const stored = {
  title: 'Lantern Night',
  venue_id: 'paper-tiger',
  start_local: '2026-12-04T22:00',
  end_local: '2026-12-05T02:00',
  age_policy: '16+',
  ticket_price: 30,
  price_min_pct: -10,
  price_max_pct: 50,
  image_url: null,
  description: null,
  organizer_id: null,
  is_published: true,
  updated_at: '2026-11-01T12:00:00.000Z',
} as AdminEvent;

test('an empty form names the title, the venue and the start', () => {
  const { errors } = newEvent(EMPTY_EVENT);
  expect(Object.keys(errors!)).toEqual(['title', 'venue_id', 'start_at']);
});

test('a night with title, venue and start is 18+, published and the editor’s own', () => {
  const { input } = newEvent(NIGHT);
  expect(input).toMatchObject({ age_policy: '18+', is_published: true, end_at: null, ticket_price: null });
  expect(input).not.toHaveProperty('organizer_id');
});

test.each([
  ['image_url', 'poster.jpg', 'The image address must be a URL.'],
  ['ticket_price', 'forty', 'The price is a number of dollars.'],
  ['price_min_pct', '', 'The lower end is a whole percentage from -100.'],
  ['price_min_pct', '60', 'The lower end lies above the upper end.'],
  ['end_at', '2026-12-03T02:00', 'The end lies before the start.'],
] as const)('the %s "%s" is refused under its name', (field, text, message) => {
  expect(newEvent({ ...NIGHT, [field]: text }).errors).toEqual({ [field]: message });
});

test('an end before the start on the same date is meant for the next day', () => {
  expect(endOf({ start_at: '2026-12-04T22:00', end_at: '2026-12-04T02:00' })?.toISOString()).toBe('2026-12-05T07:00:00.000Z');
  expect(endOf({ start_at: '2026-12-04T22:00', end_at: '' })).toBeNull();
});

test('an edit carries what was changed and the version it was changed in, nothing else', () => {
  const form = { ...formOf(stored), start_at: '2026-12-04T23:00' };
  expect(editedEvent(form, stored).input).toEqual({ start_at: '2026-12-04T23:00', updated_at: stored.updated_at });
});

test('an age of a feed’s own stays as long as nobody changes it', () => {
  expect(agesFor('16+')).toEqual(['18+', '21+', 'All Ages', '16+']);
  expect(editedEvent({ ...formOf(stored), title: 'Renamed' }, stored).errors).toBeUndefined();
});
