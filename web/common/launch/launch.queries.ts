import { queryOptions } from '@tanstack/react-query';
import { type ApiClient, unwrap } from '../../api.ts';

/** The launch switches. Without a connection this fails instead of waiting, so that opened tickets still show. */
export const launchQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['launch'],
    queryFn: async () => (await unwrap(api.launch.$get())).switches,
    staleTime: 30_000,
    networkMode: 'always',
  });
