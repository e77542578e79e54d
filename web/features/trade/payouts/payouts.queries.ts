import { queryOptions } from '@tanstack/react-query';
import type { InferResponseType } from 'hono/client';
import { type ApiClient, unwrap } from '../../../api.ts';

export type Payouts = InferResponseType<ApiClient['my']['payouts']['$get'], 200>;
export type Payout = Payouts['payouts'][number];

/** Time between reads of the payouts while money is being sent or the provider checks the seller's details, in ms. */
const SOON_MS = 5000;

/** `isBack`: the seller returns from the provider's page, so the server asks the provider about the account. */
export const payoutsQuery = (api: ApiClient, user_id: string, isBack = false) =>
  queryOptions({
    queryKey: ['mine', user_id, 'payouts', isBack],
    queryFn: () => unwrap(api.my.payouts.$get({ query: isBack ? { back: '1' } : {} })),
    refetchInterval: ({ state: { data } }) => {
      if (!data) return false;
      const isChecked = isBack && data.account.state === 'started' && data.account.requirements.length === 0;
      return data.leaving > 0 || isChecked ? SOON_MS : false;
    },
    refetchOnWindowFocus: true,
  });
