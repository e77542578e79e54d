import { queryOptions } from '@tanstack/react-query';
import type { InferResponseType } from 'hono/client';
import { type ApiClient, unwrap } from '../../../api.ts';

type MyEvent = InferResponseType<ApiClient['my']['events'][':id']['$get'], 200>;

const FRESH_MS = 30_000;
/** How often the query repeats while a request is pending or a squad is open, in ms. */
const WAITING_MS = 15_000;

export const hasPending = (mine: MyEvent | undefined): boolean =>
  mine?.requests.some(({ status }) => status === 'pending') ?? false;

/** Disabled for visitors. */
export const myEventQuery = (api: ApiClient, { user_id, event_id }: { user_id: string | null; event_id: string }) =>
  queryOptions({
    queryKey: ['mine', user_id, 'event', event_id],
    queryFn: () => unwrap(api.my.events[':id'].$get({ param: { id: event_id } })),
    enabled: user_id !== null,
    staleTime: FRESH_MS,
    refetchInterval: ({ state }) => (hasPending(state.data) || state.data?.squad ? WAITING_MS : false),
    refetchOnWindowFocus: true,
  });
