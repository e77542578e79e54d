import { expect, test, type Page } from '../test.ts';
import { newPerson, PASSWORD } from '../people.ts';

/** Gives the page's browser a virtual authenticator that makes passkeys and agrees to everything. */
async function addDevice(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { keys: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials };
}

const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text);

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

test('a person adds a passkey, signs in with password and passkey, and removes it', async ({
  page,
  request,
  baseURL,
}) => {
  test.slow();
  // Browsers make no passkeys for an IP address.
  const site = baseURL!.replace('127.0.0.1', 'localhost');
  const { user } = await newPerson(request, 'Passkey owner');
  const device = await addDevice(page);

  await page.goto(`${site}/auth`);
  await signIn(page, user.email);
  await expect(page).toHaveURL(`${site}/`);
  await page.goto(`${site}/account`);
  const part = page.getByRole('region', { name: 'Two-factor' });
  await part.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(part.getByText('Name the passkey')).toBeVisible();
  await part.getByLabel('Name of the passkey').fill('My phone');
  await part.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(toast(page, 'Passkey added')).toBeVisible();
  await expect(part.getByRole('listitem')).toHaveText(/My phone\s*Passkey/);
  expect(await device.keys()).toMatchObject([{ rpId: 'localhost' }]);

  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(`${site}/`);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('vouch-session'))).toBeNull();
  await page.goto(`${site}/auth`);
  await signIn(page, user.email);
  await page.waitForURL('**/two-factor');
  await page.getByRole('button', { name: 'Use My phone' }).click();
  await expect(page).toHaveURL(`${site}/`);

  await page.goto(`${site}/account`);
  await part.getByRole('button', { name: 'Remove' }).click();
  await expect(toast(page, 'Two-factor is off')).toBeVisible();
  await expect(part.getByRole('listitem')).toHaveCount(0);
});

test('the page says if the browser supports no passkeys, and if its web address cannot have any', async ({
  page,
  request,
  baseURL,
}) => {
  const { user } = await newPerson(request, 'Passkey seeker');
  await page.goto('/auth');
  await signIn(page, user.email);
  await expect(page).toHaveURL(`${baseURL}/`);
  await page.goto('/account');
  const part = page.getByRole('region', { name: 'Two-factor' });
  await part.getByLabel('Name of the passkey').fill('Nowhere');
  await part.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(part.getByRole('alert')).toHaveText(
    'Passkeys do not work at this web address. Open Vouch at its usual address.',
  );
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
  await page.reload();
  await expect(part.getByText('This browser doesn’t support passkeys.')).toBeVisible();
});
