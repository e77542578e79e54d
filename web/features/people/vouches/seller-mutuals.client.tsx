import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSwitches } from '../../../common/launch/use-switches.ts';
import { useApi } from '../../../use-api.ts';
import { MutualsLine } from './mutuals-line.tsx';
import { eventMutualsQuery } from './vouches.queries.ts';

/** Shows the person's mutuals with one seller. The query reads the mutuals with all sellers of the event at once. */
export function SellerMutuals({
  slug,
  user_id,
  seller_id,
}: {
  slug: string;
  user_id: string;
  seller_id: string;
}): ReactNode {
  const api = useApi();
  const switches = useSwitches();
  const { data } = useQuery(eventMutualsQuery(api, { user_id, slug, isOn: switches?.vouches === true }));
  return <MutualsLine mutuals={data?.sellers[seller_id]} person="seller" />;
}
