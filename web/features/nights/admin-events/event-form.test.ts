import { expect, test } from 'vitest';
import type { AdminEvent } from '../../../admin-ui/admin.queries.ts';
import { readForm } from '../../../use-form.ts';
import { agesFor, editedEvent, EMPTY_EVENT, endOf, type EventForm, formOf, NewEvent } from './event-form.ts';

const FILLED: EventForm = {
  ...EMPTY_EVENT,
  title: 'Lantern Night',
  venue_id: 'paper-tiger',
  start_at: '2026-12-04T22:00',
};

const stored = {
  id: 'lantern',
  title: 'Lantern Night',
  venue_id: 'paper-tiger',
  start_local: '2026-12-04T22:00',
  end_local: '2026-12-05T02:00',
  age_policy: '16+',
  ticket_price: 30,
  price_min_pct: -10,
  price_max_pct: 50,
  image_url: null,
  focus_x: 50,
  focus_y: 50,
  tags: ['techno'],
  description: null,
  organizer_id: null,
  is_published: true,
  updated_at: '2026-11-01T12:00:00.000Z',
} as AdminEvent;

test('an empty form asks for a title, a venue and a start', () => {
  expect(Object.keys(readForm(NewEvent, EMPTY_EVENT).problems!)).toEqual(['title', 'venue_id', 'start_at']);
});

test('an event with only title, venue and start is 18+, published and organized by the editor', () => {
  const { output } = readForm(NewEvent, FILLED);
  expect(output).toMatchObject({
    id: null,
    json: { age_policy: '18+', is_published: true, end_at: null, ticket_price: null },
  });
  expect(output!.json).not.toHaveProperty('organizer_id');
});

test.each([
  ['image_url', 'poster.jpg', 'The image address must be a URL.'],
  ['ticket_price', 'forty', 'Enter the price in dollars.'],
  ['price_min_pct', '', 'The lower end must be a whole percentage of at least -100.'],
  ['price_min_pct', '60', 'The lower end is above the upper end.'],
  ['end_at', '2026-12-03T02:00', 'The end is before the start.'],
] as const)('the %s "%s" is refused with a message at its field', (field, text, message) => {
  expect(readForm(NewEvent, { ...FILLED, [field]: text }).problems).toEqual({ [field]: message });
});

const read = (tags: string) => readForm(editedEvent(stored), { ...formOf(stored), tags });

test('tags are separated by commas, and there are at most three', () => {
  expect(read('Techno, open air ,,').output).toMatchObject({ json: { tags: ['Techno', 'open air'] } });
  expect(read('').output).toMatchObject({ json: { tags: [] } });
  expect(read('techno').output!.json).not.toHaveProperty('tags');
  expect(read('one, two, three, four').problems).toEqual({
    tags: 'Use up to three tags of up to 24 characters.',
  });
});

test('an end that equals the start is kept as it is', () => {
  const same = { ...FILLED, end_at: FILLED.start_at };
  expect(endOf(same)?.toISOString()).toBe('2026-12-05T03:00:00.000Z');
  expect(readForm(NewEvent, same)).toMatchObject({ output: { json: { end_at: FILLED.start_at } } });
});

test('an end before the start on the same date is read as an end on the next day', () => {
  expect(endOf({ start_at: '2026-12-04T22:00', end_at: '2026-12-04T02:00' })?.toISOString()).toBe(
    '2026-12-05T07:00:00.000Z',
  );
  expect(endOf({ start_at: '2026-12-04T22:00', end_at: '' })).toBeNull();
});

test('an edit of an event sends only the changed fields and the version that the editor saw', () => {
  const form = { ...formOf(stored), start_at: '2026-12-04T23:00' };
  const json = { start_at: '2026-12-04T23:00', updated_at: stored.updated_at };
  expect(readForm(editedEvent(stored), form).output).toEqual({ id: 'lantern', json });
});

test('an age policy from a feed stays until somebody changes it', () => {
  expect(agesFor('16+')).toEqual(['18+', '21+', 'All Ages', '16+']);
  expect(readForm(editedEvent(stored), { ...formOf(stored), title: 'Renamed' }).problems).toBeUndefined();
});
