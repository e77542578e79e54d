import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../use-api.ts';
import { launchQuery } from './launch.queries.ts';

/** Returns undefined until the switches are loaded. */
export function useSwitches() {
  return useQuery(launchQuery(useApi())).data;
}
