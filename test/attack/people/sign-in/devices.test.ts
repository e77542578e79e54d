import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authSessions } from '../../../../drizzle/tables/all-tables.ts';
import { db } from '../../../support/worker/people/auth.ts';
import {
  anotherSession,
  bearer,
  call,
  outcome,
  send,
  signUpConfirmed,
  type Tokens,
} from '../../../support/worker/people/auth-client.ts';

type Bearer = Pick<Tokens, 'access_token'>;

test('only the owner of an account can sign out its devices, and a signed-out device is refused', async () => {
  const email = 'devices@vouch.test';
  const user = await signUpConfirmed(email);
  const other = await anotherSession(email);
  const stranger = await signUpConfirmed('other-devices@vouch.test');
  const answer = await call('/sessions', { headers: user.headers });
  const listed = await answer.json<{ id: string; is_current: boolean }[]>();
  expect(listed.filter(({ is_current }) => is_current)).toHaveLength(1);
  for (const session of listed)
    expect(Object.keys(session).toSorted()).toEqual(['created_at', 'device', 'id', 'is_current', 'last_used_at']);
  const { id } = listed.find(({ is_current }) => !is_current)!;
  const end = (who: Bearer) => send('DELETE', `/sessions/${id}`, undefined, { headers: bearer(who) });
  expect(await outcome(await end(stranger))).toEqual([404, 'session_not_found']);
  expect((await end(user)).status).toBe(204);
  expect(await outcome(await call('/user', { headers: bearer(other) }))).toEqual([403, 'session_not_found']);
  expect(await outcome(await end(user))).toEqual([404, 'session_not_found']);
  expect(await db.$count(authSessions, eq(authSessions.user_id, user.user.id))).toBe(1);
});
