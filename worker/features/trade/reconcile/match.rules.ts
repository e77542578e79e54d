/** A movement of the provider's balance, in cents. `created` is in Unix seconds. */
export interface Movement {
  id: string;
  source: string | null;
  type: string;
  net_cents: number;
  created: number;
}

/** What the ledger has booked for an object of the provider, in cents. `first_at` is when it began, in UTC ms. */
export interface Booked {
  net_cents: number;
  first_at: number;
}

/** A movement that the ledger does not know, or knows with another amount. `net_cents` is what the ledger lacks. */
export interface Unmatched {
  id: string;
  source: string | null;
  type: string;
  net_cents: number;
  created: number;
}

/** The object that the ledger names for a movement. A fee of the provider has no object, and is named itself. */
export const refOf = ({ id, source }: Pick<Movement, 'id' | 'source'>) => source ?? id;

/**
 * The provider's objects whose movements do not add up to what the ledger has booked for them, each by its newest
 * movement.
 */
export function findUnmatched(movements: readonly Movement[], booked: ReadonlyMap<string, Booked>): Unmatched[] {
  const byRef = Map.groupBy(movements, refOf);
  return [...byRef].flatMap(([ref, group]) => {
    const net_cents = group.reduce((sum, each) => sum + each.net_cents, 0) - (booked.get(ref)?.net_cents ?? 0);
    const newest = group.reduce((latest, each) => (each.created > latest.created ? each : latest));
    return net_cents === 0 ? [] : [{ ...newest, net_cents }];
  });
}

/** Movements that are no part of a sale: the account on the other side, and the beginning of their cause. */
const OWN: Record<string, { account: string; cause: string }> = {
  payout: { account: 'bank', cause: 'withdrawal' },
  payout_failure: { account: 'bank', cause: 'withdrawal_failed' },
  payout_cancel: { account: 'bank', cause: 'withdrawal_cancelled' },
  topup: { account: 'bank', cause: 'top_up' },
  topup_reversal: { account: 'bank', cause: 'top_up_reversed' },
  stripe_fee: { account: 'cost:processing', cause: 'provider_fee' },
};

/**
 * A transfer of the ledger for a movement of the platform's own money. Null for a movement of a sale, which `settle`
 * books.
 */
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
