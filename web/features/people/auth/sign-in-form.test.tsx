import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { testApp } from '../../../../test/support/web/test-app.tsx';

let network: MockInstance<typeof fetch>;

beforeEach(() => {
  network = vi.spyOn(globalThis, 'fetch');
  vi.spyOn(console, 'warn').mockReturnValue();
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function show(form: ReactNode): Promise<void> {
  const { app } = await testApp({ '/': () => form });
  render(app);
}

const refuse = (status: number, code: string, message: string) =>
  network.mockResolvedValueOnce(
    Response.json({ code, message }, { status, headers: { 'X-Supabase-Api-Version': '2024-01-01' } }),
  );

test('a field is checked when it is left, and on every key while it shows an error', async () => {
  await show(<SignInForm />);
  const user = userEvent.setup();
  const email = await screen.findByLabelText('Email');
  await user.type(screen.getByLabelText('Password'), 'vouch-local-only');
  await user.type(email, 'stud');
  expect(screen.queryByText('Invalid email format')).toBeNull();
  await user.tab();
  expect(screen.getByText('Invalid email format')).toBeTruthy();
  expect(email.getAttribute('aria-invalid')).toBe('true');
  await user.type(email, 'ent@vouch.test');
  expect(screen.queryByText('Invalid email format')).toBeNull();
});

test('the button of a form with an error stays usable, and a click on it shows the errors of all fields', async () => {
  await show(<SignUpForm onDone={() => undefined} />);
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Full Name'), 'A');
  await user.tab();
  expect(screen.getByText('Name must be at least 2 characters')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Sign Up' }));
  for (const text of ['Name must', 'Invalid email', 'Password must'])
    expect(screen.getByText(new RegExp(text))).toBeTruthy();
  expect(network).not.toHaveBeenCalled();
});

test('an empty form shows an error at every field and is not sent', async () => {
  await show(<SignUpForm onDone={() => undefined} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Sign Up' }));
  for (const text of [
    'Name must be at least 2 characters',
    'Invalid email format',
    'Password must be at least 8 characters',
  ]) {
    expect(screen.getByText(text)).toBeTruthy();
  }
  expect(document.activeElement).toBe(screen.getByLabelText('Full Name'));
  expect(network).not.toHaveBeenCalled();
});

test.each([
  [
    400,
    'invalid_credentials',
    'Invalid login credentials',
    'Invalid email or password. Please check your credentials and try again.',
  ],
  [
    400,
    'email_not_confirmed',
    'Email not confirmed',
    'Please verify your email before signing in. Check your inbox for the verification link.',
  ],
  [429, 'over_request_rate_limit', 'Request rate limit reached', 'Too many tries. Wait a while and try again.'],
  [500, 'unexpected_failure', 'secret details', 'Something broke on our side. Please try again.'],
])('a sign-in refused with %i %s is explained in our own words', async (status, code, message, text) => {
  await show(<SignInForm />);
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Email'), 'student@vouch.test');
  await user.type(screen.getByLabelText('Password'), 'vouch-local-only');
  refuse(status, code, message);
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
  expect((await screen.findAllByText('Sign in failed')).length).toBe(1);
});

test('a sign-in that fails on our side shows its request id', async () => {
  await show(<SignInForm />);
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Email'), 'student@vouch.test');
  await user.type(screen.getByLabelText('Password'), 'vouch-local-only');
  const id = crypto.randomUUID();
  network.mockResolvedValueOnce(
    Response.json({ message: 'secret details' }, { status: 500, headers: { 'X-Request-Id': id } }),
  );
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  const text = `Something broke on our side. Please try again. Request id: ${id}.`;
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
});

test('a sign-up with the address of an existing account tells the person to sign in', async () => {
  await show(<SignUpForm onDone={() => undefined} />);
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Full Name'), '  A student ');
  await user.type(screen.getByLabelText('Email'), 'student@vouch.test');
  await user.type(screen.getByLabelText('Password'), 'vouch-local-only');
  refuse(422, 'user_already_exists', 'User already registered');
  await user.click(screen.getByRole('button', { name: 'Sign Up' }));
  expect(
    (await screen.findAllByText('An account with this email already exists. Please sign in instead.')).length,
  ).toBeGreaterThan(0);
  expect((await screen.findAllByText('Registration failed')).length).toBe(1);
  const [url, init] = network.mock.calls[0]!;
  expect(url).toContain(`redirect_to=${encodeURIComponent(location.origin)}`);
  expect(JSON.parse(init?.body as string)).toMatchObject({
    email: 'student@vouch.test',
    data: { full_name: 'A student' },
  });
});
