import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from './session.ts';
import {
  afterRefusal,
  afterSecondFactor,
  afterSignIn,
  backFrom,
  beforePrivatePage,
  DEFAULT_TARGET,
  followTarget,
  nextIn,
  samePath,
  storedTarget,
  storeTarget,
} from './where-next.ts';

const somebody = { id: 'somebody', email: 'somebody@vouch.test', name: '' };
const SIGNED_OUT = { status: 'signed_out' } as const;
const SIGNED_IN = { status: 'signed_in', user: somebody, role: 'user', second_factor: false } as const;
const OWES_FACTOR = { ...SIGNED_IN, second_factor: true };

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
});

afterEach(() => {
  vi.useRealTimers();
});

test('a private page leads first to the sign-in, then to the second factor, and is remembered both times', () => {
  expect(beforePrivatePage(SIGNED_OUT, { page: '/account?tab=1' })).toEqual({ path: '/login', from: '/account?tab=1' });
  expect(beforePrivatePage(SIGNED_OUT, { page: '/admin/events', signedOutTo: '/auth' })).toEqual({
    path: '/auth',
    from: '/admin/events',
  });
  expect(beforePrivatePage(SIGNED_OUT, { page: '/admin', signedOutTo: '/' })).toEqual({ path: '/' });
  expect(beforePrivatePage(OWES_FACTOR, { page: '/account' })).toEqual({ path: '/two-factor', from: '/account' });
  expect(beforePrivatePage(SIGNED_IN, { page: '/account' })).toBeNull();
});

test('a sign-in leads to the second factor if one is needed, and otherwise to the page that asked for the sign-in', () => {
  expect(afterSignIn({ status: 'loading' }, '/account')).toBeNull();
  expect(afterSignIn(SIGNED_OUT, '/account')).toBeNull();
  expect(afterSignIn(OWES_FACTOR, '/account')).toEqual({ path: '/two-factor', from: '/account' });
  expect(afterSignIn(SIGNED_IN, '/account')).toEqual({ path: '/account' });
});

test.each([
  ['user', { path: '/' }],
  ['unknown', { path: '/' }],
  ['organizer', { path: '/admin/events' }],
  ['admin', { path: '/admin/events' }],
  ['loading', null],
] as const)(
  'without a page to return to, the role decides where a sign-in or a second factor leads (%s: %j)',
  (role, next) => {
    for (const from of [null, '/']) {
      expect(afterSignIn({ ...SIGNED_IN, role }, from)).toEqual(next);
      expect(afterSecondFactor({ ...SIGNED_IN, role }, from)).toEqual(next);
    }
    expect(afterSignIn({ ...SIGNED_IN, role }, '/events/a-night')).toEqual({ path: '/events/a-night' });
  },
);

test('an admin who has no second factor is led to set one up after a sign-in, unless a page asked for the sign-in', () => {
  const lacking = { ...SIGNED_IN, lacks_staff_factor: true };
  for (const from of [null, '/']) {
    expect(afterSignIn(lacking, from)).toEqual({ path: '/account#security' });
    expect(afterSecondFactor(lacking, from)).toEqual({ path: '/account#security' });
  }
  expect(afterSignIn(lacking, '/events/a-night')).toEqual({ path: '/events/a-night' });
  expect(afterSignIn({ ...lacking, role: 'loading' }, null)).toBeNull();
});

const at = (href: string, from?: string) => ({
  href,
  pathname: href.split('?')[0]!,
  state: from === undefined ? {} : { from },
});

test('a sign-in leads back to the last page that is not itself a sign-in page', () => {
  expect(backFrom(at('/events/a-night?x=1'))).toBe('/events/a-night?x=1');
  expect(backFrom(at('/authors'))).toBe('/authors');
  expect(backFrom(at('/auth'))).toBeNull();
  expect(backFrom(at('/login', '/account'))).toBe('/account');
  expect(backFrom(at('/reset-password?next=%2Faccount', '//evil.test'))).toBeNull();
});

test('the link in a mail leads back only to a path of this site', () => {
  expect(nextIn('?next=%2Fevents%2Fa-night%3Fx%3D1&code=c')).toBe('/events/a-night?x=1');
  for (const evil of ['//evil.test', '/\\evil.test', 'https://evil.test', 'javascript:alert(1)', '/.//evil.test']) {
    expect(nextIn(`?${new URLSearchParams({ next: evil }).toString()}`)).toBeNull();
  }
  expect(nextIn('')).toBeNull();
});

test('only people who still have to enter a second factor stay on the page for it', () => {
  expect(afterSecondFactor(SIGNED_OUT, '/account')).toEqual({ path: '/auth', from: '/account' });
  expect(afterSecondFactor(OWES_FACTOR, '/account')).toBeNull();
  expect(afterSecondFactor(SIGNED_IN, '/account')).toEqual({ path: '/account' });
});

test.each([
  [401, { path: '/login', from: '/show-env' }],
  [403, { path: '/' }],
  [500, null],
])('a refusal with status %i leads to %j', (status, next) => {
  expect(afterRefusal(status, '/show-env')).toEqual(next);
});

test.each([
  '//evil.test',
  '/\\evil.test',
  '/.//evil.test',
  '/x/..//evil.test',
  '/./\\evil.test',
  '/\t/evil.test',
  'https://evil.test/',
  'javascript:alert(1)',
  'account',
  '',
  null,
  7,
  {},
])('the target %j is not a path of this site', (target) => {
  expect(samePath(target)).toBeNull();
  storeTarget(target);
  expect(storedTarget()).toBe(DEFAULT_TARGET);
});

test('a path of this site keeps its query and fragment', () => {
  expect(samePath('/events/a-night?from=chat#chat')).toBe('/events/a-night?from=chat#chat');
});

test('a stored target on another site is not followed', async () => {
  sessionStorage.setItem('redirectAfterLogin', '//evil.test/admin');
  const go = vi.fn<() => Promise<void>>();
  await followTarget({ delayMs: 0, go });
  expect(go).not.toHaveBeenCalled();
});

test('a stored target is cleared immediately and followed once, after a delay', async () => {
  storeTarget('/account');
  const go = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const first = followTarget({ delayMs: 100, go });
  expect(sessionStorage.getItem('redirectAfterLogin')).toBeNull();
  await vi.advanceTimersByTimeAsync(99);
  expect(go).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await first;
  sessionStorage.setItem('redirectAfterLogin', '/account');
  await followTarget({ delayMs: 0, go });
  expect(go.mock.calls).toEqual([['/account']]);
});

test.each([
  ['user', []],
  ['unknown', []],
  ['organizer', [['/admin/events']]],
  ['admin', [['/admin/events']]],
] as const)('only staff are led to the default target (role %s, pages opened: %j)', async (role, gone) => {
  storeTarget(null);
  const user = { ...somebody, id: role };
  setSession({ status: 'signed_in', user, role: 'loading', second_factor: false });
  const go = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const followed = followTarget({ delayMs: 100, go });
  await vi.advanceTimersByTimeAsync(1000);
  expect(go).not.toHaveBeenCalled();
  setSession({ status: 'signed_in', user, role, second_factor: false });
  await followed;
  expect(go.mock.calls).toEqual(gone);
  expect(storedTarget()).toBeNull();
});

test('a target whose page is already shown is not followed and stays stored', async () => {
  storeTarget(location.pathname);
  const go = vi.fn<() => Promise<void>>();
  await followTarget({ delayMs: 0, go });
  expect(go).not.toHaveBeenCalled();
  expect(storedTarget()).toBe(location.pathname);
});
