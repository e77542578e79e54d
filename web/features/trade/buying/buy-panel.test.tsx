import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import type userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  granted,
  ME,
  aListing,
  refused,
  seller,
  SIGNED_IN,
  standInForPopups,
} from '../../../../test/support/web/buying.ts';
import { network, sent, show } from '../../../../test/support/web/shown-panel.tsx';
import { setSession } from '../../../session/session.ts';
import { dismissToast, toasts } from '../../../ui/toast-list.ts';

beforeEach(() => {
  standInForPopups();
  network.mockReset();
  setSession(SIGNED_IN);
});

afterEach(() => {
  cleanup();
  act(() => toasts().forEach(({ id }) => dismissToast(id)));
});

const press = (user: ReturnType<typeof userEvent.setup>, panel: ReturnType<typeof within>) =>
  user.click(panel.getByRole('button', { name: 'Request to Buy' }));

test('the panel shows the three cheapest eligible listings', async () => {
  const { panel } = await show(
    aListing(140, { eligible: false }),
    aListing(120),
    aListing(104.5),
    aListing(95, { quantity: 1 }),
    aListing(100),
    aListing(80, { seller: seller(ME) }),
  );
  expect(panel.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    '$95.001 ticketBest Price',
    '$100.002 tickets+$5.00',
    '$104.502 tickets+$9.50',
  ]);
});

test('at equal prices, the older listing is the best one', async () => {
  const { panel } = await show(
    aListing(95, { id: 'young', quantity: 4, created_at: '2026-11-02T00:00:00.000Z' }),
    aListing(95, { id: 'old', quantity: 1 }),
  );
  expect(panel.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    '$95.001 ticketBest Price',
    '$95.004 ticketsSame price',
  ]);
});

test.each([
  ['0', 'Choose at least one ticket, in whole numbers.'],
  ['1.5', 'Choose at least one ticket, in whole numbers.'],
  ['-1', 'Choose at least one ticket, in whole numbers.'],
  ['3', 'Only 2 tickets are left at the best price.'],
])('a typed quantity of %s shows an error at the field, and nothing is sent', async (typed, problem) => {
  const { user, panel } = await show(aListing(95), aListing(100, { quantity: 9 }));
  const field = panel.getByLabelText('Quantity');
  await user.clear(field);
  await user.type(field, `${typed}{Enter}`);
  expect(panel.getByText(problem)).toBeTruthy();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(panel.getByRole<HTMLButtonElement>('button', { name: 'Request to Buy' }).disabled).toBe(true);
  expect(network).not.toHaveBeenCalled();
});

test('the quantity buttons stop at the number of tickets in the cheapest listing', async () => {
  const { user, panel } = await show(aListing(95));
  const [less, more] = ['One less', 'One more'].map((name) => panel.getByRole<HTMLButtonElement>('button', { name }));
  expect(less!.disabled).toBe(true);
  await user.click(more!);
  expect(panel.getByText('$190.00')).toBeTruthy();
  expect(more!.disabled).toBe(true);
  await user.click(less!);
  expect(panel.getByLabelText<HTMLInputElement>('Quantity').value).toBe('1');
});

test('a buyer can choose at most six tickets', async () => {
  const { user, panel } = await show(aListing(95, { quantity: 20 }));
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

test('each listing of another seller has a button that names the seller and the price', async () => {
  await show(aListing(95), aListing(100, { seller: seller('nobody', null) }), aListing(80, { seller: seller(ME) }));
  const rows = screen.getAllByTestId('row');
  expect(rows.map((row) => within(row).queryByRole('button')?.textContent ?? row.textContent)).toEqual([
    'Request to Buy from A seller for $95.00',
    'Request to Buy from A student for $100.00',
    'Your listing',
  ]);
});

test('a visitor is asked to sign in, and nothing is sent', async () => {
  setSession({ status: 'signed_out' });
  const { user, panel } = await show(aListing(95));
  await press(user, panel);
  expect(await screen.findByText('Authentication required')).toBeTruthy();
  expect(screen.getByText('Please sign in to buy tickets.')).toBeTruthy();
  expect(network).not.toHaveBeenCalled();
});

test('if no listing is eligible, the panel and a toast say so', async () => {
  const { user, panel } = await show(aListing(140, { eligible: false }));
  expect(panel.getByText('No tickets available in the price band')).toBeTruthy();
  await press(user, panel);
  expect(await screen.findByText('No tickets available')).toBeTruthy();
  expect(network).not.toHaveBeenCalled();
});

test('a ticket request that got no answer is sent again with the same key', async () => {
  const { user, panel } = await show(aListing(95));
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
  [
    'tickets.cooling_down',
    409,
    'The seller of the best price has declined your request. Ask again in 30 minutes.',
    'Error',
  ],
  ['tickets.event_over', 409, 'This night is over, so its tickets are no longer for sale.', 'Error'],
  ['request.signed_out', 401, 'Sign in first.', 'Authentication required'],
])('if a ticket request is refused with %s, a toast says why', async (code, status, message, title) => {
  const { user, panel } = await show(aListing(95));
  network.mockResolvedValueOnce(refused(code, status, message));
  await press(user, panel);
  expect(await screen.findByText(title)).toBeTruthy();
  expect(screen.getByText(code === 'request.signed_out' ? 'Please sign in to buy tickets.' : message)).toBeTruthy();
  expect(network).toHaveBeenCalledTimes(1);
});
