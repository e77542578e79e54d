import { queryOptions } from '@tanstack/react-query';
import type { InferInput } from 'valibot';
import type { WantTickets } from '../../../../worker/contract/trade/offers/wanted.ts';
import { type ApiClient, unwrap } from '../../../api.ts';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';

export const wantedQuery = (api: ApiClient, { user_id, id }: { user_id: string | null; id: string }) =>
  queryOptions({
    queryKey: ['mine', user_id, 'wanted', id],
    queryFn: () => unwrap(api.wanted[':id'].$get({ param: { id } })),
    staleTime: 0,
    retry: false,
    refetchOnWindowFocus: true,
  });

/**
 * Until the person has given the card, the page reads the state of the card again after this time, in ms. The server
 * asks the provider at most every two seconds.
 */
const ASKED_MS = 3000;

export const cardQuery = (api: ApiClient, { user_id, event_id }: { user_id: string; event_id: string }) =>
  queryOptions({
    queryKey: ['mine', user_id, 'wanted-card', event_id],
    queryFn: () => unwrap(api.my.events[':id'].wanted.card.$get({ param: { id: event_id } })),
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (state.data?.state === 'asked' ? ASKED_MS : false),
  });

export function useStopWanting(event_id: string, done?: () => void) {
  const api = useApi();
  return useAction(() => unwrap(api.my.events[':id'].wanted.$delete({ param: { id: event_id } })), {
    reads: ['mine'],
    ...(done && { done }),
  });
}

export const sendWanted = (
  api: ApiClient,
  { event_id, json }: { event_id: string; json: InferInput<typeof WantTickets> },
) => unwrap(api.my.events[':id'].wanted.$put({ param: { id: event_id }, json }));
