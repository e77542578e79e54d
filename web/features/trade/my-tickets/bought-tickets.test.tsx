import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRouteWithContext, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, type Mock, test, vi } from 'vitest';
import { SIGNED_IN } from '../../../../test/support/web/buying.ts';
import { type ApiClient, makeApi } from '../../../api.ts';
import type * as reader from '../../../code-reader/code-reader.ts';
import { setSession } from '../../../session/session.ts';
import type { MyRequest } from '../resale/resale.queries.ts';
import { BoughtTickets } from './bought-tickets.tsx';

const { openTicket } = vi.hoisted(() => ({ openTicket: vi.fn<typeof reader.openTicket>() }));
vi.mock('../../../code-reader/code-reader.ts', () => ({ openTicket }));

const NIGHT = {
  title: 'Disco Deficit',
  slug: 'disco',
  venue_name: 'Blue Line',
  start_at: '2030-01-05T03:00:00.000Z',
  state: 'public',
};
const REQUEST = { id: 'r1', role: 'buyer', event: NIGHT, payment: { status: 'captured' } } as unknown as MyRequest;
const TICKET = {
  id: 't1',
  code_format: 'qr',
  media_type: 'application/pdf',
  bytes: 9,
  shown_at: null,
  matched_at: null,
};
const OPEN = { opens_at: '2030-01-04T03:00:00.000Z', may_open: true, why_not: null, tickets: [TICKET] };
const PAGE = new Blob(['a picture'], { type: 'image/png' });
const CODE = { hash: 'aa', format: 'qr' as const, bytes: new Uint8Array(1), text: 'a' };

const scrollTo = vi.fn<() => void>();
let network: Mock<typeof fetch>;
let bought: object;
let matches: boolean | null;

function openDialog(this: HTMLDialogElement): void {
  this.setAttribute('open', '');
}

function closeDialog(this: HTMLDialogElement): void {
  this.removeAttribute('open');
}

beforeEach(() => {
  // jsdom lacks these methods.
  HTMLDialogElement.prototype.showModal = openDialog;
  HTMLDialogElement.prototype.close = closeDialog;
  HTMLElement.prototype.scrollTo = scrollTo;
  scrollTo.mockClear();
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => undefined;
  [bought, matches] = [OPEN, true];
  openTicket.mockReset();
  openTicket.mockResolvedValue({ pages: [PAGE], codes: [CODE], isRedrawn: false });
  network = vi.fn<typeof fetch>(async (input, init) => {
    const path = input instanceof Request ? input.url : input.toString();
    if (init?.method === 'POST') return Response.json({ matches });
    if (path.endsWith('/launch')) return Response.json({ switches: { handover: true } });
    return path.endsWith('/file') ? new Response('a file') : Response.json(bought);
  });
  // The fake browser stores nothing, like a private window.
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  setSession(SIGNED_IN);
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function show() {
  const root = createRootRouteWithContext<{ api: ApiClient }>()({
    component: () => <BoughtTickets request={REQUEST} />,
  });
  const router = createRouter({
    routeTree: root,
    context: { api: makeApi('http://vouch.test', network) },
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  await router.load();
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

const checks = () =>
  network.mock.calls.filter(([, init]) => init?.method === 'POST').map(([path, init]) => [path, init?.body]);

test.each([
  [{ why_not: 'early' }, 'Opens Thursday 10 PM, a day before the doors, so that nobody uses it before you.'],
  [{ why_not: 'disputed' }, 'The payment is under review. We’ll write to you as soon as you can open the tickets.'],
  [{ why_not: 'ended' }, 'These tickets can no longer be opened here.'],
])('tickets that cannot be opened yet say when they can, and others say why they cannot: %o', async (over, words) => {
  bought = { ...OPEN, may_open: false, ...over };
  await show();
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('the page shows no files for tickets that are handed over outside the app', async () => {
  bought = { ...OPEN, tickets: [] };
  await show();
  await waitFor(() => expect(network).toHaveBeenCalled());
  expect(screen.queryByRole('button')).toBeNull();
});

test('opening a ticket shows it, and the phone sends the hash of its code', async () => {
  const user = await show();
  expect(await screen.findByText(/^The seller has seen this code/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Show ticket/ }));
  const sheet = await screen.findByRole('dialog', { name: 'Disco Deficit' });
  expect(within(sheet).getByAltText('QR code of ticket 1, page 1').getAttribute('src')).toBe('blob:picture');
  expect(within(sheet).getByText('Turn up your screen brightness. The screen stays on.')).toBeTruthy();
  expect(within(sheet).queryByRole('alert')).toBeNull();
  expect(checks()).toEqual([['http://vouch.test/api/tickets/t1/check', '{"code_hash":"aa"}']]);
});

test('a buyer who opens the wrong ticket reads that it is wrong and what happens to the money', async () => {
  matches = false;
  const user = await show();
  await user.click(await screen.findByRole('button', { name: /^Show ticket/ }));
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^This is not the ticket that was listed\. We told our support team and froze the seller’s money\. You don’t need to do anything/,
  );
});

test('a ticket whose code the phone cannot read is shown anyway, with a note and a button to report a problem', async () => {
  openTicket.mockResolvedValue({ pages: [PAGE], codes: [], isRedrawn: false });
  matches = null;
  const user = await show();
  await user.click(await screen.findByRole('button', { name: /^Show ticket/ }));
  expect(await screen.findByText(/^This phone could not read the code, so we could not check it/)).toBeTruthy();
  expect(checks()).toEqual([['http://vouch.test/api/tickets/t1/check', '{"code_hash":null}']]);
  await user.click(screen.getByRole('button', { name: 'Something is wrong' }));
  expect(await screen.findByRole('dialog', { name: 'What is wrong?' })).toBeTruthy();
});

test('buttons switch between several tickets, and a wallet pass says that its code was redrawn', async () => {
  bought = { ...OPEN, tickets: [TICKET, { ...TICKET, id: 't2' }] };
  openTicket.mockResolvedValue({ pages: [PAGE], codes: [CODE], isRedrawn: true });
  const user = await show();
  await user.click(await screen.findByRole('button', { name: /^Show 2 tickets/ }));
  expect(await screen.findByText('Ticket 1 of 2')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Previous' }).hasAttribute('disabled')).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(screen.getByText('Ticket 2 of 2')).toBeTruthy();
  expect(screen.getAllByText('We redrew the code of this pass. It is the same code.')).toHaveLength(2);
});

test('a tap enlarges the picture around the tapped point, and the keyboard can scroll the ticket', async () => {
  const user = await show();
  await user.click(await screen.findByRole('button', { name: /^Show ticket/ }));
  expect((await screen.findByRole('listitem', { name: 'Ticket 1 of 1' })).tabIndex).toBe(0);
  const picture = screen.getByRole('button', { name: /^Enlarge ?QR code of ticket 1, page 1$/, pressed: false });
  await user.click(picture);
  expect(picture.getAttribute('aria-pressed')).toBe('true');
  expect(scrollTo).toHaveBeenCalledTimes(1);
  await user.click(picture);
  expect(picture.getAttribute('aria-pressed')).toBe('false');
  expect(scrollTo).toHaveBeenCalledTimes(1);
});
