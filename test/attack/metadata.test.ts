import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authUsers } from '../../drizzle/tables/all-tables.ts';
import { db } from '../support/worker/auth.ts';
import { call, outcome, PASSWORD, send, signUpConfirmed } from '../support/worker/auth-client.ts';

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
/** As text, because `JSON.stringify` cannot write a value that is this deep. */
const TOO_MUCH: Record<string, string> = {
  'longer than a token can carry': JSON.stringify({ about: 'x'.repeat(20_000) }),
  'deeper than the database reads': nested(2000),
  'deeper than the stack': nested(100_000),
};

test.each(Object.entries(TOO_MUCH))('metadata that is %s is refused, and no user is made', async (name, data) => {
  const email = `${name.replaceAll(' ', '-')}@vouch.test`;
  for (const path of ['/signup', '/otp']) {
    const body = `{"email":"${email}","password":"${PASSWORD}","data":${data}}`;
    const answer = await call(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    expect([path, ...(await outcome(answer))]).toEqual([path, 400, 'validation_failed']);
  }
  expect(await db.select().from(authUsers).where(eq(authUsers.email, email))).toEqual([]);
});

test('metadata cannot be grown beyond the limit piece by piece, and a refused piece changes nothing', async () => {
  const { user, headers } = await signUpConfirmed('grows@vouch.test');
  const answers = [];
  for (const key of ['one', 'two', 'three'])
    answers.push((await send('PUT', '/user', { data: { [key]: 'x'.repeat(7000) } }, { headers })).status);
  expect(answers).toEqual([200, 200, 400]);
  const [row] = await db.select().from(authUsers).where(eq(authUsers.id, user.id));
  expect(Object.keys(row!.user_metadata)).not.toContain('three');
  expect(row!.user_metadata).toMatchObject({ two: 'x'.repeat(7000) });
});
