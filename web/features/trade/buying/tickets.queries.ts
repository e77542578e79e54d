import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import type { InferResponseType } from 'hono/client';
import { useRef } from 'react';
import type { PaymentStatus } from '../../../../drizzle/vocabulary.ts';
import { type ApiClient, ApiError, unwrap } from '../../../api.ts';

/** The payment of a new request. */
interface NewPayment {
  status: PaymentStatus;
  /** Dollars for all tickets, with the fee. */
  total: number | null;
  pay_url: string | null;
  pay_until: string | null;
}

/** A request that was granted. It has a payment if its tickets are paid here. */
export type TicketRequest = InferResponseType<ApiClient['ticket-requests']['$post'], 201> & {
  payment?: NewPayment | null;
};

/** True for a failure after which the request may have been stored. */
function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/** The tickets to request. `total` is the price in dollars that the buyer was shown, if they are paid here. */
interface Wanted {
  quantity: number;
  total: number | undefined;
}

/**
 * Requests tickets of an event. After a failure that leaves the outcome open, the same quantity is sent with the same
 * Idempotency-Key, so that it is granted once.
 */
export function useRequestTickets({ event_id, queryKey }: { event_id: string; queryKey: readonly unknown[] }) {
  const { api } = useRouteContext({ from: '__root__' });
  const queryClient = useQueryClient();
  const intent = useRef<{ quantity: number; key: string } | null>(null);
  return useMutation({
    mutationFn: ({ quantity, total }: Wanted): Promise<TicketRequest> => {
      if (intent.current?.quantity !== quantity) intent.current = { quantity, key: crypto.randomUUID() };
      const header = { 'idempotency-key': intent.current.key };
      return unwrap(
        api['ticket-requests'].$post({
          header,
          json: { event_id, quantity, ...(total === undefined ? {} : { total }) },
        }),
      );
    },
    retry: (failures, error) => failures < 2 && isUnknown(error),
    networkMode: 'always',
    onSettled: (_request, error) => {
      if (!isUnknown(error)) intent.current = null;
      // A refusal also tells that the stock has changed. The answer does not wait for this read.
      void queryClient.invalidateQueries({ queryKey });
      void queryClient.invalidateQueries({ queryKey: ['mine'] });
    },
  });
}
