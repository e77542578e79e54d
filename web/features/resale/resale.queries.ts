import { queryOptions } from '@tanstack/react-query';
import type { InferResponseType } from 'hono/client';
import { type ApiClient, unwrap } from '../../api.ts';

type Listings = InferResponseType<ApiClient['my']['listings']['$get'], 200>;
export type MyRequest = InferResponseType<ApiClient['my']['ticket-requests']['$get'], 200>['ticket_requests'][number];
export type MyListing = Listings['listings'][number];
export type Application = Listings['application'];

/** What a change to one's listings or requests makes stale: one's own lists, and the pages of nights. */
export const TOUCHED = ['mine', 'event'];

/** While something waits for an answer the list is asked for again this often. */
const WAITING_MS = 15_000;

/** The requests one made and received. */
export const requestsQuery = (api: ApiClient, user_id: string) =>
  queryOptions({
    queryKey: ['mine', user_id, 'requests'],
    queryFn: async () => (await unwrap(api.my['ticket-requests'].$get())).ticket_requests,
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'pending') ? WAITING_MS : false),
    refetchOnWindowFocus: true,
  });

/** One's listings, and how one's application to sell stands. */
export const listingsQuery = (api: ApiClient, user_id: string) =>
  queryOptions({
    queryKey: ['mine', user_id, 'listings'],
    queryFn: () => unwrap(api.my.listings.$get()),
    refetchOnWindowFocus: true,
  });
