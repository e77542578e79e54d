import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authOneTimeCodes, outbox } from '../../../../drizzle/tables/all-tables.ts';
import { forgetExpired } from '../../../../worker/features/people/auth/auth.cron.ts';
import { db } from '../../../support/worker/people/auth.ts';
import { post, signUpConfirmed } from '../../../support/worker/people/auth-client.ts';

test('an expired code is deleted after a day, and a sent mail is deleted after a week', async () => {
  const email = 'forget@vouch.test';
  await signUpConfirmed(email);
  await post('/recover', { email });
  await db.update(outbox).set({ status: 'sent' }).where(eq(outbox.recipient, email));
  const left = async () => [
    (await db.select().from(authOneTimeCodes).where(eq(authOneTimeCodes.address, email))).length,
    (await db.select().from(outbox).where(eq(outbox.recipient, email))).length,
  ];
  await forgetExpired(env, new Date());
  expect(await left()).toEqual([1, 1]);
  await forgetExpired(env, new Date(Date.now() + 2 * 86_400_000));
  expect(await left()).toEqual([0, 1]);
  await forgetExpired(env, new Date(Date.now() + 8 * 86_400_000));
  expect(await left()).toEqual([0, 0]);
});
