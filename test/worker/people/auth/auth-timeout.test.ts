import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { type Context, Hono } from 'hono';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { authUsers, profiles } from '../../../../drizzle/tables/all-tables.ts';
import type { AuthEnv } from '../../../../worker/features/people/auth/base/auth-env.ts';
import { requestTimeout } from '../../../../worker/features/people/auth/base/request-timeout.ts';
import { call, PASSWORD, send, withVars } from '../../../support/worker/people/auth-client.ts';
import { db } from '../../../support/worker/db.ts';

beforeEach(async () => {
  // Loads the auth service first, because the tests advance fake timers without waiting for it to load.
  await call('/settings');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => void vi.useRealTimers());

function heldUp() {
  const { promise, resolve } = Promise.withResolvers<number>();
  const limiter = { idFromName: () => '', get: () => ({ take: () => promise, claimGap: () => promise }) };
  return {
    bindings: withVars({ AUTH_AUTOCONFIRM: 'true', AUTH_LIMITER: limiter as never }),
    release: () => resolve(0),
  };
}

const signUp = (email: string, bindings: Env, headers = {}) =>
  send('POST', '/signup', { email, password: PASSWORD }, { bindings, headers });

test.each([
  ['older', {}, { code: 504, error_code: 'request_timeout', msg: expect.any(String), error_id: expect.any(String) }],
  ['newer', { 'X-Supabase-Api-Version': '2024-01-01' }, { code: 'request_timeout', message: expect.any(String) }],
])('a request that takes ten seconds is refused with an error in the %s format', async (_, headers, body) => {
  const { bindings } = heldUp();
  const answer = signUp('late@vouch.test', bindings, headers);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(await Promise.race([answer, Promise.resolve('nothing yet')])).toBe('nothing yet');
  await vi.advanceTimersByTimeAsync(1);
  const late = await answer;
  expect(late.status).toBe(504);
  expect(late.headers.get('x-sb-error-code')).toBe('request_timeout');
  expect(late.headers.get('Access-Control-Allow-Origin')).toBe('*');
  expect(await late.json()).toMatchObject(body);
});

test('a handler that continues after its request timed out writes nothing', async () => {
  const { bindings, release } = heldUp();
  const answer = signUp('given-up@vouch.test', bindings);
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await answer).status).toBe(504);
  release();
  vi.useRealTimers();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await db.$count(authUsers, eq(authUsers.email, 'given-up@vouch.test'))).toBe(0);
  expect((await signUp('given-up@vouch.test', withVars({ AUTH_AUTOCONFIRM: 'true' }))).status).toBe(200);
});

test('after its request timed out, a handler cannot write with the database object it already has', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let ended: unknown;
  const late = async (c: Context<AuthEnv>) => {
    const mine = c.get('db');
    await promise;
    ended = await mine
      .update(profiles)
      .set({ display_name: 'Too late' })
      .then(() => 'written')
      .catch((error: unknown) => error);
    return c.text('done');
  };
  const app = new Hono<AuthEnv>()
    .use(async (c, next) => {
      c.set('db', db);
      await next();
    })
    .use(requestTimeout)
    .get('/', async (c) => late(c).catch((error: unknown) => ((ended = error), c.text('refused'))));
  const answer = app.request('/', {}, env);
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await answer).status).toBe(504);
  resolve();
  vi.useRealTimers();
  await vi.waitFor(() => expect(ended).toMatchObject({ status: 504 }));
});

test('a request that is answered in time leaves no timer behind', async () => {
  expect((await call('/health', {}, env)).status).toBe(200);
  expect((await call('/user', {}, env)).status).toBe(401);
  expect(vi.getTimerCount()).toBe(0);
});
