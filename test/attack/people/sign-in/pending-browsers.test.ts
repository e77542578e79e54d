import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { authUsers, profiles } from '../../../../drizzle/tables/all-tables.ts';
import { db } from '../../../support/worker/people/auth.ts';
import { authClient, outcome, PASSWORD, signIn, withVars } from '../../../support/worker/people/auth-client.ts';
import { arrival, browser } from '../../../support/worker/people/browser.ts';
import { newestMail } from '../../../support/worker/talk/mailbox.ts';

const KNOWN_TO_ATTACKER = 'the attacker knows';
const PLANTED = { is_vip: true, full_name: 'Planted Name' };
const noGap = withVars({ AUTH_SEND_GAP_S: '0' });
const REFUSED = [400, 'invalid_credentials'];
const rowOf = async (email: string) => (await db.select().from(authUsers).where(eq(authUsers.email, email)))[0]!;
const profileOf = async (email: string) => (await db.select().from(profiles).where(eq(profiles.email, email)))[0]!;

test('the browser that signed up confirms without the password, and any other browser must also send the password', async () => {
  for (const way of ['same', 'other']) {
    const email = `own-${way}@vouch.test`;
    const first = browser();
    await first.send('/signup', { email, password: PASSWORD, data: { full_name: 'The Owner' } });
    const { link } = await newestMail(email);
    const second = way === 'same' ? first : browser();
    const page = await (await second.open(link)).text();
    expect([way, page.includes('name="password"'), page.includes(email)]).toEqual([way, way === 'other', true]);
    const entered = arrival(await second.press(link, way === 'same' ? {} : { password: PASSWORD }));
    expect(entered).toMatchObject({ type: 'signup', access_token: expect.any(String) as string });
    expect((await signIn(email)).status).toBe(200);
    expect((await rowOf(email)).user_metadata).toMatchObject({ full_name: 'The Owner', email_verified: true });
    expect((await profileOf(email)).display_name).toBe('The Owner');
  }
});

test('the password and data of a sign-up are kept only if the code is typed in the browser that signed up', async () => {
  for (const way of ['same', 'other']) {
    const email = `typed-${way}@vouch.test`;
    const first = browser(noGap);
    await first.send('/signup', { email, password: PASSWORD, data: PLANTED });
    const { code } = await newestMail(email);
    const second = way === 'same' ? first : browser(noGap);
    const answer = await second.send('/verify', { email, token: code, type: 'signup' });
    const { access_token } = await answer.json<{ access_token: string }>();
    const method = way === 'same' ? 'email/signup' : 'recovery';
    expect([answer.status, decodeJwt(access_token)['amr']]).toMatchObject([200, [{ method }]]);
    expect((await rowOf(email)).password_hash === null).toBe(way === 'other');
    expect('is_vip' in (await rowOf(email)).user_metadata).toBe(way === 'same');
  }
});

test('data sent with a request for a code is stored only if the same browser confirms', async () => {
  for (const way of ['same', 'other']) {
    const email = `asked-${way}@vouch.test`;
    const first = browser(noGap);
    await first.send('/otp', { email, data: PLANTED });
    const { link } = await newestMail(email);
    const second = way === 'same' ? first : browser(noGap);
    expect(await (await second.open(link)).text()).not.toContain('name="password"');
    expect(arrival(await second.press(link))).toHaveProperty('access_token');
    expect('is_vip' in (await rowOf(email)).user_metadata).toBe(way === 'same');
    expect((await profileOf(email)).display_name).toBe(way === 'same' ? 'Planted Name' : null);
  }
});

test('an API client that posts a code confirms the sign-up to which the code belongs, as in Supabase Auth', async () => {
  const email = 'api-client@vouch.test';
  await authClient({ bindings: noGap }).signUp({ email, password: KNOWN_TO_ATTACKER, options: { data: PLANTED } });
  const first = await newestMail(email);
  const client = authClient({ bindings: noGap });
  await client.signUp({ email, password: PASSWORD });
  expect((await client.verifyOtp({ token_hash: first.token_hash, type: 'signup' })).error?.code).toBe('otp_expired');
  const { code } = await newestMail(email);
  expect((await client.verifyOtp({ email, token: code, type: 'signup' })).error).toBeNull();
  expect(await outcome(await signIn(email, KNOWN_TO_ATTACKER))).toEqual(REFUSED);
  expect((await signIn(email)).status).toBe(200);
  expect((await rowOf(email)).user_metadata).not.toHaveProperty('is_vip');
});
