import { imageKey } from '../../../../worker/contract/nights/images.ts';
import { displayCity } from '../../../../worker/contract/nights/places.ts';
import { headOf, type PageHead } from '../../../head.ts';
import type { VenueWithEvents } from './venues.queries.ts';

export function venueHead({ venue, events }: VenueWithEvents): PageHead {
  const city = displayCity(venue.city);
  return {
    ...headOf(venue.name, `Upcoming nights at ${venue.name}, ${city}: dates, waitlists and fair resale tickets.`),
    image: imageKey(venue.image_url) ? `${venue.image_url}?w=1600` : venue.image_url,
    structured: {
      '@context': 'https://schema.org',
      '@type': 'EventVenue',
      name: venue.name,
      address: {
        '@type': 'PostalAddress',
        ...(venue.address ? { streetAddress: venue.address } : {}),
        addressLocality: city,
        ...(venue.state ? { addressRegion: venue.state } : {}),
        addressCountry: 'US',
      },
      event: events.map(({ title, start_at, end_at }) => ({
        '@type': 'MusicEvent',
        name: title,
        startDate: start_at,
        ...(end_at ? { endDate: end_at } : {}),
        location: { '@type': 'Place', name: venue.name, address: city },
      })),
    },
  };
}
