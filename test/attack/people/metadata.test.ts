import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authUsers, profiles } from '../../../drizzle/tables/all-tables.ts';
import { adminClient } from '../../support/worker/people/admin-client.ts';
import { db } from '../../support/worker/people/auth.ts';
import {
  call,
  outcome,
  PASSWORD,
  post,
  send,
  signUpConfirmed,
  type Tokens,
  withVars,
} from '../../support/worker/people/auth-client.ts';
import { fakeGoogle } from '../../support/worker/people/fake-google.ts';
import { newestMail } from '../../support/worker/talk/mailbox.ts';

const google = await fakeGoogle();

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
/** Values as JSON text, because `JSON.stringify` cannot write the deepest one. */
const TOO_MUCH: Record<string, string> = {
  'longer than a token can carry': JSON.stringify({ about: 'x'.repeat(20_000) }),
  'nested too deeply for the database': nested(2000),
  'nested too deeply for the call stack': nested(100_000),
};

test.each(Object.entries(TOO_MUCH))('metadata that is %s is refused, and no user is created', async (name, data) => {
  const email = `${name.replaceAll(' ', '-')}@vouch.test`;
  for (const path of ['/signup', '/otp']) {
    const body = `{"email":"${email}","password":"${PASSWORD}","data":${data}}`;
    const answer = await call(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    expect([path, ...(await outcome(answer))]).toEqual([path, 400, 'validation_failed']);
  }
  expect(await db.$count(authUsers, eq(authUsers.email, email))).toBe(0);
});

test('metadata cannot grow beyond the limit piece by piece, and a refused piece changes nothing', async () => {
  const { user, headers } = await signUpConfirmed('grows@vouch.test');
  const answers = [];
  for (const key of ['one', 'two', 'three'])
    answers.push((await send('PUT', '/user', { data: { [key]: 'x'.repeat(7000) } }, { headers })).status);
  expect(answers).toEqual([200, 200, 400]);
  const [row] = await db.select().from(authUsers).where(eq(authUsers.id, user.id));
  expect(Object.keys(row!.user_metadata)).not.toContain('three');
  expect(row!.user_metadata).toMatchObject({ two: 'x'.repeat(7000) });
});

const HOSTILE = '\u202eA\u200b \u2066student\u2069\u0007\nof\u00ad BU\ufeff';
const CLEAN = 'A student of BU';
const email = (way: string) => `unseen-${way}@vouch.test`;
const profileOf = async (id: string) => (await db.select().from(profiles).where(eq(profiles.id, id)))[0]!;
const metadataOf = async (id: string) =>
  (await db.select().from(authUsers).where(eq(authUsers.id, id)))[0]!.user_metadata;

test('invisible characters are removed from every name that is stored', async () => {
  const data = { full_name: HOSTILE, name: HOSTILE, motto: HOSTILE };
  const body = { email: email('sign-up'), password: PASSWORD, data };
  const autoconfirm = { bindings: withVars({ AUTH_AUTOCONFIRM: 'true' }) };
  const signedUp = await (await post('/signup', body, autoconfirm)).json<Tokens>();
  await post('/signup', { ...body, email: email('code') });
  const { token_hash } = await newestMail(email('code'));
  const confirmed = await (await post('/verify', { type: 'signup', token_hash })).json<Tokens>();
  const { user: known } = await signUpConfirmed(email('edited'));
  const linked = { type: 'signup', email: email('linked'), password: PASSWORD, options: { data } } as const;
  const admin = adminClient();
  const [made, ...others] = [
    await admin.createUser({ email: email('admin'), user_metadata: data }),
    await admin.updateUserById(known.id, { user_metadata: data }),
    await admin.inviteUserByEmail(email('invited'), { data }),
    await admin.generateLink(linked),
  ];
  const shown = [signedUp.user, confirmed.user, made.data.user!];
  const users = [...shown, ...others.map((answer) => answer.data.user!)];
  for (const { id } of users)
    expect(await metadataOf(id)).toMatchObject({ full_name: CLEAN, name: CLEAN, motto: HOSTILE });
  for (const { id } of shown) expect((await profileOf(id)).display_name).toBe(CLEAN);
  const id_token = await google.idToken({ sub: 'g-unseen', email: email('google'), name: HOSTILE });
  const answer = await post('/token?grant_type=id_token', { provider: 'google', id_token }, google);
  const entered = await answer.json<Tokens>();
  expect(await metadataOf(entered.user.id)).toMatchObject({ full_name: CLEAN, name: CLEAN });
  expect((await profileOf(entered.user.id)).display_name).toBe(CLEAN);
});

test('a new name in the metadata changes the display name of its owner, and of nobody else', async () => {
  const { user, headers } = await signUpConfirmed('renamed@vouch.test');
  const other = await signUpConfirmed('not-renamed@vouch.test');
  const answer = await send('PUT', '/user', { data: { full_name: HOSTILE } }, { headers });
  expect((await answer.json<{ user_metadata: object }>()).user_metadata).toMatchObject({ full_name: CLEAN });
  expect((await profileOf(user.id)).display_name).toBe(CLEAN);
  const me = await call('http://vouch.test/api/me', { headers });
  expect(await me.json()).toMatchObject({ profile: { display_name: CLEAN } });
  expect((await profileOf(other.user.id)).display_name).toBe('A student');
  await send('PUT', '/user', { data: { theme: 'dark' } }, { headers });
  expect((await profileOf(user.id)).display_name).toBe(CLEAN);
  await send('PUT', '/user', { data: { full_name: '\u202e\u200b' } }, { headers });
  expect((await profileOf(user.id)).display_name).toBeNull();
});
