import { queryOptions } from '@tanstack/react-query';
import type { InferRequestType, InferResponseType } from 'hono/client';
import { type ApiClient, unwrap } from '../../../api.ts';

export type SwitchMove = InferRequestType<ApiClient['admin']['launch'][':feature']['$put']>['json'];

export type LaunchSwitch = InferResponseType<ApiClient['admin']['launch']['$get'], 200>['switches'][number];

export const switchesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['admin', 'launch'],
    queryFn: async () => (await unwrap(api.admin.launch.$get())).switches,
  });

/** Checks whether payments can be turned on. Some checks ask the payment provider, so the browser keeps no copy. */
export const paymentChecksQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['admin', 'launch', 'payments'],
    queryFn: () => unwrap(api.admin.launch.payments.$get()),
    gcTime: 0,
  });
