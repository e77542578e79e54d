import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NIGHT, aListing, SIGNED_IN, standInForPopups } from '../../../../test/support/web/buying.ts';
import { testApp } from '../../../../test/support/web/test-app.tsx';
import { beginReturn } from '../../../session/return-place.ts';
import { setSession } from '../../../session/session.ts';
import { PurchaseSheet } from './purchase-sheet.tsx';
import { useBuying } from './use-buying.ts';
import { useSheet } from './use-sheet.ts';

const network = vi.fn<typeof fetch>();

beforeEach(() => {
  standInForPopups();
  localStorage.clear();
});
afterEach(cleanup);

function Event({ listings }: { listings: ReturnType<typeof aListing>[] }) {
  const buying = useBuying({ id: 'night', listings }, ['event', 'night']);
  const { asked, ask } = useSheet(buying);
  return (
    <>
      <button type="button" onClick={() => ask(listings[0])}>
        Ask
      </button>
      {asked && <PurchaseSheet asked={asked} buying={buying} event={NIGHT} me={null} onClose={() => ask(undefined)} />}
    </>
  );
}

async function show(...listings: ReturnType<typeof aListing>[]) {
  const { app, router } = await testApp({ '/': () => <Event listings={listings} /> }, { network });
  render(app);
  await screen.findByRole('button', { name: 'Ask' });
  return router;
}

const sheet = () => within(screen.getByRole('dialog', { name: 'Request to Buy' }));

async function leaveToSignIn() {
  setSession({ status: 'signed_out' });
  const router = await show(aListing(95));
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Ask' }));
  await user.click(sheet().getByRole('button', { name: 'One more' }));
  await user.click(sheet().getByRole('button', { name: 'Request to Buy' }));
  await user.click(await screen.findByRole('button', { name: 'Sign in' }));
  await vi.waitFor(() => expect(router.latestLocation).toMatchObject({ pathname: '/auth', state: { from: '/' } }));
  expect(screen.queryByText('Please sign in to buy tickets.')).toBeNull();
  cleanup();
  setSession(SIGNED_IN);
}

test('a visitor who leaves the purchase sheet to sign in finds it open again with the same quantity', async () => {
  await leaveToSignIn();
  expect(beginReturn('/')).toBe(true);
  await show(aListing(95));
  expect(sheet().getByText('$190.00')).toBeTruthy();
  expect(network).not.toHaveBeenCalled();
});

test('if the chosen listing is gone after the sign-in, the sheet opens for the best price that is left', async () => {
  await leaveToSignIn();
  beginReturn('/');
  await show(aListing(80));
  expect(sheet().getByText('$160.00')).toBeTruthy();
  cleanup();
  await leaveToSignIn();
  beginReturn('/');
  await show();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the sheet stays closed on a visit that is not the return from the sign-in', async () => {
  await leaveToSignIn();
  await show(aListing(95));
  expect(screen.queryByRole('dialog')).toBeNull();
});
