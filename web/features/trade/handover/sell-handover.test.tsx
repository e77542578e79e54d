import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, type Mock, test, vi } from 'vitest';
import { ApiError } from '../../../api.ts';
import { testApp } from '../../../../test/support/web/test-app.tsx';
import type * as reader from '../../../code-reader/code-reader.ts';
import { dismissToast, toasts } from '../../../ui/toast-list.ts';
import { keepSellDraft, newDraft, readSellDraft } from '../listings/sell-draft.ts';
import { SellForm } from '../listings/sell-form.tsx';
import type * as upload from './upload-file.ts';

const { findTickets, uploadFile } = vi.hoisted(() => ({
  findTickets: vi.fn<typeof reader.findTickets>(),
  uploadFile: vi.fn<typeof upload.uploadFile>(),
}));
vi.mock('../../../code-reader/code-reader.ts', () => ({ findTickets }));
vi.mock('./upload-file.ts', () => ({ uploadFile }));

const ME = '00000000-0000-4000-8000-000000000004';
const NIGHT = {
  id: 'night',
  slug: 'night',
  title: 'Disco Deficit',
  start_at: '2030-01-01T03:00:00.000Z',
  venue_name: 'Blue Line',
};
let network: Mock<typeof fetch>;
let isHandoverOn = true;

beforeEach(() => {
  sessionStorage.clear();
  isHandoverOn = true;
  findTickets.mockReset();
  uploadFile.mockReset();
  uploadFile.mockImplementation(async (file) => ({
    id: `file of ${file.size} bytes`,
    media_type: 'image/png',
    bytes: file.size,
  }));
  network = vi.fn<typeof fetch>(async (input, init) => {
    if (init?.method === 'POST')
      return Response.json({ id: 'listing', quantity: 2, ask_price: 20, status: 'active' }, { status: 201 });
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const fees = { buyer_pct: 8, buyer_fixed: 0.5, seller_pct: 5 };
    if (pathname === '/api/launch')
      return Response.json({ switches: { payments: true, handover: isHandoverOn }, fees });
    if (pathname.endsWith('/sold')) return Response.json({ sold: null });
    const isList = pathname === '/api/events';
    return Response.json(
      isList
        ? { events: [], next_cursor: null }
        : { ...NIGHT, end_at: null, price_band: { min: 18, max: 30 }, listings: [] },
    );
  });
});

afterEach(() => {
  cleanup();
  act(() => toasts().forEach(({ id }) => dismissToast(id)));
});

async function show() {
  keepSellDraft(ME, { ...newDraft(), key: 'the-key', event: NIGHT, quantity: '2', price: '20' });
  const { app } = await testApp({ '/': () => <SellForm userId={ME} /> }, { network });
  render(app);
  await screen.findByText('Inside the band');
  return userEvent.setup();
}

const fileOf = (name: string) => new File(['x'.repeat(name.length)], name, { type: 'application/pdf' });
const found = (hash: string, page = 1, picture: Blob | null = null) => ({
  hash,
  format: 'qr' as const,
  page,
  picture,
  code: null,
});
const sent = () =>
  network.mock.calls
    .filter(([, init]) => init?.method === 'POST')
    .map(([, init]) => JSON.parse(init?.body as string) as unknown);
const listButton = () => screen.getByRole('button', { name: /^List/ });
const rows = () => within(screen.getByRole('list', { name: 'Tickets to list' })).getAllByRole('listitem');

test('the form lists each ticket in the chosen files once and uploads it once', async () => {
  const user = await show();
  const page = new Blob(['a picture of a page']);
  findTickets
    .mockResolvedValueOnce([found('aa', 1, page), found('bb', 2, page)])
    .mockResolvedValueOnce([found('aa')])
    .mockResolvedValueOnce({ refusal: 'This PDF is locked with a password.' });
  await user.upload(await screen.findByLabelText('Ticket files'), [
    fileOf('both.pdf'),
    fileOf('again.pdf'),
    fileOf('shut.pdf'),
  ]);
  expect(await screen.findByText('2 tickets found.')).toBeTruthy();
  expect(screen.getByText('again.pdf has the same ticket as both.pdf, so we left it out.')).toBeTruthy();
  expect(screen.getByText('shut.pdf: This PDF is locked with a password.')).toBeTruthy();
  expect(rows().map((row) => row.textContent)).toEqual([
    'QR codeboth.pdf, page 1Remove both.pdf, page 1',
    'QR codeboth.pdf, page 2Remove both.pdf, page 2',
  ]);
  expect(screen.queryByLabelText('Quantity')).toBeNull();
  expect(screen.getByText(/you receive for/).parentElement!.textContent).toBe(
    '$38.00 you receive for 2 tickets at $20.00 each',
  );

  uploadFile.mockResolvedValueOnce({ id: 'first', media_type: 'image/png', bytes: 1 });
  uploadFile.mockRejectedValueOnce(new ApiError('network', 0, 'No connection.'));
  await user.click(listButton());
  await waitFor(() => expect(toasts().map(({ text }) => text)).toEqual(['No connection.']));
  expect([sent(), rows().length]).toEqual([[], 2]);
  uploadFile.mockResolvedValueOnce({ id: 'second', media_type: 'image/png', bytes: 1 });
  await user.click(listButton());
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()).toEqual([
    {
      event_id: 'night',
      ask_price: 20,
      kind: 'file',
      tickets: [
        { file_id: 'first', code_hash: 'aa', code_format: 'qr' },
        { file_id: 'second', code_hash: 'bb', code_format: 'qr' },
      ],
    },
  ]);
  expect(uploadFile.mock.calls.map(([file]) => file.size)).toEqual([page.size, page.size, page.size]);
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Tickets to list' })).toBeNull());
});

test('the form is not sent after the seller has removed its only ticket', async () => {
  const user = await show();
  findTickets.mockResolvedValueOnce([found('aa')]);
  const input = await screen.findByLabelText('Ticket files');
  await user.upload(input, fileOf('one.pdf'));
  await user.click(await screen.findByRole('button', { name: /^Remove/ }));
  expect(document.activeElement).toBe(input);
  await user.click(listButton());
  expect(screen.getByRole('alert').textContent).toBe('Add the file of each ticket.');
  expect(screen.getByText(/A reload keeps what you typed, but not the files/)).toBeTruthy();
  expect(sent()).toEqual([]);
});

test('each kind of hand-over without files has an explanation, asks for a quantity, and stays chosen after a reload', async () => {
  const user = await show();
  expect(
    (await screen.findByRole('radio', { name: 'Upload them here' })).getAttribute('aria-describedby'),
  ).toBeTruthy();
  for (const [kind, name, description] of [
    ['name_list', 'Put the buyer on the list', 'Once the buyer has paid, you see the name for the list.'],
    ['transfer', 'Transfer them where you bought them', /^Once the buyer has paid, you see where to send them\./],
  ] as const) {
    await user.click(screen.getByRole('radio', { name: 'Upload them here' }));
    expect(screen.queryByLabelText('Quantity')).toBeNull();
    await user.click(screen.getByRole('radio', { name, description }));
    expect(screen.getByLabelText('Quantity')).toMatchObject({ value: '2' });
    expect(screen.queryByLabelText('Ticket files')).toBeNull();
    expect(readSellDraft(ME).kind).toBe(kind);
  }
  await user.click(listButton());
  await waitFor(() => expect(sent()).toEqual([{ event_id: 'night', quantity: 2, ask_price: 20, kind: 'transfer' }]));
});

test('a seller can let the buyer open tickets as soon as they are paid', async () => {
  const user = await show();
  findTickets.mockResolvedValueOnce([found('aa')]);
  await user.upload(await screen.findByLabelText('Ticket files'), fileOf('one.pdf'));
  expect(screen.getByText('Otherwise the buyer can open them from 24 hours before the doors.')).toBeTruthy();
  await user.click(screen.getByLabelText('Show them as soon as they are paid'));
  await user.click(listButton());
  await waitFor(() => expect(sent()).toMatchObject([{ kind: 'file', shows_at_once: true }]));
});

test('while hand-overs are off, the form asks for a quantity and does not mention files', async () => {
  isHandoverOn = false;
  const user = await show();
  expect(screen.queryByRole('radio')).toBeNull();
  expect(screen.queryByLabelText('Ticket files')).toBeNull();
  await user.click(listButton());
  await waitFor(() => expect(sent()).toEqual([{ event_id: 'night', quantity: 2, ask_price: 20 }]));
});
