import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Fees } from '../../../worker/contract/trade/fees.ts';
import { cents } from '../../../worker/contract/trade/money.ts';
import { type ApiClient, unwrap } from '../../api.ts';
import { useApi } from '../../use-api.ts';
import { useSwitches } from './use-switches.ts';

const feesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['launch', 'fees'],
    queryFn: async (): Promise<Fees> => {
      const { buyer_fixed, ...fees } = (await unwrap(api.launch.$get())).fees;
      return { ...fees, buyer_fixed_cents: cents(buyer_fixed) };
    },
    staleTime: 30_000,
  });

/** Returns undefined until the fees are loaded, and while payments are off. */
export function useFees(): Fees | undefined {
  const api = useApi();
  const switches = useSwitches();
  const isOn = switches?.payments ?? false;
  const { data: fees } = useQuery({ ...feesQuery(api), enabled: isOn });
  return isOn ? fees : undefined;
}
