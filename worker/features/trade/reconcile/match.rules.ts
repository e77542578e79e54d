/** A movement of the provider's balance, in cents. `created` is in Unix seconds. */
export interface Movement {
  id: string;
  source: string | null;
  type: string;
  net_cents: number;
  created: number;
}

/** `first_at`: the time of the first booking, UTC ms. */
export interface Booked {
  net_cents: number;
  first_at: number;
}

/**
 * An object of the provider whose movements do not add up to what the ledger has booked for it. `net_cents` is the sum
 * of all its movements, less what the ledger has booked.
 */
export type Unmatched = Movement;

/** The id of the object behind a movement. A provider fee has no such object, so the movement's own id is used. */
export const refOf = ({ id, source }: Pick<Movement, 'id' | 'source'>) => source ?? id;

/** Finds objects whose movements differ from the ledger. Returns the newest movement of each, with the difference. */
export function findUnmatched(movements: readonly Movement[], booked: ReadonlyMap<string, Booked>): Unmatched[] {
  const byRef = Map.groupBy(movements, refOf);
  return [...byRef].flatMap(([ref, group]) => {
    const net_cents = group.reduce((sum, each) => sum + each.net_cents, 0) - (booked.get(ref)?.net_cents ?? 0);
    const newest = group.reduce((latest, each) => (each.created > latest.created ? each : latest));
    return net_cents === 0 ? [] : [{ ...newest, net_cents }];
  });
}

/** The account against which a movement outside of sales is booked, and the prefix of its cause. */
const OWN: Record<string, { account: string; cause: string }> = {
  payout: { account: 'bank', cause: 'withdrawal' },
  payout_failure: { account: 'bank', cause: 'withdrawal_failed' },
  payout_cancel: { account: 'bank', cause: 'withdrawal_cancelled' },
  topup: { account: 'bank', cause: 'top_up' },
  topup_reversal: { account: 'bank', cause: 'top_up_reversed' },
  stripe_fee: { account: 'cost:processing', cause: 'provider_fee' },
};

/** The transfer that books a movement outside of sales. Null for a movement of a sale, which `settle` books. */
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
