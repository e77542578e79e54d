import { useQuery } from '@tanstack/react-query';
import { useUserId } from '../../../session/session.ts';
import { useApi } from '../../../use-api.ts';
import { marksQuery } from '../plans/plans.queries.ts';

export function useIsWaiting(event_id: string): boolean {
  const api = useApi();
  const query = marksQuery(api, useUserId());
  const { data = false } = useQuery({ ...query, select: ({ waiting_ids }) => waiting_ids.includes(event_id) });
  return data;
}
