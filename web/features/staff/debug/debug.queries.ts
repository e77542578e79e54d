import { queryOptions } from '@tanstack/react-query';
import { type ApiClient, unwrap } from '../../../api.ts';

export const testEventsQuery = (api: ApiClient, who: string) =>
  queryOptions({
    queryKey: ['debug', who, 'events'],
    queryFn: () => unwrap(api.debug.events.$get()),
    retry: false,
    gcTime: 0,
  });

export const showEnvQuery = (api: ApiClient, who: string) =>
  queryOptions({
    queryKey: ['debug', who, 'env'],
    queryFn: () => unwrap(api.debug.env.$get()),
    retry: false,
    gcTime: 0,
  });
