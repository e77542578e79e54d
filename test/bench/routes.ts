/**
 * What a route is compared with: the same bytes from a plain Hono route, headers and all, or the same queries with
 * nothing around them. The reference of a write runs the same queries and inserts as many rows into one plain table.
 */
export type Reference = 'same bytes' | 'same queries' | 'as many rows';

/** What is measured beside a reference. */
export interface Measurable {
  name: string;
  reference: Reference;
  /** The least share of the reference's requests a second, where one is demanded. */
  least?: number;
}

/** A read whose speed and cost are measured. */
export interface MeasuredRoute extends Measurable {
  path: string;
  status: number;
}

/** The most that p99 may be of the reference's, for routes whose speed is demanded. */
export const MOST_P99 = 2;

/** An address with a query is answered without any cache, as `limit=20` is. */
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
