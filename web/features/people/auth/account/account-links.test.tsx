import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRouteWithContext, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { makeApi } from '../../../../api.ts';
import { setSession } from '../../../../session/session.ts';
import { AccountLinks } from './account-links.tsx';

afterEach(cleanup);

/** Returns the navigation links for a person with this role. */
async function linksFor(role: 'user' | 'organizer' | 'admin', switches: Record<string, boolean> = {}) {
  setSession({
    status: 'signed_in',
    user: { id: 'me', email: 'me@vouch.test', name: 'Me' },
    role,
    second_factor: false,
  });
  const queryClient = new QueryClient();
  const api = makeApi('http://vouch.test', async () => Response.json({ switches, fees: {} }));
  const router = createRouter({
    routeTree: createRootRouteWithContext<{ api: typeof api }>()({ component: () => <AccountLinks isSeen /> }),
    context: { api },
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  await router.load();
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(queryClient.getQueryData(['launch'])).toEqual(switches));
  await screen.findByRole('link', { name: 'Account' });
  return screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
}

test.each([
  ['user', []],
  ['organizer', [['Organizer desk', '/admin/events']]],
  [
    'admin',
    [
      ['Admin', '/admin'],
      ['Check', '/check'],
    ],
  ],
] as const)('the navigation leads a person of role %s to their own pages', async (role, own) => {
  expect(await linksFor(role)).toEqual([['My nights', '/my-nights'], ['Account', '/account'], ...own]);
});

test('the navigation links to the ticket and selling pages that are switched on', async () => {
  expect((await linksFor('user', { tickets: true, live: true })).slice(0, 2)).toEqual([
    ['Tickets', '/tickets'],
    ['Tonight', '/live'],
  ]);
});
