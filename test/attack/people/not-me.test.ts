import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  authFactors,
  authIdentities,
  authNotices,
  authSessions,
  authUsers,
} from '../../../drizzle/tables/all-tables.ts';
import { db } from '../../support/worker/people/auth.ts';
import {
  bearer,
  call,
  outcome,
  PASSWORD,
  post,
  readUser,
  send,
  signIn,
  signUpConfirmed,
} from '../../support/worker/people/auth-client.ts';
import { browser } from '../../support/worker/people/browser.ts';
import { fakeGoogle } from '../../support/worker/people/fake-google.ts';
import { challenge, enrol } from '../../support/worker/people/second-factor.ts';
import { mailsTo, newestMail } from '../../support/worker/talk/mailbox.ts';
import { addFactor, linkAbout, noGap, noticesTo, opened, verifiedFactor } from '../../support/worker/people/notices.ts';

const userOf = async (id: string) => (await db.select().from(authUsers).where(eq(authUsers.id, id)))[0];

async function moveTo(address: string, from: Awaited<ReturnType<typeof signUpConfirmed>>) {
  await send('PUT', '/user', { email: address }, { headers: from.headers, bindings: noGap });
  for (const email of [from.user.email, address]) {
    const { code } = await newestMail(email);
    expect((await post('/verify', { type: 'email_change', email, token: code })).status).toBe(200);
  }
}

test('the owner gets a mail about each change of credentials', async () => {
  const email = 'told@vouch.test';
  const { headers, user } = await signUpConfirmed(email);
  const factor = verifiedFactor(user.id, 'app');
  const identity = { id: crypto.randomUUID(), user_id: user.id, provider: 'google', provider_id: 'told' };
  await db.insert(authIdentities).values(identity);
  const told = async () => (await noticesTo(email)).length;
  expect((await send('PUT', '/user', { password: 'another long one' }, { headers })).status).toBe(200);
  expect(await told()).toBe(1);
  await send('PUT', '/user', { phone: '+16175550133' }, { headers });
  const { code } = await newestMail('16175550133');
  expect((await post('/verify', { type: 'phone_change', phone: '16175550133', token: code })).status).toBe(200);
  expect(await told()).toBe(2);
  expect((await call(`/user/identities/${identity.id}`, { method: 'DELETE', headers })).status).toBe(200);
  expect(await told()).toBe(3);
  await db.batch([
    db.insert(authFactors).values(factor),
    db.update(authSessions).set({ aal: 'aal2' }).where(eq(authSessions.user_id, user.id)),
  ]);
  expect((await call(`/factors/${factor.id}`, { method: 'DELETE', headers })).status).toBe(200);
  expect(await told()).toBe(4);
  expect(await db.$count(authNotices, eq(authNotices.user_id, user.id))).toBe(4);
});

test('a mail about a new second factor or identity goes only to the address of the account', async () => {
  const email = 'told-more@vouch.test';
  const owner = await signUpConfirmed(email);
  await challenge(owner, (await enrol(owner)).id);
  expect(await noticesTo(email)).toEqual([]);
  const { raised } = await addFactor(owner);
  const [notice, ...others] = await noticesTo(email);
  expect([notice?.text, others]).toEqual([expect.stringContaining('A second factor was added'), []]);
  const google = await fakeGoogle();
  const id_token = await google.idToken({ sub: 'told-more', email: 'elsewhere@vouch.test' });
  const linked = await post(
    '/token?grant_type=id_token',
    { provider: 'google', id_token, link_identity: true },
    { headers: bearer(raised), bindings: google.bindings },
  );
  expect(linked.status).toBe(200);
  expect(await noticesTo(email)).toHaveLength(2);
  expect(await noticesTo('elsewhere@vouch.test')).toEqual([]);
});

test('a refused change sends no notice', async () => {
  const email = 'untold@vouch.test';
  const { headers } = await signUpConfirmed(email);
  expect((await send('PUT', '/user', { password: PASSWORD }, { headers })).status).toBe(422);
  const wrong = { password: 'a new one', current_password: 'wrong' };
  expect((await send('PUT', '/user', wrong, { headers })).status).toBe(400);
  expect(await noticesTo(email)).toEqual([]);
});

test('the link in a notice ends the sessions of a thief only once the button on its page is pressed', async () => {
  const email = 'robbed@vouch.test';
  const thief = await signUpConfirmed(email);
  expect((await send('PUT', '/user', { password: 'of the thief' }, { headers: thief.headers })).status).toBe(200);
  const link = await linkAbout(email);
  for (const headers of [[], [['apikey', 'anon']], [['Sec-Purpose', 'prefetch']]]) {
    const answer = await call(link, { headers });
    expect([answer.status, await readUser(thief)]).toEqual([200, [200, undefined]]);
  }
  const elsewhere = { Origin: 'https://evil.test', 'Sec-Fetch-Site': 'cross-site' };
  const foreign = await browser().press(link, {}, elsewhere, '/not-me');
  expect([foreign.status, await readUser(thief)]).toEqual([403, [200, undefined]]);
  const recovered = await opened(link);
  expect(recovered).toMatchObject({ type: 'recovery' });
  expect(await readUser(thief)).toEqual([403, 'session_not_found']);
  expect(await outcome(await signIn(email, 'of the thief'))).toEqual([400, 'invalid_credentials']);
  expect((await send('PUT', '/user', { password: 'of the owner' }, { headers: bearer(recovered) })).status).toBe(200);
  expect((await signIn(email, 'of the owner')).status).toBe(200);
  expect(await opened(link)).toMatchObject({ error_code: 'otp_expired' });
  expect(await readUser(recovered)).toEqual([200, undefined]);
});

test('after a change of address, the link in the mail to the old address gives the account back to that address', async () => {
  const email = 'first-owner@vouch.test';
  const thief = await signUpConfirmed(email);
  await moveTo('second-owner@vouch.test', thief);
  expect(await noticesTo('second-owner@vouch.test')).toEqual([]);
  const told = await newestMail('second-owner@vouch.test');
  expect(told.text).toContain('The email address of your account was changed.');
  // The thief takes the free address with a sign-up that nobody confirms.
  await post('/signup', { email, password: PASSWORD }, { bindings: noGap });
  expect(await opened(await linkAbout(email))).toMatchObject({ type: 'recovery' });
  expect(await userOf(thief.user.id)).toMatchObject({ email, password_hash: null });
  expect(await readUser(thief)).toEqual([403, 'session_not_found']);
  await post('/recover', { email: 'second-owner@vouch.test' }, { bindings: noGap });
  expect((await mailsTo('second-owner@vouch.test')).filter(({ link }) => link.includes('type=recovery'))).toEqual([]);
});

test('the link in a notice does not take back an address that another account has proven in the meantime', async () => {
  const email = 'given-up@vouch.test';
  const thief = await signUpConfirmed(email);
  await moveTo('gone-on@vouch.test', thief);
  const other = await signUpConfirmed(email);
  expect(await opened(await linkAbout(email))).toMatchObject({ error_code: 'email_exists' });
  expect(await readUser(thief)).toEqual([403, 'session_not_found']);
  expect(await userOf(other.user.id)).toMatchObject({ email });
});
