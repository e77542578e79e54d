import { queryOptions } from '@tanstack/react-query';
import type { InferResponseType } from 'hono/client';
import { MINUTE } from '../../../../worker/contract/time/durations.ts';
import { type ApiClient, unwrap } from '../../../api.ts';
import { FRESH_MS } from '../../nights/events/events.queries.ts';

export type Tonight = NonNullable<InferResponseType<ApiClient['live']['$get'], 200>>;
export type MyTonight = InferResponseType<ApiClient['my']['tonight']['$get'], 200>;
export type TonightEvent = Tonight['events'][number];

/** How often an open page reloads the events, in ms. The chat rooms announce changes sooner. */
const AGAIN_MS = 10 * MINUTE;

/** Tonight's events, or null while the page is switched off. */
export const tonightQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['tonight'],
    queryFn: (): Promise<Tonight | null> => unwrap(api.live.$get()),
    staleTime: FRESH_MS,
    refetchInterval: AGAIN_MS,
  });

export const myDoorsQuery = (api: ApiClient, user_id: string) =>
  queryOptions({
    queryKey: ['mine', user_id, 'doors'],
    queryFn: async () => (await unwrap(api.my.doors.$get())).doors,
    staleTime: MINUTE,
  });

export const myTonightQuery = (api: ApiClient, user_id: string) =>
  queryOptions({
    queryKey: ['mine', user_id, 'tonight'],
    queryFn: () => unwrap(api.my.tonight.$get()),
    refetchOnWindowFocus: true,
  });
