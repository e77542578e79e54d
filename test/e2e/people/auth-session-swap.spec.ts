import { createHash, randomBytes } from 'node:crypto';
import { TESTED_SERVER } from '../../support/tested-server.ts';
import { type APIRequestContext, expect, type Page, test } from '../test.ts';
import { linkInMail } from '../mailbox.ts';
import { newPerson, pageOf, type Tokens } from '../people.ts';

const SENTENCE =
  'This sign-in didn’t start in this browser, so nothing has changed here. Open the link from your own email, or sign in.';

/** Returns links by which an attacker might sign a visitor in to the attacker's account. */
async function swaps(request: APIRequestContext, attacker: Tokens & { refresh_token?: string }): Promise<string[]> {
  const fragment = (type: string) =>
    new URLSearchParams({
      access_token: attacker.access_token,
      expires_in: '3600',
      expires_at: String(Math.floor(Date.now() / 1000) + 3600),
      refresh_token: attacker.refresh_token ?? '',
      token_type: 'bearer',
      type,
      arrival: 'x'.repeat(43),
    }).toString();
  return [
    `/#${fragment('recovery')}`,
    `/#${fragment('magiclink')}`,
    `/reset-password#${fragment('recovery')}`,
    `/?code=${await codeOf(request, attacker.user.email)}`,
  ];
}

/** Returns the code of a sign-in link. The visitor's browser does not hold the code's verifier. */
async function codeOf(request: APIRequestContext, email: string): Promise<string> {
  const code_challenge = createHash('sha256').update(randomBytes(32)).digest('base64url');
  const asked = await request.post('/auth/v1/otp', { data: { email, code_challenge, code_challenge_method: 's256' } });
  expect(asked.status()).toBe(200);
  const link = await linkInMail(email, /sign-in link/);
  const followed = await request.get(link, { headers: { apikey: 'anon' }, maxRedirects: 0 });
  return new URL(followed.headers()['location']!).searchParams.get('code')!;
}

const keptBy = (page: Page) =>
  page.evaluate(
    () =>
      (JSON.parse(localStorage.getItem('vouch-session') ?? 'null') as { user: { email: string } } | null)?.user.email ??
      null,
  );

/** Follows a link as from a mail: in the same browser, but with a new page load. */
async function follow(page: Page, link: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByRole('alert').filter({ hasText: SENTENCE })).toBeVisible();
}

test('a link with the tokens or the code of another account does not sign a visitor in', async ({
  browser,
  request,
}) => {
  const attacker = await newPerson(request, 'Swap attacker');
  const page = await pageOf(browser, null);
  for (const swap of await swaps(request, attacker)) {
    await follow(page, swap);
    expect(await keptBy(page)).toBeNull();
    expect(page.url()).not.toMatch(/access_token|refresh_token|code=/);
  }
  await page.close();
});

test('a link with the tokens or the code of another account does not change who is signed in', async ({
  browser,
  request,
}) => {
  const [person, attacker] = [await newPerson(request, 'Swap person'), await newPerson(request, 'Swap sender')];
  const links = await swaps(request, attacker);
  const page = await pageOf(browser, null);
  await page.goto('/coming-soon');
  // With `pageOf`, each page load would store the session again and so hide that a link had replaced it. So the test
  // stores the session here, only once.
  await page.evaluate((kept) => localStorage.setItem('vouch-session', kept), JSON.stringify(person));
  for (const swap of links) {
    await follow(page, swap);
    expect(await keptBy(page)).toBe(person.user.email);
    await page.getByRole('link', { name: 'Account' }).last().click();
    await expect(page.getByRole('definition').first()).toHaveText(person.user.email);
  }
  await page.close();
});

test('a browser that confirmed one link is not signed in by a link with tokens or a code of another account', async ({
  browser,
  request,
}) => {
  const attacker = await newPerson(request, 'Swap follower');
  const links = await swaps(request, attacker);
  const page = await pageOf(browser, null);
  for (const swap of links) {
    await page.context().addCookies([
      {
        name: 'vouch-arrival',
        value: `magiclink.${'a'.repeat(43)}`,
        url: `${TESTED_SERVER.url}/`,
      },
    ]);
    await follow(page, swap);
    expect([await keptBy(page), await page.evaluate(() => document.cookie)]).toEqual([null, '']);
  }
  await page.close();
});
