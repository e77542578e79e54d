import { useQuery } from '@tanstack/react-query';
import { MINUTE } from '../../worker/contract/time/durations.ts';
import { useApi } from '../use-api.ts';
import { summaryQuery } from './admin.queries.ts';

/** Says whether paying through Vouch is on, or was ever used. Always false for people who are not admins. */
export function useHasMoney(isAdmin: boolean): boolean {
  const api = useApi();
  const summary = useQuery({ ...summaryQuery(api), enabled: isAdmin, refetchInterval: false, staleTime: MINUTE });
  return summary.data?.has_money ?? false;
}
