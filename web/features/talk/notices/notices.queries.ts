import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { InferResponseType } from 'hono/client';
import { type ApiClient, unwrap } from '../../../api.ts';

export type NoticePage = InferResponseType<ApiClient['my']['notifications']['$get'], 200>;
export type ListedNotice = NoticePage['notifications'][number];

export const noticesQuery = (api: ApiClient, user_id: string) =>
  infiniteQueryOptions({
    queryKey: ['mine', user_id, 'notifications'],
    queryFn: ({ pageParam: cursor }) => unwrap(api.my.notifications.$get({ query: { cursor } })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    refetchOnWindowFocus: true,
  });

const unreadKey = (user_id: string) => ['mine', user_id, 'unread'];

/** The number of unread notifications, as the live connection last reported it. This query fetches nothing. */
export const unreadQuery = (user_id: string) =>
  queryOptions<number>({ queryKey: unreadKey(user_id), enabled: false, staleTime: Infinity, gcTime: Infinity });
