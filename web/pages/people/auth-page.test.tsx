import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { setSession } from '../../session/session.ts';
import { stateFrom } from '../../session/where-next.ts';
import { AuthPage } from './auth-page.client.tsx';
import { ConfirmPage } from './confirm-page.client.tsx';
import { ForgotPasswordPage } from './forgot-password-page.client.tsx';
import { testApp } from '../../../test/support/web/test-app.tsx';

const SESSION = { access_token: 'a', refresh_token: 'r', token_type: 'bearer', expires_in: 3600 };
let network: MockInstance<typeof fetch>;

beforeEach(() => {
  vi.stubGlobal('scrollTo', vi.fn<typeof scrollTo>());
  vi.spyOn(console, 'warn').mockReturnValue();
  network = vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(Response.json({})));
  setSession({ status: 'signed_out' });
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function show(from: string | null = '/events/a-night') {
  const { app, router } = await testApp({
    '/auth': AuthPage,
    '/forgot-password': ForgotPasswordPage,
    '/reset-password': () => null,
    '/confirm': ConfirmPage,
  });
  await router.navigate({ to: '/auth', state: stateFrom(from) } as never);
  render(app);
  await screen.findByRole('heading', { name: 'Sign in' });
  return { router, user: userEvent.setup() };
}

const calls = () =>
  network.mock.calls.map(
    ([url, init]) => [url as string, JSON.parse((init?.body as string | undefined) ?? 'null')] as [string, unknown],
  );
const called = (part: string) => calls().find(([url]) => url.includes(part));

test('after a sign-up the page asks for the code from the mail, with the address already filled in', async () => {
  const { user } = await show();
  await user.click(screen.getByRole('tab', { name: 'Sign Up' }));
  await user.type(screen.getByLabelText('Full Name'), 'A student');
  await user.type(screen.getByLabelText('Email'), 'student@vouch.test');
  await user.type(screen.getByLabelText('Password'), 'vouch-local-only');
  await user.click(screen.getByRole('button', { name: 'Sign Up' }));
  expect((await screen.findAllByText(/We sent a link and a code to student@vouch.test/)).length).toBe(1);
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('student@vouch.test');
  const [url] = called('/signup')!;
  expect(new URL(url).searchParams.get('redirect_to')).toBe(`${location.origin}/?next=%2Fevents%2Fa-night`);

  const code = screen.getByLabelText<HTMLInputElement>('Code');
  expect([code.inputMode, code.autocomplete]).toEqual(['numeric', 'one-time-code']);
  await user.click(code);
  await user.paste('123 456');
  expect(code.value).toBe('123456');
  network.mockResolvedValueOnce(
    Response.json(
      { code: 'otp_expired', message: 'no' },
      { status: 403, headers: { 'X-Supabase-Api-Version': '2024-01-01' } },
    ),
  );
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('This code isn’t right or has expired. Use the newest one.')).toBeTruthy();
  expect(called('/verify')![1]).toMatchObject({ email: 'student@vouch.test', token: '123456', type: 'signup' });
});

test('a person who resets the password types the address only once, and then reaches the form for a new password', async () => {
  const { router, user } = await show();
  await user.type(screen.getByLabelText('Email'), 'student@vouch.test');
  await user.click(screen.getByRole('link', { name: 'Forgot your password?' }));
  const email = await screen.findByLabelText<HTMLInputElement>('Email');
  expect(email.value).toBe('student@vouch.test');
  await user.click(screen.getByRole('button', { name: 'Send the link' }));
  await user.type(await screen.findByLabelText('Code'), '123456');
  const [url] = called('/recover')!;
  expect(new URL(url).searchParams.get('redirect_to')).toBe(
    `${location.origin}/reset-password?next=%2Fevents%2Fa-night`,
  );
  const user_id = '00000000-0000-4000-8000-000000000003';
  network.mockImplementation(() =>
    Promise.resolve(
      Response.json({ ...SESSION, user: { id: user_id, email: 'student@vouch.test', user_metadata: {} } }),
    ),
  );
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await vi.waitFor(() => expect(router.latestLocation.href).toBe('/reset-password?next=%2Fevents%2Fa-night'));
  expect(called('/verify')![1]).toMatchObject({ email: 'student@vouch.test', token: '123456', type: 'recovery' });
});

test.each([
  ['student@vouch.test', { email: 'student@vouch.test', type: 'email' }],
  ['+1 (617) 555-0142', { phone: '16175550142', type: 'sms' }],
])('the page can verify a code that was sent to %s', async (address, sent) => {
  const { user } = await show();
  await user.click(screen.getByRole('link', { name: 'Enter a code' }));
  await user.type(await screen.findByLabelText('Email or phone number'), address);
  await user.type(screen.getByLabelText('Code'), '123456');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await vi.waitFor(() => expect(called('/verify')?.[1]).toMatchObject({ ...sent, token: '123456' }));
});

test.each([
  ['organizer', null, '/admin/events'],
  ['admin', '/', '/admin/events'],
  ['admin', '/events/a-night', '/events/a-night'],
  ['user', null, '/'],
] as const)('with role %s and return page %s, a person goes to %s once the role is known', async (role, from, path) => {
  const { router } = await show(from);
  const user = { id: role, email: `${role}@vouch.test`, name: '' };
  act(() => setSession({ status: 'signed_in', user, role: 'loading', second_factor: false }));
  act(() => setSession({ status: 'signed_in', user, role, second_factor: false }));
  await vi.waitFor(() => expect(router.latestLocation.pathname).toBe(path));
});

test('a person who signed up in another browser and enters the code here is asked for a new password', async () => {
  const { router, user } = await show();
  await user.click(screen.getByRole('link', { name: 'Enter a code' }));
  await user.type(await screen.findByLabelText('Email or phone number'), 'student@vouch.test');
  await user.type(screen.getByLabelText('Code'), '123456');
  const claims = btoa(JSON.stringify({ aal: 'aal1', amr: [{ method: 'recovery', timestamp: 1 }] })).replaceAll('=', '');
  const account = { id: '00000000-0000-4000-8000-000000000004', email: 'student@vouch.test', user_metadata: {} };
  network.mockImplementation(() =>
    Promise.resolve(Response.json({ ...SESSION, access_token: `e30.${claims}.c2ln`, user: account })),
  );
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await vi.waitFor(() => expect(router.latestLocation.href).toBe('/reset-password?next=%2Fevents%2Fa-night'));
});
