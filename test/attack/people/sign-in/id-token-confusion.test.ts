import { eq, or } from 'drizzle-orm';
import { base64url, generateKeyPair, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { authIdentities, authSessions, authUsers } from '../../../../drizzle/tables/all-tables.ts';
import { db } from '../../../support/worker/people/auth.ts';
import { post, signUpConfirmed, withVars, type Tokens } from '../../../support/worker/people/auth-client.ts';
import { atHash, type Claims, fakeGoogle, sha256Hex } from '../../../support/worker/people/fake-google.ts';

const google = await fakeGoogle();
const foreign = await generateKeyPair('RS256');
const grant = (body: Record<string, unknown>, bindings = google.bindings) =>
  post('/token?grant_type=id_token', { provider: 'google', ...body }, { bindings });

async function rowsOf(email: string) {
  const users = await db.select().from(authUsers).where(eq(authUsers.email, email));
  const id = users[0]?.id ?? '';
  return {
    users: users.length,
    identities: await db.$count(authIdentities, or(eq(authIdentities.user_id, id), eq(authIdentities.email, email))),
    sessions: await db.$count(authSessions, eq(authSessions.user_id, id)),
  };
}

test('a valid ID token signs the person in, and a second token with the same claims finds the same user', async () => {
  const claims = {
    sub: 'g-good',
    email: 'Good@vouch.test',
    name: 'A student',
    picture: 'https://images.test/a.png',
    hd: 'vouch.test',
  };
  const first = await grant({ id_token: await google.idToken(claims) });
  expect(first.status).toBe(200);
  const { user } = await first.json<Tokens & { user: Record<string, unknown> }>();
  expect(user).toMatchObject({
    email: 'good@vouch.test',
    app_metadata: { provider: 'google', providers: ['google'] },
    user_metadata: { full_name: 'A student', avatar_url: 'https://images.test/a.png', provider_id: 'g-good' },
    identities: [
      {
        id: 'g-good',
        provider: 'google',
        identity_data: { iss: google.issuer, email_verified: true, custom_claims: { hd: 'vouch.test' } },
      },
    ],
  });
  const again = await (await grant({ id_token: await google.idToken(claims) })).json<Tokens>();
  expect(again.user.id).toBe(user.id);
  expect(await rowsOf('good@vouch.test')).toEqual({ users: 1, identities: 1, sessions: 2 });
});

test('a new person who signs in with three tokens at once becomes one user', async () => {
  const claims = { sub: 'g-twice', email: 'twice@vouch.test' };
  const answers = await Promise.all([1, 2, 3].map(async () => grant({ id_token: await google.idToken(claims) })));
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
  expect(await rowsOf('twice@vouch.test')).toEqual({ users: 1, identities: 1, sessions: 3 });
});

test('a token with the right nonce and the right access token hash is accepted', async () => {
  const claims = {
    sub: 'g-bound',
    email: 'bound@vouch.test',
    nonce: await sha256Hex('n0nce'),
    at_hash: await atHash('access'),
  };
  const answer = await grant({ id_token: await google.idToken(claims), nonce: 'n0nce', access_token: 'access' });
  expect(answer.status).toBe(200);
});

const now = () => Math.floor(Date.now() / 1000);
const VICTIM = { sub: 'g-attacker', email: 'victim@vouch.test' };
const claimsOfVictim = () => ({
  iss: google.issuer,
  aud: google.client_id,
  iat: now(),
  exp: now() + 600,
  email_verified: true,
  ...VICTIM,
});
const unsigned = (alg: string) =>
  [{ alg, kid: 'google-1' }, claimsOfVictim()].map((part) => `${base64url.encode(JSON.stringify(part))}.`).join('');
const hmacOfPublicKey = () =>
  new SignJWT(claimsOfVictim())
    .setProtectedHeader({ alg: 'HS256', kid: 'google-1' })
    .sign(new TextEncoder().encode(JSON.stringify(google.publicJwk)));
const withToken =
  (
    claims: Claims,
    { signed, ...more }: { signed?: Parameters<typeof google.idToken>[1]; [field: string]: unknown } = {},
  ) =>
  async () => ({ id_token: await google.idToken({ ...VICTIM, ...claims }, signed), ...more });
const EVIL_ISSUER = { iss: 'https://evil.test' };
const hashOfN = await sha256Hex('n');

test.each<[string, () => Promise<Record<string, unknown>>]>([
  ['of another issuer', withToken(EVIL_ISSUER, { signed: { key: foreign.privateKey } })],
  ['of another issuer, signed with the key of Google,', withToken(EVIL_ISSUER)],
  ['signed by the attacker with the key id of Google', withToken({}, { signed: { key: foreign.privateKey } })],
  [
    'signed by the attacker with an unknown key id',
    withToken({}, { signed: { key: foreign.privateKey, kid: 'other' } }),
  ],
  ['without signature', async () => ({ id_token: unsigned('none') })],
  ['that claims RS256 but has no signature', async () => ({ id_token: unsigned('RS256') })],
  ['signed by HMAC with the public key of Google', async () => ({ id_token: await hmacOfPublicKey() })],
  ['for another client', withToken({ aud: 'other-app' })],
  ['without audience', withToken({ aud: null })],
  ['that has expired', withToken({ exp: now() - 60 })],
  ['that never expires', withToken({ exp: null })],
  ['with a nonce that the request did not name', withToken({ nonce: hashOfN })],
  ['without the nonce that the request named', withToken({}, { nonce: 'n' })],
  ['with another nonce than the request named', withToken({ nonce: hashOfN }, { nonce: 'm' })],
  ['with the nonce itself instead of its hash', withToken({ nonce: 'n' }, { nonce: 'n' })],
  ['bound to another access token', withToken({ at_hash: await atHash('a') }, { access_token: 'b' })],
  ['with an empty subject', withToken({ sub: '' })],
  ['without subject', withToken({ sub: null })],
  ['with an unverified address', withToken({ email_verified: false })],
  ['without email_verified', withToken({ email_verified: null })],
  ['that is malformed', async () => ({ id_token: 'not.a.token' })],
  ['that is missing', async () => ({})],
  ['for another client whose id is in the request', withToken({ aud: 'other-app' }, { client_id: 'other-app' })],
])('a token %s is refused and leaves no row', async (_, make) => {
  const before = await rowsOf(VICTIM.email);
  const answer = await grant(await make());
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: expect.any(String), error_description: expect.any(String) });
  expect(await rowsOf(VICTIM.email)).toEqual(before);
});

test('a refused token changes nothing in an existing account', async () => {
  await signUpConfirmed('exists@vouch.test');
  const before = await rowsOf('exists@vouch.test');
  const claims = { sub: 'g-attacker', email: 'exists@vouch.test' };
  expect((await grant({ id_token: await google.idToken({ ...claims, email_verified: false }) })).status).toBe(400);
  expect((await grant({ id_token: await google.idToken(claims, { key: foreign.privateKey }) })).status).toBe(400);
  expect(await rowsOf('exists@vouch.test')).toEqual(before);
});

test('an ID token of an unknown issuer is refused, even if the request names that issuer', async () => {
  const id_token = await google.idToken({ ...VICTIM, iss: 'https://evil.test' }, { key: foreign.privateKey });
  const named = { issuer: 'https://evil.test', client_id: google.client_id, id_token };
  expect((await post('/token?grant_type=id_token', named, google)).status).toBe(400);
  expect((await grant({ id_token, provider: 'https://evil.test' })).status).toBe(400);
  const off = await grant({ id_token }, withVars({ GOOGLE_CLIENT_ID: '' }));
  expect(await off.json()).toMatchObject({ error_code: 'provider_disabled' });
});

test.each([
  ['a text that is no token', 'nonsense'],
  ['a token without a signature', `${base64url.encode('{"alg":"none"}')}.${base64url.encode('{"sub":"g-none"}')}.`],
  ['a token whose payload is no JSON', `${base64url.encode('{"alg":"RS256"}')}.${base64url.encode('nonsense')}.c2ln`],
])('%s is refused before any call to the provider', async (_, id_token) => {
  const answer = await grant({ id_token }, { ...google.bindings, GOOGLE_ISSUER: 'https://never-asked.test' });
  expect([answer.status, await answer.json()]).toMatchObject([400, { error_description: 'Bad ID token' }]);
});
