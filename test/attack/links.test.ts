import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { call, PASSWORD, post, signUpConfirmed, withVars } from '../support/worker/auth-client.ts';
import { newestMail } from '../support/worker/mailbox.ts';

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
  AUTH_PHONE: 'false',
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

test('a redirect that is not allowed falls back to the site: in the mail, after success and after an error', async () => {
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
    await post(wanted ? `/recover?redirect_to=${encodeURIComponent(wanted)}` : '/recover', { email }, { bindings, headers });
    expect(new URL((await newestMail(email)).link).searchParams.get('redirect_to')).toBe(expected);
  }
});
