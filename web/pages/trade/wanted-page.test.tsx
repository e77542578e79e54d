import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ME, refused, SIGNED_IN, standInForPopups } from '../../../test/support/web/buying.ts';
import { testApp } from '../../../test/support/web/test-app.tsx';
import { BAR_KEY } from '../../common/launch/launch.queries.ts';
import { openCardPage } from '../../features/trade/payments/card-page.ts';
import { readSellDraft } from '../../features/trade/listings/sell-draft.ts';
import { WantedLine } from '../../features/trade/wanted/wanted-line.tsx';
import { setSession } from '../../session/session.ts';
import { dismissToast, toasts } from '../../ui/toast-list.ts';
import { WantedPage } from './wanted-page.client.tsx';

const DAY = 86_400_000;
const event = {
  id: 'night',
  slug: 'night',
  title: 'Disco Deficit',
  start_at: new Date(Date.now() + 2 * DAY).toISOString(),
  venue: 'Blue Line',
  city: 'Boston',
  image_url: null,
};
const WANTED = {
  id: 'w1',
  name: 'Student' as string | null,
  is_yours: false,
  rests: false,
  places: 2,
  most_each: 30,
  until: event.start_at,
  event,
};
const WAITING = { place: 1, people: 1, day: 0, week: 0, places: 1, offer: null, stay_token: null, confirm_token: null };

vi.mock('../../features/trade/payments/card-page.ts', () => ({ openCardPage: vi.fn<(url: string) => void>() }));

const asked: string[] = [];
let shown: () => Response;
let waiting: object;
let card: { state: 'off' | 'asked' | 'on'; is_possible: boolean };

beforeEach(() => {
  standInForPopups();
  sessionStorage.clear();
  setSession(SIGNED_IN);
  asked.length = 0;
  card = { state: 'off', is_possible: true };
  shown = () => Response.json(WANTED);
  waiting = { ...WAITING, wanted: null };
});
afterEach(() => {
  cleanup();
  act(() => toasts().forEach(({ id }) => dismissToast(id)));
});

const network: typeof fetch = async (input, init) => {
  const path = new URL(input instanceof Request ? input.url : String(input)).pathname;
  const method = init?.method ?? 'GET';
  if (path.endsWith('/launch')) return Response.json({ switches: { sell: true } });
  if (path.endsWith('/card') && method === 'GET') return Response.json(card);
  if (path.endsWith('/card')) {
    asked.push(`${method} ${path}`);
    return Response.json({ state: card.state, page_url: method === 'PUT' ? 'https://pay.vouch.test/card' : null });
  }
  if (method !== 'GET') asked.push(`${method} ${path} ${(init?.body as string | undefined) ?? ''}`.trim());
  if (path.endsWith('/place')) return Response.json({ waiting });
  return method === 'GET' ? shown() : Response.json({ id: 'w1', link: 'http://vouch.test/wanted/w1' });
};

async function show() {
  const others = ['/events', '/events/$slug', '/sell', '/auth', '/my-tickets'];
  const { app, router, queryClient } = await testApp(
    {
      '/wanted/$id': WantedPage,
      '/line': () => <WantedLine user_id={ME} event={event} />,
      ...Object.fromEntries(others.map((path) => [path, () => <p>Page {path}</p>])),
    },
    { at: '/wanted/w1', network },
  );
  queryClient.setQueryData(BAR_KEY, { sell: true });
  render(app);
  const readAgain = () => act(() => queryClient.invalidateQueries());
  return { user: userEvent.setup(), router, readAgain };
}

test('a seller reads what a person looks for, and the sell form opens with these values', async () => {
  const { user } = await show();
  expect(await screen.findByRole('heading', { name: 'Student is looking for tickets' })).toBeDefined();
  expect(screen.getByText(/^2 tickets, up to \$30\.00 each with fees, until /)).toBeDefined();
  await user.click(await screen.findByRole('button', { name: 'Sell them your tickets' }));
  expect(await screen.findByText('Page /sell')).toBeDefined();
  expect(readSellDraft(ME)).toMatchObject({
    event: { id: 'night', venue_name: 'Blue Line' },
    quantity: '2',
    wanted: { id: 'w1', name: 'Student', places: 2, most_each: 30 },
  });
});

test('a visitor signs in before they sell', async () => {
  setSession({ status: 'signed_out' });
  const { user } = await show();
  await user.click(await screen.findByRole('button', { name: 'Sell them your tickets' }));
  expect(await screen.findByText('Page /auth')).toBeDefined();
});

test('a person with a ticket request for the night reads that their search is paused', async () => {
  shown = () => Response.json({ ...WANTED, is_yours: true, rests: true });
  await show();
  expect(await screen.findByText(/^Your search is paused while you have a request for this night/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Share your link' })).toBeNull();
});

test('the page of a person’s own search has a button that ends the search', async () => {
  shown = () => Response.json({ ...WANTED, is_yours: true });
  const { user } = await show();
  expect(await screen.findByRole('heading', { name: 'You’re looking for tickets' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Stop looking' }));
  expect(await screen.findByText('Page /events/$slug')).toBeDefined();
  expect(asked).toEqual(['DELETE /api/my/events/night/wanted']);
});

test('a person who looks for tickets can give a card and withdraw it again', async () => {
  shown = () => Response.json({ ...WANTED, is_yours: true });
  const { user } = await show();
  await user.click(await screen.findByRole('switch', { name: 'Take tickets at once', checked: false }));
  await waitFor(() => expect(openCardPage).toHaveBeenCalledWith('https://pay.vouch.test/card'));
  cleanup();
  card = { state: 'on', is_possible: true };
  const { user: again } = await show();
  const on = await screen.findByRole('switch', { name: 'Take tickets at once', checked: true });
  expect(screen.getByText(/^We take the first 2 tickets at up to \$30\.00 each with fees for you/)).toBeDefined();
  card = { state: 'off', is_possible: true };
  await again.click(on);
  expect(await screen.findByRole('switch', { name: 'Take tickets at once', checked: false })).toBeDefined();
  expect(asked).toEqual(['PUT /api/my/events/night/wanted/card', 'DELETE /api/my/events/night/wanted/card']);
});

test('after a return from the card page, the search page reads its data again until the card is stored', async () => {
  shown = () => Response.json({ ...WANTED, is_yours: true });
  card = { state: 'asked', is_possible: true };
  await show();
  expect(await screen.findByText(/^We’re waiting for your card/)).toBeDefined();
  card = { state: 'on', is_possible: true };
  expect(await screen.findByRole('switch', { checked: true }, { timeout: 5000 })).toBeDefined();
});

test('while a person cannot give a card, the page does not mention cards', async () => {
  shown = () => Response.json({ ...WANTED, is_yours: true });
  const { readAgain } = await show();
  expect(await screen.findByRole('switch', { name: 'Take tickets at once' })).toBeDefined();
  card = { state: 'off', is_possible: false };
  await readAgain();
  await waitFor(() => expect(screen.queryByRole('switch')).toBeNull());
  expect(screen.queryByText(/card|at once/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Stop looking' })).toBeDefined();
});

test('after a search has ended, its page says so and links to all nights', async () => {
  shown = () => refused('wanted.not_found', 404, 'Nobody is looking for tickets through this link anymore.');
  await show();
  expect(await screen.findByRole('heading', { name: 'This search has ended' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'See all nights' })).toBeDefined();
});

test('if the server fails, the page does not say that the search has ended, and offers to try again', async () => {
  shown = () => refused('internal', 500, 'Something went wrong on our side.');
  const { user } = await show();
  expect(await screen.findByText(/^Something went wrong on our side/)).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'This search has ended' })).toBeNull();
  shown = () => Response.json(WANTED);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Student is looking for tickets' })).toBeDefined();
});

test('a person on the waitlist says how many tickets they look for and the most that they would pay', async () => {
  const { user, router } = await show();
  await act(() => router.navigate({ to: '/line' as never }));
  await user.click(await screen.findByRole('button', { name: 'Ask people for tickets' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Tell people what you’re looking for' }));
  await user.click(dialog.getByRole('button', { name: 'Get the link' }));
  expect(await dialog.findByText('Ask for an amount in dollars and cents.')).toBeDefined();
  await user.selectOptions(dialog.getByLabelText('Tickets'), '3');
  await user.type(dialog.getByLabelText('The most you pay for each, with fees'), '$30');
  waiting = { ...WAITING, places: 3, wanted: { id: 'w1', most_each: 30, until: event.start_at } };
  await user.click(dialog.getByRole('button', { name: 'Get the link' }));
  expect(await screen.findByRole('link', { name: 'Share the link' })).toBeDefined();
  expect(asked).toEqual([
    `PUT /api/my/events/night/wanted ${JSON.stringify({ places: 3, most_each: 30, until: event.start_at })}`,
  ]);
});

test('a person who cannot be offered tickets is not asked what they look for', async () => {
  const { router, readAgain } = await show();
  await act(() => router.navigate({ to: '/line' as never }));
  expect(await screen.findByRole('button', { name: 'Ask people for tickets' })).toBeDefined();
  waiting = { ...WAITING, place: null, wanted: null };
  await readAgain();
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
});
