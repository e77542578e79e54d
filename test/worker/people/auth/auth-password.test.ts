import Argon2 from '@phi-ag/argon2';
import wasm from '@phi-ag/argon2/argon2.wasm';
import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authSessions, authUsers } from '../../../../drizzle/tables/all-tables.ts';
import { adminClient } from '../../../support/worker/people/admin-client.ts';
import { db, signedInAs } from '../../../support/worker/people/auth.ts';
import {
  authClient,
  call,
  outcome,
  PASSWORD,
  post,
  signIn,
  signUpConfirmed,
  withVars,
} from '../../../support/worker/people/auth-client.ts';
import { countD1 } from '../../../support/worker/count-d1.ts';

const autoconfirm = withVars({ AUTH_AUTOCONFIRM: 'true' });

test('an error has the fields code, error_code and msg if the client names no API version', async () => {
  const answer = await signIn('nobody@vouch.test');
  expect(answer.status).toBe(400);
  expect(answer.headers.has('X-Supabase-Api-Version')).toBe(false);
  const body = { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' };
  expect(await answer.json()).toEqual(body);
});

test('malformed bodies, large bodies, unknown grants and unknown paths are refused', async () => {
  const broken = await call('/token?grant_type=password', { method: 'POST', body: '{' });
  expect(await outcome(broken)).toEqual([400, 'bad_json']);
  const large = await post('/signup', { email: 'x'.repeat(1_100_000) });
  expect(await outcome(large)).toEqual([413, 'request_entity_too_large']);
  expect(await (await post('/token?grant_type=nothing', {})).json()).toMatchObject({ msg: 'unsupported_grant_type' });
  expect((await call('/nothing')).status).toBe(404);
});

test('a wrong password, an unknown address and an account without password get the same answer', async () => {
  const { user } = await signedInAs('user');
  await signUpConfirmed('known@vouch.test');
  const answers = await Promise.all(
    ['known@vouch.test', 'unknown@vouch.test', user.email!].map((email) => signIn(email, 'wrong password')),
  );
  const bodies = await Promise.all(answers.map((answer) => answer.text()));
  expect(new Set(bodies).size).toBe(1);
  expect(answers.map((answer) => answer.status)).toEqual([400, 400, 400]);
});

test('a banned user learns of the ban only with the right password', async () => {
  const { user } = await signUpConfirmed('banned@vouch.test');
  const banned_until = new Date(Date.now() + 60_000);
  await db.update(authUsers).set({ banned_until }).where(eq(authUsers.id, user.id));
  expect(await outcome(await signIn('banned@vouch.test'))).toEqual([400, 'user_banned']);
  expect(await outcome(await signIn('banned@vouch.test', 'wrong password'))).toEqual([400, 'invalid_credentials']);
});

test('every character of a password counts, including those after the 72nd byte and those outside ASCII', async () => {
  const password = 'pässwörter-日本語-'.padEnd(99, 'é');
  await signUpConfirmed('long-password@vouch.test', `${password}1`);
  expect((await signIn('long-password@vouch.test', `${password}2`)).status).toBe(400);
  expect((await signIn('long-password@vouch.test', password)).status).toBe(400);
  expect((await signIn('long-password@vouch.test', `${password}1`)).status).toBe(200);
});

test('a sign-in with a password that no longer meets the policy succeeds and reports the password as weak', async () => {
  await signUpConfirmed('weak@vouch.test', 'short pw');
  const answer = await signIn('weak@vouch.test', 'short pw', withVars({ AUTH_MIN_PASSWORD: '12' }));
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ weak_password: { reasons: ['length'] } });
});

test('a common password, even in mixed case, is refused at sign-up and at a password change', async () => {
  for (const password of ['password', 'QwertyUiop', 'iloveyou1', 'Vouch-2026!']) {
    const answer = await post('/signup', { email: 'common@vouch.test', password });
    expect([password, answer.status]).toEqual([password, 422]);
    expect(await answer.json()).toMatchObject({ error_code: 'weak_password', weak_password: { reasons: ['pwned'] } });
  }
  expect(await db.$count(authUsers, eq(authUsers.email, 'common@vouch.test'))).toBe(0);
  const { user } = await signUpConfirmed('careful@vouch.test');
  const client = authClient();
  await client.signInWithPassword({ email: 'careful@vouch.test', password: PASSWORD });
  const hashOf = async () => (await db.select().from(authUsers).where(eq(authUsers.id, user.id)))[0]!.password_hash;
  const before = await hashOf();
  expect((await client.updateUser({ password: 'sunshine1' })).error).toMatchObject({
    code: 'weak_password',
    reasons: ['pwned'],
  });
  expect(await hashOf()).toBe(before);
});

test('a hash with older parameters is replaced at the next sign-in', async () => {
  const { user } = await signUpConfirmed('dated@vouch.test');
  const argon2 = new Argon2(new WebAssembly.Instance(wasm, {}));
  const password_hash = argon2.hash(PASSWORD, { memoryCost: 1024, timeCost: 1, parallelism: 1 }).encoded;
  await db.update(authUsers).set({ password_hash }).where(eq(authUsers.id, user.id));
  for (let time = 0; time < 2; time++) expect((await signIn('dated@vouch.test')).status).toBe(200);
  const [row] = await db.select().from(authUsers).where(eq(authUsers.id, user.id));
  expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('sign-up and sign-in each take at most three round trips to the database', async () => {
  for (const bindings of [env, autoconfirm]) {
    const email = bindings === env ? 'count-mail@vouch.test' : 'count-auto@vouch.test';
    const { db: counted, cost } = countD1(env.DB);
    const answer = await post('/signup', { email, password: PASSWORD }, { bindings: { ...bindings, DB: counted } });
    expect(answer.status).toBe(200);
    expect(cost.round_trips).toBeLessThanOrEqual(3);
  }
  const { db: counted, cost } = countD1(env.DB);
  expect((await signIn('count-auto@vouch.test', PASSWORD, { ...env, DB: counted })).status).toBe(200);
  expect(cost.round_trips).toBeLessThanOrEqual(3);
});

test('an access token names its issuer, audience, user and session', async () => {
  const { user } = await signUpConfirmed('claims@vouch.test');
  const client = authClient();
  const { data } = await client.signInWithPassword({ email: 'claims@vouch.test', password: PASSWORD });
  const claims = (await client.getClaims(data.session!.access_token)).data!;
  const [session] = await db.select().from(authSessions).where(eq(authSessions.id, claims.claims.session_id));
  expect(session?.user_id).toBe(user.id);
  expect(claims.header).toMatchObject({ alg: 'ES256', typ: 'JWT', kid: 'test-es256' });
  expect(claims.claims).toMatchObject({
    iss: `${env.SITE_URL}/auth/v1`,
    sub: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: 'claims@vouch.test',
    phone: '',
    aal: 'aal1',
    amr: [{ method: 'password' }],
    is_anonymous: false,
  });
});

test.each([
  ['bcrypt', '$2b$04$EbwkMXy36eTudDjRymQm1eZWygF7qO5UBoVi9MzSz7cdaHS4EaQrO', 'imported password'],
  [
    'argon2i',
    '$argon2i$v=19$m=4096,t=1,p=1$KQ+hf3S37Z9yxOiqsQlXjw$RBeOG3Z6xObUKg5eNL4I774DV4HG9vtEc3M2I59hjC0',
    'imported password',
  ],
  [
    'firebase-scrypt',
    '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
    'user1password',
  ],
])(
  'the first sign-in to an account imported with a %s hash replaces that hash with our own',
  async (kind, password_hash, password) => {
    const email = `from-${kind}@vouch.test`;
    expect((await adminClient().createUser({ email, email_confirm: true, password_hash })).error).toBeNull();
    const stored = async () => (await db.select().from(authUsers).where(eq(authUsers.email, email)))[0]!.password_hash;
    expect((await signIn(email, `${password} `)).status).toBe(400);
    expect(await stored()).toBe(password_hash);
    expect((await signIn(email, password)).status).toBe(200);
    expect(await stored()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await signIn(email, password)).status).toBe(200);
  },
);

test('an argon2 hash that needs more than 64 MiB of memory is not imported', async () => {
  const password_hash =
    '$argon2id$v=19$m=65537,t=1,p=1$KQ+hf3S37Z9yxOiqsQlXjw$RBeOG3Z6XObUKg5eNL4I774DV4HG9vtEc3M2I59hjC0';
  const { error } = await adminClient().createUser({ email: 'large-hash@vouch.test', password_hash });
  expect(error?.message).toContain('at most 64 MiB');
  expect(await db.$count(authUsers, eq(authUsers.email, 'large-hash@vouch.test'))).toBe(0);
});
