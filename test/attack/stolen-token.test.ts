import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { authSessions } from '../../drizzle/tables/all-tables.ts';
import { forgetExpired } from '../../worker/features/auth/auth.cron.ts';
import { db } from '../support/worker/auth.ts';
import { outcome, refresh, signUpConfirmed, type Tokens } from '../support/worker/auth-client.ts';

vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
const MINUTE = 60_000;
const DAY = 86_400_000;
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
const sessionsOf = (id: string) => db.select().from(authSessions).where(eq(authSessions.user_id, id));

test('a session ends when it is not used for 30 days', async () => {
  const { refresh_token } = await signUpConfirmed('unused@vouch.test');
  pass(29 * DAY);
  const used = await (await refresh(refresh_token)).json<Tokens>();
  pass(30 * DAY);
  expect(await outcome(await refresh(used.refresh_token))).toEqual([400, 'session_expired']);
});

test('a session ends after 180 days, however often it is used, and the cron job deletes it', async () => {
  const { user, ...tokens } = await signUpConfirmed('kept-alive@vouch.test');
  let { refresh_token } = tokens;
  for (let days = 0; days < 160; days += 20) {
    pass(20 * DAY);
    ({ refresh_token } = await (await refresh(refresh_token)).json<Tokens>());
  }
  pass(20 * DAY - MINUTE);
  ({ refresh_token } = await (await refresh(refresh_token)).json<Tokens>());
  pass(MINUTE);
  expect(await outcome(await refresh(refresh_token))).toEqual([400, 'session_expired']);
  await forgetExpired(env, new Date());
  expect(await sessionsOf(user.id)).toHaveLength(1);
  await forgetExpired(env, new Date(Date.now() + DAY + 1));
  expect(await sessionsOf(user.id)).toEqual([]);
});
