import { base32nopad } from '@scure/base';
import { generateHOTP } from '@oslojs/otp';
import { expect, type Page, test } from '../test.ts';
import { linkInMail } from '../mailbox.ts';

const STEP_MS = 30_000;

/**
 * Returns a function that makes a new code at each call, because the service accepts a code only once. A second call
 * within the same 30 seconds makes the code of the next 30 seconds. The service accepts that code, too.
 */
function authenticator(secret: string): () => string {
  const key = base32nopad.decode(secret);
  let last = 0;
  return () => {
    last = Math.max(last + 1, Math.floor(Date.now() / STEP_MS));
    return generateHOTP(key, BigInt(last), 6);
  };
}

async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

async function enterCode(page: Page, code: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Second factor');
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
}

const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text);

/** Signs out, and waits until the browser has removed the session. Otherwise the next page could still find it. */
async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(page).toHaveURL('/');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('vouch-session'))).toBeNull();
}

test('a person signs up, confirms, signs in, adds a second factor, recovers the account and signs out everywhere', async ({
  page,
  request,
}) => {
  test.slow();
  const person = { email: 'newcomer@vouch.test', password: 'first-password' };

  await page.goto('/auth');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await page.getByLabel('Full Name').fill('A newcomer');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(toast(page, 'Account created!')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true');

  await signIn(page, person);
  await expect(page.getByRole('alert')).toHaveText(
    'Please verify your email before signing in. Check your inbox for the verification link.',
  );

  await page.goto(await linkInMail(person.email, /Confirm/));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Email confirmed');
  expect(page.url()).not.toContain('access_token');
  await page.getByRole('link', { name: 'Account' }).last().click();
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(toast(page, 'Signed out')).toBeVisible();
  await expect(page).toHaveURL('/');

  await signIn(page, person);
  await expect(toast(page, 'Welcome back!')).toBeVisible();
  await expect(page).toHaveURL('/');

  await page.goto('/account');
  await page.getByRole('button', { name: 'Set up two-factor' }).click();
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  const nextCode = authenticator(await page.locator('code').innerText());
  await page.getByLabel('Code').fill(nextCode());
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(toast(page, 'Two-factor is on')).toBeVisible();
  await page.getByRole('button', { name: 'Make recovery codes' }).click();
  const recoveryCode = await page
    .getByRole('region', { name: 'Your recovery codes' })
    .locator('code')
    .first()
    .innerText();
  await page.getByRole('button', { name: 'I’ve saved them' }).click();
  await expect(page.getByText('10 of 10 are left.')).toBeVisible();
  await signOut(page);

  await signIn(page, person);
  await page.waitForURL('/two-factor');
  await page.goto('/account');
  await page.waitForURL('/two-factor');
  await page.getByText('Use a recovery code').click();
  await page.getByLabel('Recovery code').fill(recoveryCode);
  await page.getByRole('button', { name: 'Use the code' }).click();
  await expect(page).toHaveURL('/account');
  await expect(page.getByText('9 of 10 are left.')).toBeVisible();
  await signOut(page);

  await page.goto('/auth');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot your password');
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText(`If ${person.email} has an account`)).toBeVisible();
  await page.goto(await linkInMail(person.email, /password/));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('/two-factor');
  await enterCode(page, nextCode());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A new password');
  await page.getByLabel('New password').fill('second-password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(toast(page, 'Password changed')).toBeVisible();
  await expect(page).toHaveURL('/account');

  const stored = await page.evaluate(() => localStorage.getItem('vouch-session'));
  const { access_token } = JSON.parse(stored!) as { access_token: string };
  const asking = { headers: { Authorization: `Bearer ${access_token}` } };
  expect((await request.get('/auth/v1/user', asking)).status()).toBe(200);
  await page.getByRole('button', { name: 'Everywhere' }).click();
  await expect(toast(page, 'Signed out')).toBeVisible();
  await expect(page).toHaveURL('/');
  expect((await request.get('/auth/v1/user', asking)).status()).toBe(403);
  expect(await page.evaluate(() => localStorage.getItem('vouch-session'))).toBeNull();

  await signIn(page, person);
  await expect(page.getByRole('alert')).toHaveText(
    'Invalid email or password. Please check your credentials and try again.',
  );
});
