import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SIGNED_IN, standInForPopups } from '../../../../test/support/web/buying.ts';
import { testApp } from '../../../../test/support/web/test-app.tsx';
import { setSession } from '../../../session/session.ts';
import { toasts } from '../../../ui/toast-list.ts';
import { JoinWaitlistButton } from './join-waitlist-button.tsx';

const posted = vi.fn<(path: string) => void>();

beforeEach(() => {
  standInForPopups();
  posted.mockClear();
});
afterEach(cleanup);

async function tap(is_joined: boolean) {
  const event = { id: 'night', title: 'A night', ticket_price: null };
  const network: typeof fetch = async (input, init) => {
    if (init?.method === 'POST') posted(new URL(input as string).pathname);
    return Response.json({ is_joined, waiting_ids: [], saved_ids: [], switches: {} });
  };
  const { app } = await testApp({ '/': () => <JoinWaitlistButton event={event} /> }, { network });
  render(app);
  await userEvent.setup().click(await screen.findByRole('button', { name: /^Join Waitlist/ }));
}

test('a tap joins the waitlist if the signed-in person has sent the form before, and otherwise opens the form', async () => {
  setSession(SIGNED_IN);
  await tap(true);
  await vi.waitFor(() => expect(toasts().map(({ title }) => title)).toContain('Waitlist Request Submitted'));
  expect(screen.queryByRole('dialog')).toBeNull();
  cleanup();
  await tap(false);
  expect(await screen.findByRole('dialog', { name: 'Join the Waitlist' })).toBeTruthy();
  expect(posted.mock.calls).toEqual([['/api/waitlist/again'], ['/api/waitlist/again']]);
});

test('a tap that comes while the session loads joins the waitlist after the session has loaded', async () => {
  setSession({ status: 'loading' });
  await tap(true);
  expect(posted).not.toHaveBeenCalled();
  act(() => setSession(SIGNED_IN));
  await vi.waitFor(() => expect(posted.mock.calls).toEqual([['/api/waitlist/again']]));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a visitor’s tap opens the form and sends nothing', async () => {
  setSession({ status: 'signed_out' });
  await tap(true);
  expect(await screen.findByRole('dialog', { name: 'Join the Waitlist' })).toBeTruthy();
  expect(posted).not.toHaveBeenCalled();
});
