import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import type { Fees } from '../../../worker/contract/trade/fees.ts';
import { cents } from '../../../worker/contract/trade/money.ts';
import { type ApiClient, unwrap } from '../../api.ts';
import { launchQuery } from './launch.queries.ts';

const feesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['launch', 'fees'],
    queryFn: async (): Promise<Fees> => {
      const { buyer_fixed, ...fees } = (await unwrap(api.launch.$get())).fees;
      return { ...fees, buyer_fixed_cents: cents(buyer_fixed) };
    },
    staleTime: 30_000,
  });

/** Reads what Vouch charges for a ticket. Undefined until it is loaded, and while payments are off. */
export function useFees(): Fees | undefined {
  const { api } = useRouteContext({ from: '__root__' });
  const { data: switches } = useQuery(launchQuery(api));
  const isOn = switches?.payments ?? false;
  const { data: fees } = useQuery({ ...feesQuery(api), enabled: isOn });
  return isOn ? fees : undefined;
}
