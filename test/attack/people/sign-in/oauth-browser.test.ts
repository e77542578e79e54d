import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authFlowStates, authIdentities, authUsers } from '../../../../drizzle/tables/all-tables.ts';
import { db } from '../../../support/worker/people/auth.ts';
import {
  bearer,
  call,
  outcome,
  post,
  signUpConfirmed,
  type Tokens,
} from '../../../support/worker/people/auth-client.ts';
import { fakeGoogle, sha256Hex } from '../../../support/worker/people/fake-google.ts';

const google = await fakeGoogle();
const SITE = 'http://127.0.0.1:8787';
const ELSEWHERE = 'https://partner.test/in';
const bindings = { ...google.bindings, AUTH_REDIRECT_ALLOW: ELSEWHERE };
const BROWSER = { Accept: 'text/html,application/xhtml+xml', 'Sec-Fetch-Mode': 'navigate' };
const go = (url: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  call(url, { ...init, headers: { ...BROWSER, ...headers } }, bindings);
const cookieOf = (answer: Response) => ({ Cookie: answer.headers.get('Set-Cookie')!.split(';')[0]! });
const stateOf = (url: string | null) => new URL(url!).searchParams.get('state')!;

async function start(headers: Record<string, string> = {}, query = '') {
  const started = await go(`${SITE}/auth/v1/authorize?provider=google${query}`, headers);
  return {
    state: stateOf(started.headers.get('Location')),
    cookie: cookieOf(started),
    raw: started.headers.getSetCookie().find((cookie) => cookie.includes('vouch-oauth='))!,
  };
}

async function startLink(who: Pick<Tokens, 'access_token'>, redirect_to = `${SITE}/account`, more = '') {
  const query = `provider=google&skip_http_redirect=true&redirect_to=${encodeURIComponent(redirect_to)}${more}`;
  const started = await call(`${SITE}/auth/v1/user/identities/authorize?${query}`, { headers: bearer(who) }, bindings);
  return { state: stateOf((await started.json<{ url: string }>()).url), cookie: cookieOf(started) };
}

/** Returns the status and the redirect that a browser with these cookies gets when the provider answers for `email`. */
async function land(state: string, email: string, headers: Record<string, string> = {}, init: RequestInit = {}) {
  const [flow] = await db.select().from(authFlowStates).where(eq(authFlowStates.id, state));
  google.willExchange(state, { claims: { sub: `sub-${email}`, email }, nonce: await sha256Hex(flow!.provider_nonce!) });
  const query = new URLSearchParams({ state, code: state });
  const posted = init.method === 'POST';
  const answer = await go(
    `${SITE}/auth/v1/callback${posted ? '' : `?${query.toString()}`}`,
    headers,
    posted ? { ...init, body: query } : init,
  );
  return { status: answer.status, location: new URL(answer.headers.get('Location')!) };
}
const identitiesOf = ({ user }: Tokens) => db.select().from(authIdentities).where(eq(authIdentities.user_id, user.id));
const usersOf = (email: string) => db.select().from(authUsers).where(eq(authUsers.email, email));
const isSignedIn = ({ location }: { location: URL }) => location.hash.includes('access_token');
const errorOf = ({ location }: { location: URL }) => location.searchParams.get('error_code');

test('a browser is not signed in by an OAuth flow that another browser began', async () => {
  const { state } = await start();
  const handed = await land(state, 'attacker@vouch.test');
  expect([handed.status, errorOf(handed)]).toEqual([303, 'bad_oauth_state']);
  expect(handed.location.hash).toBe('');
  const other = await start();
  const victim = await start();
  expect(isSignedIn(await land(other.state, 'attacker@vouch.test', victim.cookie))).toBe(false);
  expect(await usersOf('attacker@vouch.test')).toEqual([]);
});

test('a browser is not signed in by an OAuth flow that a program began', async () => {
  const started = await call('/authorize?provider=google', {}, bindings);
  const state = stateOf(started.headers.get('Location'));
  expect(isSignedIn(await land(state, 'script@vouch.test'))).toBe(false);
  expect(await usersOf('script@vouch.test')).toEqual([]);
});

test('a browser can begin OAuth flows in two tabs, and both sign it in', async () => {
  const first = await start();
  const second = await start(first.cookie);
  expect(second.cookie).toEqual(first.cookie);
  expect(second.state).not.toBe(first.state);
  expect(isSignedIn(await land(first.state, 'tab-1@vouch.test', second.cookie))).toBe(true);
  expect(isSignedIn(await land(second.state, 'tab-2@vouch.test', second.cookie))).toBe(true);
});

test('scripts and other hosts cannot read the cookie of an OAuth flow', async () => {
  expect((await start()).raw).toMatch(/^vouch-oauth=[\w-]{43}; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/);
  const deployed = {
    AUTH_PHONE: 'false',
    STAFF_SECOND_FACTOR: 'true',
    AUTH_RATE_LIMIT_SCALE: '10',
    GOOGLE_CLIENT_ID: 'vouch.apps.googleusercontent.com',
    GOOGLE_CLIENT_SECRET: 'client-secret-for-tests',
  };
  const https = { ...bindings, ...deployed, SITE_URL: 'https://vouch.test' };
  const secure = await call('https://vouch.test/auth/v1/authorize?provider=google', { headers: BROWSER }, https);
  expect(secure.headers.getSetCookie().find((cookie) => cookie.includes('vouch-oauth='))).toMatch(
    /^__Host-vouch-oauth=[\w-]{43}; Max-Age=300; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  expect((await start({ Cookie: 'vouch-oauth=known' })).cookie.Cookie).toMatch(/^vouch-oauth=[\w-]{43}$/);
});

test("a person who opens an attacker's link does not link their Google account to the attacker's account", async () => {
  const attacker = await signUpConfirmed('link-attacker@vouch.test');
  const { state, cookie } = await startLink(attacker);
  expect(errorOf(await land(state, 'victim-of-link@vouch.test'))).toBe('bad_oauth_state');
  expect(await identitiesOf(attacker)).toHaveLength(1);
  const own = await startLink(attacker);
  expect(errorOf(await land(own.state, 'own-google@vouch.test', own.cookie))).toBeNull();
  expect(await identitiesOf(attacker)).toHaveLength(2);
  expect(cookie).not.toEqual(own.cookie);
});

test("an image or `fetch` on an attacker's page cannot link the visitor's Google account to the attacker's account", async () => {
  const attacker = await signUpConfirmed('quiet-attacker@vouch.test');
  const { state } = await startLink(attacker);
  const quiet = { Accept: '*/*', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Site': 'cross-site' };
  expect(errorOf(await land(state, 'quiet-victim@vouch.test', quiet))).toBe('bad_oauth_state');
  expect(await identitiesOf(attacker)).toHaveLength(1);
});

test('a page of another allowed origin can link an identity only if it knows the PKCE verifier', async () => {
  const attacker = await signUpConfirmed('partner-attacker@vouch.test');
  const verifier = 'v'.repeat(64);
  const challenge = `&code_challenge=${verifier}&code_challenge_method=plain`;
  const { state } = await startLink(attacker, ELSEWHERE, challenge);
  const landed = await land(state, 'victim-of-partner@vouch.test');
  expect(landed.location.origin + landed.location.pathname).toBe(ELSEWHERE);
  expect([landed.location.hash, [...landed.location.searchParams.keys()]]).toEqual(['', ['code']]);
  expect(await identitiesOf(attacker)).toHaveLength(1);
  const auth_code = landed.location.searchParams.get('code');
  const exchange = (code_verifier: string) =>
    post('/token?grant_type=pkce', { auth_code, code_verifier }, { bindings });
  expect(await outcome(await exchange('w'.repeat(64)))).toEqual([400, 'bad_code_verifier']);
  expect(await identitiesOf(attacker)).toHaveLength(1);
  const linked = await exchange(verifier);
  expect(linked.status).toBe(200);
  expect((await linked.json<Tokens>()).user.id).toBe(attacker.user.id);
  expect(await identitiesOf(attacker)).toHaveLength(2);
});

test('exchanging a code does not link an identity that belongs to another account', async () => {
  const [first, second] = [
    await signUpConfirmed('first-partner@vouch.test'),
    await signUpConfirmed('second-partner@vouch.test'),
  ];
  const verifier = 'v'.repeat(64);
  const answers = [];
  for (const user of [first, second]) {
    const { state } = await startLink(user, ELSEWHERE, `&code_challenge=${verifier}&code_challenge_method=plain`);
    const { location } = await land(state, 'shared-google@vouch.test');
    const body = { auth_code: location.searchParams.get('code'), code_verifier: verifier };
    answers.push(await outcome(await post('/token?grant_type=pkce', body, { bindings })));
  }
  expect(answers).toEqual([
    [200, undefined],
    [422, 'identity_already_exists'],
  ]);
  expect(await identitiesOf(second)).toHaveLength(1);
});

test('linking an identity without PKCE from another allowed origin is refused', async () => {
  const attacker = await signUpConfirmed('implicit-partner@vouch.test');
  const { state } = await startLink(attacker, ELSEWHERE);
  const landed = await land(state, 'victim-of-implicit@vouch.test');
  expect(errorOf(landed)).toBe('bad_oauth_state');
  expect(await identitiesOf(attacker)).toHaveLength(1);
  const query = `provider=google&skip_http_redirect=true&redirect_to=${encodeURIComponent(ELSEWHERE)}`;
  const page = { ...bearer(attacker), Origin: 'https://partner.test', 'Sec-Fetch-Site': 'cross-site' };
  const refused = await call(`${SITE}/auth/v1/user/identities/authorize?${query}`, { headers: page }, bindings);
  const told = { msg: expect.stringContaining('needs PKCE') as string };
  expect([refused.status, await refused.json()]).toMatchObject([400, told]);
});

test('each account can begin to link an identity only a limited number of times', async () => {
  const [eager, other] = [
    await signUpConfirmed('eager-linker@vouch.test'),
    await signUpConfirmed('other-linker@vouch.test'),
  ];
  const slow = { ...bindings, AUTH_RATE_LIMIT_SCALE: '0.1' };
  const path = '/user/identities/authorize?provider=google&skip_http_redirect=true';
  const begin = async (who: Tokens) => (await call(path, { headers: bearer(who) }, slow)).status;
  const answers = [];
  for (let time = 0; time < 4; time++) answers.push(await begin(eager));
  expect(answers).toEqual([200, 200, 200, 429]);
  expect(await begin(other)).toBe(200);
  expect((await call('/user', { headers: bearer(eager) }, slow)).status).toBe(200);
});

test('a POST of the provider’s answer is redirected to a GET, because browsers send their cookies only with the GET', async () => {
  const { state, cookie } = await start();
  const hop = await land(state, 'posted@vouch.test', {}, { method: 'POST' });
  expect([hop.status, hop.location.pathname]).toEqual([303, '/auth/v1/callback']);
  const landed = await go(hop.location.href, cookie);
  expect(landed.headers.get('Location')).toContain('access_token');
});

test('a browser that begins a flow under another host name of the site is redirected to the main host name', async () => {
  const path = '/auth/v1/authorize?provider=google&redirect_to=http://127.0.0.1:8787/events';
  const started = await go(`http://localhost:8787${path}`);
  expect(started.headers.get('Location')).toBe(`${SITE}${path}`);
  expect(started.headers.get('Set-Cookie')).toBeNull();
});

test('where Google is switched off, a browser is sent to the sign-in page with the reason', async () => {
  const off = { ...bindings, GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' };
  const url = `${SITE}/auth/v1/authorize?provider=google`;
  const answer = await call(url, { headers: BROWSER, redirect: 'manual' }, off);
  expect(answer.status).toBe(302);
  const to = new URL(answer.headers.get('Location')!);
  expect([to.origin, to.pathname, to.searchParams.get('error_code')]).toEqual([SITE, '/login', 'provider_disabled']);
  const refused = await call(url, { headers: { Accept: 'application/json' } }, off);
  expect([refused.status, await refused.json()]).toMatchObject([400, { error_code: 'validation_failed' }]);
});
