import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { InferResponseType } from 'hono/client';
import { MINUTE } from '../../../../worker/contract/time/durations.ts';
import { type ApiClient, unwrap } from '../../../api.ts';
import { FRESH_MS } from '../events/events.queries.ts';

export type Venue = InferResponseType<ApiClient['venues']['$get'], 200>['venues'][number];
export type VenueWithEvents = NonNullable<InferResponseType<ApiClient['venues'][':slug']['$get'], 200>>;

/** The number of events on a page. In a grid of one to four columns, 24 events fill whole rows. */
const PAGE = '24';

export const venuesQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['venues'], queryFn: () => unwrap(api.venues.$get()), staleTime: MINUTE });

/** Null while venue pages are switched off. */
export const venueQuery = (api: ApiClient, slug: string) =>
  infiniteQueryOptions({
    queryKey: ['venue', slug],
    queryFn: ({ pageParam }): Promise<VenueWithEvents | null> =>
      unwrap(
        api.venues[':slug'].$get({ param: { slug }, query: { limit: PAGE, ...(pageParam && { cursor: pageParam }) } }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page?.next_cursor ?? null,
    staleTime: FRESH_MS,
  });
