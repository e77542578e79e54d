import { expect, test, type Page } from '../test.ts';
import { mailText } from '../mailbox.ts';
import { bearer, newPerson, PASSWORD, tokensOf } from '../people.ts';

/** Adds a virtual authenticator that makes passkeys and agrees to everything. */
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

/** Signs out, and waits until the browser has removed the session. The next page could otherwise still find it. */
async function signOut(page: Page, site: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(page).toHaveURL(`${site}/`);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('vouch-session'))).toBeNull();
}

test('a new person adds the passkey that the site offers, and later signs in with one tap', async ({
  page,
  request,
  baseURL,
}) => {
  test.slow();
  // Browsers make no passkeys for an IP address.
  const site = baseURL!.replace('127.0.0.1', 'localhost');
  const device = await addDevice(page);
  const email = `one-tap-${Date.now().toString(36)}@vouch.test`;
  const offer = page.getByRole('region', { name: 'Sign in with one tap' });

  await page.goto(`${site}/auth`);
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await page.getByLabel('Full Name').fill('A new student');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  const code = /\b(\d{3}) ?(\d{3})\b/.exec(await mailText(email, /^Confirm/))!;
  await page.getByLabel('Code', { exact: true }).fill(code.slice(1).join(''));
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(offer).toBeVisible();
  await offer.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(toast(page, 'Passkey added')).toBeVisible();
  await expect(offer).toBeHidden();
  expect(await device.keys()).toMatchObject([{ rpId: 'localhost', isResidentCredential: true }]);

  await page.goto(`${site}/account`);
  await signOut(page, site);
  const elsewhere = await tokensOf(request, email);
  await page.goto(`${site}/auth`);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL(`${site}/`);
  await expect(toast(page, 'Welcome back!')).toBeVisible();

  await page.goto(`${site}/account`);
  await expect(page.getByRole('region', { name: 'Passkeys' }).getByRole('listitem')).toHaveText(/Last used .+Remove/);
  const devices = page.getByRole('region', { name: 'Where you’re signed in' });
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await expect(devices.getByRole('listitem').filter({ hasText: 'This device' })).toHaveText(/^Chrome on Linux/);
  await devices.getByRole('button', { name: 'Sign out', exact: false }).first().click();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await expect(devices.getByRole('listitem')).toHaveText(/This device/);
  const ended = await request.get('/auth/v1/user', { headers: bearer(elsewhere) });
  expect(ended.status()).toBe(403);
  await expect(offer).toBeHidden();
});

test('a person who declines a passkey is never offered one again', async ({ page, request, baseURL }) => {
  const site = baseURL!.replace('127.0.0.1', 'localhost');
  const { user } = await newPerson(request, 'Passkey decliner');
  await addDevice(page);
  const offer = page.getByRole('region', { name: 'Sign in with one tap' });
  await page.goto(`${site}/auth`);
  await signIn(page, user.email);
  await offer.getByRole('button', { name: 'No thanks' }).click();
  await expect(offer).toBeHidden();
  await page.goto(`${site}/account`);
  await signOut(page, site);
  await page.goto(`${site}/auth`);
  await signIn(page, user.email);
  await expect(page).toHaveURL(`${site}/`);
  const stored = await page.evaluate(() => localStorage.getItem('vouch-session'));
  expect(JSON.parse(stored!)).toMatchObject({ user: { user_metadata: { passkey_offered: true } } });
  await page.goto(`${site}/account`);
  await expect(page.getByRole('region', { name: 'Passkeys' })).toBeVisible();
  await expect(offer).toBeHidden();
});

test('a person adds a passkey as a second factor, signs in with it, and removes it', async ({
  page,
  request,
  baseURL,
}) => {
  test.slow();
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

  await signOut(page, site);
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

test('the account page tells people if the browser or the web address does not support passkeys', async ({
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
    'Passkeys don’t work at this web address. Open Vouch at its usual address.',
  );
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
  await page.reload();
  await expect(part.getByText('This browser doesn’t support passkeys.')).toBeVisible();
});
