import { queryOptions } from '@tanstack/react-query';
import type { InferResponseType } from 'hono/client';
import { type ApiClient, unwrap } from '../../../api.ts';

export type Vouches = InferResponseType<ApiClient['my']['vouches']['$get'], 200>;

const FRESH_MS = 30_000;

export const vouchesQuery = (api: ApiClient, user_id: string) =>
  queryOptions({ queryKey: ['mine', user_id, 'vouches'], queryFn: () => unwrap(api.my.vouches.$get()) });

/** Reads nothing for a visitor or while vouches are off. */
export const eventMutualsQuery = (
  api: ApiClient,
  { user_id, slug, isOn }: { user_id: string | null; slug: string; isOn: boolean },
) =>
  queryOptions({
    queryKey: ['mine', user_id, 'event-mutuals', slug],
    queryFn: () => unwrap(api.my.events[':slug'].mutuals.$get({ param: { slug } })),
    enabled: user_id !== null && isOn,
    staleTime: FRESH_MS,
  });

export const requestMutualsQuery = (api: ApiClient, { user_id, isOn }: { user_id: string | null; isOn: boolean }) =>
  queryOptions({
    queryKey: ['mine', user_id, 'request-mutuals'],
    queryFn: () => unwrap(api.my.mutuals.$get()),
    enabled: user_id !== null && isOn,
    staleTime: FRESH_MS,
  });
