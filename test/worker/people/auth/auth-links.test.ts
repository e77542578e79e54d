import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import {
  authClient,
  call,
  PASSWORD,
  post,
  signIn,
  signUpConfirmed,
} from '../../../support/worker/people/auth-client.ts';
import { browser } from '../../../support/worker/people/browser.ts';
import { newestMail } from '../../../support/worker/talk/mailbox.ts';

const SITE = env.SITE_URL;

test('the link of a recovery mail opens a session that can set a new password', async () => {
  const email = 'recover@vouch.test';
  await signUpConfirmed(email);
  const client = authClient();
  expect((await client.resetPasswordForEmail(email, { redirectTo: `${SITE}/account` })).error).toBeNull();
  const { link } = await newestMail(email);
  expect(link.startsWith(`${SITE}/auth/v1/verify?`)).toBe(true);
  const answer = await browser().press(link);
  expect(answer.status).toBe(303);
  const target = new URL(answer.headers.get('Location')!);
  expect(`${target.origin}${target.pathname}`).toBe(`${SITE}/account`);
  const fragment = new URLSearchParams(target.hash.slice(1));
  const tokens = { token_type: 'bearer', expires_in: '3600', type: 'recovery', sb: '' };
  expect(Object.fromEntries(fragment)).toMatchObject(tokens);
  await client.setSession({
    access_token: fragment.get('access_token')!,
    refresh_token: fragment.get('refresh_token')!,
  });
  expect((await client.updateUser({ password: PASSWORD })).error).toMatchObject({ code: 'same_password', status: 422 });
  expect((await client.updateUser({ password: 'another long one' })).error).toBeNull();
  expect((await signIn(email)).status).toBe(400);
  expect((await signIn(email, 'another long one')).status).toBe(200);
});

test('a link in a mail works once, and its second use is redirected with the error otp_expired', async () => {
  const email = 'once@vouch.test';
  await signUpConfirmed(email);
  await post('/magiclink', { email });
  const { link } = await newestMail(email);
  const asClient = { headers: { apikey: 'anon' } };
  expect((await call(link, asClient)).status).toBe(303);
  const again = await call(link, asClient);
  expect(again.status).toBe(303);
  const fragment = new URLSearchParams(new URL(again.headers.get('Location')!).hash.slice(1));
  expect(Object.fromEntries(fragment)).toEqual({
    error: 'access_denied',
    error_code: 'otp_expired',
    error_description: 'Email link is invalid or has expired',
    sb: '',
  });
});

test('a mail’s link that is opened in a browser is not used up: the page has a button that signs in', async () => {
  const email = 'scanner@vouch.test';
  await signUpConfirmed(email);
  await post('/recover', { email });
  const { link } = await newestMail(email);
  for (let visit = 0; visit < 3; visit++) {
    const page = await call(link, { headers: { Accept: 'text/html,application/xhtml+xml' } });
    expect(page.status).toBe(200);
    expect(page.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    const html = await page.text();
    expect(html).toContain('<form method="post" action="/auth/v1/verify">');
    expect(html).not.toContain('<script');
  }
  expect((await call(link, { method: 'HEAD' })).status).toBe(200);
  const posted = await call('/verify', {
    method: 'POST',
    body: new URL(link).searchParams,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
  expect(posted.status).toBe(303);
  expect(posted.headers.get('Location')).toContain('#access_token=');
});

test('the confirm page shows the parts of a link as text, never as markup', async () => {
  const page = await call(`/verify?type=signup&token=${encodeURIComponent('"><script>alert(1)</script>')}`, {
    headers: { Accept: 'text/html' },
  });
  expect(await page.text()).not.toContain('<script>alert');
});
