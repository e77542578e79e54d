import { queryOptions } from '@tanstack/react-query';
import type { InferResponseType } from 'hono/client';
import { MINUTE } from '../../../../worker/contract/time/durations.ts';
import { type ApiClient, unwrap } from '../../../api.ts';

type Plans = InferResponseType<ApiClient['my']['plans']['$get'], 200>;
export type Plan = Plans['plans'][number];
export type FollowedVenue = Plans['venues'][number];
export type Marks = InferResponseType<ApiClient['my']['marks']['$get'], 200>;

/** The ids of what a signed-in person has saved and follows. Nothing is read for a visitor. */
export const marksQuery = (api: ApiClient, user_id: string | null) =>
  queryOptions({
    queryKey: ['mine', user_id, 'marks'],
    queryFn: () => unwrap(api.my.marks.$get()),
    enabled: user_id !== null,
    staleTime: MINUTE,
  });

/** The events at which a person has something, and the venues that they follow. */
export const plansQuery = (api: ApiClient, user_id: string) =>
  queryOptions({
    queryKey: ['mine', user_id, 'plans'],
    queryFn: () => unwrap(api.my.plans.$get()),
    refetchOnWindowFocus: true,
  });
