import { infiniteQueryOptions } from '@tanstack/react-query';
import type { InferResponseType } from 'hono/client';
import { type ApiClient, unwrap } from '../../../api.ts';
import { filtersOf } from '../../nights/events/filters/event-filters.ts';
import { FRESH_MS } from '../../nights/events/events.queries.ts';

export type OnSalePage = NonNullable<InferResponseType<ApiClient['tickets']['$get'], 200>>;
export type OnSaleEvent = OnSalePage['events'][number];
export type OnSaleChoices = NonNullable<OnSalePage['choices']>;

/** The filters of the tickets list, as in its URL and the API. An empty text means no filter. */
export interface OnSaleFilters {
  /** `tonight`, `tomorrow`, `weekend` or a date. */
  when: string;
  /** A city, as displayed. */
  city: string;
  /** The highest price of a ticket, in whole dollars. */
  under: string;
  /** `1` asks for two tickets from one seller. */
  pair: string;
}

/** Returns the filters that a URL sets, always in the same order. */
export function onSaleFiltersOf(search: Record<string, unknown>): Partial<OnSaleFilters> {
  const { when, city, under } = filtersOf(search);
  const pair = String(search['pair']) === '1' ? '1' : undefined;
  return Object.fromEntries(Object.entries({ when, city, under, pair }).filter(([, value]) => value !== undefined));
}

/** A page is null while the list is switched off. */
export const onSaleQuery = (api: ApiClient, search: Record<string, unknown>) => {
  const filters = onSaleFiltersOf(search);
  return infiniteQueryOptions({
    queryKey: ['on-sale', filters],
    queryFn: ({ pageParam }): Promise<OnSalePage | null> =>
      unwrap(api.tickets.$get({ query: { ...(filters as object), ...(pageParam ? { cursor: pageParam } : {}) } })),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page?.next_cursor ?? null,
    staleTime: FRESH_MS,
  });
};
