import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { handleArrival } from './handle-arrival.ts';
import { readArrival } from './read-arrival.ts';
import { keepPlace, keptPath } from './return-place.ts';
import { nextIn, storeTarget } from './where-next.ts';

const NIGHT = '/events/a-night';
const answer = (tokens: object) =>
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(Response.json(tokens)));

beforeEach(() => {
  vi.stubGlobal('scrollTo', vi.fn<typeof scrollTo>());
  localStorage.clear();
  sessionStorage.clear();
  answer({ access_token: 'a', refresh_token: 'r' });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/**
 * Arrives by a confirmed mail link of this `type`. Without a `type`, arrives from a sign-in provider. Returns the calls
 * of `go`.
 */
async function arriveAt(address: string, type?: string): Promise<unknown[][]> {
  if (type !== undefined) document.cookie = `vouch-arrival=${type}.proof; Path=/`;
  const url = new URL(address, location.origin);
  const go = vi.fn<(...to: unknown[]) => Promise<void>>(() => Promise.resolve());
  const auth = {
    exchangeCodeForSession: () => Promise.resolve({ error: null }),
    setSession: () => Promise.resolve({ error: null }),
    getSession: () => Promise.resolve({ data: { session: {} } }),
  };
  await handleArrival({
    arrival: readArrival(url)!,
    path: url.pathname,
    wanted: nextIn(url.search),
    auth: auth as never,
    app: { go, path: () => '/' },
    listen: () => undefined,
  });
  return go.mock.calls;
}

test('a confirmation in the browser that signed up leads directly back to the page where the sign-up began', async () => {
  keepPlace(NIGHT);
  expect(await arriveAt('/?code=c&next=%2Fevents%2Fa-night', 'signup')).toEqual([
    [NIGHT, { replace: true, resetScroll: false }],
  ]);
  expect(keptPath()).toBeNull();
});

test('a confirmation in a browser that did not sign up leads to /confirm, with the page to return to', async () => {
  const outcome = { kind: 'signup' };
  expect(await arriveAt('/?code=c&next=%2Fevents%2Fa-night', 'signup')).toEqual([
    ['/confirm', { replace: true, state: { outcome, from: NIGHT } }],
  ]);
  keepPlace('/events/another-night');
  expect(await arriveAt('/?code=c&next=%2F%2Fevil.test', 'signup')).toEqual([
    ['/confirm', { replace: true, state: { outcome } }],
  ]);
  expect(keptPath()).toBe('/events/another-night');
});

test('a password recovery leads to the form for a new password, with the page to return to', async () => {
  expect(await arriveAt('/reset-password?code=c&next=%2Fevents%2Fa-night', 'recovery')).toEqual([
    ['/reset-password?next=%2Fevents%2Fa-night', { replace: true }],
  ]);
  expect(await arriveAt('/reset-password?code=c&next=https%3A%2F%2Fevil.test', 'recovery')).toEqual([
    ['/reset-password', { replace: true }],
  ]);
});

test('after a failed confirmation, the page to return to is kept for the next try', async () => {
  answer({ error_code: 'flow_state_expired' });
  expect(await arriveAt('/?code=c&next=%2Fevents%2Fa-night', 'signup')).toEqual([
    [
      '/confirm',
      { replace: true, state: { outcome: { kind: 'failed', error_code: 'flow_state_expired' }, from: NIGHT } },
    ],
  ]);
});

test('a sign-in with a provider leads back to the page where it began', async () => {
  keepPlace(NIGHT);
  storeTarget(NIGHT);
  expect(await arriveAt('/?code=c')).toEqual([[NIGHT, { resetScroll: false }]]);
  expect(keptPath()).toBeNull();
});

test('after a failed sign-in, a valid request id is the only part of the URL that the page shows', async () => {
  const id = crypto.randomUUID();
  const failed = `/login?error=server_error&error_code=unexpected_failure&error_id=`;
  await arriveAt(failed + id);
  const broken = 'Something broke on our side. Please try again.';
  await vi.waitFor(() => expect(document.body.textContent).toContain(`${broken} Request id: ${id}.`));
  await arriveAt(`${failed}Call+us`);
  await vi.waitFor(() => expect(screen.getAllByText(broken)).toHaveLength(1));
  expect(document.body.textContent).not.toContain('Call us');
});
