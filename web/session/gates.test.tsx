import {
  type AnyRouter,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Session, setSession } from './session.ts';
import { RequireRole, RequireSignedIn } from './gates.tsx';

const user = { id: '00000000-0000-4000-8000-000000000001', email: 'student@vouch.test', name: 'A student' };
const signedIn = (role: (Session & { status: 'signed_in' })['role'], second_factor = false) => ({
  status: 'signed_in' as const,
  user,
  role,
  second_factor,
});

beforeEach(() => {
  setSession({ status: 'loading' });
});

afterEach(cleanup);

async function open(gated: ReactNode): Promise<AnyRouter> {
  const root = createRootRoute();
  const places = ['/', '/login', '/auth', '/two-factor', '/account'].map((path) =>
    createRoute({ getParentRoute: () => root, path, component: () => <p>page {path}</p> }),
  );
  const secret = createRoute({ getParentRoute: () => root, path: '/secret', component: () => gated });
  const router = createRouter({
    routeTree: root.addChildren([...places, secret]),
    history: createMemoryHistory({ initialEntries: ['/secret?tab=1'] }),
  });
  await router.load();
  render(<RouterProvider router={router as never} />);
  return router;
}

test('a gated page shows only a spinner until the session is known', async () => {
  await open(<RequireSignedIn>secret</RequireSignedIn>);
  expect(await screen.findByText('Loading...')).toBeTruthy();
  expect(screen.queryByText('secret')).toBeNull();
});

test('a gated page sends a visitor to /login and passes on its own URL', async () => {
  const router = await open(<RequireSignedIn>secret</RequireSignedIn>);
  act(() => setSession({ status: 'signed_out' }));
  expect(await screen.findByText('page /login')).toBeTruthy();
  expect(router.history.length).toBe(1);
  expect(router.state.location.state).toMatchObject({ from: '/secret?tab=1' });
});

test('a signed-in person sees a gated page', async () => {
  await open(<RequireSignedIn>secret</RequireSignedIn>);
  act(() => setSession(signedIn('loading')));
  expect(await screen.findByText('secret')).toBeTruthy();
});

test('a signed-in person who still has to enter a second factor is sent to /two-factor', async () => {
  const router = await open(<RequireSignedIn>secret</RequireSignedIn>);
  act(() => setSession(signedIn('admin', true)));
  expect(await screen.findByText('page /two-factor')).toBeTruthy();
  expect(router.state.location.state).toMatchObject({ from: '/secret?tab=1' });
});

test.each(['user', 'unknown'] as const)(
  'a person with the role %s is sent to the home page and never sees the admin page',
  async (role) => {
    const seen: string[] = [];
    const Page = () => {
      seen.push('admin page');
      return 'admin page';
    };
    await open(
      <RequireRole roles={['admin', 'organizer']} signedOutTo="/auth">
        <Page />
      </RequireRole>,
    );
    act(() => setSession(signedIn('loading')));
    expect(await screen.findByText('Loading...')).toBeTruthy();
    act(() => setSession(signedIn(role)));
    expect(await screen.findByText('page /')).toBeTruthy();
    expect(seen).toEqual([]);
  },
);

test.each(['admin', 'organizer'] as const)('a person with the role %s sees the admin page', async (role) => {
  await open(
    <RequireRole roles={['admin', 'organizer']} signedOutTo="/auth">
      admin page
    </RequireRole>,
  );
  act(() => setSession(signedIn(role)));
  expect(await screen.findByText('admin page')).toBeTruthy();
});

test('an admin without a second factor is sent to /account#security instead of the admin page', async () => {
  const seen: string[] = [];
  const Page = () => {
    seen.push('admin page');
    return 'admin page';
  };
  const router = await open(
    <RequireRole roles={['admin', 'organizer']} signedOutTo="/auth" refused="Admins only">
      <Page />
    </RequireRole>,
  );
  // Until the admin has set up a second factor, the server reports the role `user`.
  act(() => setSession({ ...signedIn('user'), lacks_staff_factor: true }));
  expect(await screen.findByText('page /account')).toBeTruthy();
  expect(router.state.location.href).toBe('/account#security');
  expect(seen).toEqual([]);
});

test('a visitor who opens an admin page is sent to the page in signedOutTo', async () => {
  const router = await open(
    <RequireRole roles={['admin']} signedOutTo="/auth">
      admin page
    </RequireRole>,
  );
  act(() => setSession({ status: 'signed_out' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth'));
});

test('a gated page can show its own refusal instead of sending the person to the home page', async () => {
  await open(
    <RequireRole roles={['admin']} refused="Admins only">
      admin page
    </RequireRole>,
  );
  act(() => setSession(signedIn('organizer')));
  expect(await screen.findByText('Admins only')).toBeTruthy();
});
