import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../use-api.ts';
import { launchQuery } from './launch.queries.ts';

/** Which features are switched on. Undefined until it is loaded. */
export function useSwitches() {
  return useQuery(launchQuery(useApi())).data;
}
