/**
 * Each measured route is compared with a bare Hono route, its reference. The reference sends the same headers and
 * bytes, or only runs the same queries. For a write, it runs the same queries and inserts as many rows into one plain
 * table.
 */
export type Reference = 'same bytes' | 'same queries' | 'as many rows';

export interface Measurable {
  name: string;
  reference: Reference;
  /** The required requests per second, as a share of the reference's. Undefined if no speed is required. */
  least?: number;
}

export interface MeasuredRoute extends Measurable {
  path: string;
  status: number;
}

/** A route with a required speed may have at most this multiple of the reference's p99. */
export const MOST_P99 = 2;

/** No cache answers an address with a query string, such as `?limit=20`. */
const UNCACHED = '?uncached=1';

/** The routes, for a database in which an event with this slug has listings. */
export function measuredRoutes(slug: string): MeasuredRoute[] {
  const read = (name: string, path: string) => ({ name, path, status: 200 });
  return [
    { ...read('/api/home, cached', '/api/home'), reference: 'same bytes', least: 0.8 },
    { ...read('/api/home, uncached', `/api/home${UNCACHED}`), reference: 'same queries', least: 0.6 },
    { ...read('/api/events, cached', '/api/events'), reference: 'same bytes' },
    { ...read('/api/events, uncached', '/api/events?limit=20'), reference: 'same queries' },
    { ...read('Page of an event, cached', `/events/${slug}`), reference: 'same bytes' },
    { ...read('Page of an event, uncached', `/events/${slug}${UNCACHED}`), reference: 'same queries' },
    { ...read('Listings of an event, cached', `/api/events/${slug}/listings`), reference: 'same bytes' },
    { ...read('Listings of an event, uncached', `/api/events/${slug}/listings${UNCACHED}`), reference: 'same queries' },
  ];
}
