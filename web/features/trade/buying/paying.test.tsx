import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  granted,
  ME,
  NIGHT,
  offer,
  refused,
  SIGNED_IN,
  standInForPopups,
} from '../../../../test/support/web/offers.ts';
import { type ApiClient, makeApi } from '../../../api.ts';
import { setSession } from '../../../session/session.ts';
import { openCardPage } from '../payments/card-page.ts';
import { BuyPanel } from './buy-panel.tsx';
import type { Offer } from './offers.ts';
import { PurchaseSheet } from './purchase-sheet.tsx';
import { useBuying } from './use-buying.ts';

vi.mock('../payments/card-page.ts', () => ({ openCardPage: vi.fn<(url: string) => void>() }));

const opened = vi.mocked(openCardPage);
const network = vi.fn<typeof fetch>();
const CARD_PAGE = 'https://pay.vouch.test/session';
/** A listing whose tickets are paid here. */
const paid = (over: Partial<Offer> = {}) => offer(20, { total_price: 22.1, is_instant: false, ...over });
const until = (ms: number) => new Date(Date.now() + ms).toISOString();
const awaiting = (over: object = {}) => ({
  status: 'awaiting',
  total: 44.2,
  pay_url: CARD_PAGE,
  pay_until: until(692_500),
  ...over,
});

beforeEach(() => {
  standInForPopups();
  setSession(SIGNED_IN);
  network.mockReset();
  opened.mockClear();
});
afterEach(cleanup);

function Event({ listings }: { listings: readonly Offer[] }) {
  const buying = useBuying({ id: 'night', listings }, ['event', 'night']);
  const [asked, ask] = useState<Offer>();
  return (
    <>
      <BuyPanel buying={buying} band={null} onAsk={ask} />
      {asked && <PurchaseSheet asked={asked} buying={buying} event={NIGHT} me={ME} onClose={() => ask(undefined)} />}
    </>
  );
}

/**
 * Opens the sheet from the panel, on the page of an event with one listing. `mine` is what the buyer has there already.
 */
async function openSheet(listing: Offer, mine: object[] = []) {
  const root = createRootRouteWithContext<{ api: ApiClient }>()();
  const page = createRoute({ getParentRoute: () => root, path: '/', component: () => <Event listings={[listing]} /> });
  const pay = createRoute({
    getParentRoute: () => root,
    path: '/pay/$requestId',
    component: () => <p>The page of the payment</p>,
  });
  const router = createRouter({
    routeTree: root.addChildren([page, pay]),
    context: {
      api: makeApi('http://vouch.test', (input, init) =>
        init?.method === 'POST'
          ? network(input, init)
          : Promise.resolve(
              Response.json({ requests: mine, selling: null, waitlist: null, is_student_verified: true }),
            ),
      ),
    },
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  await router.load();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Request to Buy' }));
  return { user, sheet: within(await screen.findByRole('dialog')) };
}

const facts = (sheet: ReturnType<typeof within>) =>
  sheet.getAllByRole('definition').map((part: HTMLElement) => part.textContent);

test('the panel opens the sheet, which shows the total with its parts, what is proved about the seller, and when the card is charged', async () => {
  const { user, sheet } = await openSheet(paid());
  await user.click(sheet.getByRole('button', { name: 'One more' }));
  expect(facts(sheet)).toEqual([
    'A night',
    'A seller Student Verified',
    'BU, verified',
    '$22.10',
    expect.stringContaining('The seller has until'),
    '$40.00',
    '$4.20',
  ]);
  expect(sheet.getByText('$44.20')).toBeTruthy();
  expect(
    sheet.getByText(
      /You are not charged until the seller accepts\. Payment protection: the money is held until hand-over/,
    ),
  ).toBeTruthy();
  expect(network).not.toHaveBeenCalled();
});

test('the button sends the total that was shown, and goes to the card page in this tab', async () => {
  const { user, sheet } = await openSheet(paid());
  network.mockResolvedValueOnce(granted({ payment: awaiting({ total: 22.1 }) }));
  await user.click(sheet.getByRole('button', { name: 'Pay $22.10' }));
  await vi.waitFor(() => expect(opened.mock.calls).toEqual([[CARD_PAGE]]));
  expect(JSON.parse(network.mock.calls[0]![1]!.body as string)).toEqual({
    event_id: 'night',
    quantity: 1,
    total: 22.1,
  });
  // The page is still there if the buyer comes back by the back button. It offers to go on, and no second request.
  expect(await sheet.findByText(/Not paid yet\./)).toBeTruthy();
  await user.click(sheet.getByRole('button', { name: 'Continue to payment' }));
  expect(opened).toHaveBeenCalledTimes(2);
  expect(network).toHaveBeenCalledTimes(1);
});

test('a seller who sells at once is marked, and the sheet says when the card is charged', async () => {
  const { sheet } = await openSheet(
    paid({ is_instant: true, seller: { ...paid().seller, is_student_verified: false } }),
  );
  expect(facts(sheet).slice(1, 5)).toEqual(['A seller ', 'BU, not verified', '$22.10', 'Sold at once']);
  expect(
    sheet.getByText(/This seller sells at once: you are charged as soon as your card is authorised\./),
  ).toBeTruthy();
});

test('a price that has risen is told with the new total, and the buyer is asked again', async () => {
  const { user, sheet } = await openSheet(paid());
  network.mockResolvedValueOnce(
    refused('tickets.price_changed', 409, 'These tickets now cost $33.00 in all. Look again, then ask.'),
  );
  await user.click(sheet.getByRole('button', { name: 'Pay $22.10' }));
  expect((await sheet.findByRole('alert')).textContent).toBe(
    'These tickets now cost $33.00 in all. Look again, then ask.',
  );
  expect(opened).not.toHaveBeenCalled();
});

test('an unpaid request, of another tab or before a reload, is offered with the time left instead of a second request', async () => {
  const { user, sheet } = await openSheet(paid(), [
    { id: 'earlier', quantity: 2, status: 'pending', payment: awaiting() },
  ]);
  expect((await sheet.findByRole('timer')).textContent).toMatch(/^You have 11:3\d left to pay\.$/);
  expect(sheet.getByText(/for/).textContent).toBe('2 tickets are kept for you, for $44.20 in all. Not paid yet.');
  expect(sheet.queryByRole('button', { name: /^Pay/ })).toBeNull();
  await user.click(sheet.getByRole('button', { name: 'Continue to payment' }));
  expect(opened.mock.calls).toEqual([[CARD_PAGE]]);
});

test('without a card page yet, the page of the payment waits for it', async () => {
  const { user, sheet } = await openSheet(paid());
  network.mockResolvedValueOnce(granted({ payment: awaiting({ pay_url: null }) }));
  await user.click(sheet.getByRole('button', { name: 'Pay $22.10' }));
  expect(await screen.findByText('The page of the payment')).toBeTruthy();
  expect(opened).not.toHaveBeenCalled();
});
