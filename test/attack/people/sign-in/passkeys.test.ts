import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { authFactors, authPasskeys } from '../../../../drizzle/tables/all-tables.ts';
import { db } from '../../../support/worker/people/auth.ts';
import {
  anotherSession,
  bearer,
  outcome,
  post,
  signIn,
  signUpConfirmed,
  type Tokens,
  withVars,
} from '../../../support/worker/people/auth-client.ts';
import { newPasskey, type Passkey } from '../../../support/worker/people/passkey.ts';

vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });

type Bearer = Pick<Tokens, 'access_token'>;
interface Asked {
  id: string;
  webauthn: { type: 'create' | 'request'; credential_options: { publicKey: { challenge: string } } };
}
const REFUSED = [422, 'mfa_verification_failed'];

const challengeOf = ({ webauthn }: Asked) => webauthn.credential_options.publicKey.challenge;
const enrol = async (who: Bearer) =>
  (await post('/factors', { factor_type: 'webauthn' }, { headers: bearer(who) })).json<{ id: string }>();
const challenge = async (who: Bearer, factor: string, headers: Record<string, string> = {}) =>
  (await post(`/factors/${factor}/challenge`, {}, { headers: { ...bearer(who), ...headers } })).json<Asked>();
const verify = (
  who: Bearer,
  {
    factor,
    asked,
    credential,
    type = asked.webauthn.type,
  }: { factor: string; asked: Asked; credential: unknown; type?: string },
  { headers = {}, bindings = withVars({}) }: { headers?: Record<string, string>; bindings?: Env } = {},
) =>
  post(
    `/factors/${factor}/verify`,
    {
      challenge_id: asked.id,
      webauthn: { type, rpId: 'evil.test', rpOrigins: ['https://evil.test'], credential_response: credential },
    },
    { headers: { ...bearer(who), ...headers }, bindings },
  );

/** A user with a verified passkey whose counter is 10. */
async function withPasskey(email: string) {
  const user = await signUpConfirmed(email);
  const passkey = await newPasskey();
  const { id: factor } = await enrol(user);
  const asked = await challenge(user, factor);
  const credential = await passkey.create(challengeOf(asked), { counter: 10 });
  expect((await verify(user, { factor, asked, credential })).status).toBe(200);
  return { user, passkey, factor, session: await anotherSession(email) };
}

async function signed(
  who: Bearer,
  { factor, passkey, ...at }: { factor: string; passkey: Passkey } & Parameters<Passkey['sign']>[1],
) {
  const asked = await challenge(who, factor);
  return { factor, asked, credential: await passkey.sign(challengeOf(asked), { counter: 11, ...at }) };
}
const counterOf = async (factor: string) =>
  (await db.select().from(authPasskeys).where(eq(authPasskeys.factor_id, factor)))[0]?.counter;

test('a used signature is refused, for its own challenge and for a new one', async () => {
  const { passkey, factor, session } = await withPasskey('replay@vouch.test');
  const answer = await signed(session, { factor, passkey });
  const both = await Promise.all([verify(session, answer), verify(session, answer)]);
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422]);
  expect(await outcome(await verify(session, answer))).toEqual([422, 'mfa_ip_address_mismatch']);
  const next = await challenge(session, factor);
  expect(await outcome(await verify(session, { ...answer, asked: next }))).toEqual(REFUSED);
  expect(await counterOf(factor)).toBe(11);
});

test('a challenge ends after five minutes, and can be answered only from the network that asked for it', async () => {
  const { passkey, factor, session } = await withPasskey('late-key@vouch.test');
  const late = await signed(session, { factor, passkey });
  vi.setSystemTime(Date.now() + 300_000);
  expect(await outcome(await verify(session, late))).toEqual([422, 'mfa_challenge_expired']);
  const answer = await signed(session, { factor, passkey });
  const elsewhere = verify(session, answer, { headers: { 'CF-Connecting-IP': '203.0.113.9' } });
  expect(await outcome(await elsewhere)).toEqual([422, 'mfa_ip_address_mismatch']);
  expect((await verify(session, answer)).status).toBe(200);
});

test('a signature is accepted only if it is for this site, the user is present and the counter has risen', async () => {
  const { passkey, factor, session } = await withPasskey('circumstances@vouch.test');
  for (const at of [
    { origin: 'https://evil.test' },
    { origin: 'http://127.0.0.1:8787' },
    { origin: 'http://localhost:9999' },
    { rp_id: 'evil.test' },
    { is_present: false },
    { counter: 10 },
    { counter: 9 },
    { counter: 0 },
  ]) {
    const refused = await verify(session, await signed(session, { factor, passkey, ...at }));
    expect([at, await outcome(refused)]).toEqual([at, REFUSED]);
  }
  expect(await counterOf(factor)).toBe(10);
  expect((await verify(session, await signed(session, { factor, passkey }))).status).toBe(200);
  expect(await counterOf(factor)).toBe(11);
});

test('the passkey of another account is refused, even if it claims the id of the right passkey', async () => {
  const { passkey, factor, session } = await withPasskey('victim-key@vouch.test');
  const thief = await withPasskey('thief-key@vouch.test');
  const foreign = await signed(session, { factor, passkey: thief.passkey });
  expect(await outcome(await verify(session, foreign))).toEqual(REFUSED);
  const claimed = { ...foreign.credential, id: passkey.id, rawId: passkey.id };
  expect(await outcome(await verify(session, { ...foreign, credential: claimed }))).toEqual(REFUSED);
  const answer = await signed(session, { factor, passkey });
  expect(await outcome(await verify(thief.session, answer))).toEqual([404, 'mfa_factor_not_found']);
  const swapped = await verify(thief.session, { ...answer, factor: thief.factor });
  expect(await outcome(swapped)).toEqual([422, 'mfa_challenge_expired']);
});

test('a session with only the password can neither replace a passkey nor enroll another factor', async () => {
  const { factor, session } = await withPasskey('swap-key@vouch.test');
  const other = await newPasskey();
  const asked = await challenge(session, factor);
  const credential = await other.create(challengeOf(asked));
  const answer = (type: string) => verify(session, { factor, asked, credential, type });
  expect(await outcome(await answer('create'))).toEqual(REFUSED);
  expect(await outcome(await answer('request'))).toEqual([400, 'validation_failed']);
  const refused = await post('/factors', { factor_type: 'webauthn' }, { headers: bearer(session) });
  expect(await outcome(refused)).toEqual([403, 'insufficient_aal']);
});

test('a new passkey is refused if it was made for another site or challenge, or belongs to another account', async () => {
  const { passkey: taken } = await withPasskey('first-owner@vouch.test');
  const user = await signUpConfirmed('second-owner@vouch.test');
  const { id: factor } = await enrol(user);
  const asked = await challenge(user, factor);
  const passkey = await newPasskey();
  for (const credential of [
    await passkey.create(challengeOf(asked), { origin: 'https://evil.test' }),
    await passkey.create(challengeOf(asked), { rp_id: 'evil.test' }),
    await passkey.create('YW5vdGhlciBjaGFsbGVuZ2U'),
    await taken.create(challengeOf(asked)),
  ]) {
    expect(await outcome(await verify(user, { factor, asked, credential }))).toEqual(REFUSED);
  }
  const [row] = await db.select().from(authFactors).where(eq(authFactors.id, factor));
  expect(row?.status).toBe('unverified');
  expect(await counterOf(factor)).toBeUndefined();
  for (const webauthn of [
    undefined,
    {},
    { type: 'create' },
    { type: 'delete', credential_response: {} },
    { type: 'create', credential_response: {} },
  ]) {
    const answer = post(`/factors/${factor}/verify`, { challenge_id: asked.id, webauthn }, { headers: bearer(user) });
    expect(await outcome(await answer)).toEqual([400, 'validation_failed']);
  }
});

/** Bindings with a tenth of the limits: two wrong codes a day, and a burst of three challenges or answers. */
const bindings = withVars({ AUTH_RATE_LIMIT_SCALE: '0.1' });

test('wrong answers by somebody who knows the password do not lock out the owner’s passkey', async () => {
  const { passkey, factor, session: thief } = await withPasskey('capped-key@vouch.test');
  for (const client of [1, 2, 3, 4, 5]) {
    vi.setSystemTime(Date.now() + 600_000);
    const headers = { 'CF-Connecting-IP': `203.0.113.${client}` };
    const asked = await challenge(thief, factor, headers);
    const credential = await passkey.sign(challengeOf(asked), { origin: 'https://evil.test' });
    const refused = await verify(thief, { factor, asked, credential }, { headers, bindings });
    expect([client, await outcome(refused)]).toEqual([client, REFUSED]);
  }
  vi.setSystemTime(Date.now() + 600_000);
  const owner = await anotherSession('capped-key@vouch.test');
  expect((await verify(owner, await signed(owner, { factor, passkey }), { bindings })).status).toBe(200);
});

test('the owner’s known browser gets a challenge even if somebody with the password has used up the challenges', async () => {
  const { passkey, factor, session: thief } = await withPasskey('busy-key@vouch.test');
  const entered = await signIn('busy-key@vouch.test');
  const device = entered.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0]!)
    .find((cookie) => cookie.startsWith('vouch-device='))!;
  const owner = await entered.json<Tokens>();
  const askedFrom = async (client: number) => {
    const headers = { ...bearer(thief), 'CF-Connecting-IP': `203.0.113.${client}` };
    return (await post(`/factors/${factor}/challenge`, {}, { headers, bindings })).status;
  };
  const statuses = [await askedFrom(11), await askedFrom(12), await askedFrom(13), await askedFrom(14)];
  expect(statuses).toEqual([200, 200, 200, 429]);
  const own = { ...bearer(owner), Cookie: device };
  const answer = await post(`/factors/${factor}/challenge`, {}, { headers: own, bindings });
  expect(answer.status).toBe(200);
  const asked = await answer.json<Asked>();
  const credential = await passkey.sign(challengeOf(asked), { counter: 11 });
  const raised = await verify(owner, { factor, asked, credential }, { headers: { Cookie: device }, bindings });
  expect(raised.status).toBe(200);
});
