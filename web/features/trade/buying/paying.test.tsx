import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  granted,
  ME,
  NIGHT,
  aListing,
  refused,
  SIGNED_IN,
  standInForPopups,
} from '../../../../test/support/web/buying.ts';
import { testApp } from '../../../../test/support/web/test-app.tsx';
import { setSession } from '../../../session/session.ts';
import { openCardPage } from '../payments/card-page.ts';
import { BuyPanel } from './buy-panel.tsx';
import type { ShownListing } from './eligible-listings.ts';
import { PurchaseSheet } from './purchase-sheet.tsx';
import { useBuying } from './use-buying.ts';

vi.mock('../payments/card-page.ts', () => ({ openCardPage: vi.fn<(url: string) => void>() }));

const opened = vi.mocked(openCardPage);
const network = vi.fn<typeof fetch>();
const CARD_PAGE = 'https://pay.vouch.test/session';
/** A listing at $20 that the buyer pays for by card, $22.10 with the fee. */
const paid = (over: Partial<ShownListing> = {}) => aListing(20, { total_price: 22.1, is_instant: false, ...over });
interface How {
  sold_at_once?: boolean;
  group_id?: string;
}
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

function Event({ listings }: { listings: readonly ShownListing[] }) {
  const buying = useBuying({ id: 'night', listings }, ['event', 'night']);
  const [asked, ask] = useState<ShownListing>();
  return (
    <>
      <BuyPanel buying={buying} band={null} onAsk={ask} />
      {asked && <PurchaseSheet asked={asked} buying={buying} event={NIGHT} me={ME} onClose={() => ask(undefined)} />}
    </>
  );
}

/** `mine` holds the buyer's earlier requests. */
async function openSheet(listing: ShownListing, mine: object[] = [], others: ShownListing[] = []) {
  const { app } = await testApp(
    {
      '/': () => <Event listings={[listing, ...others]} />,
      '/pay/$requestId': () => <p>The page of the payment</p>,
    },
    {
      network: async (input, init) =>
        init?.method === 'POST'
          ? network(input, init)
          : Response.json({ requests: mine, selling: null, waitlist: null, is_student_verified: true }),
    },
  );
  render(app);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Request to Buy' }));
  return { user, sheet: within(await screen.findByRole('dialog')) };
}

const facts = (sheet: ReturnType<typeof within>) =>
  sheet.getAllByRole('definition').map((part: HTMLElement) => part.textContent);

test('the sheet shows the total with its parts, what is verified about the seller, and when the card is charged', async () => {
  const { user, sheet } = await openSheet(paid());
  await user.click(sheet.getByRole('button', { name: 'One more' }));
  expect(facts(sheet)).toEqual([
    'A night',
    'Tuesday, January 1, 9:00 PM',
    'The Basement, Boston',
    'Sent to your email',
    'A seller Student Verified',
    'BU, verified',
    '$22.10',
    expect.stringContaining('The seller has until'),
  ]);
  expect(sheet.getByText('Tickets $40.00 + fee $4.20')).toBeTruthy();
  expect(sheet.getByText('$44.20')).toBeTruthy();
  expect(
    sheet.getByText(
      /You’re not charged until the seller accepts\. Payment protection: the money is held until hand-over/,
    ),
  ).toBeTruthy();
  expect(sheet.getByRole('link', { name: 'Refund guarantee' }).getAttribute('href')).toBe('/guarantee');
  expect(network).not.toHaveBeenCalled();
});

test('the button Reserve sends the shown total and opens the card page in the same tab', async () => {
  const { user, sheet } = await openSheet(paid());
  network.mockResolvedValueOnce(granted({ payment: awaiting({ total: 22.1 }) }));
  await user.click(sheet.getByRole('button', { name: 'Reserve $22.10: charged only if the seller says yes' }));
  await vi.waitFor(() => expect(opened.mock.calls).toEqual([[CARD_PAGE]]));
  expect(JSON.parse(network.mock.calls[0]![1]!.body as string)).toEqual({
    event_id: 'night',
    quantity: 1,
    total: 22.1,
  });
  // When the buyer comes back from the card page, the sheet offers to continue and sends no second ticket request.
  expect(await sheet.findByText(/Not paid yet\./)).toBeTruthy();
  await user.click(sheet.getByRole('button', { name: 'Continue to payment' }));
  expect(opened).toHaveBeenCalledTimes(2);
  expect(network).toHaveBeenCalledTimes(1);
});

test('if a verified seller has given no school, the sheet says “Not given” for the school', async () => {
  const { sheet } = await openSheet(paid({ seller: { ...paid().seller, school: null, badge_at: null } }));
  expect(facts(sheet).slice(4, 6)).toEqual(['A seller Student VerifiedVerified by staff', 'Not given']);
});

test('the sheet says that the seller sells at once, and when the card is charged', async () => {
  const { sheet } = await openSheet(
    paid({ is_instant: true, seller: { ...paid().seller, is_student_verified: false } }),
  );
  expect(facts(sheet).slice(4)).toEqual(['A seller ', 'BU, not verified', '$22.10', 'Not needed: sold at once']);
  expect(
    sheet.getByText(/This seller sells at once: you are charged as soon as your card is authorized\./),
  ).toBeTruthy();
});

test('a buyer can choose more expensive tickets that are sold at once, and the sheet shows their total', async () => {
  const dear = { ...paid().seller, id: 'dear', display_name: 'A quick seller' };
  const quick = aListing(22, { total_price: 24.26, is_instant: true, handover_kind: 'file', seller: dear });
  const { user, sheet } = await openSheet(paid(), [], [quick]);
  expect(sheet.getByRole('button', { name: /^Reserve \$22\.10/ })).toBeTruthy();
  await user.click(sheet.getByRole('radio', { name: 'Instant for $2.16 more' }));
  expect(facts(sheet)[3]).toBe('Kept here, you open them');
  expect(facts(sheet)[4]).toContain('A quick seller');
  network.mockResolvedValueOnce(granted({ payment: awaiting({ total: 24.26 }) }));
  await user.click(sheet.getByRole('button', { name: 'Pay $24.26: charged once your card is authorized' }));
  await vi.waitFor(() => expect(opened).toHaveBeenCalledOnce());
  expect(JSON.parse(network.mock.calls[0]![1]!.body as string)).toEqual({
    event_id: 'night',
    quantity: 1,
    total: 24.26,
    at_once: true,
  });
});

test('if the price has risen, the sheet shows the new total and the buyer has to press again', async () => {
  const { user, sheet } = await openSheet(paid());
  network.mockResolvedValueOnce(
    refused('tickets.price_changed', 409, 'These tickets now cost $33.00 in all. Look again, then ask.'),
  );
  await user.click(sheet.getByRole('button', { name: 'Reserve $22.10: charged only if the seller says yes' }));
  expect((await sheet.findByRole('alert')).textContent).toBe(
    'These tickets now cost $33.00 in all. Look again, then ask.',
  );
  expect(opened).not.toHaveBeenCalled();
});

test('a buyer with an unpaid request from another tab can continue to payment and sees the time left', async () => {
  const { user, sheet } = await openSheet(paid(), [
    { id: 'earlier', quantity: 2, status: 'pending', payment: awaiting() },
  ]);
  expect((await sheet.findByRole('timer')).textContent).toMatch(/^You have 11:3\d left to pay\.$/);
  expect(sheet.getByText(/held for/).textContent).toBe('2 tickets are held for you: $44.20 in all. Not paid yet.');
  expect(sheet.queryByRole('button', { name: /^Reserve/ })).toBeNull();
  await user.click(sheet.getByRole('button', { name: 'Continue to payment' }));
  expect(opened.mock.calls).toEqual([[CARD_PAGE]]);
});

test.each([
  ['that the seller must agree to sell', {}, 'You’re not charged until the seller accepts.'],
  ['that are sold at once', { sold_at_once: true }, 'You are charged as soon as your card is authorized.'],
  [
    'in a group of requests, even if they are sold at once',
    { sold_at_once: true, group_id: 'group' },
    'You’re not charged until every seller has accepted.',
  ],
])('the sheet says when the card is charged for unpaid tickets %s', async (_what, { group_id, ...how }: How, says) => {
  const request = { id: 'earlier', quantity: 2, status: 'pending', payment: awaiting(how) };
  const { sheet } = await openSheet(paid(), [group_id ? { ...request, group_id } : request]);
  expect(await sheet.findByText(says)).toBeTruthy();
});

test('a buyer whose card page does not exist yet is sent to the payment page to wait', async () => {
  const { user, sheet } = await openSheet(paid());
  network.mockResolvedValueOnce(granted({ payment: awaiting({ pay_url: null }) }));
  await user.click(sheet.getByRole('button', { name: 'Reserve $22.10: charged only if the seller says yes' }));
  expect(await screen.findByText('The page of the payment')).toBeTruthy();
  expect(opened).not.toHaveBeenCalled();
});
