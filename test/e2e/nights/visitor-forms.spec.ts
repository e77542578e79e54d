import type { Page } from '../test.ts';
import { SIZES, expect, fillPerson, test, visit } from '../visitor.ts';

const waitlistOf = async (page: Page, slug: string) => {
  await visit(page, `/events/${slug}`);
  await page.getByRole('button', { name: 'Join Waitlist' }).first().click();
  return page.getByRole('dialog');
};
const outbox = (page: Page) => page.evaluate(() => localStorage.getItem('vouch.outbox'));

for (const [size, viewport] of SIZES) {
  test.describe(size, () => {
    test.use({ viewport });

    test('the waitlist form marks invalid fields, and its confirmation stays open until a button closes it', async ({
      page,
    }) => {
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      await page.route('**/api/waitlist', async (route) => {
        await held;
        await route.continue();
      });
      const dialog = await waitlistOf(page, 'weekend-sessions');
      await expect(dialog).toContainText('Weekend Sessions');
      await expect(dialog).toContainText('$30');
      await fillPerson(page, { 'Email Address': 'nonsense', 'School / University': '' });
      await dialog.getByRole('button', { name: 'Join Waitlist' }).click();
      await expect(dialog.getByRole('alert')).toHaveText(['Invalid email format', 'Tell us your school.']);
      await expect(page.getByLabel('Email Address')).toBeFocused();
      await expect(page.getByLabel('Email Address')).toHaveAccessibleDescription('Invalid email format');
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await page.getByRole('button', { name: 'Join Waitlist' }).first().click();
      await expect(page.getByLabel('Full Name')).toHaveValue('');
      await fillPerson(page);
      await expect(page.getByLabel('Instagram Handle')).toHaveValue('a.student');
      await expect(dialog.getByText('@', { exact: true })).toBeVisible();
      await expect(page.getByLabel('Email Address')).toHaveAttribute('type', 'email');
      await expect(page.getByLabel('Phone Number')).toHaveAttribute('type', 'tel');
      const stored = page.waitForResponse('**/api/waitlist');
      await dialog.getByRole('button', { name: 'Join Waitlist' }).click();
      await expect(dialog.getByRole('button', { name: 'Submitting...' })).toBeDisabled();
      expect(await outbox(page)).toContain('student@vouch.test');
      release();
      expect((await stored).status()).toBe(201);
      await expect(dialog.getByRole('heading', { name: 'Waitlist Request Submitted' })).toBeVisible();
      await expect(dialog.locator('form output')).toHaveText(
        "Your request is under review. You'll be notified if you're accepted. " +
          'We’ll email you a button: press it to confirm your place.',
      );
      await expect(page.locator('[data-toast]')).toContainText('Waitlist Request Submitted');
      expect(await outbox(page)).toBeNull();

      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await page.mouse.click(10, 10);
      await expect(dialog).toBeVisible();
      await dialog.getByRole('button', { name: 'Got it' }).click();
      await expect(dialog).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Join Waitlist' }).first()).toBeFocused();

      await page.getByRole('button', { name: 'Join Waitlist' }).first().click();
      await expect(page.getByLabel('Full Name')).toHaveValue('');
    });
  });
}

test('a waitlist form that could not be sent keeps its text over a reload and is sent on the next visit', async ({
  page,
  complaints,
}) => {
  let isDown = true;
  await page.route('**/api/waitlist', (route) => (isDown ? route.abort() : route.continue()));
  const dialog = await waitlistOf(page, 'headline-halloween');
  await fillPerson(page, { 'Email Address': 'later@vouch.test' });
  await dialog.getByRole('button', { name: 'Join Waitlist' }).click();
  await expect(page.locator('[data-toast="destructive"]')).toHaveText(
    /^Error.*Failed to submit waitlist request\. Please try again\./,
  );
  await expect(page.getByLabel('Full Name')).toHaveValue('A student');
  expect(await outbox(page)).toContain('later@vouch.test');

  isDown = false;
  const sent = page.waitForResponse((answer) => answer.url().endsWith('/api/waitlist') && answer.status() === 201);
  await page.reload();
  await sent;
  await expect.poll(() => outbox(page)).toBeNull();
  await page.getByRole('button', { name: 'Join Waitlist' }).first().click();
  await expect(page.getByLabel('Email Address')).toHaveValue('later@vouch.test');
  complaints.length = 0;
});

test('a reseller application that could not be sent shows an error and can be sent again', async ({
  page,
  complaints,
}) => {
  let isDown = true;
  await page.route('**/api/reseller-applications', (route) =>
    isDown
      ? route.fulfill({ status: 503, json: { error: { code: 'server.unexpected', message: 'down', request_id: 'x' } } })
      : route.continue(),
  );
  await visit(page, '/');
  await page.getByRole('button', { name: 'Become a Verified Ticket Reseller' }).click();
  const dialog = page.getByRole('dialog');
  await fillPerson(page, { 'Email Address': 'seller-to-be@vouch.test' });
  await dialog.getByRole('button', { name: 'Submit Application' }).click();
  await expect(page.locator('[data-toast="destructive"]')).toContainText(
    'Failed to submit application. Please try again. Request id: x.',
  );
  isDown = false;
  const told = expect(page.locator('[data-toast]')).toContainText([
    "Your application will be reviewed. You'll be notified via email if you're accepted.",
  ]);
  await dialog.getByRole('button', { name: 'Submit Application' }).click();
  await told;
  await expect(dialog.getByRole('heading', { name: 'Application Submitted' })).toBeVisible();
  complaints.length = 0;
});
