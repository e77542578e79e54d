import type { Fees } from '../../../contract/trade/fees.ts';
import { dollars } from '../../../contract/trade/money.ts';
import { eventCards, totalOf } from './events.view.ts';
import type { OnSaleRow } from './on-sale.db.ts';

/**
 * With payments on, `price` is the total of one ticket in dollars, and `fee` is the part of it that is fees. With
 * payments off, `price` is the ask price, and `fee` is null. `rows` has one more than `limit` if there is a next page.
 */
export function onSalePage(rows: readonly OnSaleRow[], { limit, fees }: { limit: number; fees: Fees }) {
  const page = rows.slice(0, limit);
  const cards = eventCards(
    page.map(({ cursor: _cursor, offers: _offers, ...row }) => row),
    fees,
  );
  return {
    events: cards.map((card, at) => Object.assign(card, { offers: listingsOf(page[at]!, fees) })),
    next_cursor: rows.length > limit ? page.at(-1)!.cursor : null,
  };
}

function listingsOf({ offers, with_fees }: OnSaleRow, fees: Fees) {
  return offers.map(({ id, quantity, ask_price_cents, is_instant }) => {
    const { total_price, fee } = totalOf(ask_price_cents, fees);
    return with_fees
      ? { id, quantity, price: total_price, fee, is_instant: is_instant === 1 }
      : { id, quantity, price: dollars(ask_price_cents), fee: null, is_instant: false };
  });
}
