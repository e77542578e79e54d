import { displayCity } from '../../../../worker/contract/nights/places.ts';
import type { Venue } from './venues.queries.ts';

/** The link opens the maps app on a phone, and a web page everywhere else. */
export function mapLink({ name, address, city, state }: Pick<Venue, 'name' | 'address' | 'city' | 'state'>): string {
  const query = [name, address, displayCity(city), state].filter(Boolean).join(', ');
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query })}`;
}
