import { queryOptions } from '@tanstack/react-query';
import type { InferRequestType, InferResponseType } from 'hono/client';
import { usePages } from '../../../admin-ui/use-pages.ts';
import { type ApiClient, unwrap } from '../../../api.ts';

type Calls = ApiClient['admin']['chat-reports'];

export type Reported = InferResponseType<Calls['$get'], 200>['reported'][number];

export function useReported(api: ApiClient) {
  return usePages(['chat-reports'], (at) => unwrap(api.admin['chat-reports'].$get({ query: at })));
}

export const aroundQuery = (api: ApiClient, message_id: string) =>
  queryOptions({
    queryKey: ['admin', 'chat-reports', message_id, 'around'],
    queryFn: async () =>
      (await unwrap(api.admin['chat-reports'][':message_id'].around.$get({ param: { message_id } }))).messages,
  });

export const decideReported = (
  api: ApiClient,
  { message_id, ...json }: { message_id: string } & InferRequestType<Calls[':message_id']['$post']>['json'],
) => unwrap(api.admin['chat-reports'][':message_id'].$post({ param: { message_id }, json }));
