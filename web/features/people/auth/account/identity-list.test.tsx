import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { IdentityList } from './identity-list.tsx';

function show(answer: () => Promise<Response>) {
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(answer);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <IdentityList identities={[]} />
    </QueryClientProvider>,
  );
  return asked;
}
const settings = (google: boolean) => async () => Response.json({ external: { google } });
const button = () => screen.queryByRole('button', { name: 'Connect Google' });

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('the button to connect Google is shown if the auth service supports Google', async () => {
  const asked = show(settings(true));
  expect(await screen.findByRole('button', { name: 'Connect Google' })).toBeTruthy();
  expect(asked.mock.calls.map(([address]) => address)).toEqual(['/auth/v1/settings']);
});

test('the button to connect Google is not shown if the auth service does not support Google', async () => {
  const asked = show(settings(false));
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce());
  await new Promise((resolve) => setTimeout(resolve));
  expect(button()).toBeNull();
});

test('the button to connect Google is shown if the auth service does not answer', async () => {
  show(async () => new Response(null, { status: 503 }));
  expect(await screen.findByRole('button', { name: 'Connect Google' })).toBeTruthy();
});
