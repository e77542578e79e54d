import { infiniteQueryOptions } from '@tanstack/react-query';
import type { InferResponseType } from 'hono/client';
import { type ApiClient, unwrap } from '../../../api.ts';
import { type EventFilters, filtersOf } from './filters/event-filters.ts';
import { FRESH_MS } from './events.queries.ts';

const PAGE = '48';

export const eventsQuery = (api: ApiClient, search: Record<string, unknown>) => {
  const filters: Partial<EventFilters> = filtersOf(search);
  return infiniteQueryOptions({
    queryKey: ['events', filters],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.events.$get({
          query: { ...(filters as object), limit: PAGE, ...(pageParam ? { cursor: pageParam } : { with: 'choices' }) },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    staleTime: FRESH_MS,
  });
};

export type EventChoices = NonNullable<InferResponseType<ApiClient['events']['$get'], 200>['choices']>;

export interface FilterProps {
  filters: Partial<EventFilters>;
  choices: EventChoices | null;
  onChange: (change: Partial<EventFilters>) => void;
}
