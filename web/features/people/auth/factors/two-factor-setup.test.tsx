import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Factor } from '../../../../session/auth.client.ts';
import { SESSION_KEY } from '../../../../session/stored-session.ts';
import { RecoveryCodeSignIn } from './recovery-code-sign-in.tsx';
import { TwoFactorSetup } from './two-factor-setup.tsx';

const CODES = Array.from({ length: 10 }, (_, at) => `aaaaa-bbbb${'abcdefghij'[at]}`);
const URI = 'otpauth://totp/Vouch:me%40vouch.test?issuer=Vouch&secret=ABC';
const APP = { id: 'f', factor_type: 'totp', status: 'verified', friendly_name: 'Authenticator app' } as Factor;
const answers: Record<string, () => Response> = {};
const asked: [string, string, unknown][] = [];

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const user = { id: 'me', email: 'me@vouch.test', user_metadata: {} };
  localStorage.setItem(
    SESSION_KEY,
    JSON.stringify({
      access_token: 'a.b.c',
      refresh_token: 'r',
      expires_at: 4e9,
      expires_in: 3600,
      token_type: 'bearer',
      user,
    }),
  );
  asked.length = 0;
  vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    const path = new URL(url as string, location.origin).pathname;
    const method = init?.method ?? 'GET';
    asked.push([method, path, JSON.parse((init?.body as string | undefined) ?? 'null')]);
    return Promise.resolve(answers[`${method} ${path}`]?.() ?? Response.json({}));
  });
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
});

const show = (part: React.ReactNode) => {
  render(<QueryClientProvider client={new QueryClient()}>{part}</QueryClientProvider>);
  return userEvent.setup();
};

test('a person who sets up an authenticator app can open the app by a link, or copy the key', async () => {
  answers['POST /auth/v1/factors'] = () =>
    Response.json({ id: 'f', type: 'totp', totp: { qr_code: '<svg/>', secret: 'ABC', uri: URI } });
  const user = show(<TwoFactorSetup userId="me" factors={[]} />);
  expect(screen.queryByRole('heading', { name: 'Recovery codes' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Set up two-factor' }));
  const link = await screen.findByRole('link', { name: 'Open in your authenticator app' });
  expect(link.getAttribute('href')).toBe(URI);
  await user.click(screen.getByRole('button', { name: 'Copy the key' }));
  expect(await navigator.clipboard.readText()).toBe('ABC');
});

test('the page shows new recovery codes until the person has saved them, and then only their number', async () => {
  let left = 0;
  answers['GET /auth/v1/recovery-codes'] = () => Response.json({ left });
  answers['POST /auth/v1/recovery-codes'] = () => Response.json({ codes: CODES });
  const user = show(<TwoFactorSetup userId="me" factors={[APP]} />);
  expect(await screen.findByText(/^You don’t have any yet\./)).toBeTruthy();
  left = 10;
  await user.click(screen.getByRole('button', { name: 'Make recovery codes' }));
  expect((await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(CODES),
  );
  await user.click(screen.getByRole('button', { name: 'Copy the codes' }));
  expect(await navigator.clipboard.readText()).toBe(CODES.join('\n'));
  await user.click(screen.getByRole('button', { name: 'I’ve saved them' }));
  expect(await screen.findByText('10 of 10 are left. New codes replace them.')).toBeTruthy();
  expect(screen.queryByText(CODES[0]!)).toBeNull();
  expect(screen.getByRole('button', { name: 'Make new recovery codes' })).toBeTruthy();
});

test('a person who signs in with a wrong recovery code reads that it is not right', async () => {
  answers['POST /auth/v1/recovery-codes/verify'] = () =>
    Response.json({ code: 'mfa_verification_failed', message: 'no' }, { status: 422 });
  const user = show(<RecoveryCodeSignIn />);
  await user.click(screen.getByText('Use a recovery code'));
  await user.type(screen.getByLabelText('Recovery code'), ' aaaaa-bbbbb ');
  await user.click(screen.getByRole('button', { name: 'Use the code' }));
  expect(await screen.findByText('This recovery code isn’t right, or it was used before.')).toBeTruthy();
  expect(asked).toContainEqual(['POST', '/auth/v1/recovery-codes/verify', { code: 'aaaaa-bbbbb' }]);
});
