import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authFlowStates, authSessions, authUsers } from '../../../../drizzle/tables/all-tables.ts';
import { db } from '../../../support/worker/people/auth.ts';
import { authClient, call } from '../../../support/worker/people/auth-client.ts';
import { sha256Hex } from '../../../support/worker/people/fake-google.ts';
import { googleFlow } from '../../../support/worker/people/google-flow.ts';

const { google, fetchGoogle, startFlow } = await googleFlow();

test('an OAuth flow sends PKCE, a nonce and our own redirect URI, whatever parameters the caller adds', async () => {
  const evil =
    '&redirect_uri=https://evil.test&client_id=evil&state=s&nonce=n&response_type=token&code_verifier=v&prompt=select_account';
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

test('a client of the implicit flow gets its tokens in the fragment of the URL', async () => {
  const { land, flow } = await startFlow(undefined, '&redirect_to=http://127.0.0.1:8787/admin/events');
  const claims = { sub: 'g-implicit', email: 'implicit@vouch.test', name: 'A student' };
  const { status, location, fragment } = await land(claims);
  expect(status).toBe(302);
  expect(location.origin + location.pathname + location.search).toBe('http://127.0.0.1:8787/admin/events');
  expect(Object.fromEntries(fragment)).toMatchObject({
    token_type: 'bearer',
    expires_in: '3600',
    provider_token: 'google-access',
    sb: '',
  });
  expect(google.exchanges.at(-1)?.get('code_verifier')).toBe(flow.provider_verifier);
  const me = await call('/user', { headers: { Authorization: `Bearer ${fragment.get('access_token')}` } });
  expect(await me.json()).toMatchObject({ email: 'implicit@vouch.test', app_metadata: { provider: 'google' } });
});

test('a PKCE client gets a code in the URL, never a token', async () => {
  const client = authClient({ flowType: 'pkce', bindings: google.bindings });
  const { data } = await client.signInWithOAuth({ provider: 'google', options: { skipBrowserRedirect: true } });
  const started = await fetchGoogle(data.url!);
  const state = new URL(started.headers.get('Location')!).searchParams.get('state')!;
  const [flow] = await db.select().from(authFlowStates).where(eq(authFlowStates.id, state));
  const claims = { sub: 'g-pkce', email: 'pkce@vouch.test' };
  google.willExchange('pkce', { claims, nonce: await sha256Hex(flow!.provider_nonce!) });
  const back = new URL((await fetchGoogle(`/callback?code=pkce&state=${state}`)).headers.get('Location')!);
  expect(back.hash).toBe('');
  expect([...back.searchParams.keys()]).toEqual(['code']);
  const { data: signedIn, error } = await client.exchangeCodeForSession(back.searchParams.get('code')!);
  expect(error).toBeNull();
  expect(signedIn.session).toMatchObject({ provider_token: 'google-access', user: { email: 'pkce@vouch.test' } });
});

test('an OAuth state is refused if it was used before, is older than five minutes or is unknown', async () => {
  const replayed = await startFlow();
  expect((await replayed.land({ sub: 'g-once', email: 'once@vouch.test' })).fragment.has('access_token')).toBe(true);
  const late = await startFlow();
  const created_at = new Date(Date.now() - 300_001);
  await db.update(authFlowStates).set({ created_at }).where(eq(authFlowStates.id, late.state));
  const before = await db.$count(authSessions);
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
  expect(await db.$count(authSessions)).toBe(before);
  expect(await db.$count(authUsers, eq(authUsers.email, 'late@vouch.test'))).toBe(0);
});

test('an OAuth state that arrives three times at the same moment signs the person in only once', async () => {
  const { land, state } = await startFlow();
  const person = { sub: 'g-race', email: 'race@vouch.test' };
  const again = fetchGoogle(`/callback?state=${state}&code=code-${state}`);
  const landed = await Promise.all([land(person), land(person), again]);
  expect(landed.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([302, 303, 303]);
});

test('an ID token with the nonce of another OAuth flow is refused', async () => {
  const one = await startFlow();
  const other = await startFlow();
  const claims = { sub: 'g-mixed', email: 'mixed@vouch.test' };
  google.willExchange('mixed', { claims, nonce: await sha256Hex(other.flow.provider_nonce!) });
  const back = new URL((await fetchGoogle(`/callback?state=${one.state}&code=mixed`)).headers.get('Location')!);
  expect(back.searchParams.get('error')).toBe('server_error');
  expect(await db.$count(authUsers, eq(authUsers.email, 'mixed@vouch.test'))).toBe(0);
});

test("if the provider reports an error, the caller's page gets it in the query and in the fragment", async () => {
  const { land, state } = await startFlow(undefined, '&redirect_to=http://127.0.0.1:8787/auth');
  const { location, query, fragment } = await land({}, `state=${state}&error=access_denied`);
  expect(location.pathname).toBe('/auth');
  expect([query.get('error'), fragment.get('error')]).toEqual(['access_denied', 'access_denied']);
});
