import { queryOptions } from '@tanstack/react-query';
import type { InferResponseType } from 'hono/client';
import { type ApiClient, unwrap } from '../../../api.ts';

export type Operations = InferResponseType<ApiClient['admin']['operations']['$get'], 200>;

export const trafficQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['admin', 'operations', 'traffic'],
    queryFn: async () => (await unwrap(api.admin.operations.traffic.$get())).bars,
    refetchInterval: 60_000,
  });

export const operationsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['admin', 'operations'],
    queryFn: () => unwrap(api.admin.operations.$get()),
    refetchInterval: 10_000,
  });
