import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { aListing } from '../../../../test/support/web/buying.ts';
import { testApp } from '../../../../test/support/web/test-app.tsx';
import { EventGrid } from '../../nights/events/event-card.tsx';
import type { EventCard, EventListing } from '../../nights/events/events.queries.ts';
import { TicketList } from '../../nights/events/ticket-list.tsx';
import { BuyPanel } from './buy-panel.tsx';
import type { ShownListing } from './eligible-listings.ts';
import { useBuying } from './use-buying.ts';

afterEach(cleanup);

async function show(part: () => ReactNode) {
  const { app } = await testApp({ '/': part }, { network: async () => Response.json({}) });
  const { container } = render(app);
  return { container, user: userEvent.setup() };
}

const CARD: EventCard = {
  id: 'night',
  title: 'Disco Deficit',
  slug: 'disco-deficit',
  description: null,
  start_at: '2030-01-02T02:00:00.000Z',
  end_at: null,
  age_policy: '18+',
  image_url: null,
  focus_x: 50,
  focus_y: 50,
  tags: [],
  tickets: 2,
  venue: { id: 'room', name: 'Salt Cellar', city: 'Boston' },
  ticket_price: 30,
  from_price: 32,
  poster: 'Disco Deficit',
};

const grid = (over: Partial<EventCard>) =>
  show(() => <EventGrid events={[{ ...CARD, ...over }]} now={0} action={() => null} />);
const details = (container: HTMLElement) => container.querySelector('details');

test('without fees, an event card shows the ask price in whole dollars and has no price details', async () => {
  const { container } = await grid({ from_price: 32.4 });
  expect((await screen.findByText('2 from')).parentElement!.textContent).toBe('2 tickets from $32');
  expect(details(container)).toBeNull();
});

test('with fees, an event card shows the total, and a tap on the total shows the price and the fees', async () => {
  const { container, user } = await grid({ from_price: 35.06, total_price: 35.06, fee: 3.06 });
  const price = await screen.findByText('$35.06');
  expect(details(container)!.open).toBe(false);
  await user.click(price);
  expect(details(container)!.open).toBe(true);
  expect(details(container)!.textContent).toBe('2 tickets from $35.06 with fees$32.00 + $3.06 fees');
});

test('without tickets on sale, an event card shows the face value with fees', async () => {
  const { container } = await grid({ tickets: 0, from_price: null, total_price: 32.9, fee: 2.9 });
  expect((await screen.findByText('$32.90')).parentElement!.textContent).toBe('Starting at $32.90 with fees');
  expect(details(container)!.textContent).toBe('Starting at $32.90 with fees$30.00 + $2.90 fees');
  cleanup();
  const free = await grid({ from_price: 0, total_price: 0, fee: 0 });
  await screen.findByText('$0');
  expect(details(free.container)).toBeNull();
});

const listing = (ask: number, over: Partial<ShownListing> & { fee?: number } = {}) =>
  ({ ...aListing(ask, over), status: 'active' }) as EventListing;
const list = (listings: EventListing[], feesIncluded: boolean, waitlistFirst = false) =>
  show(() => (
    <TicketList
      listings={listings}
      range={{ min: 35.06, max: 39.38 }}
      feesIncluded={feesIncluded}
      heldUntil={null}
      waitlistFirst={waitlistFirst}
      renderAction={() => null}
      empty={null}
    />
  ));

test('in the ticket list, a tap on a total shows the price and the fee', async () => {
  const { container, user } = await list(
    [
      listing(32, { total_price: 35.06, fee: 3.06, is_instant: true }),
      listing(36, { total_price: 39.38, fee: 3.38, is_instant: false }),
    ],
    true,
  );
  await screen.findByText('$35.06 - $39.38');
  const [first, second] = screen.getAllByRole('listitem');
  expect(within(first!).getByText('Sold at once')).toBeTruthy();
  expect(within(second!).queryByText('Sold at once')).toBeNull();
  await user.click(within(first!).getByText('$35.06'));
  expect(details(container)!.open).toBe(true);
  expect(details(container)!.textContent).toBe('$35.06 with feesTicket $32.00 + fee $3.06');
});

test('if prices include no fees, the ticket list shows whole dollars', async () => {
  const { container } = await list([listing(32.4)], false);
  await screen.findByText('$35 - $39');
  expect(screen.getByRole('listitem').textContent).toBe('A sellerBU · 2 ticketsStudent Verified$32');
  expect(details(container)).toBeNull();
});

function Panel({ listings }: { listings: ShownListing[] }) {
  return <BuyPanel buying={useBuying({ id: 'night', listings }, ['event', 'night'])} band={{ min: 28.8, max: 48 }} />;
}

test('the buy panel compares listings by their totals, and adds up the totals of the chosen tickets', async () => {
  const { container, user } = await show(() => (
    <Panel
      listings={[
        aListing(32, { total_price: 35.06, fee: 3.06 } as Partial<ShownListing>),
        aListing(36, { total_price: 39.38 }),
      ]}
    />
  ));
  await screen.findByRole('heading', { name: 'Buy Tickets' });
  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    '$35.062 ticketsBest Price',
    '$39.382 tickets+$4.32',
  ]);
  expect(screen.getByText('Fair price band $28.80 to $48.00, before fees')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'One more' }));
  expect(screen.getByText('$70.12')).toBeTruthy();
  await user.click(screen.getByText('With fees'));
  expect(details(container)!.open).toBe(true);
  expect(details(container)!.textContent).toBe('With feesTickets $64.00 + fee $6.12');
  expect(screen.getByText(/^You’re not charged until the seller accepts\./)).toBeTruthy();
});

test('the ticket list says that tickets go to the waitlist first, whether or not other tickets are listed', async () => {
  await list([listing(36)], false, true);
  expect((await screen.findByText('More tickets are offered to the waitlist first.')).tagName).toBe('P');
  cleanup();
  await list([], false, true);
  await screen.findByText('Offered to the waitlist first');
  expect(screen.queryByText('No tickets available yet')).toBeNull();
});
