import { useState } from 'react';
import { againText } from './again-text.ts';
import type { Payouts } from './payouts.queries.ts';

export function NoListing({
  payouts: { has_settled, lists_again_at },
}: {
  payouts: Pick<Payouts, 'has_settled' | 'lists_again_at'>;
}) {
  const [now] = useState(() => new Date());
  if (has_settled) return null;
  return (
    <p>
      <b>You can’t list tickets for now.</b> {againText(lists_again_at, now)}
    </p>
  );
}
