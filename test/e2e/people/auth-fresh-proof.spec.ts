import { expect, type Page, test } from '../test.ts';
import { mailText } from '../mailbox.ts';
import { newPerson, pageOf, PASSWORD } from '../people.ts';

/** Refuses one request, as the auth service does if the session's last proof is older than ten minutes. */
async function refuseOnce(page: Page, { path, body }: { path: string; body: RegExp }): Promise<void> {
  let isRefused = false;
  await page.route(`**/auth/v1${path}`, (route) => {
    if (isRefused || !body.test(route.request().postData() ?? '')) return route.continue();
    isRefused = true;
    const refusal = { code: 'reauthentication_needed', message: 'Prove that it is you first.' };
    return route.fulfill({ status: 400, headers: { 'X-Supabase-Api-Version': '2024-01-01' }, json: refusal });
  });
}

const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text);

test('a change of credentials first asks the person for a code or the password', async ({ browser, request }) => {
  test.slow();
  const tokens = await newPerson(request, 'Careful person');
  const page = await pageOf(browser, tokens);
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await page.goto('/account');

  await refuseOnce(page, { path: '/factors', body: /totp/ });
  await page.getByRole('button', { name: 'Set up two-factor' }).click();
  await dialog.getByRole('button', { name: 'Send me a code' }).click();
  await expect(dialog.getByText(`We sent a code to ${tokens.user.email}`)).toBeVisible();
  const [code = ''] = /\b\d{6}\b/.exec(await mailText(tokens.user.email, /Your Vouch code/)) ?? [];
  await dialog.getByLabel('Code').fill(code);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();

  await refuseOnce(page, { path: '/user', body: /"password"/ });
  await page.getByLabel('New password').fill('another-password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await dialog.getByLabel('Enter your password').fill('not-the-password');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('This isn’t your password. Try again, or ask for a code.');
  await dialog.getByLabel('Enter your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(toast(page, 'Password changed')).toBeVisible();

  const owner = await pageOf(browser, null);
  const [link = ''] =
    /https?:\/\/\S+\/not-me\?\S+/.exec(await mailText(tokens.user.email, /password was changed/)) ?? [];
  await owner.goto(link);
  await owner.getByRole('button', { name: 'This wasn’t me' }).click();
  await expect(owner.getByRole('heading', { level: 1 })).toHaveText('A new password');
  await owner.getByLabel('New password').fill('password-of-the-owner');
  await owner.getByRole('button', { name: 'Change password' }).click();
  await expect(owner).toHaveURL('/account');
});
