import { queryOptions } from '@tanstack/react-query';
import { type ApiClient, unwrap } from '../../../api.ts';

/** Up to 10 published events, fetched again on every visit. `who` keeps the answers of two people apart. */
export const testEventsQuery = (api: ApiClient, who: string) =>
  queryOptions({
    queryKey: ['debug', who, 'events'],
    queryFn: () => unwrap(api.debug.events.$get()),
    retry: false,
    gcTime: 0,
  });

/** The backend address and its public keys, masked. */
export const showEnvQuery = (api: ApiClient, who: string) =>
  queryOptions({
    queryKey: ['debug', who, 'env'],
    queryFn: () => unwrap(api.debug.env.$get()),
    retry: false,
    gcTime: 0,
  });
