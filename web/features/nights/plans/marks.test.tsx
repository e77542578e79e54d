import { QueryClient } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, type Mock, test, vi } from 'vitest';
import { NIGHT, refused, SIGNED_IN, standInForPopups } from '../../../../test/support/web/buying.ts';
import { makeApi } from '../../../api.ts';
import { testApp } from '../../../../test/support/web/test-app.tsx';
import { forgetKept } from '../../../session/forget-kept.ts';
import { setSession } from '../../../session/session.ts';
import { dismissToast, toasts } from '../../../ui/toast-list.ts';
import { completeMark } from './complete-mark.ts';
import { planStates } from './plan-states.ts';
import { SaveButton } from './save-button.tsx';

let network: Mock<typeof fetch>;

beforeEach(() => {
  standInForPopups();
  localStorage.clear();
  network = vi.fn<typeof fetch>(async (_input, init) =>
    Response.json(init?.method === 'GET' ? { event_ids: [], venue_ids: [], waiting_ids: [] } : { is_marked: true }),
  );
});

afterEach(() => {
  cleanup();
  act(() => toasts().forEach(({ id }) => dismissToast(id)));
});

const api = () => makeApi('http://vouch.test', (input, init) => network(input, init));
const writes = () =>
  network.mock.calls
    .filter(([, init]) => init?.method !== 'GET')
    .map(([url, init]) => `${init?.method} ${url as string}`);

async function show() {
  const { app, router } = await testApp(
    { '/': () => <SaveButton event={NIGHT} /> },
    { at: '/?city=Boston', api: api() },
  );
  render(app);
  return { router, user: userEvent.setup(), button: await screen.findByRole('button') };
}

test('the heart shows at once that a night is saved, and a second click removes the night from the saved nights', async () => {
  setSession(SIGNED_IN);
  const { user, button } = await show();
  await waitFor(() => expect(network).toHaveBeenCalled());
  await user.click(button);
  await waitFor(() => expect(button.textContent).toBe('Saved (remove A night)'));
  await user.click(button);
  await waitFor(() => expect(button.textContent).toBe('Save A night'));
  const path = 'http://vouch.test/api/my/saved-events/night';
  await waitFor(() => expect(writes()).toEqual([`PUT ${path}`, `DELETE ${path}`]));
});

test('a click on the heart saves the night even before the session and the saved nights have loaded', async () => {
  setSession({ status: 'loading' });
  const saved: string[] = [];
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  network.mockImplementation(async (_input, init) => {
    if (init?.method !== 'GET') saved.push('night');
    const ids = [...saved];
    if (ids.length === 0) await held;
    return Response.json(init?.method === 'GET' ? { event_ids: ids, venue_ids: [], waiting_ids: [] } : {});
  });
  const { user, button } = await show();
  await user.click(button);
  act(() => setSession(SIGNED_IN));
  await waitFor(() => expect(writes()).toEqual(['PUT http://vouch.test/api/my/saved-events/night']));
  answer();
  await waitFor(() => expect(button.textContent).toBe('Saved (remove A night)'));
});

test('after two quick clicks the night is not saved, and the saved nights are not loaded again', async () => {
  setSession(SIGNED_IN);
  const { user, button } = await show();
  await waitFor(() => expect(network).toHaveBeenCalled());
  await user.click(button);
  await user.click(button);
  await waitFor(() => expect(writes()).toHaveLength(2));
  expect(button.textContent).toBe('Save A night');
  expect(network.mock.calls.filter(([, init]) => init?.method === 'GET')).toHaveLength(1);
});

test('a save that the server refuses is undone, and the server’s sentence is shown', async () => {
  setSession(SIGNED_IN);
  const { user, button } = await show();
  await waitFor(() => expect(network).toHaveBeenCalled());
  network.mockImplementation(async (_input, init) =>
    init?.method === 'GET'
      ? Response.json({ event_ids: [], venue_ids: [], waiting_ids: [] })
      : refused('marks.too_many', 409, 'You have saved 500 nights.'),
  );
  await user.click(button);
  await waitFor(() => expect(toasts()[0]?.text).toBe('You have saved 500 nights.'));
  await waitFor(() => expect(button.textContent).toBe('Save A night'));
});

test('a visitor who saves a night is sent to the sign-in page, and after the sign-in the night is saved exactly once', async () => {
  setSession({ status: 'signed_out' });
  const { router, user, button } = await show();
  await user.click(button);
  expect(router.latestLocation).toMatchObject({ pathname: '/auth', state: { from: '/?city=Boston' } });
  expect(writes()).toEqual([]);
  const queryClient = new QueryClient();
  await completeMark(api(), queryClient);
  await completeMark(api(), queryClient);
  expect(writes()).toEqual(['PUT http://vouch.test/api/my/saved-events/night']);
});

test.each([
  ['is older than an hour', JSON.stringify({ kind: 'event', id: 'night', at: Date.now() - 3_600_001 })],
  ['names neither a night nor a venue', '{"kind":"account","id":"me","at":9e15}'],
  ['is not JSON', '{'],
])('a save that waits for the sign-in is not sent if it %s', async (_why, kept) => {
  localStorage.setItem('vouch.mark', kept);
  await completeMark(api(), new QueryClient());
  expect([writes(), localStorage.getItem('vouch.mark')]).toEqual([[], null]);
});

test('signing out deletes a save that waits for a sign-in', async () => {
  localStorage.setItem('vouch.mark', JSON.stringify({ kind: 'event', id: 'night', at: Date.now() }));
  forgetKept();
  await completeMark(api(), new QueryClient());
  expect(writes()).toEqual([]);
});

test('the states of a plan have a fixed order: taken down, tickets kept, tickets requested, waitlist', () => {
  const request = { id: 'r', quantity: 2, expires_at: '2030-01-01T02:40:00.000Z' };
  const event = {
    ...NIGHT,
    slug: 'night',
    end_at: null,
    venue: { name: 'Blue Line', address: null, city: 'Boston', state: null },
  };
  const NOTHING = { waitlist: null, going: null, from_friends: 0, requests: [] };
  const words = (over: object) =>
    planStates(
      { ...event, is_public: true, cancelled_at: null, is_saved: false, ...NOTHING, ...over },
      new Date('2030-01-01T01:40:00Z'),
    ).map(({ word }) => word);
  expect(words({ is_saved: true })).toEqual([]);
  expect(
    words({
      is_saved: true,
      waitlist: 'accepted',
      requests: [
        { ...request, status: 'pending' },
        { ...request, status: 'accepted' },
      ],
    }),
  ).toEqual(['2 tickets kept for you', '2 tickets requested', 'You’re in']);
  expect(words({ going: 'going', from_friends: 1 })).toEqual(['Ticket from a friend', 'You’re going']);
  expect(words({ going: 'with_somebody', from_friends: 2 })).toEqual([
    '2 tickets from friends',
    'You’d go with somebody',
  ]);
  expect(words({ is_public: false, waitlist: 'pending' })).toEqual(['Taken down', 'On the waitlist']);
  expect(words({ cancelled_at: '2029-12-30T00:00:00.000Z', is_saved: true })).toEqual(['Canceled']);
});
