import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { testApp } from '../../../test/support/web/test-app.tsx';
import { setSession } from '../../session/session.ts';
import { GivenPage } from './given-page.client.tsx';

afterEach(cleanup);

test('a visitor who is not signed in reads that a friend has a ticket for them, and the page calls no API', async () => {
  setSession({ status: 'signed_out' });
  const network = vi.fn<typeof fetch>();
  const { app } = await testApp(
    { '/with': GivenPage, '/auth': () => <p>The sign-in page</p> },
    { at: '/with#token', network },
  );
  render(app);
  expect(await screen.findByRole('heading', { name: 'A friend has a ticket for you' })).toBeTruthy();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByText('The sign-in page')).toBeTruthy();
  expect(network).not.toHaveBeenCalled();
});
