import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import type { InferResponseType } from 'hono/client';
import { useRef } from 'react';
import { type ApiClient, ApiError, unwrap } from '../../api.ts';

export type TicketRequest = InferResponseType<ApiClient['ticket-requests']['$post'], 201>;

/** A failure that leaves open whether the server has done it. */
function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/**
 * Requests tickets of an event. One intent has one Idempotency-Key: while its fate is unknown, trying again with the same quantity
 * sends the same key, so it is granted once.
 */
export function useRequestTickets({ event_id, queryKey }: { event_id: string; queryKey: readonly unknown[] }) {
  const { api } = useRouteContext({ from: '__root__' });
  const queryClient = useQueryClient();
  const intent = useRef<{ quantity: number; key: string } | null>(null);
  return useMutation({
    mutationFn: (quantity: number): Promise<TicketRequest> => {
      if (intent.current?.quantity !== quantity) intent.current = { quantity, key: crypto.randomUUID() };
      const header = { 'idempotency-key': intent.current.key };
      return unwrap(api['ticket-requests'].$post({ header, json: { event_id, quantity } }));
    },
    retry: (failures, error) => failures < 2 && isUnknown(error),
    networkMode: 'always',
    onSettled: (_request, error) => {
      if (!isUnknown(error)) intent.current = null;
      // What a refusal says of the stock is news as well. The answer does not wait for it.
      void queryClient.invalidateQueries({ queryKey });
    },
  });
}
