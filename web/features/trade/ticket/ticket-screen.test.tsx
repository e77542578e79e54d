import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, type Mock, test, vi } from 'vitest';
import { ME, SIGNED_IN, standInForPopups } from '../../../../test/support/web/buying.ts';
import { ApiError } from '../../../api.ts';
import { testApp } from '../../../../test/support/web/test-app.tsx';
import type * as reader from '../../../code-reader/code-reader.ts';
import { setSession } from '../../../session/session.ts';
import type * as ownPasses from '../pass/own-passes.ts';
import type { MyRequest } from '../resale/resale.queries.ts';
import { TicketScreen } from './ticket-screen.tsx';

const { openTicket } = vi.hoisted(() => ({ openTicket: vi.fn<typeof reader.openTicket>() }));
vi.mock('../pass/own-passes.ts', async (original) => ({
  ...(await original<typeof ownPasses>()),
  fetchPasses: async () => {
    const answer = await network('/passes');
    if (!answer.ok) throw new ApiError('launch.off', 403, 'Off.');
    return { ...((await answer.json()) as object), ahead_ms: 0 };
  },
}));
vi.mock('../pass/pass-code.tsx', () => ({ PassCode: () => <img alt="Your pass as a QR code" /> }));
vi.mock('../../../code-reader/code-reader.ts', () => ({ openTicket }));

const NIGHT = {
  title: 'Disco Deficit',
  slug: 'disco',
  venue_name: 'Blue Line',
  start_at: '2030-01-05T03:00:00.000Z',
  state: 'public',
};
const HANDOVER = {
  status: 'delivered',
  kind: 'file',
  opens_at: '2020-01-05T03:00:00.000Z',
  due_at: NIGHT.start_at,
  received_by_itself_at: NIGHT.start_at,
};
const PAYMENT = { status: 'captured', total: 43.7, refunded: 0, refund: null, handover: HANDOVER };
const REQUEST = { id: 'r1', role: 'buyer', event: NIGHT, payment: PAYMENT, group: null } as unknown as MyRequest;
const REFUSED = { error: { code: 'launch.off', message: 'Off.', request_id: 'r' } };
const passesOf = (is_pass_scanned: boolean, let_in: object[] = []) => ({
  event: { ...NIGHT, image_url: null, address: '1 Main St', end_at: null },
  is_pass_scanned,
  passes: [{ id: 'p1', position: 1, short_code: 'ABCD-EFGH', signed: 'aa' }],
  let_in,
  wallets: { apple: false, google: false },
  now: new Date().toISOString(),
});
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

const onStored = vi.fn<() => void>();
let network: Mock<typeof fetch>;
let bought: object;
let payment: object;
let passes: object | null;
let matches: boolean | null;

beforeEach(() => {
  standInForPopups();
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => undefined;
  [bought, matches, passes, payment] = [OPEN, true, null, PAYMENT];
  openTicket.mockReset();
  openTicket.mockResolvedValue({ pages: [PAGE], code: PAGE, codes: [CODE], isRedrawn: false });
  network = vi.fn<typeof fetch>(async (input, init) => {
    const path = input instanceof Request ? input.url : input.toString();
    if (path.endsWith('/passes')) return passes ? Response.json(passes) : Response.json(REFUSED, { status: 403 });
    if (init?.method === 'POST') return Response.json({ matches });
    if (path.endsWith('/ticket-requests')) return Response.json({ ticket_requests: [{ ...REQUEST, payment }] });
    if (path.endsWith('/launch')) return Response.json({ switches: { handover: true } });
    return path.endsWith('/file') ? new Response('a file') : Response.json(bought);
  });
  // The fake browser cannot store tickets, so the app warns.
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  setSession(SIGNED_IN);
  localStorage.setItem('vouch-session', JSON.stringify({ user: { id: ME } }));
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function show(id = 'r1') {
  const { app } = await testApp({ '/': () => <TicketScreen id={id} onStored={onStored} /> }, { network });
  render(app);
  return userEvent.setup();
}

const checks = () =>
  network.mock.calls.filter(([, init]) => init?.method === 'POST').map(([path, init]) => [path, init?.body]);
const passCode = { name: 'Your pass as a QR code' };
const ticketCode = { name: 'QR code of ticket 1' };

test.each([
  [
    { why_not: 'early' },
    'You can open them from January 3, 10:00 PM, a day before the doors, so that nobody uses them first.',
  ],
  [{ why_not: 'disputed' }, 'The payment is under review. We’ll write to you as soon as you can open the tickets.'],
  [{ why_not: 'ended' }, 'These tickets can no longer be opened here.'],
])('the screen says when tickets can be opened, or why they cannot be opened: %o', async (over, words) => {
  bought = { ...OPEN, may_open: false, ...over };
  await show();
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByRole('img', ticketCode)).toBeNull();
});

test('the screen shows the night, a link to a map, the code, and who holds the money', async () => {
  await show();
  expect((await screen.findByRole('img', ticketCode)).getAttribute('src')).toBe('blob:picture');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Disco Deficit');
  expect(screen.getByRole('link', { name: /^Map ?of Blue Line/ }).getAttribute('href')).toContain('query=Blue%20Line');
  expect(screen.getByText('This door scans the ticket itself.')).toBeTruthy();
  expect(screen.getByRole('timer').textContent).toMatch(/^Doors in \d+ days$/);
  const money = screen.getByRole('region', { name: 'Your money' });
  expect(money.textContent).toContain('We hold $43.70. Your tickets are stored here.');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(checks()).toEqual([['http://vouch.test/api/tickets/t1/check', '{"code_hash":"aa"}']]);
});

test.each([
  [true, 'This door scans your pass.', passCode, ticketCode],
  [false, 'This door scans the ticket itself.', ticketCode, passCode],
])('the code that the door scans is shown first (the door scans passes: %s)', async (isPass, words, first, other) => {
  passes = passesOf(isPass);
  const user = await show();
  expect(await screen.findByText(words)).toBeTruthy();
  expect(await screen.findByRole('img', first)).toBeTruthy();
  expect(screen.queryByRole('img', other)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'More' }));
  expect(await screen.findByRole('img', other)).toBeTruthy();
  expect(screen.getByText(/^The seller has seen this code/)).toBeTruthy();
});

test.each([
  ['transfer', 'delivered', true, 'This door scans your pass. Have the ticket in your email ready, too.'],
  ['transfer', 'due', true, 'This door scans your pass. The seller hasn’t sent the ticket to your email yet.'],
  ['name_list', 'due', false, /^The seller hasn’t put your name on this door’s list yet\. Show this pass/],
  ['name_list', 'problem', false, /^This door works with a list of names\./],
])(
  'for a hand-over of kind %s and status %s, the screen says which code to show (the door scans passes: %s)',
  async (kind, status, isPass, words) => {
    passes = passesOf(isPass);
    bought = { ...OPEN, tickets: [] };
    payment = { ...PAYMENT, handover: { ...HANDOVER, status, kind } };
    await show();
    expect(await screen.findByRole('img', passCode)).toBeTruthy();
    expect(await screen.findByText(words)).toBeTruthy();
  },
);

test.each([
  ['qr', 'You’re inLet in at 10:00 PM, door Front.'],
  ['name', 'Marked as in at 10:00 PM, door Front, by hand. If that wasn’t you,'],
])('a scan at the door is celebrated, and an entry by hand is only reported: %s', async (way, words) => {
  passes = passesOf(true, [{ position: 1, at: NIGHT.start_at, door: 'Front', way }]);
  await show();
  expect(await screen.findByRole('img', passCode)).toBeTruthy();
  expect(screen.getByRole(way === 'qr' ? 'status' : 'note').textContent).toContain(words);
});

test('if a ticket is not the one that was listed, the screen says so, and says that the money is frozen', async () => {
  matches = false;
  await show();
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^This isn’t the ticket that was listed\. We told our support team and froze the seller’s money\. You don’t need to do anything/,
  );
});

test('a ticket whose code the phone cannot read is shown whole, with a note and a button to report a problem', async () => {
  const whole = new Blob(['the whole page'], { type: 'image/png' });
  openTicket.mockResolvedValue({ pages: [whole], code: null, codes: [], isRedrawn: false });
  const pictures = vi.spyOn(URL, 'createObjectURL');
  matches = null;
  const user = await show();
  expect(await screen.findByText(/^This phone couldn’t read the code, so we couldn’t check it/)).toBeTruthy();
  expect(screen.getByRole('img', ticketCode).getAttribute('src')).toBe('blob:picture');
  expect(pictures.mock.lastCall![0]).toBe(whole);
  expect(checks()).toEqual([['http://vouch.test/api/tickets/t1/check', '{"code_hash":null}']]);
  await user.click(screen.getByRole('button', { name: 'Something is wrong with this ticket' }));
  expect(await screen.findByRole('dialog', { name: 'What is wrong?' })).toBeTruthy();
});

test('a buyer of two tickets can switch between them', async () => {
  bought = { ...OPEN, tickets: [TICKET, { ...TICKET, id: 't2' }] };
  openTicket.mockResolvedValue({ pages: [PAGE], code: PAGE, codes: [CODE], isRedrawn: true });
  const user = await show();
  await user.click(await screen.findByRole('button', { name: 'Ticket 2 of 2' }));
  expect(screen.getByRole('img', { name: 'QR code of ticket 2' })).toBeTruthy();
  expect(screen.getByText('We redrew the code of this pass. It is the same code.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Whole ticket' }));
  expect(screen.getByRole('img', { name: 'Ticket 2, page 1' })).toBeTruthy();
});

test('a person on the door list sees the pass, and reads that the door has their name', async () => {
  passes = { ...passesOf(false), kind: 'name_list' };
  await show('list-e1');
  expect(await screen.findByRole('img', passCode)).toBeTruthy();
  expect(screen.getByText('This door has your name on its list. Show this pass if it asks for more.')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Your money' })).toBeNull();
});

test('if the ticket was sent to the buyer’s email, the buyer’s friend reads whom to ask for it', async () => {
  passes = { ...passesOf(false), kind: 'transfer', is_given: true };
  await show('r2');
  expect(
    await screen.findByText(/^This door scans the ticket itself. Ask the friend who gave you the ticket/),
  ).toBeTruthy();
});
