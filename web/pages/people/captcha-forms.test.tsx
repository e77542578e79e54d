import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { SignInForm } from '../../features/people/auth/sign-in-form.tsx';
import { SignUpForm } from '../../features/people/auth/sign-up-form.tsx';
import { ForgotPasswordPage } from './forgot-password-page.client.tsx';
import { testApp } from '../../../test/support/web/test-app.tsx';

type Render = NonNullable<Window['turnstile']>['render'];

let network: MockInstance<typeof fetch>;

beforeEach(() => {
  network = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () =>
      Response.json(
        { code: 'captcha_failed', message: 'captcha protection' },
        { status: 400, headers: { 'X-Supabase-Api-Version': '2024-01-01' } },
      ),
    );
  vi.spyOn(console, 'warn').mockReturnValue();
});

afterEach(() => {
  cleanup();
  document.head.replaceChildren();
  delete window.turnstile;
  vi.restoreAllMocks();
});

async function show(form: ReactNode): Promise<void> {
  const { app } = await testApp({ '/': () => form });
  render(app);
}

/** Sets up Turnstile as the server does. jsdom loads no scripts, so the test plays Turnstile's part. */
function setUpTurnstile() {
  const meta = document.createElement('meta');
  meta.name = 'turnstile-site-key';
  meta.content = 'the-site-key';
  document.head.append(meta);
  let widgets = 0;
  const rendered = vi.fn<Render>().mockImplementation(() => `widget-${(widgets += 1)}`);
  const remove = vi.fn<(widget: string) => void>();
  return {
    remove,
    /** Loads the script and waits for the widget with this number. */
    widget: async (number: number) => {
      await act(async () => {
        window.turnstile = { render: rendered, remove };
        document.querySelector('head script')?.dispatchEvent(new Event('load'));
      });
      await vi.waitFor(() => expect(rendered).toHaveBeenCalledTimes(number));
      return rendered.mock.calls[number - 1]![1];
    },
  };
}

const scripts = () => [...document.querySelectorAll('script')].map(({ src }) => src);
const sent = (call: number) =>
  JSON.parse(network.mock.calls[call]![1]?.body as string) as { gotrue_meta_security?: { captcha_token?: string } };

async function signIn(): Promise<void> {
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Email'), 'student@vouch.test');
  await user.type(screen.getByLabelText('Password'), 'vouch-local-only');
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  await vi.waitFor(() => expect(network).toHaveBeenCalled());
}

test('without Turnstile, forms load no script and send no token', async () => {
  await show(
    <>
      <SignUpForm onDone={() => undefined} />
      <ForgotPasswordPage />
    </>,
  );
  await screen.findByRole('button', { name: 'Sign Up' });
  expect(scripts()).toEqual([]);
  cleanup();
  await show(<SignInForm />);
  await signIn();
  expect(scripts()).toEqual([]);
  expect(sent(0).gotrue_meta_security?.captcha_token).toBeUndefined();
});

test('the sign-in form sends each token of a Turnstile widget only once', async () => {
  const turnstile = setUpTurnstile();
  await show(<SignInForm />);
  await screen.findByRole('button', { name: 'Sign In' });
  const first = await turnstile.widget(1);
  expect(scripts()).toEqual(['https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit']);
  expect(first.sitekey).toBe('the-site-key');
  act(() => first.callback('token-1'));
  await signIn();
  expect(sent(0).gotrue_meta_security).toEqual({ captcha_token: 'token-1' });
  expect(
    (await screen.findAllByText('We couldn’t check that you are a person. Please try again.')).length,
  ).toBeGreaterThan(0);
  const second = await turnstile.widget(2);
  expect(turnstile.remove).toHaveBeenCalledWith('widget-1');
  act(() => second.callback('token-2'));
  act(() => second['expired-callback']());
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
  await vi.waitFor(() => expect(network).toHaveBeenCalledTimes(2));
  expect(sent(1).gotrue_meta_security?.captcha_token).toBeUndefined();
});

test.each([
  ['sign-up', <SignUpForm key="form" onDone={() => undefined} />, 'Sign Up'],
  ['recovery', <ForgotPasswordPage key="form" />, 'Send the link'],
])('the %s form sends the token of its widget', async (_, form, button) => {
  const turnstile = setUpTurnstile();
  await show(form);
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Email'), 'student@vouch.test');
  const [name, password] = [screen.queryByLabelText('Full Name'), screen.queryByLabelText('Password')];
  if (name) await user.type(name, 'A student');
  if (password) await user.type(password, 'vouch-local-only');
  const widget = await turnstile.widget(1);
  act(() => widget.callback('token-1'));
  await user.click(screen.getByRole('button', { name: button }));
  await vi.waitFor(() => expect(network).toHaveBeenCalled());
  expect(sent(0).gotrue_meta_security).toEqual({ captcha_token: 'token-1' });
});

test('a visitor whose browser blocks the widget reads an explanation', async () => {
  const turnstile = setUpTurnstile();
  await show(<SignInForm />);
  const widget = await turnstile.widget(1);
  act(() => widget['error-callback']());
  expect((await screen.findByRole('alert')).textContent).toContain('Allow challenges.cloudflare.com');
});
