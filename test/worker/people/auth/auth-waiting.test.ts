import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authOneTimeCodes } from '../../../../drizzle/tables/all-tables.ts';
import { db } from '../../../support/worker/people/auth.ts';
import { outcome, PASSWORD, post, withVars } from '../../../support/worker/people/auth-client.ts';
import { browser } from '../../../support/worker/people/browser.ts';
import { newestMail } from '../../../support/worker/talk/mailbox.ts';

const enter = async (email: string, password: string) =>
  (await outcome(await post('/token?grant_type=password', { email, password })))[1];

const signUp = async (email: string, password: string) => {
  const bindings = withVars({ AUTH_SEND_GAP_S: '0' });
  expect((await post('/signup', { email, password }, { bindings })).status).toBe(200);
  return { password, link: (await newestMail(email)).link };
};

test('after two sign-ups for one address, only the second password gets the answer email_not_confirmed', async () => {
  const email = 'waiting-twice@vouch.test';
  const own = [`${PASSWORD} 1`, `${PASSWORD} 2`];
  for (const password of own) await signUp(email, password);
  const answers = await Promise.all([...own, PASSWORD].map((password) => enter(email, password)));
  expect(answers).toEqual(['invalid_credentials', 'email_not_confirmed', 'invalid_credentials']);
});

test('of two sign-ups for one address, only the second can be confirmed, with its own link and password', async () => {
  const email = 'two-links@vouch.test';
  const [one, two] = [await signUp(email, `${PASSWORD} 1`), await signUp(email, `${PASSWORD} 2`)];
  const replaced = await browser().press(one.link, { password: one.password });
  expect([replaced.status, replaced.headers.get('Location')]).toEqual([303, expect.stringContaining('otp_expired')]);
  expect((await browser().press(two.link, { password: one.password })).status).toBe(403);
  const opened = await browser().press(two.link, { password: two.password });
  expect([opened.status, opened.headers.get('Location')]).toEqual([303, expect.stringContaining('#access_token=')]);
});

test('once the code of a sign-up has expired, the link and the password no longer work', async () => {
  const account = { email: 'waits-too-long@vouch.test', password: PASSWORD };
  await post('/signup', account);
  const { link } = await newestMail(account.email);
  const expired = { expires_at: new Date(Date.now() - 1000) };
  await db.update(authOneTimeCodes).set(expired).where(eq(authOneTimeCodes.address, account.email));
  expect(await enter(account.email, account.password)).toBe('invalid_credentials');
  const pressed = await browser().press(link);
  expect([pressed.status, pressed.headers.get('Location')]).toEqual([303, expect.stringContaining('otp_expired')]);
});
