import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SIGNED_IN, refused, standInForPopups } from '../../../test/support/web/buying.ts';
import { aMate, aSquad, SQUAD_ID, SQUAD_TOKEN, type SquadCase } from '../../../test/support/web/squads.ts';
import { openCardPage } from '../../features/trade/payments/card-page.ts';
import { testApp } from '../../../test/support/web/test-app.tsx';
import { setSession } from '../../session/session.ts';
import { dismissToast, toasts } from '../../ui/toast-list.ts';
import { SquadPage } from './squad-page.client.tsx';

vi.mock('../../features/trade/payments/card-page.ts', () => ({ openCardPage: vi.fn<(url: string) => void>() }));

const LINK = `https://vouch.test/squad/${SQUAD_ID}#${SQUAD_TOKEN}`;
const soon = () => new Date(Date.now() + 600_500).toISOString();
const own = (over: SquadCase = {}) => aSquad({ link: LINK, pay_by: soon(), ...over });
const ME = aMate('me', { name: 'A student', is_you: true });
const CAPTAIN = { is_captain: true, card: 'authorized' } as const;

const asked: string[] = [];
let shown: object;
let isOn: boolean;

beforeEach(() => {
  standInForPopups();
  setSession(SIGNED_IN);
  asked.length = 0;
  isOn = true;
  vi.mocked(openCardPage).mockReset();
});
afterEach(() => {
  cleanup();
  act(() => toasts().forEach(({ id }) => dismissToast(id)));
  vi.useRealTimers();
});

const network: typeof fetch = async (input, init) => {
  const path = new URL(input instanceof Request ? input.url : String(input)).pathname;
  const method = init?.method ?? 'GET';
  if (path.endsWith('/launch')) return Response.json({ switches: { squads: isOn } });
  if (path.includes('/my/events/')) return Response.json({ requests: [], lacks_badge: false });
  const body = init?.body as string | undefined;
  asked.push(`${method} ${path.replace('/api/my', '')} ${body ?? ''}`.trim());
  if (method === 'GET') return Response.json({ squads: [shown] });
  return Response.json(method === 'DELETE' && !path.endsWith('/home') ? { id: 'x' } : shown);
};

async function show(hash = `#${SQUAD_TOKEN}`, answer = network) {
  const { app } = await testApp(
    {
      '/squad/$id': SquadPage,
      '/events/$slug': () => <p>The night</p>,
      '/auth': () => <p>The sign-in page</p>,
    },
    { at: `/squad/${SQUAD_ID}${hash}`, network: answer },
  );
  render(app);
  return userEvent.setup();
}
const button = (name: string | RegExp) => screen.findByRole('button', { name });

test('to a signed-out visitor, the page explains the squad link without loading the squad', async () => {
  setSession({ status: 'signed_out' });
  const user = await show();
  expect(await screen.findByRole('heading', { name: 'A friend plans a night with you' })).toBeTruthy();
  await user.click(await button('Sign in'));
  expect(await screen.findByText('The sign-in page')).toBeTruthy();
  expect(asked).toEqual([]);
});

test('a friend joins with one tap, which opens the card page', async () => {
  shown = aSquad({ pay_by: soon() });
  const user = await show();
  expect(await screen.findByRole('heading', { name: 'A roommate plans a night with you' })).toBeTruthy();
  expect(screen.getAllByRole('timer').at(-1)!.textContent).toMatch(/^\d+:\d\d left$/);
  shown = own({ you: { card: 'awaiting', card_url: 'https://pay.vouch.test/card' }, mates: [ME] });
  await user.click(await button('Join with your card: at most $30.00'));
  expect(await button('Continue to the card page')).toBeTruthy();
  expect(asked).toContain(`POST /squads/join {"token":"${SQUAD_TOKEN}"}`);
  expect(openCardPage).toHaveBeenCalledExactlyOnceWith('https://pay.vouch.test/card');
});

test('while the provider has no card page yet, the page says so and asks again every three seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  shown = own({ you: { card: 'awaiting' }, mates: [ME] });
  await show();
  expect(await screen.findByText('We’re opening the card page...')).toBeTruthy();
  shown = own({ you: { card: 'awaiting', card_url: 'https://pay.vouch.test/card' }, mates: [ME] });
  await act(() => vi.advanceTimersByTimeAsync(3100));
  expect(await button('Continue to the card page')).toBeTruthy();
});

test('a person who comes back from the card page without the token finds the squad by its id', async () => {
  shown = own({ you: { card: 'authorized' }, mates: [ME] });
  await show('');
  expect(await screen.findByRole('heading', { name: 'You’re in' })).toBeTruthy();
  expect(asked).toEqual(['GET /squads', `POST /squads/look {"token":"${SQUAD_TOKEN}"}`]);
});

test('a member can copy the squad’s link, and can leave the squad after confirming', async () => {
  shown = own({ you: { card: 'authorized' }, mates: [ME] });
  const user = await show();
  const write = vi.spyOn(navigator.clipboard, 'writeText');
  await user.click(await button('Send the link to your friends'));
  expect(await screen.findByText('Link copied')).toBeTruthy();
  expect(write).toHaveBeenCalledWith(LINK);
  await user.click(await button('Leave'));
  const sure = await screen.findByRole('dialog', { name: 'Leave the squad?' });
  await user.click(within(sure).getByRole('button', { name: 'Leave' }));
  expect(await screen.findByText('The night')).toBeTruthy();
  expect(asked).toContain(`DELETE /squads/${SQUAD_ID}/cards/me`);
});

test('a captain frees the place of a friend without a card, lowers the number of places and calls the squad off', async () => {
  const mates = [
    { ...ME, is_captain: true },
    aMate('m2', { name: 'A friend', is_authorized: false }),
    aMate('m3', { name: 'A teammate' }),
  ];
  shown = own({ you: CAPTAIN, mates, joined: 3, authorized: 2 });
  const user = await show();
  const rows = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(rows).toEqual([
    'A student captain, youcard authorized',
    'A friend Free the place of A friendcard missing',
    'A teammate card authorized',
    '1 free place',
  ]);
  await user.click(await button(/^Free the place ?of A friend$/));
  await user.click(await button('Lower to 3 places'));
  await user.click(await button('Call it off'));
  const sure = await screen.findByRole('dialog', { name: 'Call the squad off?' });
  await user.click(within(sure).getByRole('button', { name: 'Call it off' }));
  await vi.waitFor(() => expect(asked).toContain(`DELETE /squads/${SQUAD_ID}`));
  expect(asked).toContain(`DELETE /squads/${SQUAD_ID}/cards/m2`);
  expect(asked).toContain(`PATCH /squads/${SQUAD_ID} {"places":3}`);
});

/** The buttons of the page, without those of a toast that another test left. */
const ownButtons = () =>
  screen.queryAllByRole('button').filter((each) => each.getAttribute('aria-label') !== 'Dismiss');

test('once all cards are authorized or the time is up, nobody can join, leave or cancel the squad', async () => {
  shown = own({ you: CAPTAIN, mates: [ME], joined: 4, authorized: 4 });
  await show();
  expect(await screen.findByText(/We’re getting tickets for all of you now/)).toBeTruthy();
  expect(ownButtons().map(({ textContent }) => textContent)).toEqual(['Story']);
  cleanup();
  shown = own({ pay_by: new Date(Date.now() - 1000).toISOString() });
  await show();
  expect(await screen.findByRole('heading', { name: 'Time is up' })).toBeTruthy();
  expect(ownButtons()).toEqual([]);
});

test('once everybody is charged, the page leads each member to their own ticket', async () => {
  shown = own({ state: 'in', you: { card: 'used', request_id: 'r1', total: 26.42 }, mates: [ME], authorized: 4 });
  await show();
  const link = await screen.findByRole('link', { name: 'Show your ticket' });
  expect(link.getAttribute('href')).toBe('/pass/r1');
  expect(screen.getByText(/You paid \$26\.42/)).toBeTruthy();
});

const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

const afterEvent = (is_home: boolean) =>
  own({
    state: 'in',
    you: { card: 'used', request_id: 'r1' },
    home_until: soon(),
    event: { is_open: false },
    mates: [{ ...ME, is_home }, aMate('m2', { name: 'A roommate', is_home: true }), aMate('m3', { name: 'A friend' })],
  });

test('after the night a member can tell the squad with one tap that they got home, and can take that back', async () => {
  shown = afterEvent(false);
  const user = await show();
  expect(await screen.findByRole('heading', { name: 'Got home?' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: '1 of 3 home' })).toBeTruthy();
  expect(rows()).toEqual(['A student youno answer yet', 'A roommate got home', 'A friend no answer yet']);
  shown = afterEvent(true);
  await user.click(await button('Got home'));
  const back = await button('Not home yet');
  expect(screen.getByRole('heading', { name: 'You got home' })).toBeTruthy();
  expect(rows()[0]).toBe('A student yougot home');
  expect(document.activeElement).toBe(back);
  shown = afterEvent(false);
  await user.click(back);
  expect(await button('Got home')).toBeTruthy();
  expect(asked.filter((each) => each.includes('/home'))).toEqual([
    `PUT /squads/${SQUAD_ID}/home`,
    `DELETE /squads/${SQUAD_ID}/home`,
  ]);
  expect(ownButtons().map(({ textContent }) => textContent)).toEqual(['Got home']);
});

test('only the captain of an ended squad can try again with the same plan', async () => {
  shown = own({ state: 'ended', why: 'time', you: { is_captain: true } });
  const user = await show();
  await user.click(await button('Try again'));
  const plan = await screen.findByRole('dialog', { name: 'Go together' });
  await user.click(within(plan).getByRole('button', { name: 'Try again' }));
  await vi.waitFor(() =>
    expect(asked).toContain(`POST /squads {"event_id":"night","places":4,"most_total":30,"again":"${SQUAD_ID}"}`),
  );
  cleanup();
  shown = aSquad({ state: 'ended', why: 'time' });
  await show();
  expect(await screen.findByText(/Ask A roommate to try again/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('while squads are switched off, the page asks people to keep the link, but members still see their squad', async () => {
  isOn = false;
  shown = aSquad({ pay_by: soon() });
  await show();
  expect(await screen.findByText('Keep the link and open it later.')).toBeTruthy();
  cleanup();
  shown = own({ you: { card: 'authorized' }, mates: [ME] });
  await show();
  expect(await button('Leave')).toBeTruthy();
});

test('for a link that does not work, the page shows the message of the server', async () => {
  await show(`#${SQUAD_TOKEN}`, async (input, init) =>
    init?.method === 'POST' ? refused('squads.not_found', 404, 'Ask for a new one.') : network(input, init),
  );
  expect(await screen.findByText('Ask for a new one.')).toBeTruthy();
});
