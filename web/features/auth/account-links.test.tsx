import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { setSession } from '../../session/session.ts';
import { AccountLinks } from './account-links.client.tsx';

afterEach(cleanup);

/** The links of the navigation for a person of this role. */
async function linksFor(role: 'user' | 'organizer' | 'admin') {
  setSession({ status: 'signed_in', user: { id: 'me', email: 'me@vouch.test', name: 'Me' }, role, second_factor: false });
  const router = createRouter({
    routeTree: createRootRoute({ component: AccountLinks }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  await router.load();
  render(<RouterProvider router={router as never} />);
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
