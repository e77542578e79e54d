import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SIGNED_IN, standInForPopups } from '../../../test/support/web/buying.ts';
import { testApp } from '../../../test/support/web/test-app.tsx';
import { openCardPage } from '../../features/trade/payments/card-page.ts';
import { setSession } from '../../session/session.ts';
import { OfferPage } from './offer-page.client.tsx';

vi.mock('../../features/trade/payments/card-page.ts', () => ({ openCardPage: vi.fn<(url: string) => void>() }));

const OFFER = {
  id: 'o1',
  status: 'open',
  quantity: 2,
  expires_at: new Date(Date.now() + 3_600_000).toISOString(),
  ask_price: 20,
  total: 43.7,
  is_instant: false,
  takes_place: true,
  event: {
    id: 'e1',
    title: 'Disco Deficit',
    slug: 'night',
    start_at: '2030-01-02T03:00:00.000Z',
    venue: { name: 'Blue Line', city: 'Boston' },
  },
  seller: { id: 's1', display_name: 'A seller', school: null },
};

beforeEach(() => {
  standInForPopups();
  setSession(SIGNED_IN);
});
afterEach(cleanup);

async function show(offer: object, payment: object | null) {
  let status = 'open';
  const network: typeof fetch = async (_input, init) => {
    if (init?.method !== 'POST') return Response.json({ ...offer, status });
    status = 'taken';
    // Before this answer arrives, the page reads the offer again, as it does after news of a change.
    await queryClient.refetchQueries();
    await screen.findByText('Taken');
    return Response.json({ id: 'o1', payment }, { status: 201 });
  };
  const { app, queryClient } = await testApp(
    { '/offers/$offerId': OfferPage, '/pay/$requestId': () => 'The payment page' },
    { at: '/offers/o1', network },
  );
  render(app);
}

test('one tap on the button of an open offer takes the offer and opens the card page', async () => {
  await show(OFFER, { status: 'awaiting', pay_url: 'https://pay.vouch.test/session', pay_until: OFFER.expires_at });
  expect(await screen.findByText(/Once you take them, you have 15 minutes to pay\./)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Take and pay $43.70' }));
  await waitFor(() => expect(openCardPage).toHaveBeenCalledWith('https://pay.vouch.test/session'));
  expect(screen.queryByText('The payment page')).toBeNull();
});

test('if the card page is not ready yet, taking an offer leads to our payment page', async () => {
  await show({ ...OFFER, quantity: 1 }, { status: 'awaiting', pay_url: null, pay_until: OFFER.expires_at });
  expect(await screen.findByText(/Once you take it, you have 15 minutes to pay\./)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Take and pay $43.70' }));
  expect(await screen.findByText('The payment page')).toBeTruthy();
});

test('an offer of tickets that are not paid through Vouch names no time to pay', async () => {
  await show({ ...OFFER, total: null }, null);
  expect(await screen.findByRole('button', { name: 'Take 2 tickets' })).toBeTruthy();
  expect(screen.queryByText(/to pay\./)).toBeNull();
});
