import { expect, test } from 'vitest';
import { boughtDeal, openAs } from '../../support/worker/trade/file-deal.ts';
import { listTickets, readyTicket } from '../../support/worker/trade/list-files.ts';
import {
  booksOf,
  CLOSED,
  dealAt,
  type Deal,
  factsOf,
  HOUR_MS,
  later,
  MINUTE_MS,
  onboard,
  refunded,
  statusOf,
} from '../../support/worker/trade/paid-deal.ts';
import { changeEvent } from '../../support/worker/nights/event-row.ts';
import { fromNow } from '../../support/worker/moments.ts';
import { nowOf } from '../../support/worker/trade/deals/deals.ts';
import { ticketOf } from '../../support/worker/trade/deals/rows.ts';

const cancelAt = ({ event }: Deal, at: Date | null) => changeEvent(event.id, { cancelled_at: at });

test('cancelling a past night changes nothing in a sale whose tickets were received and whose payout was sent', async () => {
  const deal = await dealAt('paid out');
  const [before, books] = [await statusOf(deal), await booksOf(deal)];
  expect(before).toMatchObject({ handover: 'received', payout: 'sent' });
  await cancelAt(deal, nowOf(deal));
  await later(deal, 3 * MINUTE_MS);
  await later(deal, 3 * MINUTE_MS);
  expect([await statusOf(deal), await booksOf(deal), refunded(deal)]).toEqual([before, books, 0]);
});

test('a buyer who has opened the ticket gets no refund if the night is cancelled after its end', async () => {
  const { deal, ticket } = await boughtDeal({ shows_at_once: true });
  await onboard(deal);
  await (await openAs(deal.buyer.headers, ticket.id)).arrayBuffer();
  deal.clock.ahead = (await factsOf(deal)).payment.promised_end_at.getTime() - Date.now() + MINUTE_MS;
  await cancelAt(deal, nowOf(deal));
  await later(deal, 3 * MINUTE_MS);
  expect(await statusOf(deal)).toMatchObject({ handover: 'delivered', payout: 'due', refunds: [] });
  await later(deal, 24 * HOUR_MS);
  expect(await statusOf(deal)).toMatchObject({ handover: 'received', refunds: [] });
});

test('tickets that nobody opened or received are refunded, even if the night is cancelled after its end', async () => {
  const deal = await dealAt('delivered');
  deal.clock.ahead = (await factsOf(deal)).payment.promised_end_at.getTime() - Date.now() + MINUTE_MS;
  await cancelAt(deal, nowOf(deal));
  await later(deal, 3 * MINUTE_MS);
  await later(deal, 3 * MINUTE_MS);
  expect(await statusOf(deal)).toMatchObject({ handover: 'failed', refunds: [['sent', 2750]] });
  expect(await booksOf(deal)).toEqual(CLOSED(5, 1));
});

test('a buyer cannot open refunded tickets, even if the cancelled night is restored', async () => {
  const { deal, ticket } = await boughtDeal();
  await cancelAt(deal, nowOf(deal));
  await later(deal, 3 * MINUTE_MS);
  await later(deal, 3 * MINUTE_MS);
  expect(await statusOf(deal)).toMatchObject({ handover: 'failed', refunds: [['sent', 2750]] });
  await cancelAt(deal, null);
  await changeEvent(deal.event.id, { start_at: fromNow(20 * HOUR_MS) });
  expect((await openAs(deal.buyer.headers, ticket.id)).status).toBe(409);
  const freed = await ticketOf(ticket.id);
  expect(freed.freed_at).not.toBeNull();
  const again = [await readyTicket(deal.seller.headers, 'code 1'), await readyTicket(deal.seller.headers, 'code 2')];
  const codes = await Promise.all(
    again.map(
      async (one) => (await listTickets(deal.seller.headers, { event_id: deal.event.id, tickets: [one] })).status,
    ),
  );
  expect(codes).toEqual([201, 201]);
});

test('a code that the buyer opened before the night was cancelled cannot be listed again', async () => {
  const { deal, ticket } = await boughtDeal({ shows_at_once: true });
  await (await openAs(deal.buyer.headers, ticket.id)).arrayBuffer();
  await cancelAt(deal, nowOf(deal));
  await later(deal, 3 * MINUTE_MS);
  expect(await statusOf(deal)).toMatchObject({ handover: 'failed' });
  const kept = await ticketOf(ticket.id);
  expect(kept.freed_at).toBeNull();
});
