import { queryOptions } from '@tanstack/react-query';
import type { InferResponseType } from 'hono/client';
import { type ApiClient, unwrap } from '../../../api.ts';

export type OwnPayment = InferResponseType<ApiClient['payments'][':request_id']['$get'], 200>;

/** How often the payment is read right after the card page, in ms. */
const OFTEN_MS = 2000;
/** After this many reads the page reads less often. */
const MANY_READS = 15;
const SELDOM_MS = 15_000;

/**
 * Reads a payment. While the payment is open, the server first asks the provider about it, at most once in two seconds.
 */
export const paymentQuery = (api: ApiClient, { user_id, request_id }: { user_id: string; request_id: string }) =>
  queryOptions({
    queryKey: ['mine', user_id, 'payment', request_id],
    queryFn: () => unwrap(api.payments[':request_id'].$get({ param: { request_id } })),
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => {
      const { data } = state;
      if (data && isFinal(data)) return false;
      const waitsForSeller = data?.payment?.status === 'authorized' && data.request.status === 'pending';
      return waitsForSeller || state.dataUpdateCount > MANY_READS ? SELDOM_MS : OFTEN_MS;
    },
  });

function isFinal({ payment }: OwnPayment): boolean {
  return payment !== null && payment.status !== 'awaiting' && payment.status !== 'authorized';
}
