import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, type Mock, test, vi } from 'vitest';
import { SIGNED_IN } from '../../../../test/support/web/buying.ts';
import { testApp } from '../../../../test/support/web/test-app.tsx';
import { launchQuery } from '../../../common/launch/launch.queries.ts';
import { setSession } from '../../../session/session.ts';
import { dismissToast, toasts } from '../../../ui/toast-list.ts';
import { TicketList } from '../../nights/events/ticket-list.tsx';
import type { EventListing } from '../../nights/events/events.queries.ts';
import { eligibleFor, noneText } from '../../trade/buying/eligible-listings.ts';
import { RequestMutuals } from './request-mutuals.tsx';
import { SellerMutuals } from './seller-mutuals.client.tsx';

const COMMON = { count: 2, vouches: true, friends: [], events: ['Headline Halloween'] };
const SELLER = { display_name: 'A seller', school: null, is_student_verified: false };
const LISTING = {
  quantity: 2,
  ask_price: 30,
  eligible: true,
  status: 'active',
  created_at: '2026-11-22T20:00:00.000Z',
};
const listingOf = (id: string) => ({ ...LISTING, id, seller: { ...SELLER, id } }) as EventListing;
const LISTINGS = [listingOf('known'), listingOf('stranger')];
const NIGHT = { title: 'Disco Deficit' };
let done: Mock<() => void>;
let vouched: unknown[];
let isOn: boolean;
let isRefused = false;
let calls: string[];

beforeEach(() => {
  [isOn, calls, vouched] = [true, [], []];
  isRefused = false;
  done = vi.fn<() => void>();
  setSession(SIGNED_IN);
});
afterEach(() => {
  cleanup();
  act(() => toasts().forEach(({ id }) => dismissToast(id)));
});

const network: typeof fetch = async (input, init) => {
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  calls.push(`${init?.method ?? 'GET'} ${pathname}`);
  if (pathname === '/api/launch') return Response.json({ switches: { vouches: isOn } });
  if (pathname === '/api/my/events/night/mutuals') return Response.json({ sellers: { known: COMMON }, first: [] });
  if (init?.method === 'POST') {
    if (isRefused)
      return Response.json(
        { error: { code: 'request.forbidden', message: 'You vouched for 3 people in 30 days.' } },
        { status: 403 },
      );
    vouched.push(JSON.parse(init.body as string));
    return Response.json({ id: 'vouch' }, { status: 201 });
  }
  return Response.json({
    requests: { bought: COMMON, sold: { ...COMMON, count: 1, events: [] } },
    vouchable: vouched.length > 0 ? [] : ['bought'],
  });
};

async function show(part: () => ReactNode): Promise<void> {
  const { app } = await testApp({ '/': part }, { network });
  render(app);
}

const list = () => (
  <TicketList
    listings={LISTINGS}
    range={null}
    feesIncluded={false}
    heldUntil={null}
    waitlistFirst={false}
    renderAction={() => null}
    renderSeller={({ seller }) => <SellerMutuals slug="night" user_id="me" seller_id={seller.id} />}
    empty={null}
  />
);

const requests = () => (
  <>
    <RequestMutuals request={{ id: 'bought', role: 'buyer', event: NIGHT }} onDone={done} />
    <RequestMutuals request={{ id: 'sold', role: 'seller', event: NIGHT }} onDone={done} />
  </>
);

test('the ticket list reads the mutuals of all its sellers in one HTTP request', async () => {
  await show(list);
  const mutuals = await screen.findByText('2 mutuals');
  expect(mutuals.closest('details')!.textContent).toContain('You both received tickets for Headline Halloween.');
  expect(screen.getAllByText(/mutual/)).toHaveLength(1);
  expect(calls.toSorted()).toEqual(['GET /api/launch', 'GET /api/my/events/night/mutuals']);
});

test('while a listing is reserved for the seller’s mutuals, nobody else can buy it', () => {
  const early = { ...LISTINGS[0]!, first_until: '2026-11-22T20:30:00.000Z' };
  const ids = (openFirst?: string[]) => eligibleFor([early, LISTINGS[1]!], 'me', openFirst).map(({ id }) => id);
  expect([ids(), ids(['known'])]).toEqual([['stranger'], ['known', 'stranger']]);
  // Once everybody may buy the listing, the server no longer sends `first_until`.
  expect(eligibleFor(LISTINGS, 'me').map(({ id }) => id)).toEqual(['known', 'stranger']);
  const tomorrow = `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T01:30:00.000Z`;
  expect(noneText([{ ...early, first_until: tomorrow }], 'me')).toMatch(
    /^The seller’s mutuals come first\. Everyone can ask after .*\d:30 PM\.$/,
  );
  expect(noneText([{ ...early, eligible: false }], 'me')).toBe('No tickets available in the price band');
});

test('the buyer and the seller of a ticket request see what they have in common', async () => {
  await show(requests);
  expect(await screen.findByText('You vouch for this seller.')).toBeTruthy();
  expect(screen.getByText('You vouch for this buyer.')).toBeTruthy();
  expect(calls.toSorted()).toEqual(['GET /api/launch', 'GET /api/my/mutuals']);
});

test('after a finished sale, the buyer can vouch for the seller with one tap', async () => {
  await show(requests);
  await userEvent.click(await screen.findByRole('button', { name: /^Vouch for the seller.*Disco Deficit$/ }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Vouch for/ })).toBeNull());
  expect(vouched).toEqual([{ request_id: 'bought' }]);
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
  await waitFor(() => expect(toasts()[0]).toMatchObject({ title: 'You vouch for the seller' }));
});

test('a refused vouch shows the reason, and the button stays', async () => {
  isRefused = true;
  await show(requests);
  await userEvent.click(await screen.findByRole('button', { name: /^Vouch for the seller/ }));
  await waitFor(() =>
    expect(toasts()[0]).toMatchObject({ text: 'You vouched for 3 people in 30 days.', isDestructive: true }),
  );
  expect(screen.getByRole('button', { name: /^Vouch for the seller/ })).toBeTruthy();
  expect(vouched).toEqual([]);
});

/** Shows a text once the switches have been read. By then, the parts beside it have read them too. */
function SwitchesRead(): ReactNode {
  const { api } = useRouteContext({ from: '__root__' });
  return useQuery(launchQuery(api)).data && <p>Switches read</p>;
}

test('while vouches are off, nothing is fetched and nothing is shown', async () => {
  isOn = false;
  await show(() => (
    <>
      {list()}
      {requests()}
      <SwitchesRead />
    </>
  ));
  expect(await screen.findByText('Switches read')).toBeTruthy();
  expect(calls).toEqual(['GET /api/launch']);
  expect(screen.queryByText(/mutual|vouch/i)).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});
