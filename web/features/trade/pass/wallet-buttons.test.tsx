import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testApp } from '../../../../test/support/web/test-app.tsx';
import { dismissToast, toasts } from '../../../ui/toast-list.ts';
import { openWallet } from './open-wallet.ts';
import type { OwnPasses } from './own-passes.ts';
import { WalletButtons } from './wallet-buttons.tsx';

vi.mock('./open-wallet.ts', () => ({ openWallet: vi.fn<(address: string) => void>() }));

const network = vi.fn<typeof fetch>();

beforeEach(() => {
  network.mockReset();
  vi.mocked(openWallet).mockReset();
});
afterEach(() => {
  cleanup();
  for (const { id } of toasts()) dismissToast(id);
});

async function show(wallets: OwnPasses['wallets']) {
  const component = () => (
    <>
      <h1>Pass</h1>
      <WalletButtons id="r1" ticket={2} wallets={wallets} />
    </>
  );
  const { app } = await testApp({ '/': component }, { network });
  render(app);
  await screen.findByRole('heading', { name: 'Pass' });
}

const asked = () => network.mock.calls.map(([input]) => (input instanceof Request ? input.url : input.toString()));

test.each([
  [{ apple: false, google: false }, []],
  [{ apple: true, google: false }, ['Add to Apple Wallet']],
  [{ apple: false, google: true }, ['Add to Google Wallet']],
])('only wallets that are set up have a button: %o', async (wallets, names) => {
  await show(wallets);
  expect(screen.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(names);
});

test('a ticket is added to Apple Wallet as a file and to Google Wallet through a link', async () => {
  const files: Blob[] = [];
  URL.createObjectURL = (file: Blob) => `blob:${files.push(file)}`;
  await show({ apple: true, google: true });
  network.mockResolvedValueOnce(
    new Response('a pass', { headers: { 'Content-Type': 'application/vnd.apple.pkpass' } }),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Add to Apple Wallet' }));
  await waitFor(() => expect(openWallet).toHaveBeenLastCalledWith('blob:1', 'apple'));
  expect(files[0]!.type).toBe('application/vnd.apple.pkpass');
  network.mockResolvedValueOnce(Response.json({ url: 'https://pay.google.test/save' }));
  fireEvent.click(screen.getByRole('button', { name: 'Add to Google Wallet' }));
  await waitFor(() => expect(openWallet).toHaveBeenLastCalledWith('https://pay.google.test/save', 'google'));
  expect(asked()).toEqual([
    'http://vouch.test/api/ticket-requests/r1/wallet/apple?ticket=2',
    'http://vouch.test/api/ticket-requests/r1/wallet/google?ticket=2',
  ]);
});

test('a refusal is shown in the server’s words', async () => {
  await show({ apple: true, google: true });
  const error = { code: 'tickets.event_over', message: 'This night is over.' };
  network.mockResolvedValueOnce(Response.json({ error }, { status: 409 }));
  fireEvent.click(screen.getByRole('button', { name: 'Add to Apple Wallet' }));
  await waitFor(() => expect(toasts().map(({ text }) => text)).toEqual(['This night is over.']));
  expect(openWallet).not.toHaveBeenCalled();
});
