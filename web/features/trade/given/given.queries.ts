import { queryOptions } from '@tanstack/react-query';
import type { InferResponseType } from 'hono/client';
import { type ApiClient, unwrap } from '../../../api.ts';

export type Given = InferResponseType<ApiClient['ticket-requests'][':id']['given']['$get'], 200>['given'][number];
export type FromFriend = InferResponseType<ApiClient['my']['given']['$get'], 200>['tickets'][number];

export const givenQuery = (api: ApiClient, { user_id, id }: { user_id: string; id: string }) =>
  queryOptions({
    queryKey: ['mine', user_id, 'given', id],
    queryFn: () => unwrap(api['ticket-requests'][':id'].given.$get({ param: { id } })),
    refetchOnWindowFocus: true,
  });

export const fromFriendsQuery = (api: ApiClient, user_id: string) =>
  queryOptions({
    queryKey: ['mine', user_id, 'from-friends'],
    queryFn: async () => (await unwrap(api.my.given.$get())).tickets,
    refetchOnWindowFocus: true,
  });
