import { act, cleanup, screen, within } from '@testing-library/react';
import type userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  granted,
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

async function openSheet(user: ReturnType<typeof userEvent.setup>, name: RegExp) {
  await user.click(screen.getByRole('button', { name }));
  return within(screen.getByRole('dialog', { name: 'Request to Buy' }));
}

test('the purchase sheet of a listing shows the best price, and its button sends the ticket request', async () => {
  const { user } = await show(aListing(95), aListing(100, { seller: seller('other', 'Another seller') }));
  const sheet = await openSheet(user, /from Another seller/);
  expect(
    sheet.getByText(
      /^You chose Another seller at \$100\.00, but requests go to the best price first: A seller at \$95\.00\.$/,
    ),
  ).toBeTruthy();
  expect(sheet.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'A night',
    'Tuesday, January 1, 9:00 PM',
    'The Basement, Boston',
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
  expect(screen.getByText('Request sent. The seller has until December 31, 9:40 PM.')).toBeTruthy();
  const [[key, body]] = sent() as [[string, unknown]];
  expect(key).toMatch(/^[0-9a-f-]{36}$/);
  expect(body).toEqual({ event_id: 'night', quantity: 2 });
});

test('the purchase sheet shows the server’s refusal and stays open', async () => {
  const { user } = await show(aListing(95));
  const sheet = await openSheet(user, /for \$95/);
  const sentence = 'The seller of the best price has declined your request. Ask again in 30 minutes.';
  network.mockResolvedValueOnce(refused('tickets.cooling_down', 409, sentence));
  await user.click(sheet.getByRole('button', { name: 'Request to Buy' }));
  expect((await sheet.findByRole('alert')).textContent).toBe(sentence);
  expect(toasts().filter(({ isOpen }) => isOpen)).toEqual([]);
  expect(network).toHaveBeenCalledTimes(1);
});
