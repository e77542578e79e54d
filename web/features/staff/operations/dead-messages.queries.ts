import { queryOptions } from '@tanstack/react-query';
import type { InferResponseType } from 'hono/client';
import { type ApiClient, unwrap } from '../../../api.ts';

export type DeadMessage = InferResponseType<ApiClient['admin']['dead-messages']['$get'], 200>['messages'][number];

export const deadMessagesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['admin', 'dead-messages'],
    queryFn: async () => (await unwrap(api.admin['dead-messages'].$get())).messages,
  });

export const sendAgain = (api: ApiClient, id: string) =>
  unwrap(api.admin['dead-messages'][':id'].$post({ param: { id } }));
