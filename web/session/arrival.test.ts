import { expect, test } from 'vitest';
import { onwardFrom, readArrival } from './arrival.ts';

const HOME = { isSignedIn: true, hasTarget: false, path: '/' };
const at = (rest: string) => readArrival(new URL(`https://vouch.test${rest}`));

test('an address without a session, an error or a message is no arrival', () => {
  expect(at('/')).toBeNull();
  expect(at('/events?q=error')).toBeNull();
  expect(at('/events#listings')).toBeNull();
});

test('on return from the provider a stored target is used, whoever is signed in', () => {
  const arrival = at('/#access_token=a&expires_in=3600&refresh_token=r&token_type=bearer&sb=')!;
  expect(onwardFrom(arrival, { ...HOME, hasTarget: true })).toEqual({ to: 'target' });
  expect(onwardFrom(arrival, HOME)).toEqual({ to: 'here', failed_code: null });
});

test('on return with an error a stored target is used only where somebody is signed in', () => {
  const arrival = at('/?error=access_denied&error_code=user_banned#error=access_denied&error_code=user_banned')!;
  expect(onwardFrom(arrival, { ...HOME, hasTarget: true })).toEqual({ to: 'target' });
  expect(onwardFrom(arrival, { ...HOME, hasTarget: true, isSignedIn: false })).toEqual({ to: 'here', failed_code: 'user_banned' });
});

test.each([
  ['signup', { to: 'confirm', outcome: { kind: 'signup' } }],
  ['invite', { to: 'confirm', outcome: { kind: 'signup' } }],
  ['email_change', { to: 'confirm', outcome: { kind: 'email_change' } }],
  ['recovery', { to: 'reset' }],
  ['magiclink', { to: 'here', failed_code: null }],
])('a link of type %s leads to its page', (type, onward) => {
  expect(onwardFrom(at(`/#access_token=a&type=${type}`)!, HOME)).toEqual(onward);
});

test('a link that is too old leads to the page that offers a new one', () => {
  const arrival = at('/#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired')!;
  expect(onwardFrom(arrival, { ...HOME, isSignedIn: false })).toEqual({
    to: 'confirm',
    outcome: { kind: 'failed', error_code: 'otp_expired' },
  });
});

test('an old recovery link stays at the password page, which says so', () => {
  const arrival = at('/reset-password#error=access_denied&error_code=otp_expired')!;
  expect(onwardFrom(arrival, { ...HOME, isSignedIn: false, path: '/reset-password' })).toEqual({ to: 'here', failed_code: null });
});

test('the first half of an e-mail change asks for the other, and its text is never the one in the address', () => {
  const arrival = at('/account#message=Call+this+number')!;
  expect(onwardFrom(arrival, { ...HOME, path: '/account' })).toEqual({ to: 'confirm', outcome: { kind: 'half' } });
});

test('an error that names no code is an unknown one', () => {
  expect(at('/?error=server_error')?.error_code).toBe('unknown');
});
