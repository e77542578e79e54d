import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { standInForPopups } from '../../../../test/support/web/buying.ts';
import { testApp } from '../../../../test/support/web/test-app.tsx';
import { dismissToast, toasts } from '../../../ui/toast-list.ts';
import { RequestList } from './request-list.tsx';
import { requestsQuery } from '../resale/resale.queries.ts';

const EVENT = {
  title: 'Disco Deficit',
  slug: 'night',
  start_at: '2030-01-01T03:00:00.000Z',
  venue_name: 'Blue Line',
  state: 'on',
  moved_from: null,
};
const REQUEST = {
  id: 'request',
  role: 'seller',
  event: EVENT,
  other: { display_name: 'A student', is_student_verified: false },
};
const NUMBERS = { quantity: 1, offered_price: 20, expires_at: '2029-12-31T03:00:00.000Z' };

beforeEach(standInForPopups);

afterEach(() => {
  cleanup();
  act(() => toasts().forEach(({ id }) => dismissToast(id)));
});

function Page() {
  const { api } = useRouteContext({ from: '__root__' });
  const { data } = useQuery(requestsQuery(api, 'me'));
  return data ? <RequestList requests={data} /> : null;
}

async function showPage(network: typeof fetch): Promise<void> {
  const { app } = await testApp({ '/': Page }, { network });
  render(app);
}

test('a seller can undo the acceptance of a ticket request from its row and from the toast', async () => {
  const calls: string[] = [];
  let undo_until: string | null = null;
  const network = vi.fn<typeof fetch>(async (input, init) => {
    const path = new URL(input instanceof Request ? input.url : input).pathname;
    if (init?.method === 'POST') calls.push(path.split('/').at(-1)!);
    if (path.endsWith('/accept')) undo_until = new Date(Date.now() + 10_000).toISOString();
    if (path.endsWith('/undo')) undo_until = null;
    const request = { ...REQUEST, ...NUMBERS, status: undo_until ? 'accepted' : 'pending', undo_until };
    return Response.json(init?.method === 'POST' ? request : { ticket_requests: [request] });
  });
  await showPage(network);
  const user = userEvent.setup();
  for (const where of ['row', 'toast']) {
    await user.click(await screen.findByRole('button', { name: /^Accept.*Deficit/ }));
    await user.click(screen.getByRole('button', { name: 'Accept' }));
    const row = await screen.findByRole('button', { name: /^Undo.*Deficit/ }, { timeout: 4000 });
    await waitFor(() =>
      expect(toasts()[0]).toMatchObject({ title: 'Request accepted', openMs: 10_000, action: { label: 'Undo' } }),
    );
    if (where === 'row') await user.click(row);
    else act(() => toasts()[0]!.action!.run());
    await screen.findByRole('button', { name: /^Accept.*Deficit/ });
    // This round's toast appears after the list. Without this wait, the next round would find it.
    await waitFor(() => expect(toasts()[0]).toMatchObject({ title: 'Answer undone' }));
  }
  expect(calls).toEqual(['accept', 'undo', 'accept', 'undo']);
});

test('when an answered request loses its buttons, the focus moves to the list', async () => {
  let status = 'pending';
  const network = vi.fn<typeof fetch>(async (_input, init) => {
    if (init?.method === 'POST') status = 'accepted';
    const request = { ...REQUEST, ...NUMBERS, status };
    return Response.json(init?.method === 'POST' ? request : { ticket_requests: [request] });
  });
  await showPage(network);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /^Accept.*Deficit/ }));
  await user.click(screen.getByRole('button', { name: 'Accept' }));
  expect(await screen.findByText('Accepted')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('list')));
});

test('a charged sale links its seller to the payouts and its buyer to the ticket', async () => {
  const handover = { status: 'received', due_at: EVENT.start_at, received_by_itself_at: EVENT.start_at, problem: null };
  const payout = { status: 'due', due_at: EVENT.start_at, held_because: [], receives: 20 };
  const payment = {
    status: 'captured',
    tickets: 20,
    total: null,
    fee: null,
    receives: 20,
    refunded: 0,
    is_disputed: false,
    refund: null,
  };
  const sold = {
    ...REQUEST,
    ...NUMBERS,
    status: 'accepted',
    undo_until: null,
    payment: { ...payment, handover, payout },
  };
  const bought = {
    ...sold,
    id: 'bought',
    role: 'buyer',
    payment: { ...sold.payment, total: 22, fee: 2, receives: null, payout: null },
  };
  const network = vi.fn<typeof fetch>(async () =>
    Response.json({ ticket_requests: [sold, bought], switches: { handover: true } }),
  );
  await showPage(network);
  const links = await screen.findAllByRole('link', { name: 'See your payouts' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/payouts']);
  const passes = await screen.findAllByRole('link', { name: /^Show .*tickets?.*Deficit/ });
  expect(passes.map((link) => link.getAttribute('href'))).toEqual(['/pass/bought']);
});
