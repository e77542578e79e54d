import { queryOptions } from '@tanstack/react-query';
import type { InferResponseType } from 'hono/client';
import type { SendMessage } from '../../../worker/contract/desk.ts';
import { type ApiClient, unwrap } from '../../api.ts';

export type Desk = InferResponseType<ApiClient['admin']['events'][':id']['desk']['$get'], 200>;

/** One event with the numbers of its desk. */
export const deskQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: ['admin', 'desk', id],
    queryFn: () => unwrap(api.admin.events[':id'].desk.$get({ param: { id: encodeURIComponent(id) } })),
    retry: false,
  });

/** The messages that the waitlist got. */
export const messagesQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: ['admin', 'desk', id, 'messages'],
    queryFn: () => unwrap(api.admin.events[':id'].messages.$get({ param: { id } })),
  });

/** The calls of the desk of one event. */
export const deskCalls = (api: ApiClient, id: string) => ({
  sendMessage: ({ message, key }: { message: SendMessage; key: string }) =>
    unwrap(api.admin.events[':id'].messages.$post({ param: { id }, header: { 'idempotency-key': key }, json: message })),
});
