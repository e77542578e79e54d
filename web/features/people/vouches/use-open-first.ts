import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../use-api.ts';
import { eventMutualsQuery } from './vouches.queries.ts';

interface Night {
  slug: string;
  listings: readonly { first_until?: string }[] | null;
}

export function useOpenFirst({ slug, listings }: Night, user_id: string | null): readonly string[] {
  const api = useApi();
  const isOn = listings?.some(({ first_until }) => first_until !== undefined) ?? false;
  const { data } = useQuery(eventMutualsQuery(api, { user_id, slug, isOn }));
  return data?.first ?? [];
}
