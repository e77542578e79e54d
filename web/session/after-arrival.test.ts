import { expect, test } from 'vitest';
import { readArrival } from './read-arrival.ts';
import { afterArrival } from './where-next.ts';

const HOME = { isSignedIn: true, hasTarget: false, path: '/' };
const at = (rest: string) => readArrival(new URL(`https://vouch.test${rest}`));

test('a URL without a session, an error or a message is not an arrival from a link', () => {
  expect(at('/')).toBeNull();
  expect(at('/events?q=error')).toBeNull();
  expect(at('/events#listings')).toBeNull();
});

test('a person who returns from the sign-in provider goes to the stored target, if there is one', () => {
  const arrival = at('/#access_token=a&expires_in=3600&refresh_token=r&token_type=bearer&sb=')!;
  expect(afterArrival(arrival, { ...HOME, hasTarget: true })).toEqual({ to: 'target' });
  expect(afterArrival(arrival, HOME)).toEqual({ to: 'here', failed_code: null });
});

test('an error of the sign-in provider leads to the stored target only if the person is already signed in', () => {
  const arrival = at('/?error=access_denied&error_code=user_banned#error=access_denied&error_code=user_banned')!;
  expect(afterArrival(arrival, { ...HOME, hasTarget: true })).toEqual({ to: 'target' });
  expect(afterArrival(arrival, { ...HOME, hasTarget: true, isSignedIn: false })).toEqual({
    to: 'here',
    failed_code: 'user_banned',
  });
});

test.each([
  ['signup', { to: 'confirm', outcome: { kind: 'signup' } }],
  ['invite', { to: 'confirm', outcome: { kind: 'signup' } }],
  ['email_change', { to: 'confirm', outcome: { kind: 'email_change' } }],
  ['recovery', { to: 'reset' }],
  ['magiclink', { to: 'here', failed_code: null }],
])('a link of type %s leads to its page', (type, next) => {
  expect(afterArrival(at(`/#access_token=a&type=${type}`)!, HOME)).toEqual(next);
});

test('an expired link leads to the page that offers a new one', () => {
  const arrival = at(
    '/#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired',
  )!;
  expect(afterArrival(arrival, { ...HOME, isSignedIn: false })).toEqual({
    to: 'confirm',
    outcome: { kind: 'failed', error_code: 'otp_expired' },
  });
});

test('a person whose recovery link has expired stays on the password page', () => {
  const arrival = at('/reset-password#error=access_denied&error_code=otp_expired')!;
  expect(afterArrival(arrival, { ...HOME, isSignedIn: false, path: '/reset-password' })).toEqual({
    to: 'here',
    failed_code: null,
  });
});

test('after one of the two links of an email change, the page asks the person to open the other link', () => {
  const arrival = at('/account#message=Call+this+number')!;
  expect(afterArrival(arrival, { ...HOME, path: '/account' })).toEqual({ to: 'confirm', outcome: { kind: 'half' } });
});

test('an error without a code counts as unknown', () => {
  expect(at('/?error=server_error')?.error_code).toBe('unknown');
});

test('a refused session leads to the confirm page, even for a signed-in person with a stored target', () => {
  const arrival = { ...at('/reset-password#access_token=a&type=recovery')!, error_code: 'not_this_browser' };
  expect(afterArrival(arrival, { ...HOME, hasTarget: true, path: '/reset-password' })).toEqual({
    to: 'confirm',
    outcome: { kind: 'failed', error_code: 'not_this_browser' },
  });
});

test('a code or tokens are read from a URL unless the URL also has an error', () => {
  expect(at('/?code=c')?.grant).toEqual({ code: 'c' });
  expect(at('/#access_token=a&refresh_token=r&arrival=p')?.grant).toEqual({
    access_token: 'a',
    refresh_token: 'r',
    proof: 'p',
  });
  expect(at('/#access_token=a')?.grant).toEqual({ access_token: 'a', refresh_token: '', proof: '' });
  expect(at('/?code=c&error=access_denied')?.grant).toBeNull();
  expect(at('/#message=half')?.grant).toBeNull();
});

test('the error of an expired mail link leads to the confirm page, even if a PKCE client asked for the link', () => {
  const arrival = at('/?error=access_denied&error_code=otp_expired#error=access_denied&error_code=otp_expired')!;
  expect(afterArrival(arrival, { ...HOME, isSignedIn: false })).toMatchObject({
    to: 'confirm',
    outcome: { error_code: 'otp_expired' },
  });
});
