import type { Fees } from '../../contract/trade/fees.ts';
import { cents } from '../../contract/trade/money.ts';

type FeeVariables = Pick<Env, 'FEE_BUYER_PCT' | 'FEE_BUYER_FIXED' | 'FEE_SELLER_PCT'>;

export function feesOf(env: FeeVariables): Fees {
  return {
    buyer_pct: Number(env.FEE_BUYER_PCT),
    buyer_fixed_cents: cents(Number(env.FEE_BUYER_FIXED)),
    seller_pct: Number(env.FEE_SELLER_PCT),
  };
}
