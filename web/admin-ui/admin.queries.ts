import { queryOptions } from '@tanstack/react-query';
import type { InferResponseType } from 'hono/client';
import { MINUTE } from '../../worker/contract/time/durations.ts';
import { type ApiClient, unwrap } from '../api.ts';
import { setOnly } from './use-filters.ts';
import { usePages } from './use-pages.ts';

export type AdminEvent = InferResponseType<ApiClient['admin']['events']['$get'], 200>['events'][number];

/** An empty string means no filter. */
export type AdminEventFilters = Record<'q' | 'status' | 'venue_id', string>;

export function useAdminEvents(api: ApiClient, filters: AdminEventFilters) {
  return usePages(['events', filters], (at) =>
    unwrap(api.admin.events.$get({ query: { ...at, ...setOnly(filters) } })),
  );
}

export type AdminVenue = InferResponseType<ApiClient['admin']['venues']['$get'], 200>['venues'][number];

export const adminVenuesQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['admin', 'venues'], queryFn: async () => (await unwrap(api.admin.venues.$get())).venues });

export type Summary = InferResponseType<ApiClient['admin']['summary']['$get'], 200>;

export const summaryQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['admin', 'summary'],
    queryFn: () => unwrap(api.admin.summary.$get()),
    refetchInterval: MINUTE,
  });

export const organizersQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['admin', 'organizers'],
    queryFn: async () => (await unwrap(api.admin.people.$get({ query: { role: 'organizer', limit: '200' } }))).people,
  });
