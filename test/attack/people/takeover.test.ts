import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authOneTimeCodes, authUsers } from '../../../drizzle/tables/all-tables.ts';
import { db, signedInAs } from '../../support/worker/people/auth.ts';
import {
  outcome,
  PASSWORD,
  post,
  send,
  signIn,
  signUpConfirmed,
  withVars,
  type Tokens,
} from '../../support/worker/people/auth-client.ts';
import { mailsTo, newestMail } from '../../support/worker/talk/mailbox.ts';

const KNOWN_TO_ATTACKER = 'the attacker knows';
const noGap = withVars({ AUTH_SEND_GAP_S: '0' });
const rowOf = async (email: string) => (await db.select().from(authUsers).where(eq(authUsers.email, email)))[0];
const prove = (type: string, token_hash: string, bindings = noGap) =>
  post('/verify', { type, token_hash }, { bindings });

test("a sign-in by a mailed code erases the password and metadata of an attacker's sign-up with the same address", async () => {
  for (const way of ['otp', 'recover']) {
    const email = `planted-${way}@vouch.test`;
    await post('/signup', { email, password: KNOWN_TO_ATTACKER, data: { is_vip: true } });
    const planted = await newestMail(email);
    await post(`/${way}`, { email });
    const { code } = await newestMail(email);
    const answer = await post('/verify', { type: way === 'otp' ? 'email' : 'recovery', email, token: code });
    const { user } = await answer.json<Tokens>();
    expect(user).not.toHaveProperty('user_metadata.is_vip');
    expect(await outcome(await signIn(email, KNOWN_TO_ATTACKER))).toEqual([400, 'invalid_credentials']);
    expect((await prove('signup', planted.token_hash)).status).toBe(403);
    expect((await rowOf(email))?.password_hash).toBeNull();
  }
});

test('an account with a proven phone is not changed by a sign-up with its unproven email address', async () => {
  const email = 'lived-in@vouch.test';
  const proved = { phone: '16175550191', phone_confirmed_at: new Date() };
  const { user, profile } = await signedInAs('user', { user: { email, email_confirmed_at: null, ...proved } });
  expect((await post('/signup', { email, password: KNOWN_TO_ATTACKER })).status).toBe(200);
  expect(await rowOf(email)).toMatchObject({ id: profile.id, phone: user.phone, password_hash: null });
  expect(await mailsTo(email)).toEqual([]);
});

test('an email change must be confirmed from both addresses, with autoconfirm and without it', async () => {
  for (const bindings of [withVars({}), withVars({ AUTH_AUTOCONFIRM: 'true' })]) {
    const [old, next] = [`old-${bindings.AUTH_AUTOCONFIRM}@vouch.test`, `next-${bindings.AUTH_AUTOCONFIRM}@vouch.test`];
    const { headers, user } = await signUpConfirmed(old);
    const asked = await send('PUT', '/user', { email: next }, { headers, bindings });
    expect(await asked.json()).toMatchObject({ email: old, new_email: next });
    const [toNew, toOld] = [await newestMail(next), await newestMail(old)];
    expect(await (await prove('email_change', toNew.token_hash, bindings)).json()).toMatchObject({ code: '200' });
    expect((await prove('email_change', toNew.token_hash, bindings)).status).toBe(403);
    expect((await rowOf(old))?.id).toBe(user.id);
    await post('/recover', { email: old }, { bindings });
    const pending = await newestMail(old);
    const whole = await post('/verify', { type: 'email_change', email: old, token: toOld.code }, { bindings });
    expect(await whole.json()).toMatchObject({ user: { email: next } });
    expect(await rowOf(old)).toBeUndefined();
    expect((await prove('recovery', pending.token_hash, bindings)).status).toBe(403);
    expect(await db.$count(authOneTimeCodes, eq(authOneTimeCodes.user_id, user.id))).toBe(0);
    expect((await signIn(next)).status).toBe(200);
  }
});

test('an email change takes effect only after both addresses have confirmed the same change', async () => {
  const { headers, user } = await signUpConfirmed('void@vouch.test');
  await send('PUT', '/user', { email: 'void-one@vouch.test' }, { headers });
  const [first, current] = [await newestMail('void-one@vouch.test'), await newestMail('void@vouch.test')];
  expect((await prove('email_change', current.token_hash)).status).toBe(200);
  expect((await rowOf('void@vouch.test'))?.id).toBe(user.id);
  await send('PUT', '/user', { email: 'void-two@vouch.test' }, { headers });
  expect((await prove('email_change', first.token_hash)).status).toBe(403);
  const second = await newestMail('void-two@vouch.test');
  expect(await (await prove('email_change', second.token_hash)).json()).toMatchObject({ code: '200' });
  expect((await rowOf('void@vouch.test'))?.id).toBe(user.id);
  expect(await mailsTo('void@vouch.test')).toHaveLength(2);
});

test('an email change does not take effect if only the new address confirms it, even twice', async () => {
  const { headers, user } = await signUpConfirmed('half@vouch.test');
  await send('PUT', '/user', { email: 'half-new@vouch.test' }, { headers, bindings: noGap });
  expect((await prove('email_change', (await newestMail('half-new@vouch.test')).token_hash)).status).toBe(200);
  await post('/resend', { type: 'email_change', email: 'half@vouch.test' }, { bindings: noGap });
  await send('PUT', '/user', { email: 'half-new@vouch.test' }, { headers, bindings: noGap });
  const again = await newestMail('half-new@vouch.test');
  expect(await (await prove('email_change', again.token_hash)).json()).toMatchObject({ code: '200' });
  expect((await prove('email_change', again.token_hash)).status).toBe(403);
  expect(await rowOf('half@vouch.test')).toMatchObject({ id: user.id, new_email: 'half-new@vouch.test' });
  expect(await rowOf('half-new@vouch.test')).toBeUndefined();
});

test('an email change is refused if another account takes the new address meanwhile', async () => {
  const { headers } = await signUpConfirmed('mover@vouch.test');
  await send('PUT', '/user', { email: 'wanted@vouch.test' }, { headers });
  const [next, old] = [await newestMail('wanted@vouch.test'), await newestMail('mover@vouch.test')];
  await signUpConfirmed('wanted@vouch.test');
  await prove('email_change', next.token_hash);
  const refused = [
    await prove('email_change', old.token_hash),
    await send('PUT', '/user', { email: 'wanted@vouch.test' }, { headers }),
  ];
  expect(await Promise.all(refused.map(outcome))).toEqual(refused.map(() => [422, 'email_exists']));
});

function afterFirstRead(happens: () => Promise<unknown>): Env {
  let isFirst = true;
  const batch = async (statements: D1PreparedStatement[]) => {
    const read = await noGap.DB.batch(statements);
    const isNow = isFirst;
    isFirst = false;
    if (isNow) await happens();
    return read;
  };
  const racing = { prepare: (query: string) => noGap.DB.prepare(query), batch, withSession: () => racing };
  return { ...noGap, DB: racing as unknown as D1Database };
}

test('if an address is confirmed while a second sign-up with it runs, the confirmation and the first password stay', async () => {
  const email = 'confirmed-meanwhile@vouch.test';
  await post('/signup', { email, password: PASSWORD });
  const { code } = await newestMail(email);
  const confirm = async () => expect((await post('/verify', { type: 'signup', email, token: code })).status).toBe(200);
  const answer = await post('/signup', { email, password: KNOWN_TO_ATTACKER }, { bindings: afterFirstRead(confirm) });
  expect(await answer.json()).toMatchObject({ role: 'authenticated', identities: [{ provider: 'email' }] });
  expect((await rowOf(email))?.email_confirmed_at).not.toBeNull();
  expect((await mailsTo(email)).map(({ subject }) => subject).toSorted()).toEqual([
    'Confirm your Vouch account',
    'You already have a Vouch account',
  ]);
  expect(await outcome(await signIn(email, KNOWN_TO_ATTACKER))).toEqual([400, 'invalid_credentials']);
  expect((await signIn(email)).status).toBe(200);
});

test('if a phone number is confirmed while a text message to it is requested, the account keeps its password', async () => {
  const phone = '16175550197';
  expect((await post('/signup', { phone, password: PASSWORD })).status).toBe(200);
  const { code } = await newestMail(phone);
  const confirm = async () => expect((await post('/verify', { type: 'sms', phone, token: code })).status).toBe(200);
  expect((await post('/otp', { phone }, { bindings: afterFirstRead(confirm) })).status).toBe(200);
  expect((await post('/token?grant_type=password', { phone, password: PASSWORD })).status).toBe(200);
  expect((await post('/verify', { type: 'sms', phone, token: (await newestMail(phone)).code })).status).toBe(200);
});
