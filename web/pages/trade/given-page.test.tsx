import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { type ApiClient, makeApi } from '../../api.ts';
import { setSession } from '../../session/session.ts';
import { GivenPage } from './given-page.client.tsx';

afterEach(cleanup);

test('a visitor reads before signing in that a friend has a ticket for them, and no request is sent', async () => {
  setSession({ status: 'signed_out' });
  const network = vi.fn<typeof fetch>();
  const root = createRootRouteWithContext<{ api: ApiClient }>()();
  const page = (path: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component });
  const router = createRouter({
    routeTree: root.addChildren([page('/with', GivenPage), page('/auth', () => <p>The sign-in page</p>)]),
    context: { api: makeApi('http://vouch.test', network) },
    history: createMemoryHistory({ initialEntries: ['/with#token'] }),
  });
  await router.load();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  expect(await screen.findByRole('heading', { name: 'A friend has a ticket for you' })).toBeTruthy();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByText('The sign-in page')).toBeTruthy();
  expect(network).not.toHaveBeenCalled();
});
