import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SIGNED_IN, standInForPopups } from '../../../test/support/web/buying.ts';
import { testApp } from '../../../test/support/web/test-app.tsx';
import { setSession } from '../../session/session.ts';
import { PayPage } from './pay-page.client.tsx';

const network = vi.fn<typeof fetch>();

beforeEach(() => {
  standInForPopups();
  setSession(SIGNED_IN);
  network.mockReset();
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const until = (ms: number) => new Date(Date.now() + ms).toISOString();

function answer(status: string, request: object, over: object = {}) {
  const payment = {
    status,
    tickets: 40,
    total: 43.7,
    fee: 3.7,
    added: 0,
    receives: null,
    pay_url: null,
    pay_until: null,
    refunded: 0,
    is_disputed: false,
    sold_at_once: false,
    handover: null,
    refund: null,
    payout: null,
    ...over,
  };
  const event = {
    title: 'Disco Deficit',
    slug: 'night',
    start_at: until(86_400_000),
    venue_name: 'Blue Line',
    state: 'on',
    moved_from: null,
  };
  const shown = {
    id: 'r1',
    role: 'buyer',
    quantity: 2,
    offered_price: 20,
    expires_at: until(720_500),
    event,
    payment,
    receiver: null,
    group: null,
  };
  return Response.json({ request: { ...shown, undo_until: null, ...request }, payment, group: [] });
}
const awaiting = () =>
  answer('awaiting', { status: 'pending' }, { pay_url: 'https://pay.vouch.test/session', pay_until: until(692_500) });

/** Answers the request for the tickets like a server that has none. `network` answers all other requests. */
const withTickets: typeof fetch = (input, init) =>
  (input instanceof Request ? input.url : String(input)).endsWith('/tickets')
    ? Promise.resolve(Response.json({ tickets: [], may_open: false, why_not: 'ended', opens_at: until(0) }))
    : network(input, init);

async function show() {
  const { app } = await testApp({ '/pay/$requestId': PayPage }, { at: '/pay/r1', network: withTickets });
  render(app);
}
const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('the page asks the server for the status every two seconds until the money is charged', async () => {
  network.mockImplementationOnce(() => new Promise((tell) => setTimeout(() => tell(awaiting()), 500)));
  network.mockImplementation(() => Promise.resolve(awaiting()));
  await show();
  expect(await screen.findByText('Checking with your bank...')).toBeTruthy();
  await after(600);
  expect(screen.getByText('Not paid yet')).toBeTruthy();
  expect(screen.getByRole('timer').textContent).toMatch(/^You have 11:3[12] left to pay\.$/);
  expect(screen.getByRole('button', { name: 'Continue to payment' })).toBeTruthy();
  network.mockImplementation(() => Promise.resolve(answer('authorized', { status: 'pending' })));
  await after(2000);
  expect(screen.getByText(/Card authorized: \$43\.70 is reserved, not charged\. The seller has until/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Continue to payment' })).toBeNull();
  network.mockImplementation(() => Promise.resolve(answer('authorized', { status: 'accepted' })));
  await after(15_000);
  expect(
    screen.getByText('The seller said yes. Your card is being charged $43.70, which we hold until hand-over.'),
  ).toBeTruthy();
  network.mockImplementation(() => Promise.resolve(answer('captured', { status: 'accepted' })));
  await after(2000);
  expect(screen.getByText('We hold $43.70 until hand-over.')).toBeTruthy();
  const asked = network.mock.calls.length;
  await after(60_000);
  expect(network).toHaveBeenCalledTimes(asked);
});

test('a hidden page does not ask for the status, and a visible page asks less often after half a minute', async () => {
  network.mockImplementation(() => Promise.resolve(awaiting()));
  await show();
  await after(100);
  expect(network).toHaveBeenCalledTimes(1);
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await act(async () => document.dispatchEvent(new Event('visibilitychange')));
  await after(20_000);
  expect(network).toHaveBeenCalledTimes(1);
  visibility.mockRestore();
  await act(async () => document.dispatchEvent(new Event('visibilitychange')));
  await after(40_000);
  const soon = network.mock.calls.length;
  expect(soon).toBeGreaterThan(10);
  await after(30_000);
  expect(network.mock.calls.length - soon).toBeLessThanOrEqual(2);
});

test.each([
  ['expired', 'failed', 'Time ran out, and nothing was charged.'],
  [
    'declined',
    'voided',
    'The request was declined. Nothing was charged. The hold on your card ends within a few days.',
  ],
  ['cancelled', 'voided', 'The request has ended. Nothing was charged. The hold on your card ends within a few days.'],
])(
  'if the ticket request is "%s" and its payment is "%s", the page says that nothing was charged',
  async (status, payment, text) => {
    network.mockImplementation(() => Promise.resolve(answer(payment, { status })));
    await show();
    await after(100);
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.queryByRole('timer')).toBeNull();
  },
);

test('when the time to pay runs out, the button and the countdown disappear', async () => {
  network.mockImplementation(() =>
    Promise.resolve(
      answer('awaiting', { status: 'pending' }, { pay_url: 'https://pay.vouch.test/session', pay_until: until(3000) }),
    ),
  );
  await show();
  await after(100);
  expect(screen.getByRole('timer').textContent).toMatch(/0:0[23]/);
  network.mockImplementation(() => Promise.resolve(answer('awaiting', { status: 'expired' })));
  await after(4000);
  expect(screen.queryByRole('timer')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Continue to payment' })).toBeNull();
  expect(screen.getByText('Time ran out, and nothing was charged.')).toBeTruthy();
});

test('the page of somebody else’s payment shows the server’s refusal', async () => {
  network.mockResolvedValue(
    Response.json(
      { error: { code: 'tickets.request_not_found', message: 'There is no such ticket request.', request_id: 'r' } },
      { status: 404 },
    ),
  );
  await show();
  expect(await screen.findByText(/There is no such ticket request\./)).toBeTruthy();
});

const WHOLE = { payments: 2, places: 2, total: 55, charged: 0, authorized: 2, unpaid: 0, ended: null };

const member = (id: string, status: string) => ({
  id,
  status: 'pending',
  quantity: 1,
  payment: { status, total: 27.5, pay_url: null, pay_until: until(600_000) },
});

test('once a card is authorized, the page of a group purchase leads to the next payment', async () => {
  network.mockImplementation(async () => {
    const { request, payment } = (await answer('authorized', { status: 'pending' }).json()) as Record<string, object>;
    const whole = { ...WHOLE, authorized: 1, unpaid: 1, unanswered: 2, until: until(600_000) };
    const group = [member('r1', 'authorized'), member('r2', 'awaiting')];
    return Response.json({ request: { ...request, group: whole }, payment, group });
  });
  await show();
  const region = await screen.findByRole('region', { name: '2 places from several sellers' });
  expect(region.textContent).toContain('2 tickets for $55.00 in all, in 2 payments.');
  expect(screen.getByRole('link', { name: 'Continue to payment 2 of 2' }).getAttribute('href')).toBe('/pay/r2');
});

test('while the cards of a group are charged one after the other, the page says that they are being charged', async () => {
  network.mockImplementation(async () => {
    const { request, payment } = (await answer('authorized', { status: 'pending' }).json()) as Record<string, object>;
    const whole = { ...WHOLE, charged: 1, unanswered: 0, until: null };
    const group = [member('r1', 'authorized'), { ...member('r2', 'captured'), status: 'accepted' }];
    return Response.json({ request: { ...request, group: whole }, payment, group });
  });
  await show();
  const region = await screen.findByRole('region', { name: '2 places from several sellers' });
  expect(region.textContent).toContain('All of them are being charged now.');
  expect(screen.getByRole('status').textContent).toContain('Your cards are being charged $55.00 in all');
  expect(document.body.textContent).not.toMatch(/not charged|or for none/);
});

test('the price details of a replacement show the difference that we paid, so the parts add up to the total', async () => {
  const over = { tickets: 28, fee: 2.74, added: 4.32, total: 26.42, replaces: 'r0' };
  network.mockResolvedValue(answer('captured', { status: 'accepted' }, over));
  await show();
  const added = await screen.findByText('We paid the difference');
  expect(added.closest('dl')!.textContent).toContain(
    '$28.00Fee, with payment protection$2.74We paid the difference-$4.32',
  );
});
