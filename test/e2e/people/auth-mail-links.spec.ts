import { type APIRequestContext, expect, type Page, test } from '../test.ts';
import { linkInMail, mailText } from '../mailbox.ts';
import { newPerson, pageOf } from '../people.ts';
import { visit } from '../visitor.ts';

const PASSWORD = 'vouch-local-only';

async function follow(page: Page, link: string): Promise<void> {
  await page.goto(link);
  const password = page.getByLabel('The password you chose when you signed up');
  if (await password.isVisible()) await password.fill(PASSWORD);
  await page.getByRole('button').first().click();
}

/** Signs a person up. Returns the link from the confirmation mail. */
async function newcomer(request: APIRequestContext, email: string): Promise<string> {
  const answer = await request.post('/auth/v1/signup', { data: { email, password: PASSWORD } });
  expect(answer.status()).toBe(200);
  return linkInMail(email, /Confirm/);
}

test('a confirmation link works only once', async ({ page, request }) => {
  const link = await newcomer(request, 'once@vouch.test');
  await follow(page, link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Email confirmed');
  await expect(page.getByText('You are signed in as once@vouch.test.')).toBeVisible();
  await follow(page, link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('That link didn’t work');
  await expect(page.getByRole('alert')).toHaveText('This link is invalid or has expired.');
  await expect(page).toHaveURL('/confirm');
});

test('an email address changes only after the old and the new one are confirmed', async ({ page, request }) => {
  await follow(page, await newcomer(request, 'before@vouch.test'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Email confirmed');
  await page.goto('/account');
  await page.getByLabel('New email').fill('after@vouch.test');
  await page.getByRole('button', { name: 'Change email' }).click();
  await expect(page.getByText('We sent a link and a code to your address and to after@vouch.test.')).toBeVisible();

  await follow(page, await linkInMail('after@vouch.test', /new Vouch address/));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One more link');
  await page.goto('/account');
  await expect(page.getByRole('definition').first()).toHaveText('before@vouch.test');

  const [code = ''] = /\b\d{6}\b/.exec(await mailText('before@vouch.test', /new Vouch address/)) ?? [];
  await page.getByLabel('Code sent to before@vouch.test').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.getByRole('button', { name: 'Confirm before@vouch.test' }).click();
  await expect(page.locator('[data-toast]')).toContainText('Email changed');
  await expect(page.getByRole('definition').first()).toHaveText('after@vouch.test');
});

test('a password recovery that begins on one device can be finished on another', async ({ page, browser, request }) => {
  const person = await newPerson(request, 'Two devices');
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(person.user.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText(`If ${person.user.email} has an account`)).toBeVisible();
  const link = await linkInMail(person.user.email, /password/);
  expect(new URL(link).searchParams.get('token')).toMatch(/^pkce_/);
  const other = await pageOf(browser, null);
  await follow(other, link);
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('A new password');
  await expect(other.getByText(`For ${person.user.email}.`)).toBeVisible();
  await expect(other).toHaveURL('/reset-password');
  expect(await other.evaluate(() => document.cookie)).toBe('');
  await other.close();
});

test('a person whose recovery link has expired can ask for a new link', async ({ page }) => {
  await page.goto('/reset-password#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid');
  await expect(page.getByRole('alert')).toHaveText('This link is invalid or has expired.');
  await expect(page).toHaveURL('/reset-password');
  await page.getByRole('link', { name: 'Send me a new link' }).click();
  await expect(page).toHaveURL('/forgot-password');
});

test('a text from the URL is never shown on the page', async ({ page }) => {
  await page.goto('/#message=Call+this+number+now');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One more link');
  await expect(page.getByText('Call this number')).toHaveCount(0);
});

test('a confirmation link leads back to the page where the sign-up began, even in another browser', async ({
  browser,
  page,
}) => {
  const email = `elsewhere-${Date.now().toString(36)}@vouch.test`;
  await visit(page, '/events');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await page.getByLabel('Full Name').fill('A newcomer');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  const other = await pageOf(browser, null);
  await other.goto(await linkInMail(email, /Confirm/));
  await other.getByLabel('The password you chose when you signed up').fill(PASSWORD);
  await other.getByRole('button', { name: 'Confirm' }).click();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Email confirmed');
  await other.getByRole('link', { name: 'Back to where you were' }).click();
  await expect(other).toHaveURL('/events');
  await other.close();
});
