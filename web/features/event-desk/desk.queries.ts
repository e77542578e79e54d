import { queryOptions } from '@tanstack/react-query';
import type { InferResponseType } from 'hono/client';
import { type ApiClient, unwrap } from '../../api.ts';

export type Desk = InferResponseType<ApiClient['admin']['events'][':id']['desk']['$get'], 200>;

/** One event with the numbers of its desk. */
export const deskQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: ['admin', 'desk', id],
    queryFn: () => unwrap(api.admin.events[':id'].desk.$get({ param: { id: encodeURIComponent(id) } })),
    retry: false,
  });
