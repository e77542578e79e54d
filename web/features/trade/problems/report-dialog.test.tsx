import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SIGNED_IN, standInForPopups } from '../../../../test/support/web/buying.ts';
import { requestOf } from '../../../../test/support/web/paid-requests.ts';
import { testApp } from '../../../../test/support/web/test-app.tsx';
import { setSession } from '../../../session/session.ts';
import type * as upload from '../handover/upload-file.ts';
import type { MyRequest } from '../resale/resale.queries.ts';
import { AnswerDialog } from './answer-dialog.tsx';
import { DeliveredDialog, ReceivedDialog } from './handover-dialogs.tsx';
import { ProblemDialog } from './problem-dialog.tsx';
import { outcomeOf, reportable } from './report-dialog.tsx';

const { uploadFile } = vi.hoisted(() => ({ uploadFile: vi.fn<typeof upload.uploadFile>() }));
vi.mock('../handover/upload-file.ts', () => ({ uploadFile }));

const network = vi.fn<typeof fetch>();

beforeEach(() => {
  standInForPopups();
  setSession(SIGNED_IN);
  network.mockReset();
});
afterEach(cleanup);

const OPEN = {
  kind: 'did_not_work',
  text: 'They didn’t work at the door.',
  status: 'open',
  decide_by: '2026-11-28T04:40:00.000Z',
  seller_text: null,
  may_answer: true,
  is_for_staff: false,
} as const;

async function show(
  dialog: 'buyer' | 'seller',
  switches: object,
  payment: object,
  handover: object = {},
  Dialog = dialog === 'buyer' ? ProblemDialog : AnswerDialog,
) {
  const request = requestOf(dialog, {
    handover: {
      status: dialog === 'buyer' ? 'delivered' : 'problem',
      works_from: '2020-01-01T00:00:00.000Z',
      ...handover,
    },
    payment: { problem: OPEN },
  });
  const shown = { ...request, id: 'r1', quantity: 1 } as MyRequest;
  network.mockImplementation(async (input) =>
    new URL(new Request(input).url).pathname === '/api/launch'
      ? Response.json({ switches })
      : Response.json({ payment: { ...request.payment, ...payment } }),
  );
  const { app } = await testApp({ '/': () => <Dialog request={shown} onClose={() => undefined} /> }, { network });
  render(app);
}

async function sentTo(path: string): Promise<unknown> {
  const call = network.mock.calls
    .map(([input, init]) => new Request(input, init))
    .findLast((request) => request.url.endsWith(path));
  return call?.json();
}

const DOORS = {
  due_at: '2026-11-27T23:40:00.000Z',
  opens_at: '2026-11-27T03:00:00.000Z',
  works_from: '2026-11-28T02:00:00.000Z',
  received_by_itself_at: '',
  problem: null,
};

test.each([
  ['file', 'cancelled', '2026-11-25T12:00:00.000Z', ['event_cancelled']],
  ['file', 'on', '2026-11-25T12:00:00.000Z', []],
  ['transfer', 'on', '2026-11-25T12:00:00.000Z', ['not_delivered', 'not_as_described']],
  ['file', 'on', '2026-11-28T02:00:00.000Z', ['did_not_work', 'event_cancelled', 'not_as_described']],
] as const)(
  'the dialog offers only problems that can be reported (hand-over: %s, the night is %s, now: %s)',
  (kind, state, now, choices) => {
    expect(reportable({ handover: { ...DOORS, status: 'delivered', kind }, state }, new Date(now))).toEqual(choices);
  },
);

test('before the doors open, the buyer of a file reads when they can start to report a ticket that does not work', async () => {
  await show('buyer', { handover: true }, {}, { kind: 'file', works_from: '2090-01-01T00:00:00.000Z' });
  expect(await screen.findByText(/You can report that they didn’t work starting .+\./)).toBeTruthy();
  expect(screen.queryByRole('radio')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Report it' })).toBeNull();
});

test('the report dialog for a place on the door list mentions tickets only as a remedy', async () => {
  await show('buyer', { handover: true }, {}, { kind: 'name_list', works_from: '2090-01-01T00:00:00.000Z' });
  expect(await screen.findByText(/^You can report that the door didn’t let you in starting .+\.$/)).toBeTruthy();
  expect(screen.getByRole('group', { name: 'Your place at Disco Deficit' })).toBeTruthy();
  expect(screen.getAllByText(/file|ticket/i).map(({ textContent }) => textContent)).toEqual([
    'If it can’t be fixed, you get other tickets or your money back. Never a voucher.',
  ]);
});

test('a buyer chooses what is wrong and reads right away that we found another ticket', async () => {
  await show(
    'buyer',
    { handover: true },
    { problem: { ...OPEN, status: 'replaced', may_answer: false }, replaced_by: 'r2' },
  );
  fireEvent.click(await screen.findByRole('radio', { name: 'They didn’t work at the door' }));
  fireEvent.click(screen.getByRole('button', { name: 'Report it' }));
  expect((await screen.findByRole('status')).textContent).toBe('We found you another ticket. It is in My tickets now.');
  expect(await sentTo('/api/ticket-requests/r1/problem')).toEqual({ kind: 'did_not_work' });
});

test('while hand-overs are off, a buyer describes the problem in a text box', async () => {
  await show('buyer', {}, {});
  expect(await screen.findByRole('textbox', { name: 'What is wrong with the tickets' })).toBeTruthy();
  expect(screen.queryByRole('radio')).toBeNull();
});

test('a seller reads the deadline and answers a problem', async () => {
  await show('seller', { handover: true }, {});
  expect(await screen.findByText(/The buyer says: “They didn’t work at the door.”/)).toBeTruthy();
  fireEvent.change(screen.getByRole('textbox', { name: 'Your answer' }), { target: { value: 'It was good.' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send the answer' }));
  await vi.waitFor(async () => expect(await sentTo('/problem/answer')).toEqual({ text: 'It was good.' }));
});

test.each([
  [{ problem: OPEN, replaced_by: null, refund: null }, 'The seller has until 11:40 PM to answer.'],
  [
    { problem: { ...OPEN, may_answer: false }, replaced_by: null, refund: null },
    'The seller has answered. We decide by 11:40 PM.',
  ],
  [{ problem: { ...OPEN, is_for_staff: true }, replaced_by: null, refund: null }, 'Our team decides by 11:40 PM.'],
  [
    { problem: { ...OPEN, status: 'refunded' as const }, replaced_by: null, refund: null },
    'on its way back to your card',
  ],
  [{ problem: OPEN, replaced_by: 'r2', refund: null }, 'We found you another ticket.'],
  [{ problem: null, replaced_by: null, refund: null }, 'The money stays on hold.'],
])('after a report, the buyer reads what happens next (%#)', (payment, sentence) => {
  expect(outcomeOf(payment, new Date('2026-11-28T02:40:00.000Z'))).toContain(sentence);
});

test.each([
  ['due', 'transfer', 'The seller hasn’t said yet that they sent them.'],
  ['due', 'name_list', 'The seller hasn’t said yet that your name is on the list.'],
  ['delivered', 'transfer', null],
])(
  'the buyer reads a warning if the seller has not confirmed the hand-over: status %s, kind %s, warning %s',
  async (status, kind, says) => {
    await show('buyer', {}, {}, { status, kind }, ReceivedDialog);
    const check = kind === 'name_list' ? /^Confirm once you are through the door/ : /^Open them first/;
    expect(await screen.findByText(check)).toBeTruthy();
    expect(screen.queryByText(/^The seller hasn’t said/)?.textContent ?? null).toBe(says);
  },
);

test('after a report, a buyer reads that confirming the tickets ends the report for good', async () => {
  await show('buyer', {}, {}, { status: 'problem', kind: 'transfer' }, ReceivedDialog);
  expect(await screen.findByRole('dialog', { name: 'Do you have the tickets after all?' })).toBeTruthy();
  expect(screen.getByText(/This ends your report, and you can’t report these tickets again\. Then/)).toBeTruthy();
});

test('a seller must add a picture of a transfer before they can report the tickets as sent', async () => {
  await show('seller', {}, {}, { status: 'due', kind: 'transfer' }, DeliveredDialog);
  uploadFile.mockResolvedValue({ id: 'proof', media_type: 'image/png', bytes: 1 });
  const picture = await screen.findByLabelText<HTMLInputElement>('A screenshot or photo that shows the transfer');
  expect(picture.required).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'I sent the tickets' }));
  expect(network.mock.calls.map(([input]) => new Request(input).url).join(' ')).not.toContain('delivered');
  fireEvent.change(picture, { target: { files: [new File(['x'], 'sent.png', { type: 'image/png' })] } });
  // jsdom does not count files that a script sets, so it would find the required field empty.
  picture.required = false;
  fireEvent.click(screen.getByRole('button', { name: 'I sent the tickets' }));
  await vi.waitFor(async () =>
    expect(await sentTo('/api/ticket-requests/r1/delivered')).toEqual({ proof_file_id: 'proof' }),
  );
});

test('a seller of a place on the door list confirms the name without a picture', async () => {
  await show('seller', {}, {}, { status: 'due', kind: 'name_list' }, DeliveredDialog);
  fireEvent.click(await screen.findByRole('button', { name: 'The name is on the list' }));
  expect(screen.queryByLabelText(/shows the transfer/)).toBeNull();
  await vi.waitFor(() =>
    expect(network.mock.calls.map(([input]) => new Request(input).url).join(' ')).toContain('/delivered'),
  );
});
