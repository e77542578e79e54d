import { expect, test } from 'vitest';
import { applyFilters, filterChoices, filtersOf } from './event-filters.ts';
import type { EventCard } from './events.queries.ts';

const event = (title: string, over: Partial<EventCard> = {}): EventCard => ({
  id: title,
  slug: title,
  title,
  description: null,
  start_at: '2030-06-15T02:00:00.000Z',
  end_at: null,
  age_policy: '18+',
  image_url: null,
  focus_x: 50,
  focus_y: 50,
  tags: [],
  tickets: 0,
  from_price: null,
  source: 'test',
  ticket_price: 20,
  venue: { id: 'v1', name: 'Boiler House', city: 'Brooklyn' },
  ...over,
});
const none = filtersOf({});
const titles = (events: EventCard[]) => events.map(({ title }) => title);

test('the query of an address gives its filters, and unknown or malformed values are dropped', () => {
  expect(filtersOf({ q: 123, venue: 'v1', city: ['x'], sort: 'up', utm: 'x' })).toEqual({ q: '123', venue: 'v1', city: '', sort: '' });
});

test('a search finds words of title and venue, regardless of case and accents', () => {
  const events = [event('Café Olé'), event('Disco', { venue: { id: 'v2', name: 'Salt Cellar', city: 'Boston' } })];
  expect(titles(applyFilters(events, { ...none, q: 'CAFE ole' }))).toEqual(['Café Olé']);
  expect(titles(applyFilters(events, { ...none, q: 'salt disco' }))).toEqual(['Disco']);
  expect(titles(applyFilters(events, { ...none, q: '  ' }))).toHaveLength(2);
});

test('an event in Brooklyn is shown and found as New York', () => {
  const events = [event('A'), event('B', { venue: { id: 'v2', name: 'Harbor', city: 'Boston' } })];
  expect(filterChoices(events).cities).toEqual(['Boston', 'New York']);
  expect(titles(applyFilters(events, { ...none, city: 'New York' }))).toEqual(['A']);
});

test('each venue is offered once, in order of name', () => {
  const events = [event('A'), event('B'), event('C', { venue: { id: 'v2', name: 'Attic', city: 'Boston' } })];
  expect(filterChoices(events).venues.map(({ name }) => name)).toEqual(['Attic', 'Boiler House']);
  expect(titles(applyFilters(events, { ...none, venue: 'v2' }))).toEqual(['C']);
});

test('a missing price sorts as the highest both ways, and equal prices keep their order', () => {
  const events = [
    event('none', { ticket_price: null }),
    event('first', { ticket_price: 30 }),
    event('second', { ticket_price: 30 }),
    event('low', { ticket_price: 10 }),
  ];
  expect(titles(applyFilters(events, { ...none, sort: 'asc' }))).toEqual(['low', 'first', 'second', 'none']);
  expect(titles(applyFilters(events, { ...none, sort: 'desc' }))).toEqual(['none', 'first', 'second', 'low']);
});
