import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authFlowStates, authIdentities, authOneTimeCodes, authSessions, authUsers } from '../../../../drizzle/tables/all-tables.ts';
import { db, signedInAs } from '../../../support/worker/people/auth.ts';
import {
  anotherSession,
  authClient,
  bearer,
  call,
  outcome,
  post,
  send,
  signUpConfirmed,
  type Tokens,
} from '../../../support/worker/people/auth-client.ts';
import { fakeGoogle, sha256Hex, type Claims } from '../../../support/worker/people/fake-google.ts';
import { newestMail } from '../../../support/worker/talk/mailbox.ts';

const google = await fakeGoogle();
const fetchGoogle = (path: string, init: RequestInit = {}) => call(path, init, google.bindings);
const identitiesOf = (user_id: string) => db.select().from(authIdentities).where(eq(authIdentities.user_id, user_id));

/** Starts an OAuth flow: with `who` to link an identity to that user, else to sign in. Returns the state and a way to come back. */
async function startFlow(who?: Pick<Tokens, 'access_token'>, query = '') {
  const started = who
    ? await fetchGoogle(`/user/identities/authorize?provider=google&skip_http_redirect=true${query}`, { headers: bearer(who) })
    : await fetchGoogle(`/authorize?provider=google${query}`);
  const target = new URL(who ? (await started.json<{ url: string }>()).url : started.headers.get('Location')!);
  const state = target.searchParams.get('state')!;
  const [flow] = await db.select().from(authFlowStates).where(eq(authFlowStates.id, state));
  return {
    state,
    target,
    flow: flow!,
    /** Comes back from the provider as this person. */
    land: async (claims: Claims, params = `state=${state}&code=code-${state}`) => {
      google.willExchange(`code-${state}`, { claims, nonce: await sha256Hex(flow!.provider_nonce!) });
      const answer = await fetchGoogle(`/callback?${params}`);
      const location = new URL(answer.headers.get('Location')!);
      return { status: answer.status, location, query: location.searchParams, fragment: new URLSearchParams(location.hash.slice(1)) };
    },
  };
}

test('an OAuth flow sends PKCE, a nonce and our own addresses, whatever keys the caller adds', async () => {
  const evil = '&redirect_uri=https://evil.test&client_id=evil&state=s&nonce=n&response_type=token&code_verifier=v&prompt=select_account';
  const { target, flow } = await startFlow(undefined, `${evil}&scopes=calendar&redirect_to=https://evil.test/`);
  const asked = Object.fromEntries(target.searchParams);
  expect(asked).toMatchObject({
    client_id: google.client_id,
    redirect_uri: 'http://127.0.0.1:8787/auth/v1/callback',
    response_type: 'code',
    code_challenge_method: 'S256',
    prompt: 'select_account',
    scope: 'openid email profile calendar',
    nonce: await sha256Hex(flow.provider_nonce!),
  });
  expect(asked['state']).toBe(flow.id);
  expect(asked).not.toHaveProperty('code_verifier');
  expect(flow.redirect_to).toBe('http://127.0.0.1:8787');
});

test('an implicit client gets its tokens in the fragment, and the provider got our verifier', async () => {
  const { land, flow } = await startFlow(undefined, '&redirect_to=http://127.0.0.1:8787/admin/events');
  const { status, location, fragment } = await land({ sub: 'g-implicit', email: 'implicit@vouch.test', name: 'A student' });
  expect(status).toBe(302);
  expect(location.origin + location.pathname + location.search).toBe('http://127.0.0.1:8787/admin/events');
  expect(Object.fromEntries(fragment)).toMatchObject({ token_type: 'bearer', expires_in: '3600', provider_token: 'google-access', sb: '' });
  expect(google.exchanges.at(-1)?.get('code_verifier')).toBe(flow.provider_verifier);
  const me = await call('/user', { headers: { Authorization: `Bearer ${fragment.get('access_token')}` } });
  expect(await me.json()).toMatchObject({ email: 'implicit@vouch.test', app_metadata: { provider: 'google' } });
});

test('a PKCE client gets a code and never a token in the URL', async () => {
  const client = authClient({ flowType: 'pkce', bindings: google.bindings });
  const { data } = await client.signInWithOAuth({ provider: 'google', options: { skipBrowserRedirect: true } });
  const started = await fetchGoogle(data.url!);
  const state = new URL(started.headers.get('Location')!).searchParams.get('state')!;
  const [flow] = await db.select().from(authFlowStates).where(eq(authFlowStates.id, state));
  google.willExchange('pkce', { claims: { sub: 'g-pkce', email: 'pkce@vouch.test' }, nonce: await sha256Hex(flow!.provider_nonce!) });
  const back = new URL((await fetchGoogle(`/callback?code=pkce&state=${state}`)).headers.get('Location')!);
  expect(back.hash).toBe('');
  expect([...back.searchParams.keys()]).toEqual(['code']);
  const { data: signedIn, error } = await client.exchangeCodeForSession(back.searchParams.get('code')!);
  expect(error).toBeNull();
  expect(signedIn.session).toMatchObject({ provider_token: 'google-access', user: { email: 'pkce@vouch.test' } });
});

test('an address that the provider has not verified never joins or opens an account', async () => {
  const owner = await signUpConfirmed('unproven@vouch.test');
  for (const email of ['unproven@vouch.test', 'nobody-yet@vouch.test']) {
    const { land } = await startFlow();
    const { query, fragment } = await land({ sub: 'g-unproven', email, email_verified: false });
    expect(query.get('error')).toBe('access_denied');
    expect(fragment.get('error_code')).toBe('provider_email_needs_verification');
    expect(fragment.has('access_token')).toBe(false);
  }
  expect(await identitiesOf(owner.user.id)).toHaveLength(1);
  expect(await db.select().from(authUsers).where(eq(authUsers.email, 'nobody-yet@vouch.test'))).toEqual([]);
  expect(await db.select().from(authIdentities).where(eq(authIdentities.provider_id, 'g-unproven'))).toEqual([]);
});

test('a verified address joins its confirmed account, which keeps its password', async () => {
  const owner = await signUpConfirmed('joins@vouch.test');
  const { land } = await startFlow();
  const { fragment } = await land({ sub: 'g-joins', email: 'Joins@vouch.test' });
  const me = await (await call('/user', { headers: { Authorization: `Bearer ${fragment.get('access_token')}` } })).json<Tokens['user']>();
  expect(me).toMatchObject({ id: owner.user.id, app_metadata: { provider: 'email', providers: ['email', 'google'] } });
  expect((await post('/token?grant_type=password', { email: 'joins@vouch.test', password: 'a long enough one' })).status).toBe(200);
});

test('a state is good once and for five minutes, and an unknown one is refused', async () => {
  const replayed = await startFlow();
  expect((await replayed.land({ sub: 'g-once', email: 'once@vouch.test' })).fragment.has('access_token')).toBe(true);
  const late = await startFlow();
  await db
    .update(authFlowStates)
    .set({ created_at: new Date(Date.now() - 300_001) })
    .where(eq(authFlowStates.id, late.state));
  const before = (await db.select().from(authSessions)).length;
  const person = { sub: 'g-late', email: 'late@vouch.test' };
  const wrong = [
    await replayed.land({ sub: 'g-once', email: 'once@vouch.test' }),
    await late.land(person),
    await late.land(person, `state=${crypto.randomUUID()}&code=x`),
    await late.land(person, 'code=x'),
    await late.land(person, 'state=%27%20or%201=1--&code=x'),
  ];
  for (const { status, location, query } of wrong) {
    expect(status).toBe(303);
    expect(location.origin + location.pathname).toBe('http://127.0.0.1:8787/');
    expect(location.hash).toBe('');
    expect(query.get('error_code')).toBe('bad_oauth_state');
  }
  expect(await db.select().from(authSessions)).toHaveLength(before);
  expect(await db.select().from(authUsers).where(eq(authUsers.email, 'late@vouch.test'))).toEqual([]);
});

test('the same state presented twice at the same moment signs in once', async () => {
  const { land, state } = await startFlow();
  const person = { sub: 'g-race', email: 'race@vouch.test' };
  const landed = await Promise.all([land(person), land(person), fetchGoogle(`/callback?state=${state}&code=code-${state}`)]);
  expect(landed.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([302, 303, 303]);
});

test('a token of the provider with the nonce of another OAuth flow is refused', async () => {
  const one = await startFlow();
  const other = await startFlow();
  google.willExchange('mixed', {
    claims: { sub: 'g-mixed', email: 'mixed@vouch.test' },
    nonce: await sha256Hex(other.flow.provider_nonce!),
  });
  const back = new URL((await fetchGoogle(`/callback?state=${one.state}&code=mixed`)).headers.get('Location')!);
  expect(back.searchParams.get('error')).toBe('server_error');
  expect(await db.select().from(authUsers).where(eq(authUsers.email, 'mixed@vouch.test'))).toEqual([]);
});

test("an error of the provider is reported to the caller's page, in query and fragment", async () => {
  const { land, state } = await startFlow(undefined, '&redirect_to=http://127.0.0.1:8787/auth');
  const { location, query, fragment } = await land({}, `state=${state}&error=access_denied`);
  expect(location.pathname).toBe('/auth');
  expect([query.get('error'), fragment.get('error')]).toEqual(['access_denied', 'access_denied']);
});

test("a link completes only for the user who began it, and never takes another user's identity", async () => {
  const mine = await signUpConfirmed('linker@vouch.test');
  const begun = await startFlow(mine);
  expect(begun.flow.linking_user_id).toBe(mine.user.id);
  await begun.land({ sub: 'g-linked', email: 'linked-elsewhere@vouch.test' });
  expect((await identitiesOf(mine.user.id)).map(({ provider_id }) => provider_id)).toContain('g-linked');
  const [row] = await db.select().from(authUsers).where(eq(authUsers.id, mine.user.id));
  expect(row?.email).toBe('linker@vouch.test');

  const thief = await signUpConfirmed('link-thief@vouch.test');
  const stolen = await (await startFlow(thief)).land({ sub: 'g-linked', email: 'linked-elsewhere@vouch.test' });
  expect(stolen.fragment.get('error_code')).toBe('identity_already_exists');
  const byToken = await post(
    '/token?grant_type=id_token',
    { provider: 'google', link_identity: true, id_token: await google.idToken({ sub: 'g-linked', email: 'linked-elsewhere@vouch.test' }) },
    { headers: bearer(thief), bindings: google.bindings },
  );
  expect(await outcome(byToken)).toEqual([422, 'identity_already_exists']);
  expect(await identitiesOf(thief.user.id)).toHaveLength(1);
  expect(await outcome(await fetchGoogle('/user/identities/authorize?provider=google'))).toEqual([401, 'no_authorization']);
});

test("the last identity cannot be removed, not even by two requests at once, and another user's identity is not found", async () => {
  const user = await signUpConfirmed('unlink@vouch.test');
  const [email] = await identitiesOf(user.user.id);
  const remove = (id: string, who: Pick<Tokens, 'access_token'> = user) =>
    call(`/user/identities/${id}`, { method: 'DELETE', headers: bearer(who) });
  expect(await outcome(await remove(email!.id))).toEqual([422, 'single_identity_not_deletable']);
  await (await startFlow(user)).land({ sub: 'g-unlink', email: 'unlink@vouch.test' });
  const both = await identitiesOf(user.user.id);
  const answers = await Promise.all(both.map(({ id }) => remove(id)));
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422]);
  expect(await identitiesOf(user.user.id)).toHaveLength(1);
  const stranger = await signUpConfirmed('unlink-stranger@vouch.test');
  await (await startFlow(stranger)).land({ sub: 'g-stranger', email: 'unlink-stranger@vouch.test' });
  const [left] = await identitiesOf(user.user.id);
  expect(await outcome(await remove(left!.id, stranger))).toEqual([422, 'identity_not_found']);
  expect(await outcome(await remove('../../logout', stranger))).toEqual([404, 'validation_failed']);
});

test('unlinking the identity of the address ends old codes, and takes no address that is unproven', async () => {
  const user = await signUpConfirmed('moves@vouch.test');
  const landed = await (await startFlow(user)).land({ sub: 'g-moves', email: 'moved@vouch.test', email_verified: false });
  expect(landed.fragment.has('access_token')).toBe(true);
  await send('POST', '/recover', { email: 'moves@vouch.test' });
  const { token_hash } = await newestMail('moves@vouch.test');
  const own = (await identitiesOf(user.user.id)).find(({ provider }) => provider === 'email')!;
  expect((await call(`/user/identities/${own.id}`, { method: 'DELETE', headers: bearer(user) })).status).toBe(200);
  const [row] = await db.select().from(authUsers).where(eq(authUsers.id, user.user.id));
  expect(row).toMatchObject({ email: null, email_confirmed_at: null, app_metadata: { provider: 'google' } });
  expect(await outcome(await post('/verify', { type: 'recovery', token_hash }))).toEqual([403, 'otp_expired']);
  expect(await db.select().from(authOneTimeCodes).where(eq(authOneTimeCodes.user_id, user.user.id))).toEqual([]);
});

const EVICTIONS = {
  'a new password': (owner: Tokens) => send('PUT', '/user', { password: 'a different one' }, { headers: bearer(owner) }),
  'signing out everywhere': (owner: Tokens) => call('/logout?scope=global', { method: 'POST', headers: bearer(owner) }),
  'signing the others out': (owner: Tokens) => call('/logout?scope=others', { method: 'POST', headers: bearer(owner) }),
};

test.each(Object.entries(EVICTIONS))('%s ends a link that a thief has begun', async (name, evict) => {
  const email = `${name.replaceAll(' ', '-')}@vouch.test`;
  const owner = await signUpConfirmed(email);
  const { land } = await startFlow(await anotherSession(email));
  expect((await evict(owner)).ok).toBe(true);
  const { query, fragment } = await land({ sub: `g-thief-${name}`, email: 'thief@vouch.test' });
  expect(query.get('error_code')).toBe('bad_oauth_state');
  expect(fragment.has('access_token')).toBe(false);
  expect(await identitiesOf(owner.user.id)).toHaveLength(1);
});

test('a sign-out by an admin ends a link that the user has begun', async () => {
  const owner = await signUpConfirmed('signed-out-link@vouch.test');
  const { land } = await startFlow(owner);
  const { headers } = await signedInAs('admin');
  const answer = await call(`http://vouch.test/api/admin/people/${owner.user.id}/sign-out`, { method: 'POST', headers });
  expect(await answer.json()).toMatchObject({ ended: 1 });
  expect((await land({ sub: 'g-signed-out', email: 'signed-out@vouch.test' })).query.get('error_code')).toBe('bad_oauth_state');
  expect(await identitiesOf(owner.user.id)).toHaveLength(1);
});
