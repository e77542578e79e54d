import { queryOptions } from '@tanstack/react-query';
import type { InferResponseType } from 'hono/client';
import { type ApiClient, unwrap } from '../../../api.ts';

export type Going = InferResponseType<ApiClient['events'][':id']['going']['$get'], 200>;

const FRESH_MS = 30_000;

/** Fetches nothing while nobody is signed in. */
export const goingQuery = (api: ApiClient, { user_id, event_id }: { user_id: string | null; event_id: string }) =>
  queryOptions({
    queryKey: ['mine', user_id, 'going', event_id],
    queryFn: () => unwrap(api.events[':id'].going.$get({ param: { id: event_id } })),
    enabled: user_id !== null,
    staleTime: FRESH_MS,
    refetchOnWindowFocus: true,
  });
