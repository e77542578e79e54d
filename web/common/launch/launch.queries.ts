import { queryOptions } from '@tanstack/react-query';
import { type ApiClient, unwrap } from '../../api.ts';

/**
 * The launch switches. Without a connection the query fails immediately. If it waited for a connection, the page of a
 * stored ticket would wait too.
 */
export const launchQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['launch'],
    queryFn: async () => (await unwrap(api.launch.$get())).switches,
    staleTime: 30_000,
    networkMode: 'always',
  });

/**
 * Query key of the launch switches that the server sends with each page. These can be as old as the page in the shared
 * cache. `launchQuery` reads newer values.
 */
export const BAR_KEY = ['bar'];
