import { queryOptions } from '@tanstack/react-query';
import type { InferResponseType } from 'hono/client';
import { MINUTE } from '../../../../worker/contract/time/durations.ts';
import { type ApiClient, unwrap } from '../../../api.ts';

type Plans = InferResponseType<ApiClient['my']['plans']['$get'], 200>;
export type Plan = Plans['plans'][number];
export type FollowedVenue = Plans['venues'][number];
export type Marks = InferResponseType<ApiClient['my']['marks']['$get'], 200>;

/** The ids of saved events, followed venues and events with a waitlist place. Fetches nothing for a visitor. */
export const marksQuery = (api: ApiClient, user_id: string | null) =>
  queryOptions({
    queryKey: ['mine', user_id, 'marks'],
    queryFn: () => unwrap(api.my.marks.$get()),
    enabled: user_id !== null,
    staleTime: MINUTE,
  });

export const plansQuery = (api: ApiClient, user_id: string) =>
  queryOptions({
    queryKey: ['mine', user_id, 'plans'],
    queryFn: () => unwrap(api.my.plans.$get()),
    refetchOnWindowFocus: true,
  });
