import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRouteWithContext, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ApiClient, makeApi } from '../../api.ts';
import { setSession } from '../../session/session.ts';
import { TicketList } from '../events/ticket-list.tsx';
import type { EventListing } from '../events/events.queries.ts';
import { RequestMutuals } from './request-mutuals.tsx';
import { SellerMutuals } from './seller-mutuals.client.tsx';

const COMMON = { count: 2, vouches: true, friends: [], events: ['Headline Halloween'] };
const SELLER = { display_name: 'A seller', school: null, is_student_verified: false };
const LISTING = { quantity: 2, ask_price: 30, eligible: true, status: 'active', created_at: '2026-11-22T20:00:00.000Z' };
const listingOf = (id: string) => ({ ...LISTING, id, seller: { ...SELLER, id } }) as EventListing;
const LISTINGS = [listingOf('known'), listingOf('stranger')];
let isOn: boolean;
let calls: string[];

beforeEach(() => {
  [isOn, calls] = [true, []];
  setSession({ status: 'signed_in', user: { id: 'me', email: 'me@vouch.test', name: '' }, role: 'user', second_factor: false });
});
afterEach(cleanup);

const network: typeof fetch = async (input, init) => {
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  calls.push(`${init?.method ?? 'GET'} ${pathname}`);
  if (pathname === '/api/launch') return Response.json({ switches: { vouches: isOn } });
  if (pathname === '/api/my/events/night/mutuals') return Response.json({ sellers: { known: COMMON }, first: [] });
  return Response.json({ requests: { bought: COMMON, sold: { ...COMMON, count: 1, events: [] } }, vouchable: ['bought', 'sold'] });
};

async function show(part: () => ReactNode): Promise<void> {
  const router = createRouter({
    routeTree: createRootRouteWithContext<{ api: ApiClient }>()({ component: part }),
    context: { api: makeApi('http://vouch.test', network) },
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  await router.load();
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
}

const list = () => (
  <TicketList
    listings={LISTINGS}
    range={null}
    feesIncluded={false}
    heldUntil={null}
    renderAction={() => null}
    renderSeller={({ seller }) => <SellerMutuals slug="night" user_id="me" seller_id={seller.id} />}
    empty={null}
  />
);

const requests = () => (
  <>
    <RequestMutuals request={{ id: 'bought', role: 'buyer' }} />
    <RequestMutuals request={{ id: 'sold', role: 'seller' }} />
  </>
);

test('the ticket list shows mutuals of the sellers who have some, with one request for all', async () => {
  await show(list);
  const mutuals = await screen.findByText('2 mutuals');
  expect(mutuals.closest('details')!.textContent).toContain('You both received tickets for Headline Halloween.');
  expect(screen.getAllByText(/mutual/)).toHaveLength(1);
  expect(calls.toSorted()).toEqual(['GET /api/launch', 'GET /api/my/events/night/mutuals']);
});

test('both sides of a request see what they have in common', async () => {
  await show(requests);
  expect(await screen.findByText('You vouch for this seller.')).toBeTruthy();
  expect(screen.getByText('You vouch for this buyer.')).toBeTruthy();
  expect(calls.toSorted()).toEqual(['GET /api/launch', 'GET /api/my/mutuals']);
});

test('while vouches are off, nothing is asked and nothing is shown', async () => {
  isOn = false;
  await show(() => (
    <>
      {list()}
      {requests()}
    </>
  ));
  await waitFor(() => expect(calls).toEqual(['GET /api/launch']));
  expect(screen.queryByText(/mutual/)).toBeNull();
});
