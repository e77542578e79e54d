import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { summaryQuery } from './admin.queries.ts';

const MINUTE_MS = 60_000;

/** Whether buyers pay here, or have paid. Only admins are told. */
export function useHasMoney(isAdmin: boolean): boolean {
  const { api } = useRouteContext({ from: '__root__' });
  const summary = useQuery({ ...summaryQuery(api), enabled: isAdmin, refetchInterval: false, staleTime: MINUTE_MS });
  return summary.data?.has_money ?? false;
}
