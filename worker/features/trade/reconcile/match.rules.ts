/** A movement of the provider's balance, in cents. `created` is in Unix seconds. */
export interface Movement {
  id: string;
  source: string | null;
  type: string;
  net_cents: number;
  created: number;
}

/** What the ledger has booked for a provider object, in cents. `first_at`: the time of the first booking, UTC ms. */
export interface Booked {
  net_cents: number;
  first_at: number;
}

/** A movement that the ledger lacks or books with another amount. `net_cents`: what the ledger lacks. */
export interface Unmatched {
  id: string;
  source: string | null;
  type: string;
  net_cents: number;
  created: number;
}

/** Returns the object that the ledger names for a movement. A provider fee names no object, so its own id counts. */
export const refOf = ({ id, source }: Pick<Movement, 'id' | 'source'>) => source ?? id;

/** Finds provider objects whose movements do not match the ledger, each with its newest movement. */
export function findUnmatched(movements: readonly Movement[], booked: ReadonlyMap<string, Booked>): Unmatched[] {
  const byRef = Map.groupBy(movements, refOf);
  return [...byRef].flatMap(([ref, group]) => {
    const net_cents = group.reduce((sum, each) => sum + each.net_cents, 0) - (booked.get(ref)?.net_cents ?? 0);
    const newest = group.reduce((latest, each) => (each.created > latest.created ? each : latest));
    return net_cents === 0 ? [] : [{ ...newest, net_cents }];
  });
}

/** Movements outside of sales: the ledger account that they are booked against, and the prefix of their cause. */
const OWN: Record<string, { account: string; cause: string }> = {
  payout: { account: 'bank', cause: 'withdrawal' },
  payout_failure: { account: 'bank', cause: 'withdrawal_failed' },
  payout_cancel: { account: 'bank', cause: 'withdrawal_cancelled' },
  topup: { account: 'bank', cause: 'top_up' },
  topup_reversal: { account: 'bank', cause: 'top_up_reversed' },
  stripe_fee: { account: 'cost:processing', cause: 'provider_fee' },
};

/** Returns the ledger transfer for the platform's own movement, or null for a sale, which `settle` books. */
export function ownTransfer(movement: Movement) {
  const own = OWN[movement.type];
  if (!own || movement.net_cents === 0) return null;
  const [debit, credit] = movement.net_cents > 0 ? ['provider', own.account] : [own.account, 'provider'];
  const ref = refOf(movement);
  return {
    cause: `${own.cause}:${ref}`,
    leg: 0,
    debit,
    credit,
    amount_cents: Math.abs(movement.net_cents),
    provider_ref: ref,
  };
}
