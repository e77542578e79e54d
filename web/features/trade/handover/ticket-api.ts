import { queryOptions } from '@tanstack/react-query';
import type { InferResponseType } from 'hono/client';
import { type ApiClient, ApiError, refusalOf, unwrap } from '../../../api.ts';

export type BoughtTickets = InferResponseType<ApiClient['ticket-requests'][':id']['tickets']['$get'], 200>;
export type BoughtTicket = BoughtTickets['tickets'][number];

export const boughtTicketsQuery = (api: ApiClient, { user_id, request_id }: { user_id: string; request_id: string }) =>
  queryOptions({
    queryKey: ['mine', user_id, 'bought-tickets', request_id],
    queryFn: () => unwrap(api['ticket-requests'][':id'].tickets.$get({ param: { id: request_id } })),
    refetchOnWindowFocus: true,
  });

/** Downloads a ticket's file. The server records the first download. Throws an `ApiError`. */
export async function fileOfTicket(api: ApiClient, id: string): Promise<Blob> {
  const answer = await api.tickets[':id'].file.$get({ param: { id } }).catch(() => {
    throw new ApiError('network', 0, 'No connection.');
  });
  if (!answer.ok) throw await refusalOf(answer);
  return answer.blob();
}

/** `code_hash` is null if no code was read. */
export async function checkTicket(
  api: ApiClient,
  { id, code_hash }: { id: string; code_hash: string | null },
): Promise<boolean | null> {
  return (await unwrap(api.tickets[':id'].check.$post({ param: { id }, json: { code_hash } }))).matches;
}
