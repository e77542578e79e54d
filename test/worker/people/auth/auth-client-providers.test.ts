import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authFlowStates, authIdentities } from '../../../../drizzle/tables/all-tables.ts';
import { db } from '../../../support/worker/people/auth.ts';
import {
  authClient,
  bearer,
  call,
  outcome,
  PASSWORD,
  signUpConfirmed,
  withVars,
} from '../../../support/worker/people/auth-client.ts';
import { fakeGoogle, sha256Hex } from '../../../support/worker/people/fake-google.ts';
import { ethereumWallet, signInText, solanaWallet } from '../../../support/worker/people/wallets.ts';

const google = await fakeGoogle();
const client = () => authClient({ bindings: google.bindings });
const SITE = env.SITE_URL;
const identitiesOf = (user_id: string) => db.select().from(authIdentities).where(eq(authIdentities.user_id, user_id));

async function signedIn(email: string) {
  await signUpConfirmed(email);
  const mine = client();
  const { data } = await mine.signInWithPassword({ email, password: PASSWORD });
  return { mine, user: data.user! };
}

test('signInWithIdToken succeeds with the right nonce and is refused without a nonce', async () => {
  const mine = client();
  const token = await google.idToken({ sub: 'c-token', email: 'c-token@vouch.test', nonce: await sha256Hex('n0nce') });
  expect((await mine.signInWithIdToken({ provider: 'google', token })).error?.status).toBe(400);
  const { data, error } = await mine.signInWithIdToken({ provider: 'google', token, nonce: 'n0nce' });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email: 'c-token@vouch.test', app_metadata: { provider: 'google' } });
  expect((await mine.getClaims()).data?.claims).toMatchObject({ amr: [{ method: 'oauth', provider: 'google' }] });
  expect((await mine.signInWithIdToken({ provider: 'apple', token, nonce: 'n0nce' })).error).toMatchObject({
    status: 400,
    code: 'provider_disabled',
  });
});

test('an Ethereum wallet signs in with signInWithWeb3 through its EIP-1193 interface in the browser', async () => {
  const wallet = ethereumWallet(21);
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    if (method === 'eth_requestAccounts') return [wallet.address];
    if (method === 'eth_chainId') return '0x1';
    const [hex = ''] = params as string[];
    const bytes = (hex.slice(2).match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
    return wallet.sign(new TextDecoder().decode(new Uint8Array(bytes)));
  };
  const eip1193 = { address: wallet.address, request, on: () => undefined, removeListener: () => undefined };
  const { data, error } = await client().signInWithWeb3({
    chain: 'ethereum',
    wallet: eip1193,
    statement: 'Real names, real nights.',
    options: { url: `${SITE}/auth` },
  });
  expect(error).toBeNull();
  expect(await identitiesOf(data.user!.id)).toMatchObject([
    {
      provider: 'web3',
      identity_data: { custom_claims: { chain: 'ethereum', network: '1', statement: 'Real names, real nights.' } },
    },
  ]);
});

test('signInWithWeb3 accepts a Solana message for our site and refuses one for another site', async () => {
  const wallet = await solanaWallet();
  const signer = {
    publicKey: { toBase58: () => wallet.address },
    signMessage: (message: Uint8Array) => wallet.signBytes(message),
  };
  const sign = (url: string, extra: object = {}) =>
    client().signInWithWeb3({
      chain: 'solana',
      wallet: signer,
      options: { url, ...extra },
      ...(url.includes('auth') ? { statement: 'Hello' } : {}),
    });
  const first = await sign(`${SITE}/auth`);
  expect(first.error).toBeNull();
  const second = await sign(`${SITE}/`, { signInWithSolana: { resources: ['https://vouch.test/terms'] } });
  expect(second.data.user?.id).toBe(first.data.user?.id);
  expect((await sign('https://evil.test/')).error?.status).toBe(400);
  const message = signInText('Solana', wallet.address);
  const signature = await wallet.signBytes(new TextEncoder().encode(message));
  const twice = { chain: 'solana', message, signature } as const;
  expect((await client().signInWithWeb3(twice)).error).toBeNull();
  expect((await client().signInWithWeb3(twice)).error).toMatchObject({
    status: 400,
    message: 'message was used before',
  });
});

test('linkIdentity, getUserIdentities and unlinkIdentity work if the provider posts its callback', async () => {
  const { mine, user } = await signedIn('c-link@vouch.test');
  const begun = await mine.linkIdentity({
    provider: 'google',
    options: { skipBrowserRedirect: true, redirectTo: `${SITE}/account` },
  });
  expect(begun.error).toBeNull();
  const state = new URL(begun.data.url!).searchParams.get('state')!;
  const [flow] = await db.select().from(authFlowStates).where(eq(authFlowStates.id, state));
  const claims = { sub: 'c-link', email: 'c-link@vouch.test' };
  google.willExchange(state, { claims, nonce: await sha256Hex(flow!.provider_nonce!) });
  const body = new URLSearchParams({ state, code: state });
  const answer = await call('/callback', { method: 'POST', body }, google.bindings);
  const landed = new URL(answer.headers.get('Location')!);
  expect(landed.pathname).toBe('/account');
  expect(landed.hash).toContain('access_token=');
  const { data } = await mine.getUserIdentities();
  expect(data?.identities.map(({ provider }) => provider)).toEqual(['email', 'google']);
  const linked = data!.identities.find(({ provider }) => provider === 'google')!;
  expect((await mine.unlinkIdentity(linked)).error).toBeNull();
  expect(await identitiesOf(user.id)).toHaveLength(1);
  expect((await mine.unlinkIdentity(data!.identities[0]!)).error).toMatchObject({
    status: 422,
    code: 'single_identity_not_deletable',
  });
  expect((await mine.unlinkIdentity(linked)).error?.status).toBe(422);
});

test('linkIdentity links the identity in an id_token to the signed-in user', async () => {
  const { mine, user } = await signedIn('c-link-token@vouch.test');
  const token = await google.idToken({ sub: 'c-link-token', email: 'elsewhere@vouch.test' });
  const { data, error } = await mine.linkIdentity({ provider: 'google', token });
  expect(error).toBeNull();
  expect(data.user?.id).toBe(user.id);
  expect(await identitiesOf(user.id)).toHaveLength(2);
  expect((await mine.linkIdentity({ provider: 'google', token })).error).toMatchObject({
    status: 422,
    code: 'identity_already_exists',
  });
});

test('linking can be switched off, and an unknown or unconfigured provider is refused', async () => {
  const { mine, user } = await signedIn('c-refused@vouch.test');
  const { data } = await mine.getSession();
  const headers = bearer(data.session!);
  const off = { ...google.bindings, AUTH_MANUAL_LINKING: 'false' };
  const path = '/user/identities/authorize?provider=google&skip_http_redirect=true';
  expect(await outcome(await call(path, { headers }, off))).toEqual([404, 'manual_linking_disabled']);
  const [identity] = await identitiesOf(user.id);
  const unlink = await call(`/user/identities/${identity!.id}`, { method: 'DELETE', headers }, off);
  expect(await outcome(unlink)).toEqual([404, 'manual_linking_disabled']);
  const github = await mine.linkIdentity({ provider: 'github', options: { skipBrowserRedirect: true } });
  expect(github.error?.status).toBe(400);
  const challenge = 'code_challenge=short&code_challenge_method=s256';
  const refused = [
    await call('/authorize?provider=', {}, google.bindings),
    await call('/authorize?provider=google', {}, withVars({ GOOGLE_CLIENT_ID: '' })),
    await call(`/authorize?provider=google&${challenge}`, {}, google.bindings),
  ];
  expect(await Promise.all(refused.map(outcome))).toEqual(refused.map(() => [400, 'validation_failed']));
  expect(await identitiesOf(user.id)).toHaveLength(1);
});

test('if the provider does not answer, the auth service answers with 503', async () => {
  const bindings = { ...google.bindings, GOOGLE_ISSUER: 'https://silent.test' };
  expect(await outcome(await call('/authorize?provider=google', {}, bindings))).toEqual([503, 'unexpected_failure']);
});
