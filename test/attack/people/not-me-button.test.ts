import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { calendarLinks } from '../../../drizzle/tables/all-tables.ts';
import { db } from '../../support/worker/people/auth.ts';
import { SERVICE } from '../../support/worker/people/admin-client.ts';
import { call, post, readUser, send, signUpConfirmed } from '../../support/worker/people/auth-client.ts';
import { choosePassword, linkAbout, opened, press } from '../../support/worker/people/notices.ts';

test('two simultaneous presses of the button “This wasn’t me” open only one session', async () => {
  for (const round of [1, 2, 3]) {
    const email = `pressed-twice-${round}@vouch.test`;
    const { headers } = await signUpConfirmed(email);
    await send('PUT', '/user', { password: 'of the thief' }, { headers });
    const link = await linkAbout(email, 'password');
    const answers = await Promise.all([opened(link), opened(link)]);
    const recovered = answers.filter(({ access_token }) => access_token);
    expect(recovered).toHaveLength(1);
    expect(answers.map(({ error_code }) => error_code).filter(Boolean)).toEqual(['otp_expired']);
    expect(await readUser(recovered[0]!)).toEqual([200, undefined]);
    expect((await choosePassword(recovered[0]!)).status).toBe(200);
  }
});

test('the page behind the link of a notice names the account', async () => {
  const email = 'sender-of-a-trap@vouch.test';
  const { headers } = await signUpConfirmed(email);
  await send('PUT', '/user', { password: 'of the attacker' }, { headers });
  const page = await (await call(await linkAbout(email, 'password'))).text();
  expect(page).toContain(`<h1>Did somebody else change the account ${email}?</h1>`);
  expect(page).toContain('signs you in to this account on this device');
  const unknown = await (await call('/not-me?token=unknown')).text();
  expect(unknown).toContain('<h1>Did somebody else change your account?</h1>');
});

type Thief = Awaited<ReturnType<typeof signUpConfirmed>>;
const password = 'of the owner';

test.each<[string, (thief: Thief) => Promise<Response>]>([
  ['the button of a notice', async ({ user }) => press(await linkAbout(user.email, 'password'))],
  ['a recovery', ({ headers }) => post('/recovery', { password, keep: [] }, { headers })],
  ['a new password', ({ headers }) => send('PUT', '/user', { password }, { headers })],
  [
    'a password that an admin sets',
    ({ user }) => send('PUT', `/admin/users/${user.id}`, { password }, { headers: SERVICE }),
  ],
])('%s ends the secret calendar address that a thief made', async (way, end) => {
  const thief = await signUpConfirmed(`calendar-${way.replaceAll(' ', '-')}@vouch.test`);
  const { user, headers } = thief;
  expect((await send('PUT', '/user', { password: 'of the thief' }, { headers })).status).toBe(200);
  const made = await call('http://vouch.test/api/my/calendar-link', { method: 'POST', headers });
  const { url } = await made.json<{ url: string }>();
  expect((await call(url)).status).toBe(200);
  expect((await end(thief)).status).toBeLessThan(400);
  expect((await call(url)).status).toBe(404);
  expect(await db.$count(calendarLinks, eq(calendarLinks.user_id, user.id))).toBe(0);
});
