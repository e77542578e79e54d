import { eventPhase } from '../../../../worker/contract/nights/events/event-phase.ts';
import { imageKey } from '../../../../worker/contract/nights/images.ts';
import { previewPath } from '../../../../worker/contract/nights/preview-path.ts';
import { headOf, type PageHead } from '../../../head.ts';
import type { EventDetail } from './events.queries.ts';

export function eventHead(event: EventDetail, now: number = Date.now()): PageHead {
  const place = `${event.venue.name}, ${event.venue.city}`;
  const isOver = eventPhase(event, now) === 'over';
  const invites = `${event.title} at ${place}. Join the waitlist or find a fair resale ticket.`;
  const closed = `${event.title} at ${place}. This night is ${event.cancelled_at ? 'canceled' : 'over'}.`;
  return {
    ...headOf(event.title, event.description ?? (isOver || event.cancelled_at ? closed : invites)),
    image: imageKey(event.image_url) ? `${event.image_url}?w=1600` : (event.image_url ?? previewPath(event)),
    structured: {
      '@context': 'https://schema.org',
      '@type': 'MusicEvent',
      name: event.title,
      startDate: event.start_at,
      ...(event.end_at ? { endDate: event.end_at } : {}),
      eventStatus: `https://schema.org/${event.cancelled_at ? 'EventCancelled' : 'EventScheduled'}`,
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      ...(event.description ? { description: event.description } : {}),
      ...(event.image_url ? { image: [event.image_url] } : {}),
      location: {
        '@type': 'Place',
        name: event.venue.name,
        address: {
          '@type': 'PostalAddress',
          ...(event.venue.address ? { streetAddress: event.venue.address } : {}),
          addressLocality: event.venue.city,
          ...(event.venue.state ? { addressRegion: event.venue.state } : {}),
          addressCountry: 'US',
        },
      },
    },
  };
}
