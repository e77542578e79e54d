import { QueryClient } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  aListing,
  ME,
  NIGHT,
  refused,
  seller,
  SIGNED_IN,
  standInForPopups,
} from '../../../../test/support/web/buying.ts';
import { aSquad, SQUAD_ID, SQUAD_TOKEN } from '../../../../test/support/web/squads.ts';
import { testApp } from '../../../../test/support/web/test-app.tsx';
import { BAR_KEY } from '../../../common/launch/launch.queries.ts';
import { setSession } from '../../../session/session.ts';
import { eventQuery } from '../../nights/events/events.queries.ts';
import { PlanButton } from './plan-button.client.tsx';

const LABEL = 'Go together, each pays their own';
const LISTINGS = [aListing(25, { total_price: 27.5 }), aListing(38, { total_price: 41.53, seller: seller('s2') })];
const sent: unknown[] = [];
let answer: () => Response;
let squad: { id: string; places: number; authorized: number } | null;

beforeEach(() => {
  standInForPopups();
  setSession(SIGNED_IN);
  sent.length = 0;
  squad = null;
  answer = () =>
    Response.json(aSquad({ link: `https://vouch.test/squad/${SQUAD_ID}#${SQUAD_TOKEN}` }), { status: 201 });
});
afterEach(cleanup);

const network: typeof fetch = async (input, init) => {
  const path = new URL(input instanceof Request ? input.url : String(input)).pathname;
  if (path.includes('/my/events/')) return Response.json({ requests: [], lacks_badge: false, squad });
  sent.push(JSON.parse(init!.body as string));
  return answer();
};

async function show({ listings = LISTINGS, squads = true, start_at = NIGHT.start_at } = {}) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  const { app, router, api } = await testApp(
    {
      '/events/$slug': () => (
        <main>
          <PlanButton />
        </main>
      ),
      '/squad/$id': () => <p>The squad</p>,
      '/auth': () => <p>The sign-in page</p>,
    },
    { at: '/events/night', network, queryClient },
  );
  queryClient.setQueryData(['launch'], { squads });
  queryClient.setQueryData(BAR_KEY, { squads });
  queryClient.setQueryData(eventQuery(api, 'night').queryKey, { ...NIGHT, start_at, slug: 'night', listings } as never);
  render(app);
  await screen.findByRole('main');
  return { user: userEvent.setup(), router };
}

async function open(user: ReturnType<typeof userEvent.setup>) {
  await user.click(screen.getByRole('button', { name: LABEL }));
  return within(await screen.findByRole('dialog', { name: 'Go together' }));
}

test('a captain can plan a squad without typing, because the dialog fills in a price that is high enough', async () => {
  const { user, router } = await show();
  const dialog = await open(user);
  const price = dialog.getByLabelText<HTMLInputElement>('The most each of you pays, with fees');
  expect([dialog.getByRole('status').textContent, price.value]).toEqual(['4', '45']);
  expect(dialog.getByText('You have 30 minutes. Nobody is charged until everybody has a ticket.')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'One less' }));
  await user.click(dialog.getByRole('button', { name: 'One less' }));
  expect([dialog.getByRole('status').textContent, price.value]).toEqual(['2', '30']);
  expect(dialog.getByRole('button', { name: 'One less' })).toHaveProperty('disabled', true);
  await user.click(dialog.getByRole('button', { name: 'Get the link for your friends' }));
  expect(await screen.findByText('The squad')).toBeTruthy();
  expect(sent).toEqual([{ event_id: 'night', places: 2, most_total: 30 }]);
  expect(router.state.location.href).toBe(`/squad/${SQUAD_ID}#${SQUAD_TOKEN}`);
});

test('the dialog checks a typed price and keeps it when the number of places changes', async () => {
  answer = () => refused('tickets.none_available', 409, 'Tickets for all of you now cost more than that each.');
  const { user } = await show();
  const dialog = await open(user);
  const price = dialog.getByLabelText<HTMLInputElement>('The most each of you pays, with fees');
  await user.clear(price);
  await user.type(price, '0.50');
  await user.click(dialog.getByRole('button', { name: 'Get the link for your friends' }));
  expect(await dialog.findByText('Name at least $1.')).toBeTruthy();
  await user.clear(price);
  await user.type(price, '28,75');
  await user.click(dialog.getByRole('button', { name: 'One more' }));
  expect(price.value).toBe('28,75');
  await user.click(dialog.getByRole('button', { name: 'Get the link for your friends' }));
  expect(await dialog.findByText('Tickets for all of you now cost more than that each.')).toBeTruthy();
  expect(sent).toEqual([{ event_id: 'night', places: 5, most_total: 28.75 }]);
});

test('a person with an open squad for the night gets a link to it instead of the button for a new one', async () => {
  squad = { id: SQUAD_ID, places: 4, authorized: 2 };
  const { user, router } = await show({ squads: false, listings: [] });
  const link = await screen.findByRole('link', { name: 'Your squad: 2 of 4 in' });
  expect(screen.queryByRole('button', { name: LABEL })).toBeNull();
  await user.click(link);
  expect(await screen.findByText('The squad')).toBeTruthy();
  expect(router.state.location.href).toBe(`/squad/${SQUAD_ID}`);
});

test('a visitor who wants to plan a squad is sent to sign in', async () => {
  setSession({ status: 'signed_out' });
  const { user } = await show();
  await user.click(screen.getByRole('button', { name: LABEL }));
  expect(await screen.findByText('The sign-in page')).toBeTruthy();
});

test.each([
  ['the launch switch is off', { squads: false }],
  ['only one ticket is on sale', { listings: [aListing(25, { quantity: 1 })] }],
  ['all tickets on sale are their own', { listings: [aListing(25, { seller: seller(ME) })] }],
  ['the night has begun', { start_at: '2020-01-01T00:00:00.000Z' }],
])('a person cannot plan a squad if %s', async (_why, given) => {
  await show(given);
  expect(screen.queryByRole('button', { name: LABEL })).toBeNull();
});
