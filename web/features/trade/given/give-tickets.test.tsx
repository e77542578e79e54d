import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { SIGNED_IN, standInForPopups } from '../../../../test/support/web/buying.ts';
import { testApp } from '../../../../test/support/web/test-app.tsx';
import { setSession } from '../../../session/session.ts';
import { GiveTickets } from './give-tickets.client.tsx';

const BOUGHT = { id: 'r1', quantity: 2, event: { title: 'Disco Deficit' } };
const FRIEND = { id: '00000000-0000-4000-8000-000000000007', display_name: 'A roommate', goes_both_ways: false };
let vouches: { given: object[]; got: object[] } = { given: [], got: [FRIEND] };
const sent: unknown[] = [];
const given: object[] = [];

afterEach(() => {
  cleanup();
  sent.length = 0;
  given.length = 0;
  vouches = { given: [], got: [FRIEND] };
  vi.restoreAllMocks();
});

const answer: typeof fetch = async (input, init) => {
  const path = input instanceof Request ? input.url : input.toString();
  if (path.endsWith('/launch')) return Response.json({ switches: { vouches: true, squads: true } });
  if (path.endsWith('/vouches')) return Response.json(vouches);
  if (init?.method !== 'POST') return Response.json({ given, opened: [] });
  const json = JSON.parse(init.body as string) as { position: number };
  sent.push(json);
  given.push({ id: 'g1', position: json.position, friend: 'A roommate', is_accepted: false, may_take_back: true });
  return Response.json({ id: 'g1', url: 'https://vouch.test/with#token' }, { status: 201 });
};

async function show() {
  standInForPopups();
  setSession(SIGNED_IN);
  const { app } = await testApp({ '/': () => <GiveTickets request={BOUGHT} kind="file" /> }, { network: answer });
  render(app);
  return userEvent.setup();
}

test('a buyer gives a ticket to a friend by name, and reads that only this friend can take it', async () => {
  const user = await show();
  // The names of friends arrive after the tickets.
  await vi.waitFor(async () => {
    await user.click(screen.getByRole('button', { name: /^Give to a friend ?ticket 2$/ }));
    expect(screen.getByRole('dialog', { name: 'Who gets ticket 2?' })).toBeTruthy();
  });
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'A roommate' }));
  expect(await screen.findByText('waits for A roommate to take it')).toBeTruthy();
  expect(sent).toEqual([{ position: 2, vouch_id: FRIEND.id }]);
  expect(screen.getByText(/^Only A roommate can take ticket 2/)).toBeTruthy();
});

test('a buyer gives a ticket to somebody by a link', async () => {
  const user = await show();
  await vi.waitFor(async () => {
    await user.click(screen.getByRole('button', { name: /^Give to a friend ?ticket 1$/ }));
    expect(screen.getByRole('dialog', { name: 'Who gets ticket 1?' })).toBeTruthy();
  });
  await user.click(screen.getByRole('button', { name: 'Somebody else, by a link' }));
  expect(await screen.findByText(/^Send this link to one friend/)).toBeTruthy();
  expect(sent).toEqual([{ position: 1 }]);
});

test('two friends with the same name are listed with their schools', async () => {
  const both = { display_name: 'A friend', goes_both_ways: true };
  vouches = {
    given: [{ ...both, id: 'v1' }],
    got: [
      { ...both, id: 'v2' },
      { ...FRIEND, school: 'City College' },
      { ...FRIEND, id: 'v4', school: 'Bay College' },
    ],
  };
  const user = await show();
  await vi.waitFor(async () => {
    await user.click(screen.getByRole('button', { name: /^Give to a friend ?ticket 1$/ }));
    expect(screen.getByRole('dialog')).toBeTruthy();
  });
  const buttons = within(screen.getByRole('dialog')).getAllByRole('button', { name: /^A / });
  expect(buttons.map(({ textContent }) => textContent)).toEqual([
    'A friend',
    'A roommate, City College',
    'A roommate, Bay College',
  ]);
});
