import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRouteWithContext, createRouter, RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, type Mock, test, vi } from 'vitest';
import { granted, ME, NIGHT, offer, refused, seller, SIGNED_IN, standInForPopups } from '../../../../test/support/web/offers.ts';
import { type ApiClient, makeApi } from '../../../api.ts';
import { setSession } from '../../../session/session.ts';
import { dismissToast, toasts } from '../../../ui/toast-list.ts';
import { BuyPanel } from './buy-panel.tsx';
import { useBuying } from './use-buying.ts';
import type { Offer } from './offers.ts';
import { PurchaseSheet } from './purchase-sheet.tsx';
import { RequestButton } from './request-button.tsx';
import { SentRequest } from './sent-request.tsx';

let network: Mock<typeof fetch>;

beforeEach(() => {
  standInForPopups();
  network = vi.fn<typeof fetch>();
  setSession(SIGNED_IN);
});

afterEach(() => {
  cleanup();
  act(() => toasts().forEach(({ id }) => dismissToast(id)));
});

function Event({ listings }: { listings: readonly Offer[] }) {
  const buying = useBuying({ id: 'night', listings }, ['event', 'night']);
  const [asked, setAsked] = useState<Offer>();
  return (
    <>
      {listings.map((listing) => (
        <div key={listing.id} data-testid="row">
          <RequestButton offer={listing} me={ME} onAsk={() => setAsked(listing)} />
        </div>
      ))}
      <BuyPanel buying={buying} band={{ min: 76.5, max: 127.5 }} />
      <SentRequest buying={buying} me={null} />
      {asked && <PurchaseSheet asked={asked} buying={buying} event={NIGHT} me={null} onClose={() => setAsked(undefined)} />}
    </>
  );
}

/** Shows the buy panel of an event with these listings, beside a row of the ticket list. */
async function show(...listings: Offer[]) {
  const queryClient = new QueryClient({ defaultOptions: { mutations: { retryDelay: 0 } } });
  queryClient.setQueryData(['launch'], { 'my-tickets': true });
  const root = createRootRouteWithContext<{ api: ApiClient }>()({ component: () => <Event listings={listings} /> });
  const router = createRouter({
    routeTree: root,
    context: { api: makeApi('http://vouch.test', network) },
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  await router.load();
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { name: 'Buy Tickets' });
  return { user: userEvent.setup(), panel: within(screen.getByRole('region', { name: 'Buy Tickets' })) };
}

/** The requests that were sent: key and body. */
const sent = () =>
  network.mock.calls.map(([, init]) => [new Headers(init?.headers).get('idempotency-key'), JSON.parse(init?.body as string) as unknown]);
const press = (user: ReturnType<typeof userEvent.setup>, panel: ReturnType<typeof within>) =>
  user.click(panel.getByRole('button', { name: 'Request to Buy' }));

test('the panel shows the three cheapest eligible listings: the best price, and how much more the others cost', async () => {
  const { panel } = await show(
    offer(140, { eligible: false }),
    offer(120),
    offer(104.5),
    offer(95, { quantity: 1 }),
    offer(100),
    offer(80, { seller: seller(ME) }),
  );
  expect(panel.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    '$95.001 ticketBest Price',
    '$100.002 tickets+$5.00',
    '$104.502 tickets+$9.50',
  ]);
});

test('of two equal prices the older listing is the best', async () => {
  const { panel } = await show(
    offer(95, { id: 'young', quantity: 4, created_at: '2026-11-02T00:00:00.000Z' }),
    offer(95, { id: 'old', quantity: 1 }),
  );
  expect(panel.getAllByRole('listitem').map((row) => row.textContent)).toEqual(['$95.001 ticketBest Price', '$95.004 ticketsSame price']);
});

test.each([
  ['0', 'Choose at least one ticket, in whole numbers.'],
  ['1.5', 'Choose at least one ticket, in whole numbers.'],
  ['-1', 'Choose at least one ticket, in whole numbers.'],
  ['3', 'Only 2 tickets are left at the best price.'],
])('a quantity of %s is refused at the field, and nothing is sent', async (typed, problem) => {
  const { user, panel } = await show(offer(95), offer(100, { quantity: 9 }));
  const field = panel.getByLabelText('Quantity');
  await user.clear(field);
  await user.type(field, `${typed}{Enter}`);
  expect(panel.getByText(problem)).toBeTruthy();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(panel.getByRole<HTMLButtonElement>('button', { name: 'Request to Buy' }).disabled).toBe(true);
  expect(network).not.toHaveBeenCalled();
});

test('the quantity buttons stop at the stock of the cheapest listing', async () => {
  const { user, panel } = await show(offer(95));
  const [less, more] = ['One less', 'One more'].map((name) => panel.getByRole<HTMLButtonElement>('button', { name }));
  expect(less!.disabled).toBe(true);
  await user.click(more!);
  expect(panel.getByText('$190.00')).toBeTruthy();
  expect(more!.disabled).toBe(true);
  await user.click(less!);
  expect(panel.getByLabelText<HTMLInputElement>('Quantity').value).toBe('1');
});

test('the quantity stops at the six tickets that one buyer can hold', async () => {
  const { user, panel } = await show(offer(95, { quantity: 20 }));
  const field = panel.getByLabelText<HTMLInputElement>('Quantity');
  await user.clear(field);
  await user.type(field, '6');
  expect(panel.getByText('$570.00')).toBeTruthy();
  expect(panel.getByRole<HTMLButtonElement>('button', { name: 'One more' }).disabled).toBe(true);
  await user.clear(field);
  await user.type(field, '7');
  expect(panel.getByText('You can hold at most 6 tickets at once.')).toBeTruthy();
  expect(panel.getByRole<HTMLButtonElement>('button', { name: 'Request to Buy' }).disabled).toBe(true);
});

test('the buttons of the rows carry seller and price, and the own listing has none', async () => {
  await show(offer(95), offer(100, { seller: seller('nobody', null) }), offer(80, { seller: seller(ME) }));
  const rows = screen.getAllByTestId('row');
  expect(rows.map((row) => within(row).queryByRole('button')?.textContent ?? row.textContent)).toEqual([
    'Request to Buy from A seller for $95.00',
    'Request to Buy from A student for $100.00',
    'Your listing',
  ]);
});

/** Opens the sheet of a row. */
async function openSheet(user: ReturnType<typeof userEvent.setup>, name: RegExp) {
  await user.click(screen.getByRole('button', { name }));
  return within(screen.getByRole('dialog', { name: 'Request to Buy' }));
}

test('a row opens a sheet that names the best price, and its button sends the request and closes it', async () => {
  const { user } = await show(offer(95), offer(100, { seller: seller('other', 'Another seller') }));
  const sheet = await openSheet(user, /from Another seller/);
  expect(
    sheet.getByText(/^The best price goes first\. You chose Another seller at \$100\.00, and your request goes to A seller at \$95\.00\.$/),
  ).toBeTruthy();
  expect(sheet.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'A night',
    'A seller Student Verified',
    'BU',
    '$95.00',
    expect.stringMatching(/^The seller has until .* [AP]M/),
  ]);
  expect(network).not.toHaveBeenCalled();
  await user.click(sheet.getByRole('button', { name: 'One more' }));
  expect(sheet.getByText('$190.00')).toBeTruthy();
  network.mockResolvedValueOnce(granted({ quantity: 2 }));
  await user.click(sheet.getByRole('button', { name: 'Request to Buy' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await screen.findByText('Request sent!')).toBeTruthy();
  expect(screen.getAllByText('2 tickets at $95.00 each')).toHaveLength(2);
  expect(screen.getByText('Request sent. The seller has until Monday, 9:40 PM.')).toBeTruthy();
  const [[key, body]] = sent() as [[string, unknown]];
  expect(key).toMatch(/^[0-9a-f-]{36}$/);
  expect(body).toEqual({ event_id: 'night', quantity: 2 });
});

test('a visitor is asked to sign in, and nothing is sent', async () => {
  setSession({ status: 'signed_out' });
  const { user, panel } = await show(offer(95));
  await press(user, panel);
  expect(await screen.findByText('Authentication required')).toBeTruthy();
  expect(screen.getByText('Please sign in to buy tickets.')).toBeTruthy();
  expect(network).not.toHaveBeenCalled();
});

test('the panel and a toast say that no listing is eligible', async () => {
  const { user, panel } = await show(offer(140, { eligible: false }));
  expect(panel.getByText('No tickets available in the price band')).toBeTruthy();
  await press(user, panel);
  expect(await screen.findByText('No tickets available')).toBeTruthy();
  expect(network).not.toHaveBeenCalled();
});

test('a request without an answer is sent again under the same key, by itself and by hand; the next request has another key', async () => {
  const { user, panel } = await show(offer(95));
  network.mockRejectedValue(new TypeError('offline'));
  await press(user, panel);
  expect(await screen.findByText('Failed to send ticket request. Please try again.')).toBeTruthy();
  expect(network).toHaveBeenCalledTimes(3);
  network.mockImplementation(() => Promise.resolve(granted()));
  await press(user, panel);
  expect(await screen.findByText('Request sent!')).toBeTruthy();
  expect(new Set(sent().map(([key]) => key)).size).toBe(1);
  await press(user, panel);
  await waitFor(() => expect(network).toHaveBeenCalledTimes(5));
  expect(new Set(sent().map(([key]) => key)).size).toBe(2);
});

test.each([
  ['tickets.none_available', 409, 'No tickets available in the price band', 'No tickets available'],
  ['tickets.own_listing', 409, 'The only tickets left are your own. You cannot buy those.', 'Error'],
  [
    'tickets.request_pending',
    409,
    'You already have a request for this night. Wait for its answer, or cancel it before you ask again.',
    'Error',
  ],
  [
    'tickets.too_many_held',
    409,
    'You can hold at most 6 tickets at once. Your open requests hold 5 tickets. Ask for at most 1 ticket.',
    'Error',
  ],
  ['tickets.cooling_down', 409, 'The seller of the best price has declined your request. Ask again in 30 minutes.', 'Error'],
  ['tickets.event_over', 409, 'This night is over, so its tickets are no longer for sale.', 'Error'],
  ['request.signed_out', 401, 'Sign in first.', 'Authentication required'],
])('a request refused with %s is not repeated and says why', async (code, status, message, title) => {
  const { user, panel } = await show(offer(95));
  network.mockResolvedValueOnce(refused(code, status, message));
  await press(user, panel);
  expect(await screen.findByText(title)).toBeTruthy();
  expect(screen.getByText(code === 'request.signed_out' ? 'Please sign in to buy tickets.' : message)).toBeTruthy();
  expect(network).toHaveBeenCalledTimes(1);
});

test('the sheet shows a refusal as the sentence of the server and stays open', async () => {
  const { user } = await show(offer(95));
  const sheet = await openSheet(user, /for \$95/);
  const sentence = 'The seller of the best price has declined your request. Ask again in 30 minutes.';
  network.mockResolvedValueOnce(refused('tickets.cooling_down', 409, sentence));
  await user.click(sheet.getByRole('button', { name: 'Request to Buy' }));
  expect((await sheet.findByRole('alert')).textContent).toBe(sentence);
  expect(toasts().filter(({ isOpen }) => isOpen)).toEqual([]);
  expect(network).toHaveBeenCalledTimes(1);
});
