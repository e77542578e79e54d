import { displayCity } from '../../../worker/contract/places.ts';
import type { EventCard } from './events.queries.ts';

/** The filters of the events list, as its URL carries them. */
export interface EventFilters {
  q: string;
  /** A venue's id; empty for all. */
  venue: string;
  /** A city as displayed; empty for all. */
  city: string;
  sort: '' | 'asc' | 'desc';
}

/** The filters of a URL. Other parameters are ignored. */
export function filtersOf(search: Record<string, unknown>): EventFilters {
  const text = (key: string) => (['string', 'number'].includes(typeof search[key]) ? String(search[key]) : '');
  const sort = text('sort');
  return { q: text('q'), venue: text('venue'), city: text('city'), sort: sort === 'asc' || sort === 'desc' ? sort : '' };
}

/** A text as it is searched: without case and accents. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

function price(event: EventCard): number {
  return event.ticket_price ?? Number.POSITIVE_INFINITY;
}

/** The events that match, in their order. A price sort keeps that order among equal prices, and a missing price counts as the highest. */
export function applyFilters(events: readonly EventCard[], { q, venue, city, sort }: EventFilters): EventCard[] {
  const words = folded(q).split(/\s+/).filter(Boolean);
  const found = events.filter((event) => {
    if (venue && event.venue.id !== venue) return false;
    if (city && displayCity(event.venue.city) !== city) return false;
    if (words.length === 0) return true;
    const text = folded(`${event.title} ${event.venue.name}`);
    return words.every((word) => text.includes(word));
  });
  if (!sort) return found;
  const sign = sort === 'asc' ? 1 : -1;
  return found.toSorted((a, b) => (price(a) === price(b) ? 0 : sign * (price(a) < price(b) ? -1 : 1)));
}

/** The venues, by name, and the cities, as displayed, to choose from. */
export function filterChoices(events: readonly EventCard[]): { venues: { id: string; name: string }[]; cities: string[] } {
  const venues = new Map(events.map(({ venue }) => [venue.id, { id: venue.id, name: venue.name }]));
  const cities = new Set(events.map(({ venue }) => displayCity(venue.city)));
  return {
    venues: [...venues.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    cities: [...cities].toSorted(),
  };
}
