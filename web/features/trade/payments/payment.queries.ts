import { queryOptions } from '@tanstack/react-query';
import type { InferResponseType } from 'hono/client';
import { type ApiClient, unwrap } from '../../../api.ts';

export type OwnPayment = InferResponseType<ApiClient['payments'][':request_id']['$get'], 200>;

/** While a person has just come back from the card page, the payment is read this often, in ms. */
const OFTEN_MS = 2000;
/** The number of reads after which the page asks less often. */
const MANY_READS = 15;
const SELDOM_MS = 15_000;

/**
 * The payment of an own request. The server asks the provider, so the answer is what the bank said. It is read every
 * two seconds, later every 15, only while the page is visible, and no more once the payment has come to its end.
 */
export const paymentQuery = (api: ApiClient, { user_id, request_id }: { user_id: string; request_id: string }) =>
  queryOptions({
    queryKey: ['mine', user_id, 'payment', request_id],
    queryFn: () => unwrap(api.payments[':request_id'].$get({ param: { request_id: encodeURIComponent(request_id) } })),
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => {
      const { data } = state;
      if (data && isAtItsEnd(data)) return false;
      const waitsForSeller = data?.payment?.status === 'authorized' && data.request.status === 'pending';
      return waitsForSeller || state.dataUpdateCount > MANY_READS ? SELDOM_MS : OFTEN_MS;
    },
  });

/** True once the money is charged or can never be. */
function isAtItsEnd({ payment }: OwnPayment): boolean {
  return payment !== null && payment.status !== 'awaiting' && payment.status !== 'authorized';
}
