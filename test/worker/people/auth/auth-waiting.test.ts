import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authOneTimeCodes } from '../../../../drizzle/tables/all-tables.ts';
import { db } from '../../../support/worker/people/auth.ts';
import { outcome, PASSWORD, post } from '../../../support/worker/people/auth-client.ts';
import { browser } from '../../../support/worker/people/browser.ts';
import { newestMail } from '../../../support/worker/talk/mailbox.ts';

const enter = async (email: string, password: string) =>
  (await outcome(await post('/token?grant_type=password', { email, password })))[1];

test('two people with waiting sign-ups for one address each learn of theirs only with their own password', async () => {
  const [one, two] = ['waiting-one', 'waiting-two'].map((name, at) => ({
    email: `${name}@vouch.test`,
    password: `${PASSWORD} ${at}`,
  }));
  for (const account of [one!, two!]) expect((await post('/signup', account)).status).toBe(200);
  const answers = [one!, two!].flatMap(({ email }) => [one!, two!].map(({ password }) => enter(email, password)));
  expect(await Promise.all(answers)).toEqual([
    'email_not_confirmed',
    'invalid_credentials',
    'invalid_credentials',
    'email_not_confirmed',
  ]);
});

test('with two waiting sign-ups for one address, each link needs the password of its own sign-up', async () => {
  const [one, two] = ['link-one', 'link-two'].map((name, at) => ({
    email: `${name}@vouch.test`,
    password: `${PASSWORD} ${at}`,
  }));
  for (const account of [one!, two!]) expect((await post('/signup', account)).status).toBe(200);
  const { link } = await newestMail(two!.email);
  expect((await browser().press(link, { password: one!.password })).status).toBe(403);
  const opened = await browser().press(link, { password: two!.password });
  expect([opened.status, opened.headers.get('Location')]).toEqual([303, expect.stringContaining('#access_token=')]);
});

test('once its code has expired, a sign-up’s link does not confirm it, and its password is refused', async () => {
  const account = { email: 'waits-too-long@vouch.test', password: PASSWORD };
  await post('/signup', account);
  const { link } = await newestMail(account.email);
  const expired = { expires_at: new Date(Date.now() - 1000) };
  await db.update(authOneTimeCodes).set(expired).where(eq(authOneTimeCodes.address, account.email));
  expect(await enter(account.email, account.password)).toBe('invalid_credentials');
  const pressed = await browser().press(link);
  expect([pressed.status, pressed.headers.get('Location')]).toEqual([303, expect.stringContaining('otp_expired')]);
});
