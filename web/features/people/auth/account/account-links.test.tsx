import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { testApp } from '../../../../../test/support/web/test-app.tsx';
import { setSession } from '../../../../session/session.ts';
import { AccountLinks } from './account-links.tsx';

afterEach(cleanup);

async function linksFor(role: 'user' | 'organizer' | 'admin', switches: Record<string, boolean> = {}) {
  setSession({
    status: 'signed_in',
    user: { id: 'me', email: 'me@vouch.test', name: 'Me' },
    role,
    second_factor: false,
  });
  const { app, queryClient } = await testApp(
    { '/': () => <AccountLinks isSeen /> },
    { network: async () => Response.json({ switches, fees: {} }) },
  );
  render(app);
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

test('the navigation has the links Tickets and Tonight if the launch switches of these pages are on', async () => {
  expect((await linksFor('user', { tickets: true, live: true })).slice(0, 2)).toEqual([
    ['Tickets', '/tickets'],
    ['Tonight', '/live'],
  ]);
});
