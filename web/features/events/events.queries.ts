import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { InferResponseType } from 'hono/client';
import { type ApiClient, unwrap } from '../../api.ts';

const FRESH_MS = 30_000;

export type EventCard = InferResponseType<ApiClient['home']['$get'], 200>['events'][number];
export type EventDetail = InferResponseType<ApiClient['events'][':slug']['$get'], 200>;
export type EventListing = NonNullable<EventDetail['listings']>[number];

/** The home list in its order. */
export const homeQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['home'], queryFn: () => unwrap(api.home.$get()), staleTime: FRESH_MS });

/** The events list, page by page. The first page comes without a query so that the edge can keep it. */
export const eventsQuery = (api: ApiClient) =>
  infiniteQueryOptions({
    queryKey: ['events'],
    queryFn: ({ pageParam }) => unwrap(api.events.$get({ query: pageParam ? { cursor: pageParam } : {} })),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    staleTime: FRESH_MS,
  });

/** One event with its listings, under one key so that one read fills the page. */
export const eventQuery = (api: ApiClient, slug: string) =>
  queryOptions({
    queryKey: ['event', slug],
    queryFn: () => unwrap(api.events[':slug'].$get({ param: { slug }, query: { with: 'listings' } })),
    staleTime: FRESH_MS,
  });
