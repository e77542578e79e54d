import { expect, type MockInstance, test, vi } from 'vitest';
import { authUsers } from '../../../drizzle/tables/all-tables.ts';
import { eq } from 'drizzle-orm';
import { db } from '../../support/worker/people/auth.ts';
import {
  authClient,
  call,
  outcome,
  PASSWORD,
  post,
  refresh,
  signIn,
  signUpConfirmed,
  withVars,
} from '../../support/worker/people/auth-client.ts';
import { newestMail } from '../../support/worker/talk/mailbox.ts';
import { meantErrors } from '../../support/worker/no-surprise.ts';

const bindings = withVars({ TURNSTILE_SECRET: 'the-secret', TURNSTILE_SITE_KEY: 'the-site-key' });
const SITEVERIFY = 'https://challenges.cloudflare.com/turnstile/v0/siteverify';
const DISALLOWED = [400, 'captcha_failed'];
const captcha = (captcha_token: string) => ({ gotrue_meta_security: { captcha_token } });

/** Accepts each token beginning with "person" once. */
function fakeTurnstile(answer?: (form: Record<string, string>) => Response | Promise<Response>) {
  const used = new Map<string, string>();
  const forms: Record<string, string>[] = [];
  const network: MockInstance<typeof fetch> = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    expect(request.url).toBe(SITEVERIFY);
    const form = await request.json<Record<string, string>>();
    forms.push(form);
    if (answer) return answer(form);
    const { secret, response = '', idempotency_key = '' } = form;
    if (secret !== 'the-secret') return Response.json({ success: false, 'error-codes': ['invalid-input-secret'] });
    if (!response.startsWith('person'))
      return Response.json({ success: false, 'error-codes': ['invalid-input-response'] });
    const isFirst = (used.get(response) ?? idempotency_key) === idempotency_key;
    used.set(response, idempotency_key);
    return Response.json(isFirst ? { success: true } : { success: false, 'error-codes': ['timeout-or-duplicate'] });
  });
  return { forms, network };
}

/** The calls that need a Turnstile token. `robot` is an address without an account. */
const guarded = (email: string, robot: string): [string, object][] => [
  ['/signup', { email: robot, password: PASSWORD }],
  ['/token?grant_type=password', { email, password: PASSWORD }],
  ['/token?grant_type=web3', { chain: 'ethereum', message: '', signature: '' }],
  ['/otp', { email }],
  ['/magiclink', { email }],
  ['/recover', { email }],
  ['/resend', { type: 'signup', email }],
  ['/sso', { domain: 'vouch.test' }],
  ['/passkeys/authentication/options', {}],
];
const isRecovering = async (id: string) =>
  (await db.select().from(authUsers).where(eq(authUsers.id, id)))[0]!.recovery_sent_at !== null;

test('a call to sign up, sign in, recover or send a mail is refused without a valid Turnstile token', async () => {
  const { user } = await signUpConfirmed('guarded@vouch.test');
  const { forms } = fakeTurnstile();
  for (const [path, body] of guarded(user.email, 'robot@vouch.test'))
    for (const token of [{}, captcha(' '), captcha('robot')]) {
      const refused = await post(path, { ...body, ...token }, { bindings });
      expect([path, await outcome(refused)]).toEqual([path, DISALLOWED]);
    }
  expect(forms).toHaveLength(9);
  expect(await db.$count(authUsers, eq(authUsers.email, 'robot@vouch.test'))).toBe(0);
  expect(await isRecovering(user.id)).toBe(false);
});

test('/signup and other guarded paths need the captcha even if their query names a grant type that needs none', async () => {
  const { user } = await signUpConfirmed('queried@vouch.test');
  const { forms } = fakeTurnstile();
  const withoutGrant = guarded(user.email, 'queried-robot@vouch.test').filter(([path]) => !path.includes('grant_type'));
  for (const [path, body] of withoutGrant)
    for (const grant of ['refresh_token', 'pkce', 'id_token']) {
      const asked = `${path}?grant_type=${grant}`;
      expect([asked, await outcome(await post(asked, body, { bindings }))]).toEqual([asked, DISALLOWED]);
    }
  expect(forms).toEqual([]);
  expect(await db.$count(authUsers, eq(authUsers.email, 'queried-robot@vouch.test'))).toBe(0);
  expect(await isRecovering(user.id)).toBe(false);
});

test('a valid Turnstile token is verified with the secret and lets only one HTTP request through', async () => {
  await signUpConfirmed('person@vouch.test');
  const { forms } = fakeTurnstile();
  const client = authClient({ bindings });
  const enter = () => client.signInWithPassword({ email: 'person@vouch.test', password: PASSWORD, options });
  const options = { captchaToken: 'person-1' };
  expect((await enter()).error).toBeNull();
  expect(forms).toEqual([
    {
      secret: 'the-secret',
      response: 'person-1',
      remoteip: 'local',
      idempotency_key: expect.stringMatching(/^[\da-f-]{36}$/),
    },
  ]);
  const again = await enter();
  expect(again.error).toMatchObject({ status: 400, code: 'captcha_failed' });
  expect(again.error?.message).toContain('timeout-or-duplicate');
  expect((await client.resetPasswordForEmail('person@vouch.test', { captchaToken: 'person-2' })).error).toBeNull();
  expect(await newestMail('person@vouch.test')).toBeTruthy();
});

test('a refresh, a code from a mail and the service key need no Turnstile token', async () => {
  const { refresh_token } = await signUpConfirmed('proven@vouch.test');
  const { forms } = fakeTurnstile();
  expect((await refresh(refresh_token, bindings)).status).toBe(200);
  const verify = await post('/verify', { type: 'email', email: 'proven@vouch.test', token: '000000' }, { bindings });
  expect(await outcome(verify)).toEqual([403, 'otp_expired']);
  const key = { Authorization: `Bearer ${bindings.AUTH_SERVICE_KEY_JWT}` };
  const email = 'proven@vouch.test';
  expect((await post('/otp', { email }, { headers: key, bindings })).status).toBe(200);
  const forged = { Authorization: `Bearer ${btoa('{}')}.${btoa('{"role":"service_role"}')}.` };
  expect(await outcome(await post('/otp', { email }, { headers: forged, bindings }))).toEqual(DISALLOWED);
  expect(forms).toEqual([]);
});

test.each([
  ['is unreachable', () => Promise.reject(new TypeError('connection refused'))],
  ['answers no JSON', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ['has a fault', () => Response.json({ success: false, 'error-codes': ['internal-error'] })],
  ['does not know the secret', () => Response.json({ success: false, 'error-codes': ['invalid-input-secret'] })],
])('a password sign-in is refused while Turnstile %s', async (_, answer) => {
  await signUpConfirmed('closed@vouch.test').catch(() => undefined);
  const { forms } = fakeTurnstile(answer);
  const body = { email: 'closed@vouch.test', password: PASSWORD, ...captcha('person') };
  const refused = await post('/token?grant_type=password', body, { bindings });
  expect(refused.status).toBe(500);
  expect(await refused.json()).toMatchObject({
    error_code: 'captcha_failed',
    msg: expect.stringContaining('Try again in a minute'),
  });
  expect(forms).toHaveLength(2);
  expect(forms[0]).toEqual(forms[1]);
  expect(meantErrors()).toHaveLength(2);
});

test('if Turnstile’s answer is lost, the Worker asks again with the same idempotency key and the sign-in succeeds', async () => {
  await signUpConfirmed('lost@vouch.test');
  let isLost = true;
  const seen = new Set<string>();
  fakeTurnstile(({ idempotency_key }) => {
    seen.add(idempotency_key!);
    if (!isLost) return Response.json({ success: true });
    isLost = false;
    throw new TypeError('the connection was lost');
  });
  const body = { email: 'lost@vouch.test', password: PASSWORD, ...captcha('person') };
  expect((await post('/token?grant_type=password', body, { bindings })).status).toBe(200);
  expect(seen.size).toBe(1);
  expect(meantErrors()).toHaveLength(1);
});

const policyOf = async (vars?: Env, name = 'Content-Security-Policy') =>
  (await call('http://vouch.test/api/health', {}, vars)).headers.get(name);

test('without Turnstile, sign-in needs no token and the content security policy does not name Cloudflare', async () => {
  await signUpConfirmed('plain@vouch.test');
  const { network } = fakeTurnstile();
  expect((await signIn('plain@vouch.test')).status).toBe(200);
  expect(network).not.toHaveBeenCalled();
  expect(await policyOf()).not.toContain('cloudflare');
  const policy = await policyOf(bindings);
  expect(policy).toContain("script-src 'self' https://challenges.cloudflare.com;");
  expect(policy).toContain('frame-src https://challenges.cloudflare.com;');
  // With Turnstile, violations of Trusted Types are only reported, because Turnstile's script may write markup.
  expect(policy).not.toContain('trusted-types');
  const reported = await policyOf(bindings, 'Content-Security-Policy-Report-Only');
  expect(reported).toContain("require-trusted-types-for 'script'");
  expect(await policyOf(undefined, 'Content-Security-Policy-Report-Only')).toBeNull();
});
