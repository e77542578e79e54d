import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from './session.ts';
import { DEFAULT_TARGET, followTarget, samePath, storedTarget, storeTarget } from './sign-in-redirect.ts';

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
});

afterEach(() => {
  vi.useRealTimers();
});

test.each(['//evil.test', '/\\evil.test', '/\t/evil.test', 'https://evil.test/', 'javascript:alert(1)', 'account', '', null, 7, {}])(
  'the target %j is not a path of this site',
  (target) => {
    expect(samePath(target)).toBeNull();
    storeTarget(target);
    expect(storedTarget()).toBe(DEFAULT_TARGET);
  },
);

test('a path of this site is kept with its query and fragment', () => {
  expect(samePath('/events/a-night?from=chat#chat')).toBe('/events/a-night?from=chat#chat');
});

test('a target that something else put into the storage is not followed', async () => {
  sessionStorage.setItem('redirectAfterLogin', '//evil.test/admin');
  const go = vi.fn<() => Promise<void>>();
  await followTarget({ delayMs: 0, go });
  expect(go).not.toHaveBeenCalled();
});

test('the stored target is cleared at once, followed after the delay, and only once', async () => {
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
] as const)('after the sign-in the default target is for staff: the role %s goes to %j', async (role, gone) => {
  storeTarget(null);
  const user = { id: role, email: 'somebody@vouch.test', name: '' };
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

test('the page that is shown already is not gone to, and stays stored', async () => {
  storeTarget(location.pathname);
  const go = vi.fn<() => Promise<void>>();
  await followTarget({ delayMs: 0, go });
  expect(go).not.toHaveBeenCalled();
  expect(storedTarget()).toBe(location.pathname);
});
