import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { InferResponseType } from 'hono/client';
import { type ApiClient, unwrap } from '../../../api.ts';

/** How long data is fresh, in ms: longer than the shared cache keeps a page, so a cached page refetches nothing. */
export const FRESH_MS = 40_000;

export type EventCard = InferResponseType<ApiClient['home']['$get'], 200>['events'][number];
export type EventDetail = InferResponseType<ApiClient['events'][':slug']['$get'], 200>;
export type EventListing = NonNullable<EventDetail['listings']>[number];

export const homeQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['home'], queryFn: () => unwrap(api.home.$get()), staleTime: FRESH_MS });

export const eventQuery = (api: ApiClient, slug: string) =>
  queryOptions({
    queryKey: ['event', slug],
    queryFn: () => unwrap(api.events[':slug'].$get({ param: { slug }, query: { with: 'listings' } })),
    staleTime: FRESH_MS,
  });

interface Listed {
  events: EventCard[];
}

/** Finds an event's card in the lists already loaded. The event's page shows the card until its own data arrives. */
export function knownCard(queryClient: QueryClient, slug: string): EventCard | undefined {
  const pages = queryClient
    .getQueriesData<{ pages: Listed[] }>({ queryKey: ['events'] })
    .flatMap(([, list]) => list?.pages ?? []);
  for (const list of [queryClient.getQueryData<Listed>(['home']), ...pages])
    for (const event of list?.events ?? []) if (event.slug === slug) return event;
  return undefined;
}
