import { queryOptions } from '@tanstack/react-query';
import type { InferResponseType } from 'hono/client';
import { UNDO_MS } from '../../../../worker/contract/staff/undo.ts';
import { HOUR, MINUTE } from '../../../../worker/contract/time/durations.ts';
import { type ApiClient, unwrap } from '../../../api.ts';

type Listings = InferResponseType<ApiClient['my']['listings']['$get'], 200>;
export type MyRequest = InferResponseType<ApiClient['my']['ticket-requests']['$get'], 200>['ticket_requests'][number];
export type MyListing = Listings['listings'][number];
export type Application = Listings['application'];

/** Keys of the queries that become stale when a listing or request changes. */
export const TOUCHED = ['mine', 'event'];

/** How often the ticket requests are read while one of them is pending, in ms. */
const WAITING_MS = 15_000;

/** How often the ticket requests are read while a card is being charged, in ms. */
const CHARGING_MS = 3000;

/** How often the ticket requests are read while paid tickets change hands, in ms. */
const HAND_OVER_MS = MINUTE;

const isHandedOver = ({ payment }: MyRequest) =>
  payment?.handover?.status === 'due' || payment?.handover?.status === 'delivered';
const isBeingCharged = ({ status, payment }: MyRequest) => status === 'accepted' && payment?.status === 'authorized';

export const requestsQuery = (api: ApiClient, user_id: string) =>
  queryOptions({
    queryKey: ['mine', user_id, 'requests'],
    queryFn: async () => (await unwrap(api.my['ticket-requests'].$get())).ticket_requests,
    refetchInterval: ({ state }) => {
      const now = Date.now();
      if (state.data?.some(({ undo_until }) => undo_until && Date.parse(undo_until) > now)) return UNDO_MS;
      if (state.data?.some(isBeingCharged)) return CHARGING_MS;
      if (state.data?.some(({ status }) => status === 'pending')) return WAITING_MS;
      return state.data?.some(isHandedOver) ? HAND_OVER_MS : false;
    },
    refetchOnWindowFocus: true,
  });

export const listingsQuery = (api: ApiClient, user_id: string) =>
  queryOptions({
    queryKey: ['mine', user_id, 'listings'],
    queryFn: () => unwrap(api.my.listings.$get()),
    refetchOnWindowFocus: true,
  });

export const needsMeQuery = (api: ApiClient, user_id: string) =>
  queryOptions({
    queryKey: ['mine', user_id, 'needs-me'],
    queryFn: async () => (await unwrap(api.my.trade.$get())).needs_me,
    refetchOnWindowFocus: true,
    staleTime: 30_000,
  });

export const takesPartQuery = (api: ApiClient, user_id: string) =>
  queryOptions({
    queryKey: ['mine', user_id, 'takes-part'],
    queryFn: async () => (await unwrap(api.my.trade.$get())).takes_part,
  });

/** Null if there are too few past sales, even with those of similar events. */
export const soldHereQuery = (api: ApiClient, event_id: string) =>
  queryOptions({
    queryKey: ['sold-here', event_id],
    queryFn: async () => (await unwrap(api.my.events[':id'].sold.$get({ param: { id: event_id } }))).sold,
    staleTime: HOUR,
  });
