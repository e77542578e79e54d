import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { InferResponseType } from 'hono/client';
import { useRef } from 'react';
import type { PaymentStatus } from '../../../../drizzle/vocabulary.ts';
import { type ApiClient, ApiError, unwrap } from '../../../api.ts';
import { useApi } from '../../../use-api.ts';

interface NewPayment {
  status: PaymentStatus;
  /** Dollars for all tickets, with the fee. */
  total: number | null;
  pay_url: string | null;
  pay_until: string | null;
  sold_at_once: boolean;
}

/** A ticket request that the server has stored. It has a payment if its tickets are paid on Vouch. */
export type TicketRequest = InferResponseType<ApiClient['ticket-requests']['$post'], 201> & {
  payment?: NewPayment | null;
};

/** True if the server may have stored the ticket request despite the error. */
function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/** True if the API client has already repeated the HTTP request. */
const wasSentAgain = (error: Error) => error instanceof ApiError && error.status === 503;

interface Wanted {
  quantity: number;
  /** The total price that the buyer saw, in dollars. Undefined for tickets that are not paid on Vouch. */
  total: number | undefined;
  /** True to request only tickets that are "sold at once". */
  at_once: boolean;
}

/** Requests tickets. If the outcome is unknown, the next try sends the same Idempotency-Key. */
export function useRequestTickets({ event_id, queryKey }: { event_id: string; queryKey: readonly unknown[] }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const intent = useRef<{ quantity: number; at_once: boolean; key: string } | null>(null);
  return useMutation({
    mutationFn: ({ quantity, total, at_once }: Wanted): Promise<TicketRequest> => {
      if (intent.current?.quantity !== quantity || intent.current.at_once !== at_once)
        intent.current = { quantity, at_once, key: crypto.randomUUID() };
      const header = { 'idempotency-key': intent.current.key };
      return unwrap(
        api['ticket-requests'].$post({
          header,
          json: {
            event_id,
            quantity,
            ...(total === undefined ? {} : { total }),
            ...(at_once ? { at_once } : {}),
          },
        }),
      );
    },
    retry: (failures, error) => failures < 2 && isUnknown(error) && !wasSentAgain(error),
    networkMode: 'always',
    onSettled: (_request, error) => {
      if (!isUnknown(error)) intent.current = null;
      // The stock may have changed, even after a refusal. These reads run in the background.
      void queryClient.invalidateQueries({ queryKey });
      void queryClient.invalidateQueries({ queryKey: ['mine'] });
    },
  });
}
