import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authUsers, profiles } from '../../../../drizzle/tables/all-tables.ts';
import { adminClient } from '../../../support/worker/people/admin-client.ts';
import { db } from '../../../support/worker/people/auth.ts';
import { outcome, PASSWORD, post, readUser, signIn, withVars } from '../../../support/worker/people/auth-client.ts';
import { arrival, browser } from '../../../support/worker/people/browser.ts';
import { mailsTo, newestMail } from '../../../support/worker/talk/mailbox.ts';

const KNOWN_TO_ATTACKER = 'the attacker knows';
const PLANTED = { is_vip: true, full_name: 'Planted Name' };
const noGap = withVars({ AUTH_SEND_GAP_S: '0' });
const REFUSED = [400, 'invalid_credentials'];
const INVITED = { type: 'invite', access_token: expect.any(String) as string };
const rowOf = async (email: string) => (await db.select().from(authUsers).where(eq(authUsers.email, email)))[0]!;
const profileOf = async (email: string) => (await db.select().from(profiles).where(eq(profiles.email, email)))[0]!;
const attack = (email: string) => browser(noGap).send('/signup', { email, password: KNOWN_TO_ATTACKER, data: PLANTED });

/**
 * Enters through the newest link as the owner of the address, without a password. The link belongs to the attacker's
 * sign-up, so its page asks for the attacker's password.
 */
async function enterWithoutPassword(email: string, owner = browser(noGap)) {
  const { link } = await newestMail(email);
  expect(await (await owner.open(link)).text()).toContain('name="password"');
  for (const typed of [{}, { password: PASSWORD }] as Record<string, string>[]) {
    const refused = await owner.press(link, typed);
    expect([refused.status, refused.headers.get('Location')]).toEqual([403, null]);
  }
  expect((await rowOf(email)).email_confirmed_at).toBeNull();
  const entered = arrival(await owner.press(link, { forget: 'yes' }));
  expect(entered).toMatchObject({ type: 'recovery', access_token: expect.any(String) as string });
  expect(await readUser({ access_token: entered['access_token']! })).toEqual([200, undefined]);
}

async function expectNothingPlanted(email: string) {
  expect(await outcome(await signIn(email, KNOWN_TO_ATTACKER))).toEqual(REFUSED);
  expect(await rowOf(email)).toMatchObject({ password_hash: null });
  expect((await rowOf(email)).user_metadata).not.toHaveProperty('is_vip');
  expect((await profileOf(email)).display_name).toBeNull();
}

test('an attacker who signed up first cannot get into the account that the owner of the address confirms', async () => {
  const email = 'attacked-first@vouch.test';
  await attack(email);
  await enterWithoutPassword(email);
  await expectNothingPlanted(email);
});

test('an attacker who signed up later cannot get into the account that the owner of the address confirms', async () => {
  for (const repeats of [1, 3]) {
    const email = `attacked-later-${repeats}@vouch.test`;
    const owner = browser(noGap);
    await owner.send('/signup', { email, password: PASSWORD, data: { full_name: 'The Owner' } });
    for (let time = 0; time < repeats; time++) expect((await attack(email)).status).toBe(200);
    await enterWithoutPassword(email, owner);
    await expectNothingPlanted(email);
  }
});

test('an attacker gains nothing by signing up both before and after the owner of the address', async () => {
  const email = 'attacked-around@vouch.test';
  const owner = browser(noGap);
  await attack(email);
  await owner.send('/signup', { email, password: PASSWORD });
  const { link } = await newestMail(email);
  await attack(email);
  expect(arrival(await owner.press(link))).toMatchObject({ error_code: 'otp_expired' });
  await enterWithoutPassword(email, owner);
  await expectNothingPlanted(email);
});

test('the password and the data of a sign-up are not stored on the account before its code is confirmed', async () => {
  const email = 'not-yet@vouch.test';
  await attack(email);
  expect(await rowOf(email)).toMatchObject({ password_hash: null, email_confirmed_at: null });
  expect((await rowOf(email)).user_metadata).not.toHaveProperty('is_vip');
  expect((await profileOf(email)).display_name).toBeNull();
  expect(await outcome(await signIn(email, KNOWN_TO_ATTACKER))).toEqual([400, 'email_not_confirmed']);
  expect(await outcome(await signIn(email, PASSWORD))).toEqual(REFUSED);
});

test('a browser does not count as the one that signed up if another site posted the sign-up form', async () => {
  const email = 'forged-sign-up@vouch.test';
  const owner = browser(noGap);
  const elsewhere = { Origin: 'https://evil.test', 'Sec-Fetch-Site': 'cross-site' };
  await owner.send('/signup', { email, password: KNOWN_TO_ATTACKER, data: PLANTED }, elsewhere);
  await enterWithoutPassword(email, owner);
  await expectNothingPlanted(email);
});

test('a browser with a forged cookie does not count as the one that signed up', async () => {
  const email = 'forged-cookie@vouch.test';
  const attacker = browser(noGap);
  await attacker.send('/signup', { email, password: KNOWN_TO_ATTACKER });
  const owner = browser(noGap);
  const signed = attacker.cookies.get('vouch-sign-up') ?? '';
  expect(signed).toMatch(/^.{43}\./);
  owner.cookies.set('vouch-sign-up', signed.replace(/\.[^.]*$/, '.c2lnbmF0dXJl'));
  await enterWithoutPassword(email, owner);
});

test('if a stranger asks to resend the mail of a sign-up, the owner still gets the account', async () => {
  const email = 'resent@vouch.test';
  const owner = browser(noGap);
  await owner.send('/signup', { email, password: PASSWORD });
  await browser(noGap).send('/resend', { type: 'signup', email });
  expect(arrival(await owner.press((await newestMail(email)).link))).toMatchObject({ type: 'signup' });
  expect((await signIn(email)).status).toBe(200);
});

test('an invitation still opens the account if a stranger signs up with the same address', async () => {
  for (const order of ['before', 'after', 'around']) {
    const email = `invited-${order}@vouch.test`;
    if (order !== 'after') await attack(email);
    await adminClient().inviteUserByEmail(email, { data: { seat: 'front' } });
    await db.update(profiles).set({ role: 'organizer' }).where(eq(profiles.email, email));
    const { link } = await newestMail(email);
    const [invited, mails] = [await rowOf(email), (await mailsTo(email)).length];
    if (order !== 'before') await attack(email);
    expect(await rowOf(email)).toEqual(invited);
    expect(await mailsTo(email)).toHaveLength(mails);
    const owner = browser(noGap);
    expect(await (await owner.open(link)).text()).not.toContain('name="password"');
    expect(arrival(await owner.press(link))).toMatchObject(INVITED);
    await expectNothingPlanted(email);
    expect((await rowOf(email)).user_metadata).toMatchObject({ seat: 'front' });
    expect((await profileOf(email)).role).toBe('organizer');
  }
});

test("a stranger's request to resend a sign-up mail does not change the link of an invitation", async () => {
  const email = 'invited-resent@vouch.test';
  await adminClient().inviteUserByEmail(email);
  const { link } = await newestMail(email);
  expect(await outcome(await browser(noGap).send('/resend', { type: 'signup', email }))).toEqual([200, undefined]);
  expect(await mailsTo(email)).toHaveLength(1);
  expect(arrival(await browser(noGap).press(link))).toMatchObject(INVITED);
});

test('a sign-up does not change an account that has a role', async () => {
  const email = 'has-a-role@vouch.test';
  await adminClient().createUser({ email, password: PASSWORD, user_metadata: { seat: 'back' } });
  await db.update(profiles).set({ role: 'admin' }).where(eq(profiles.email, email));
  const { password_hash, user_metadata } = await rowOf(email);
  const body = { email, password: KNOWN_TO_ATTACKER, data: PLANTED };
  for (const path of ['/signup', '/otp']) {
    expect((await post(path, body, { bindings: noGap })).status).toBe(200);
    expect(await rowOf(email)).toMatchObject({ password_hash, user_metadata });
  }
});

test('a password planted on a phone number is dropped when the owner of the number enters a sign-in code', async () => {
  const phone = '16175550188';
  await post('/signup', { phone, password: KNOWN_TO_ATTACKER, data: PLANTED }, { bindings: noGap });
  await post('/otp', { phone }, { bindings: noGap });
  const answer = await post('/verify', { type: 'sms', phone, token: (await newestMail(phone)).code });
  expect(answer.status).toBe(200);
  const tried = await post('/token?grant_type=password', { phone, password: KNOWN_TO_ATTACKER });
  expect(await outcome(tried)).toEqual(REFUSED);
  const [row] = await db.select().from(authUsers).where(eq(authUsers.phone, phone));
  expect(row!.user_metadata).not.toHaveProperty('is_vip');
});

test('a recovery or a code to sign in removes everything that an attacker has planted in the account', async () => {
  for (const path of ['/recover', '/otp']) {
    const email = `by-${path.slice(1)}@vouch.test`;
    await attack(email);
    // An old account may hold the data of an unconfirmed sign-up. Today these data stay with the code of the sign-up
    // until the code is confirmed.
    await db.update(profiles).set({ display_name: 'Planted Name' }).where(eq(profiles.email, email));
    await db.update(authUsers).set({ user_metadata: PLANTED }).where(eq(authUsers.email, email));
    await post(path, { email }, { bindings: noGap });
    expect(arrival(await browser(noGap).press((await newestMail(email)).link))).toHaveProperty('access_token');
    await expectNothingPlanted(email);
  }
});
