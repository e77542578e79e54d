import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { InferResponseType } from 'hono/client';
import { useState } from 'react';
import { type ApiClient, unwrap } from '../../../api.ts';
import { useApi } from '../../../use-api.ts';
import type { TicketRequest } from '../buying/tickets.queries.ts';

export type Offer = InferResponseType<ApiClient['my']['offers'][':id']['$get'], 200>;
export type Place = NonNullable<InferResponseType<ApiClient['my']['events'][':id']['place']['$get'], 200>['waiting']>;

const FRESH_MS = 30_000;

export const offerQuery = (api: ApiClient, { user_id, id }: { user_id: string; id: string }) =>
  queryOptions({
    queryKey: ['mine', user_id, 'offer', id],
    queryFn: () => unwrap(api.my.offers[':id'].$get({ param: { id } })),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });

export const placeQuery = (api: ApiClient, { user_id, event_id }: { user_id: string; event_id: string }) =>
  queryOptions({
    queryKey: ['mine', user_id, 'place', event_id],
    queryFn: () => unwrap(api.my.events[':id'].place.$get({ param: { id: event_id } })),
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
    refetchOnWindowFocus: true,
  });

/** Each try sends the same Idempotency-Key. A success calls `done` even if the component is no longer shown. */
export function useTakeOffer({ id, total }: Pick<Offer, 'id' | 'total'>, done: (taken: TicketRequest) => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [key] = useState(() => crypto.randomUUID());
  return useMutation({
    mutationFn: (): Promise<TicketRequest> => {
      const sent = { param: { id }, header: { 'idempotency-key': key }, json: total === null ? {} : { total } };
      return unwrap(api.my.offers[':id'].take.$post(sent));
    },
    retry: false,
    onSuccess: done,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['mine'] }),
  });
}

export function usePassOffer({ id }: Pick<Offer, 'id'>) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.my.offers[':id'].pass.$post({ param: { id } })),
    retry: false,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['mine'] }),
  });
}
