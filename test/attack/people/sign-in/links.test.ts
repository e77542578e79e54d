import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import {
  authClient,
  call,
  outcome,
  PASSWORD,
  post,
  send,
  signUpConfirmed,
  withVars,
} from '../../../support/worker/people/auth-client.ts';
import { arrival, browser } from '../../../support/worker/people/browser.ts';
import { newestMail } from '../../../support/worker/talk/mailbox.ts';

const POISON = {
  Host: 'evil.test',
  'X-Forwarded-Host': 'evil.test',
  'X-Forwarded-Proto': 'http',
  Forwarded: 'host=evil.test;proto=http',
};

test("no request header changes the origin of a mail's link", async () => {
  await signUpConfirmed('poison@vouch.test');
  await post('/recover', { email: 'poison@vouch.test' }, { headers: POISON });
  await post('/otp', { email: 'poison-otp@vouch.test' }, { headers: POISON });
  await post('/signup', { email: 'poison-new@vouch.test', password: PASSWORD }, { headers: POISON });
  for (const email of ['poison@vouch.test', 'poison-otp@vouch.test', 'poison-new@vouch.test']) {
    const { link } = await newestMail(email);
    expect(new URL(link).origin).toBe(new URL(env.SITE_URL).origin);
    expect(link).not.toContain('evil');
  }
});

const bindings = withVars({
  SITE_URL: 'https://vouch.test',
  STAFF_SECOND_FACTOR: 'true',
  AUTH_PHONE: 'false',
  AUTH_RATE_LIMIT_SCALE: '10',
  AUTH_REDIRECT_ALLOW: 'https://*.partner.test/in,vouchapp://callback',
  AUTH_SEND_GAP_S: '0',
});
const EVIL_REFERER = { Referer: 'https://evil.test/', apikey: 'anon' };

const BYPASSES = [
  'https://vouch.test@evil.test/',
  'https://vouch.test:8443/',
  'http://vouch.test/',
  '//evil.test',
  'https:\\\\evil.test',
  'https://vouch.test\\@evil.test',
  'https://3232235777/',
  'https://0x7f000001/',
  'https://192.168.1.1/',
  'https://[2001:db8::1]/',
  'https://vouch.test./',
  'https://vouch.test.evil.test/',
  'https://evil.test/#https://vouch.test',
  'https://evil.test/?https://vouch.test',
  'javascript:alert(1)',
  'data:text/html,x',
  'evilapp://callback',
  'https://a.b.partner.test/in',
  'https://evil.test/.partner.test/in',
  'https://a.partner.test/in/further',
  'https://vouch.test\t.evil.test/',
  'https://évil.test/',
  'not a url',
];

test('a redirect target that is not allowed is replaced by the site, in the mail and when the link is opened', async () => {
  const email = 'redirects@vouch.test';
  await signUpConfirmed(email);
  for (const target of BYPASSES) {
    const query = `?redirect_to=${encodeURIComponent(target)}`;
    await post(`/magiclink${query}`, { email }, { bindings, headers: EVIL_REFERER });
    const { link, token_hash } = await newestMail(email);
    const params = new URLSearchParams({ token: token_hash, type: 'magiclink', redirect_to: target });
    const followed = await call(`/verify?${params.toString()}`, { headers: EVIL_REFERER }, bindings);
    const failed = await call(`/verify?${params.toString()}`, { headers: EVIL_REFERER }, bindings);
    const ends = [
      new URL(link).searchParams.get('redirect_to'),
      ...[followed, failed].map((each) => each.headers.get('Location')!.split('#')[0]),
    ];
    expect([target, ...ends]).toEqual([target, 'https://vouch.test', 'https://vouch.test', 'https://vouch.test']);
    expect(followed.headers.get('Location')).toContain('access_token');
    expect(failed.headers.get('Location')).toContain('otp_expired');
  }
}, 30_000);

test('an allowed redirect is kept, whether it came by query, header or referer', async () => {
  const email = 'allowed@vouch.test';
  await signUpConfirmed(email);
  const cases: [string, Record<string, string>, string][] = [
    ['https://vouch.test/account?tab=1', {}, 'https://vouch.test/account?tab=1'],
    ['https://a.partner.test/in', {}, 'https://a.partner.test/in'],
    ['vouchapp://callback', {}, 'vouchapp://callback'],
    ['', { redirect_to: 'https://vouch.test/header' }, 'https://vouch.test/header'],
    ['', { Referer: 'https://vouch.test/auth' }, 'https://vouch.test/auth'],
  ];
  for (const [wanted, headers, expected] of cases) {
    const query = wanted && `?redirect_to=${encodeURIComponent(wanted)}`;
    await post(`/recover${query}`, { email }, { bindings, headers });
    expect(new URL((await newestMail(email)).link).searchParams.get('redirect_to')).toBe(expected);
  }
});

const exchange = (auth_code: string, code_verifier: string) =>
  post('/token?grant_type=pkce', { auth_code, code_verifier });

/** Headers that browsers send when a page of another site posts a form to us. */
const ELSEWHERE: Record<string, string>[] = [
  { Origin: 'https://evil.test', 'Sec-Fetch-Site': 'cross-site' },
  { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' },
  { Origin: 'https://evil.127.0.0.1.test', 'Sec-Fetch-Site': 'same-site' },
  { 'Sec-Fetch-Site': 'cross-site' },
  { Origin: 'https://evil.test' },
  { Origin: 'null' },
];

test('the confirm page of a link refuses a form that another site posts, and the link stays usable', async () => {
  const email = 'posted-elsewhere@vouch.test';
  await signUpConfirmed(email);
  await post('/magiclink', { email });
  const { link } = await newestMail(email);
  const visitor = browser();
  for (const from of ELSEWHERE) {
    const refused = await visitor.press(link, {}, from);
    expect([from, refused.status, refused.headers.get('Location')]).toEqual([from, 403, null]);
    expect(refused.headers.getSetCookie().join()).not.toMatch(/vouch-(arrival|device)/);
    expect(await refused.text()).toContain(`Continue as ${email}?`);
  }
  expect(arrival(await visitor.press(link))).toHaveProperty('access_token');
});

test('only a browser that confirms a link and returns to our site gets the cookie that proves the confirmation', async () => {
  const email = 'proof-of-confirmation@vouch.test';
  await signUpConfirmed(email);
  const noGap = withVars({ AUTH_SEND_GAP_S: '0', AUTH_REDIRECT_ALLOW: 'https://partner.test/in' });
  const nextLink = async (query = '') => {
    await post(`/magiclink${query}`, { email }, { bindings: noGap });
    return (await newestMail(email)).link;
  };
  const presser = browser(noGap);
  const pressed = arrival(await presser.press(await nextLink()));
  expect(pressed['arrival']).toMatch(/^[\da-f]{64}$/);
  expect(presser.cookies.get('vouch-arrival')).toBe(`magiclink.${pressed['arrival']}`);
  const others = [
    await call(await nextLink(), { headers: { apikey: 'anon' } }, noGap),
    await browser(noGap).press(await nextLink(), {}, {}),
    await browser(noGap).press(await nextLink('?redirect_to=https://partner.test/in')),
  ];
  for (const answer of others) {
    expect(arrival(answer)).toHaveProperty('access_token');
    expect(arrival(answer)).not.toHaveProperty('arrival');
    expect(answer.headers.getSetCookie().join()).not.toContain('vouch-arrival');
  }
});

test('a PKCE code gives a session only with its verifier or with the proof of the browser that confirmed its link', async () => {
  const email = 'pkce-confirmation@vouch.test';
  const noGap = withVars({ AUTH_SEND_GAP_S: '0' });
  await signUpConfirmed(email);
  const press = async () => {
    const client = authClient({ flowType: 'pkce', bindings: noGap });
    await client.signInWithOtp({ email });
    const presser = browser(noGap);
    const answer = await presser.press((await newestMail(email)).link);
    const back = new URL(answer.headers.get('Location')!);
    expect([back.hash, [...back.searchParams.keys()]]).toEqual(['', ['code']]);
    return {
      client,
      code: back.searchParams.get('code')!,
      proof: presser.cookies.get('vouch-arrival')!.split('.')[1]!,
    };
  };
  const [one, other] = [await press(), await press()];
  for (const wrong of [other.proof, 'f'.repeat(64), one.code, ' ']) {
    expect(await outcome(await exchange(one.code, wrong))).toEqual([400, 'bad_code_verifier']);
  }
  expect((await exchange(one.code, one.proof)).status).toBe(200);
  expect(await outcome(await exchange(one.code, one.proof))).toEqual([404, 'flow_state_not_found']);
  expect((await other.client.exchangeCodeForSession(other.code)).error).toBeNull();
});

test('a link to change an email address opens a page that names both addresses and says what happens next', async () => {
  const [before, after] = ['half-before@vouch.test', 'half-after@vouch.test'];
  const { headers } = await signUpConfirmed(before);
  await send('PUT', '/user', { email: after }, { headers });
  const owner = browser();
  const [toNew, toOld] = [(await newestMail(after)).link, (await newestMail(before)).link];
  for (const [link, own, other] of [
    [toNew, after, before],
    [toOld, before, after],
  ] as const) {
    const page = await (await owner.open(link)).text();
    expect(page).toContain(`Change the address of the account ${before} to ${after}?`);
    expect(page).toContain(`The button below confirms ${own}. Then open the link that we sent to ${other}.`);
    expect(page).not.toContain('signs you in');
  }
  const half = await owner.press(toNew);
  expect(Object.keys(arrival(half))).toEqual(['message', 'sb']);
  expect(owner.cookies.has('vouch-arrival')).toBe(false);
  const second = await (await owner.open(toOld)).text();
  expect(second).toContain(
    `${after} is already confirmed. The button below changes the address of the account to ${after}. It also signs you in`,
  );
  expect(second).not.toContain('Then open the link');
  const moved = arrival(await owner.press(toOld));
  expect(owner.cookies.get('vouch-arrival')).toBe(`email_change.${moved['arrival']}`);
});

test('a URL of the auth service that fails in a browser shows an error page that repeats nothing from the URL', async () => {
  const opened = { headers: { Accept: 'text/html,application/xhtml+xml', 'Sec-Fetch-Mode': 'navigate' } };
  for (const [path, status, heading] of [
    ['/Call+this+number', 404, 'Nothing here'],
    ['/user', 401, 'That didn’t work'],
  ] as const) {
    const answer = await call(path, opened);
    const page = await answer.text();
    const type = answer.headers.get('Content-Type');
    expect([path, answer.status, type]).toEqual([path, status, 'text/html; charset=UTF-8']);
    expect(page).toContain(`<h1>${heading}</h1>`);
    expect(page).toContain('--accent:#e6ff3f');
    expect(page).not.toContain('Call');
    expect(page).not.toContain('<script');
    expect(answer.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; /);
    for (const asked of [
      {},
      { headers: { ...opened.headers, apikey: 'anon' } },
      { headers: { 'Sec-Fetch-Mode': 'cors', Accept: '*/*' } },
    ]) {
      const json = await call(path, asked);
      expect([path, json.status, json.headers.get('Content-Type')]).toEqual([path, status, 'application/json']);
    }
  }
});
