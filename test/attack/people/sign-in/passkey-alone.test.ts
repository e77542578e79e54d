import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { authFactors, authSignInPasskeys, authUsers } from '../../../../drizzle/tables/all-tables.ts';
import { db } from '../../../support/worker/people/auth.ts';
import {
  anotherSession,
  bearer,
  call,
  cookieOf,
  outcome,
  post,
  send,
  signUpConfirmed,
  type Tokens,
  withVars,
} from '../../../support/worker/people/auth-client.ts';
import { browser } from '../../../support/worker/people/browser.ts';
import { newPasskey, type Passkey } from '../../../support/worker/people/passkey.ts';
import { newestMail } from '../../../support/worker/talk/mailbox.ts';

vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });

type Bearer = Pick<Tokens, 'access_token'>;
interface Asked {
  challenge_id: string;
  options: { challenge: string; user: { id: string } };
}
const WRONG = [400, 'webauthn_verification_failed'];
const USED = [400, 'webauthn_challenge_not_found'];
const OTHER_ORIGINS = ['https://evil.test', 'http://127.0.0.1:8787', 'http://localhost:9999'];

const askToRegister = async (who: Bearer) =>
  (await post('/passkeys/registration/options', {}, { headers: bearer(who) })).json<Asked>();
const askToSignIn = async () => (await post('/passkeys/authentication/options', {})).json<Asked>();
const register = (who: Bearer, { challenge_id }: Asked, credential: unknown) =>
  post('/passkeys/registration/verify', { challenge_id, credential }, { headers: bearer(who) });
const enter = ({ challenge_id }: Asked, credential: unknown) =>
  post('/passkeys/authentication/verify', { challenge_id, credential });

/** An account with a passkey whose counter is 10. */
async function withPasskey(email: string) {
  const user = await signUpConfirmed(email);
  const passkey = await newPasskey();
  const asked = await askToRegister(user);
  const credential = await passkey.create(asked.options.challenge, { is_verified: true, counter: 10 });
  const answer = await register(user, asked, credential);
  expect(answer.status).toBe(200);
  const { id } = await answer.json<{ id: string }>();
  return { user, passkey, id, handle: asked.options.user.id };
}
type Owner = Awaited<ReturnType<typeof withPasskey>>;

async function signed({ passkey, handle }: Pick<Owner, 'passkey' | 'handle'>, at: Parameters<Passkey['sign']>[1] = {}) {
  const asked = await askToSignIn();
  const credential = await passkey.sign(asked.options.challenge, { is_verified: true, counter: 11, handle, ...at });
  return [asked, credential] as const;
}

const fixed = ({ options: { challenge: _challenge, ...options } }: Asked) => options;
const bodyOf = async (answer: Promise<Response>) => (await answer).text();

test('a signature signs in once, even if it is sent twice at the same time', async () => {
  const owner = await withPasskey('once-alone@vouch.test');
  const answer = await signed(owner);
  const both = await Promise.all([enter(...answer), enter(...answer)]);
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400]);
  expect(await outcome(await enter(...answer))).toEqual(USED);
  expect(await outcome(await enter(await askToSignIn(), answer[1]))).toEqual(WRONG);
});

test('a challenge ends with its first answer, even a wrong one, or after five minutes', async () => {
  const owner = await withPasskey('late-alone@vouch.test');
  const [asked, wrong] = await signed(owner, { origin: 'https://evil.test' });
  expect(await outcome(await enter(asked, wrong))).toEqual(WRONG);
  const right = await owner.passkey.sign(asked.options.challenge, { is_verified: true, handle: owner.handle });
  expect(await outcome(await enter(asked, right))).toEqual(USED);
  const late = await signed(owner);
  vi.setSystemTime(Date.now() + 300_000);
  expect(await outcome(await enter(...late))).toEqual([400, 'webauthn_challenge_expired']);
});

test('a signature signs in only if it is for this site, its device checked the owner, and its counter rises', async () => {
  const owner = await withPasskey('circumstances-alone@vouch.test');
  const other = await withPasskey('other-alone@vouch.test');
  for (const at of [
    ...OTHER_ORIGINS.map((origin) => ({ origin })),
    { rp_id: 'evil.test' },
    { is_present: false },
    { is_verified: false },
    { counter: 10 },
    { counter: 0 },
    { handle: other.handle },
    { handle: '' },
  ])
    expect([at, await outcome(await enter(...(await signed(owner, at))))]).toEqual([at, WRONG]);
  const [asked, foreign] = await signed(other, { handle: owner.handle });
  const claimed = { ...foreign, id: owner.passkey.id, rawId: owner.passkey.id };
  expect(await outcome(await enter(asked, claimed))).toEqual(WRONG);
  expect((await enter(...(await signed(owner)))).status).toBe(200);
});

test('a challenge serves one ceremony, one account and one session', async () => {
  const owner = await withPasskey('ceremony@vouch.test');
  const again = await anotherSession('ceremony@vouch.test');
  const other = await signUpConfirmed('not-the-ceremony@vouch.test');
  const passkey = await newPasskey();
  const create = ({ options }: Asked) => passkey.create(options.challenge, { is_verified: true });

  const toRegister = await askToRegister(owner.user);
  const sign = { is_verified: true, counter: 11, handle: owner.handle };
  const signature = await owner.passkey.sign(toRegister.options.challenge, sign);
  expect(await outcome(await enter(toRegister, signature))).toEqual(USED);
  expect(await outcome(await register(other, toRegister, await create(toRegister)))).toEqual(USED);
  expect(await outcome(await register(again, toRegister, await create(toRegister)))).toEqual(WRONG);
  const toSignIn = await askToSignIn();
  expect(await outcome(await register(owner.user, toSignIn, await create(toSignIn)))).toEqual(USED);
  expect(await db.$count(authSignInPasskeys, eq(authSignInPasskeys.user_id, other.user.id))).toBe(0);
});

test('a passkey can be added only if it was made for this site, by a device that checked its owner', async () => {
  const first = await withPasskey('first-key@vouch.test');
  const user = await signUpConfirmed('second-key@vouch.test');
  for (const at of [
    ...OTHER_ORIGINS.map((origin) => ({ origin, is_verified: true })),
    { rp_id: 'evil.test', is_verified: true },
    { is_verified: false },
  ]) {
    const asked = await askToRegister(user);
    const credential = await (await newPasskey()).create(asked.options.challenge, at);
    expect([at, await outcome(await register(user, asked, credential))]).toEqual([at, WRONG]);
  }
  const asked = await askToRegister(user);
  const taken = await first.passkey.create(asked.options.challenge, { is_verified: true });
  expect(await outcome(await register(user, asked, taken))).toEqual([422, 'webauthn_credential_exists']);
  expect((await enter(...(await signed(first)))).status).toBe(200);
});

test('a sign-in by passkey does not tell strangers whether an account exists or is blocked', async () => {
  const owner = await withPasskey('blocked-alone@vouch.test');
  const [asked, again] = [await askToSignIn(), await askToSignIn()];
  expect(fixed(asked)).toEqual(fixed(again));
  expect(asked.options).toMatchObject({ allowCredentials: [] });
  const unknown = await bodyOf(enter(...(await signed({ passkey: await newPasskey(), handle: owner.handle }))));
  const wrong = await bodyOf(enter(...(await signed(owner, { origin: 'https://evil.test' }))));
  expect(unknown).toBe(wrong);

  const alter = (values: Partial<typeof authUsers.$inferSelect>) =>
    db.update(authUsers).set(values).where(eq(authUsers.id, owner.user.user.id));
  await alter({ banned_until: new Date(Date.now() + 86_400_000) });
  expect(await bodyOf(enter(...(await signed(owner, { origin: 'https://evil.test' }))))).toBe(wrong);
  expect(await outcome(await enter(...(await signed(owner))))).toEqual([403, 'user_banned']);
  await alter({ banned_until: null, deleted_at: new Date() });
  expect(await outcome(await enter(...(await signed(owner, { counter: 12 }))))).toEqual(WRONG);
});

test('adding or deleting a passkey needs a fresh proof, such as a recent sign-in', async () => {
  const owner = await withPasskey('stale-alone@vouch.test');
  const stranger = await signUpConfirmed('stranger-alone@vouch.test');
  const path = `/passkeys/${owner.id}`;
  const remove = (who: Bearer) => send('DELETE', path, undefined, { headers: bearer(who) });
  expect(await outcome(await remove(stranger))).toEqual([404, 'validation_failed']);
  const rename = await send('PATCH', path, { friendly_name: 'mine' }, { headers: bearer(stranger) });
  expect(await outcome(rename)).toEqual([404, 'validation_failed']);
  const asked = await askToRegister(owner.user);
  const credential = await (await newPasskey()).create(asked.options.challenge, { is_verified: true });
  vi.setSystemTime(Date.now() + 600_000);
  const stale = [400, 'reauthentication_needed'];
  expect(await outcome(await register(owner.user, asked, credential))).toEqual(stale);
  const options = await post('/passkeys/registration/options', {}, { headers: bearer(owner.user) });
  expect(await outcome(options)).toEqual(stale);
  expect(await outcome(await remove(owner.user))).toEqual(stale);
  expect(await outcome(await call(path, { method: 'DELETE' }))).toEqual([401, 'no_authorization']);
  const entered = await (await enter(...(await signed(owner)))).json<Tokens>();
  expect((await remove(entered)).status).toBe(204);
});

test('an owner can remove a passkey that a thief added, by the link in the mail or by a recovery', async () => {
  const thief = await withPasskey('taken-back@vouch.test');
  const { link } = await newestMail('taken-back@vouch.test');
  await browser().press(link, {}, undefined, '/not-me');
  expect(await outcome(await enter(...(await signed(thief))))).toEqual(WRONG);

  const owner = await withPasskey('recovered-alone@vouch.test');
  const added = await (await call('/recovery', { headers: owner.user.headers })).json<{ added: object[] }>();
  expect(added).toMatchObject({ added: [{ id: owner.id, kind: 'passkey', name: 'Unknown device' }] });
  const body = { password: 'a password after recovery', keep: [] };
  expect((await post('/recovery', body, { headers: owner.user.headers })).status).toBe(200);
  expect(await outcome(await enter(...(await signed(owner))))).toEqual(WRONG);
});

test('a passkey does not replace the second factor of an account', async () => {
  const owner = await withPasskey('factor-alone@vouch.test');
  const factor = { id: crypto.randomUUID(), factor_type: 'totp', secret: 'sealed', status: 'verified' } as const;
  await db.insert(authFactors).values({ ...factor, user_id: owner.user.user.id });
  const entered = await (await enter(...(await signed(owner)))).json<Tokens>();
  const me = await call('http://vouch.test/api/me', { headers: bearer(entered) });
  expect([me.status, await me.json()]).toMatchObject([403, { error: { code: 'request.second_factor' } }]);
  const owes = [403, 'insufficient_aal'];
  for (const path of ['/passkeys', '/sessions'])
    expect(await outcome(await call(path, { headers: bearer(entered) }))).toEqual(owes);
  const options = await post('/passkeys/registration/options', {}, { headers: bearer(entered) });
  expect(await outcome(options)).toEqual(owes);
});

test('sign-ins by passkey are limited like other sign-ins', async () => {
  const bindings = withVars({ AUTH_RATE_LIMIT_SCALE: '0.1' });
  // One visitor sends all these requests, with a cookie after the first request.
  const headers = { 'CF-Connecting-IP': '203.0.113.77' };
  const Cookie = cookieOf(await post('/passkeys/authentication/options', {}, { bindings, headers }));
  const ask = () => post('/passkeys/authentication/options', {}, { bindings, headers: { ...headers, Cookie } });
  expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([200, 200, 200]);
  expect(await outcome(await ask())).toEqual([429, 'over_request_rate_limit']);
});

test('an account has at most ten passkeys', async () => {
  const owner = await withPasskey('many-keys@vouch.test');
  const key = { user_id: owner.user.user.id, public_key: 'key', counter: 0, transports: [], friendly_name: 'key' };
  const rows = Array.from({ length: 9 }, (_, at) => ({ ...key, credential_id: `many-${at}` }));
  const asked = await askToRegister(owner.user);
  await db.insert(authSignInPasskeys).values(rows);
  const credential = await (await newPasskey()).create(asked.options.challenge, { is_verified: true });
  expect(await outcome(await register(owner.user, asked, credential))).toEqual([422, 'too_many_passkeys']);
  const options = await post('/passkeys/registration/options', {}, { headers: bearer(owner.user) });
  expect(await outcome(options)).toEqual([422, 'too_many_passkeys']);
});
