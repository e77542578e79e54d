import { QueryClient } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testApp } from '../../../../test/support/web/test-app.tsx';
import { WaitlistConfirmPage } from './waitlist-confirm-page.client.tsx';

const network = vi.fn<typeof fetch>();
let queryClient: QueryClient;

beforeEach(() => {
  network.mockReset();
  network.mockImplementation(async () => Response.json({ confirmed: true }));
  queryClient = new QueryClient();
});
afterEach(cleanup);

async function open(link = '/waitlist-confirm?token=the-token') {
  const { app } = await testApp({ '/waitlist-confirm': WaitlistConfirmPage }, { at: link, network, queryClient });
  render(app);
  return userEvent.setup();
}

const theButton = () => screen.findByRole('button', { name: 'Confirm my place' });
const sent = () =>
  network.mock.calls.map(([input, init]) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    return [init?.method, pathname + search];
  });

test('opening the mailed link confirms nothing, because mail scanners open links', async () => {
  await open();
  expect(await screen.findByRole('heading', { name: 'Confirm your place' })).toBeDefined();
  await theButton();
  expect(network).not.toHaveBeenCalled();
});

test('the button confirms the place with the token from the mailed link', async () => {
  queryClient.setQueryData(['mine', 'event'], { waiting: null });
  const user = await open();
  await user.click(await theButton());
  expect(await screen.findByRole('heading', { name: 'Your place is confirmed' })).toBeDefined();
  expect(screen.getByRole('status').textContent).toBe('You’re on the waitlist. We’ll email you when you’re in.');
  expect(screen.queryByRole('button', { name: 'Confirm my place' })).toBeNull();
  expect(sent()).toEqual([['POST', '/api/waitlist/confirm?token=the-token']]);
  expect(queryClient.getQueryState(['mine', 'event'])?.isInvalidated).toBe(true);
});

test('if the waitlist entry was deleted, the page asks the person to join the waitlist again', async () => {
  const error = { code: 'request.not_found', message: 'There is no such thing.', request_id: 'r' };
  network.mockImplementation(async () => Response.json({ error }, { status: 404 }));
  const user = await open('/waitlist-confirm');
  await user.click(await theButton());
  const words = 'This link no longer works. Join the waitlist again instead.';
  expect((await screen.findByRole('alert')).textContent).toBe(words);
  expect(sent()).toEqual([['POST', '/api/waitlist/confirm?token=']]);
});
