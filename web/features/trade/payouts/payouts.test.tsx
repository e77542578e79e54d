import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, type Mock, test, vi } from 'vitest';
import { testApp } from '../../../../test/support/web/test-app.tsx';
import { dismissToast, toasts } from '../../../ui/toast-list.ts';
import { NoListing } from './no-listing.tsx';
import { PayoutNote } from './payout-note.tsx';
import { PayoutSums } from './payout-sums.tsx';
import type { Payouts } from './payouts.queries.ts';
import { openProviderPage } from './provider-page.ts';
import { SetUpCard } from './set-up-card.tsx';

vi.mock('./provider-page.ts', () => ({ openProviderPage: vi.fn<(url: string) => void>() }));

const NONE: Payouts = {
  account: { state: 'none', requirements: [], payout_failed_at: null },
  waiting: 0,
  ready: 0,
  leaving: 0,
  frozen: 0,
  debt: 0,
  next_run: '2030-06-10T14:00:00.000Z',
  least_in_run: 20,
  may_ask: false,
  has_settled: true,
  lists_again_at: null,
  payouts: [],
};
let network: Mock<typeof fetch>;
let takesPayments: boolean;
let stored: Payouts;

beforeEach(() => {
  takesPayments = true;
  stored = NONE;
  vi.mocked(openProviderPage).mockReset();
  network = vi.fn<typeof fetch>(async (input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    if (pathname === '/api/launch') return Response.json({ switches: { payments: takesPayments } });
    if (pathname === '/api/my/payout-account') return Response.json({ url: 'https://provider.test/onboard' });
    if (pathname === '/api/my/payouts/now') return Response.json({ leaving: 1 }, { status: 202 });
    return Response.json(stored);
  });
});

afterEach(() => {
  cleanup();
  act(() => toasts().forEach(({ id }) => dismissToast(id)));
});

async function show(children: ReactNode) {
  const { app } = await testApp({ '/': () => children }, { network });
  render(app);
  return userEvent.setup();
}

const account = (over: Partial<Payouts['account']>) => ({ ...NONE.account, ...over });

test('a seller whose sale failed reads that they cannot list, and when they can list again', async () => {
  await show(
    <>
      <NoListing payouts={NONE} />
      <NoListing payouts={{ ...NONE, has_settled: false, lists_again_at: '2030-06-10T16:00:00.000Z' }} />
    </>,
  );
  expect((await screen.findAllByRole('paragraph')).map(({ textContent }) => textContent)).toEqual([
    'You can’t list tickets for now. One of your sales failed. You can list again on Monday, June 10, if you owe us nothing then.',
  ]);
});

test('a seller without a payout account is sent to the provider’s page', async () => {
  const user = await show(<SetUpCard account={NONE.account} />);
  expect(await screen.findByText(/You can list and sell before that/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Set up payouts' }));
  await waitFor(() => expect(vi.mocked(openProviderPage).mock.calls).toEqual([['https://provider.test/onboard']]));
});

test('the card of an unfinished payout account lists what the provider asks for', async () => {
  await show(
    <SetUpCard
      account={account({ state: 'started', requirements: ['external_account', 'identity.individual.date_of_birth'] })}
    />,
  );
  expect((await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    'a bank account or debit card for the money',
    'your date of birth',
  ]);
  expect(screen.getByRole('button', { name: 'Continue' })).toBeTruthy();
});

test.each([
  [account({ state: 'ready' }), 'Set up', 'Change details'],
  [account({ state: 'restricted' }), 'Stopped', 'Add what’s missing'],
  [account({ state: 'ready', payout_failed_at: '2030-06-01T00:00:00.000Z' }), 'Set up', 'Update bank details'],
])('the badge and the button show the state of a payout account', async (given, word, button) => {
  await show(<SetUpCard account={given} />);
  expect(await screen.findByText(word)).toBeTruthy();
  expect(screen.getByRole('button', { name: button })).toBeTruthy();
  expect(screen.queryByText(/Your bank refused the last payout/) !== null).toBe(given.payout_failed_at !== null);
});

test('a seller can have the ready money paid out at once, less their debt', async () => {
  const user = await show(
    <PayoutSums payouts={{ ...NONE, ready: 40.5, waiting: 25, frozen: 10, debt: 0.5, may_ask: true }} />,
  );
  expect((await screen.findAllByRole('term')).map(({ textContent }) => textContent)).toEqual([
    'Ready',
    'Waiting',
    'Frozen',
    'You owe us',
  ]);
  expect(screen.getByText('Monday, June 10')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Pay me $40.00 now' }));
  await waitFor(() => expect(toasts().map(({ title }) => title)).toEqual(['On its way']));
});

test('a seller who cannot ask for a payout yet sees the day of the next payout and no button', async () => {
  await show(<PayoutSums payouts={NONE} />);
  expect(await screen.findByText('Monday, June 10')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('the sell page tells a seller without payouts how to get paid, but only while payments are on', async () => {
  await show(<PayoutNote userId="me" />);
  expect(await screen.findByText(/You can list tickets now/)).toBeTruthy();
  cleanup();
  takesPayments = false;
  await show(<PayoutNote userId="me" />);
  await waitFor(() => expect(network.mock.calls.length).toBeGreaterThan(2));
  expect(screen.queryByText(/payouts/)).toBeNull();
});
