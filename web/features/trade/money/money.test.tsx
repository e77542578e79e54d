import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, type Mock, test, vi } from 'vitest';
import { standInForPopups } from '../../../../test/support/web/buying.ts';
import { testApp } from '../../../../test/support/web/test-app.tsx';
import { setSession } from '../../../session/session.ts';
import { dismissToast, toasts } from '../../../ui/toast-list.ts';
import { MoneyOverview } from './money-overview.tsx';
import type { Overview, Stuck } from './money.queries.ts';
import { RefundDialog } from './refund-dialog.tsx';
import { Waiting } from './waiting.tsx';

const ME = '00000000-0000-4000-8000-000000000001';
const NOTHING: Stuck = {
  refunds: [],
  asked_refunds: [],
  failing_payments: [],
  overdue: [],
  problems: [],
  frozen_payouts: [],
  stranded: [],
  asks: [],
  owing_sellers: [],
  open_events: 0,
};
const BRIEF = {
  request_id: 'request',
  event_title: 'Disco Deficit',
  buyer_email: 'buyer@vouch.test',
  seller_email: 'seller@vouch.test',
};
const ASKED = {
  id: 'refund',
  amount: 300,
  reason: 'staff',
  note: 'The bar was shut.',
  booked_at: null,
  created_at: '2026-11-22T12:00:00.000Z',
} as const;
const BALANCE = {
  held: 27.5,
  payable: 0,
  refund_due: 0,
  disputed: 0,
  receivable: 0,
  fees_earned: 1250,
  provider: 1277.5,
};
const frozen = (request_id: string, ...held_because: ('dispute' | 'staff' | 'ban')[]) => ({
  ...BRIEF,
  request_id,
  held_because,
  due_at: '2026-11-22T12:00:00.000Z',
});
let network: Mock<typeof fetch>;

beforeEach(() => {
  standInForPopups();
  network = vi.fn<typeof fetch>(async () =>
    Response.json({ ...ASKED, request_id: 'request', status: 'asked' }, { status: 201 }),
  );
  setSession({
    status: 'signed_in',
    user: { id: ME, email: 'admin@vouch.test', name: 'An admin' },
    role: 'admin',
    second_factor: false,
  });
});

afterEach(() => {
  cleanup();
  toasts().forEach(({ id }) => dismissToast(id));
  setSession({ status: 'signed_out' });
});

async function show(part: ReactNode) {
  const { app } = await testApp({ '/': () => part }, { network });
  render(app);
  return userEvent.setup();
}

const sent = () =>
  network.mock.calls.map(([input, init]) => [
    new URL(input instanceof Request ? input.url : input).pathname,
    new Headers(init?.headers).get('idempotency-key'),
    init?.body ? (JSON.parse(init.body as string) as unknown) : null,
  ]);

test('an admin cannot approve a refund that they asked for', async () => {
  await show(<Waiting stuck={{ ...NOTHING, asked_refunds: [{ ...BRIEF, ...ASKED, asked_by: ME }] }} />);
  expect(await screen.findByText('You asked for this. Another admin must approve it.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Drop' })).toBeDefined();
});

test('an admin can approve a refund that another admin asked for', async () => {
  const user = await show(
    <Waiting stuck={{ ...NOTHING, asked_refunds: [{ ...BRIEF, ...ASKED, asked_by: 'another' }] }} />,
  );
  await user.click(await screen.findByRole('button', { name: 'Approve' }));
  expect(sent()).toEqual([['/api/admin/refunds/refund/approve', null, null]]);
  await waitFor(() => expect(toasts().map(({ title }) => title)).toEqual(['$300.00 goes back to the buyer']));
});

test('a refund needs an amount and a note, and a retry sends the same idempotency key', async () => {
  network.mockImplementation(async () =>
    Response.json(
      { error: { code: 'server.unexpected', message: 'Please try again.', request_id: 'r' } },
      { status: 500 },
    ),
  );
  const user = await show(<RefundDialog request_id="request" left={541} onClose={() => undefined} />);
  expect(
    await screen.findByText(/If the refunds of one request exceed \$200\.00, a second admin must approve\./),
  ).toBeDefined();
  const press = () => user.click(screen.getByRole('button', { name: 'Refund', hidden: true }));
  await press();
  expect(screen.getByText('Write a reason for the audit log.')).toBeDefined();
  const amount = screen.getByLabelText('Amount in dollars');
  await user.clear(amount);
  await press();
  expect(screen.getByText('Enter an amount in dollars and cents.')).toBeDefined();
  await user.type(amount, '$10.50');
  await user.type(screen.getByLabelText('Why (for the audit log)'), 'The bar was shut.');
  await press();
  expect(await screen.findByText('Please try again. Request id: r.')).toBeDefined();
  await press();
  await waitFor(() => expect(sent()).toHaveLength(2));
  const [first, second] = sent();
  expect(first).toEqual([
    '/api/admin/refunds',
    expect.any(String),
    { request_id: 'request', amount: 10.5, note: 'The bar was shut.' },
  ]);
  expect(second).toEqual(first);
});

test('while a refund waits for a second admin, the page does not offer to refund the same money again', async () => {
  const row = { ...BRIEF, handover: 'failed', left: 541 } as const;
  const rows = [
    { ...row, request_id: 'open', asked: 0 },
    { ...row, request_id: 'asked', asked: 541 },
  ];
  await show(<Waiting stuck={{ ...NOTHING, stranded: rows }} />);
  expect(await screen.findByText(/A refund of \$541\.00 needs a second admin\./)).toBeDefined();
  expect(screen.getAllByText(/\$541\.00 belongs to the buyer\./)).toHaveLength(2);
  expect(screen.getAllByRole('button', { name: 'Refund' })).toHaveLength(1);
});

test('when nothing needs an admin, the page says so', async () => {
  await show(<Waiting stuck={NOTHING} />);
  expect(await screen.findByText('Nothing needs your attention.')).toBeDefined();
});

test('an admin cannot release a held payout while its payment is disputed', async () => {
  const rows = [frozen('one', 'dispute', 'ban'), frozen('two', 'staff')];
  const user = await show(<Waiting stuck={{ ...NOTHING, frozen_payouts: rows }} />);
  expect(
    await screen.findByText(/disputed the payment\. Held until the bank decides\. The seller is banned\. Held until/),
  ).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Release payout' }));
  expect(sent()).toEqual([['/api/admin/payouts/two', null, { to: 'due', reasons: ['staff'] }]]);
});

const stranded = (handover: 'failed' | 'received') => ({
  ...NOTHING,
  stranded: [{ ...BRIEF, handover, left: 300, asked: 0 }],
});

test('money left after a failed hand-over belongs to the buyer, and an admin can refund it', async () => {
  const user = await show(<Waiting stuck={stranded('failed')} />);
  expect(await screen.findByRole('heading', { name: 'Money that neither side received (1)' })).toBeDefined();
  expect(screen.getByText('$300.00 belongs to the buyer.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Check again now' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Refund' }));
  const amount: HTMLInputElement = await screen.findByLabelText('Amount in dollars');
  expect(amount.value).toBe('300.00');
  await user.type(screen.getByLabelText('Why (for the audit log)'), 'The bar was shut.');
  await user.click(screen.getAllByRole('button', { name: 'Refund', hidden: true }).at(-1)!);
  await waitFor(() =>
    expect(sent()).toEqual([
      ['/api/admin/refunds', expect.any(String), { request_id: 'request', amount: 300, note: 'The bar was shut.' }],
    ]),
  );
});

test('money left after a received hand-over belongs to the seller, and an admin can check again', async () => {
  const user = await show(<Waiting stuck={stranded('received')} />);
  expect(await screen.findByText('$300.00 belongs to the seller.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Check again now' }));
  expect(sent()).toEqual([['/api/admin/money/requests/request/settle', null, null]]);
  await waitFor(() => expect(toasts().map(({ title }) => title)).toEqual(['Checked again']));
});

test('the overview shows the alarm and the transactions about which the ledger and the provider disagree', async () => {
  const alarm = 'The provider holds $0.01 more than the ledger says.';
  const unmatched = [
    { id: 'txn_1', source: 're_1', type: 'refund', net_cents: 1 },
    { id: 'tr_1', source: 'tr_1', type: 'ledger_only', net_cents: 250 },
  ];
  const overview: Overview = {
    balance: BALANCE,
    alarm,
    reconciliation: { at: '2026-11-22T12:00:00.000Z', difference: 0.01, unmatched },
    stuck: NOTHING,
  };
  await show(<MoneyOverview overview={overview} />);
  expect((await screen.findByRole('alert')).textContent).toBe(alarm);
  expect(screen.getByText('re_1, txn_1')).toBeDefined();
  expect(screen.getByText('$2.50 in the ledger only')).toBeDefined();
  expect(screen.getByText('$27.50')).toBeDefined();
});
