import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { InferResponseType } from 'hono/client';
import { type ApiClient, unwrap } from '../../api.ts';

const FRESH_MS = 30_000;

export type EventCard = InferResponseType<ApiClient['home']['$get'], 200>['events'][number];
export type EventDetail = InferResponseType<ApiClient['events'][':slug']['$get'], 200>;
export type EventListing = NonNullable<EventDetail['listings']>[number];

/** The home list in its order. */
export const homeQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['home'], queryFn: () => unwrap(api.home.$get()), staleTime: FRESH_MS });

/** Nights of the first page, which travels inside the HTML; those after it come 200 at a time. */
const FIRST_PAGE = 48;

/** The events list, page by page. A filtered list starts with a long page, so that the edge has something to filter. */
export const eventsQuery = (api: ApiClient, isFiltered = false) =>
  infiniteQueryOptions({
    queryKey: ['events'],
    queryFn: ({ pageParam }) =>
      unwrap(api.events.$get({ query: pageParam ? { cursor: pageParam } : isFiltered ? {} : { limit: String(FIRST_PAGE) } })),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    staleTime: FRESH_MS,
  });

/** One event with its listings, under one key so that one read fills the page. */
export const eventQuery = (api: ApiClient, slug: string) =>
  queryOptions({
    queryKey: ['event', slug],
    // The client puts a parameter into the path as it is, and a slash in an address would ask for something else.
    queryFn: () => unwrap(api.events[':slug'].$get({ param: { slug: encodeURIComponent(slug) }, query: { with: 'listings' } })),
    staleTime: FRESH_MS,
  });

interface Listed {
  events: EventCard[];
}

/** What the lists read so far know of a night: its page stands on it until its own data is there. */
export function knownCard(queryClient: QueryClient, slug: string): EventCard | undefined {
  const pages = queryClient.getQueryData<{ pages: Listed[] }>(['events'])?.pages ?? [];
  for (const list of [queryClient.getQueryData<Listed>(['home']), ...pages])
    for (const event of list?.events ?? []) if (event.slug === slug) return event;
  return undefined;
}
