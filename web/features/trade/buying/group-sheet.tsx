import { useState } from 'react';
import { priceText } from '../../../../worker/contract/trade/money.ts';
import { ticketCount } from '../../../../worker/contract/trade/ticket-quantity.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Fact } from '../../../common/fact.tsx';
import { type Payable, PayButton, TimeToPay } from '../payments/pay-button.tsx';
import { sellerOf, type ShownListing } from './eligible-listings.ts';
import s from './purchase-sheet.module.css';

export interface HeldPart extends Payable {
  quantity: number;
  seller: string;
  payment?: (NonNullable<Payable['payment']> & { total: number | null }) | null;
}

/** `sellers` is the number of different sellers. One seller can sell several parts. */
export interface HeldGroup {
  parts: readonly HeldPart[];
  sellers: number;
}

/** Adds the seller to each ticket request. `listings` are the listings that the page showed before the purchase. */
export const partsOf = (
  requests: readonly (Omit<HeldPart, 'seller'> & { listing_id: string })[],
  { listings }: { listings?: readonly ShownListing[] | null },
): readonly HeldPart[] =>
  requests.map((request) => {
    const listing = listings?.find(({ id }) => id === request.listing_id);
    return { ...request, seller: listing ? sellerOf(listing) : 'A student' };
  });

export function GroupSheet({ parts, sellers, onClose }: HeldGroup & { onClose: () => void }) {
  const [first] = useState(() => parts.find(({ payment }) => payment?.status === 'awaiting')!);
  const places = parts.reduce((sum, { quantity }) => sum + quantity, 0);
  const total = parts.reduce((sum, { payment }) => sum + Math.round((payment?.total ?? 0) * 100), 0) / 100;
  const each = sellers === parts.length ? ', once for each seller' : '';
  return (
    <Dialog
      title={`${ticketCount(places)} from ${sellers === 1 ? '1 seller' : `${sellers} sellers`}`}
      onClose={onClose}
    >
      <div className={s.sheet}>
        <dl className={s.facts}>
          {parts.map(({ id, seller, quantity, payment }) => (
            <div key={id}>
              <dt>
                {seller}, {ticketCount(quantity)}
              </dt>
              <dd>{priceText(payment?.total ?? 0)}</dd>
            </div>
          ))}
          <Fact name="Total with fees">
            <b>{priceText(total)}</b>
          </Fact>
        </dl>
        <p>
          {parts.length === 1
            ? 'You pay once.'
            : `You pay ${parts.length} times${each}, on ${parts.length} card pages.`}{' '}
          You pay for all tickets or for none: you are charged once every card is authorized and every seller says yes.
        </p>
        {first.payment?.pay_until && <TimeToPay until={first.payment.pay_until} />}
        <PayButton request={first} label={`Continue to payment${parts.length === 1 ? '' : ` 1 of ${parts.length}`}`} />
        <p className="muted">You’ll find the payments on this page and in My tickets. You can cancel there, too.</p>
      </div>
    </Dialog>
  );
}
