import { queryOptions } from '@tanstack/react-query';
import type { InferResponseType } from 'hono/client';
import { type ApiClient, unwrap } from '../../api.ts';

/** One day in New York with its counts. */
export type DayNumbers = InferResponseType<ApiClient['admin']['numbers']['$get'], 200>['days'][number];

export const eventNumbersQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: ['admin', 'desk', id, 'numbers'],
    queryFn: async () => (await unwrap(api.admin.events[':id'].numbers.$get({ param: { id } }))).days,
  });

export const allNumbersQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['admin', 'numbers'], queryFn: async () => (await unwrap(api.admin.numbers.$get())).days });
