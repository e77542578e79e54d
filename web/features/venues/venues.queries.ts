import { queryOptions } from '@tanstack/react-query';
import type { InferResponseType } from 'hono/client';
import { type ApiClient, unwrap } from '../../api.ts';

export type Venue = InferResponseType<ApiClient['venues']['$get'], 200>['venues'][number];

/** Every venue, by name. */
export const venuesQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['venues'], queryFn: () => unwrap(api.venues.$get()), staleTime: 60_000 });
