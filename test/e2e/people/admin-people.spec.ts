import { expect, test } from '../test.ts';
import { rowOf, signInAs, toast } from '../admin.ts';

// Playwright cannot route the requests of a service worker.
test.use({ serviceWorkers: 'block' });

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signInAs(page, 'admin');
});

test('an admin decides reseller applications one by one and in bulk', async ({ page, request }) => {
  const names = ['First', 'Second', 'Third', 'Fourth', 'Fifth'].map((name) => `${name} Reseller`);
  for (const [at, name] of names.entries()) {
    const form = {
      name,
      email: `reseller-${at}@queue.vouch.test`,
      phone: '617 555 0100',
      instagram: 'seller',
      school: 'NYU',
    };
    expect((await request.post('/api/reseller-applications', { data: form })).status()).toBe(201);
  }
  await page.goto('/admin/resellers');
  await page.getByLabel('Email begins with').fill('reseller-');
  const [first, second] = [rowOf(page, names[0]!), rowOf(page, names[1]!)];
  await first.getByRole('button', { name: 'Note on' }).click();
  const note = page.getByRole('dialog', { name: `Note on ${names[0]}` });
  await note.getByLabel('Note').fill('Asked for a student card');
  await note.getByRole('button', { name: 'Save' }).click();
  await expect(first).toContainText('Note: Asked for a student card');
  await first.getByRole('button', { name: 'Ask for more' }).click();
  const question = page.getByRole('dialog', { name: `Ask ${names[0]} for more` });
  await question.getByLabel('What do you need to know?').fill('Which club are you in?');
  await question.getByRole('button', { name: 'Ask' }).click();
  await expect(first).toContainText('needs info');

  for (const name of names.slice(0, 2)) await page.getByLabel(`Select ${name}`).check();
  const bulk = page.getByRole('region', { name: 'With those selected' });
  await expect(bulk).toContainText('2 selected');
  await bulk.getByRole('button', { name: 'Approve 2' }).click();
  await expect(toast(page)).toContainText('2 approved');
  await expect(second).toContainText('approved');
  await expect(second.getByRole('button')).toHaveText([/^Suspend/, /^Note/]);

  await page.getByLabel(`Select ${names[1]}`).check();
  await page.getByLabel(`Select ${names[2]}`).check();
  await expect(bulk).toContainText('No decision fits all of them.');
  await page.getByLabel('Status').selectOption('approved');
  await expect(rowOf(page, names[2]!)).toHaveCount(0);
  await expect(bulk).toContainText('Nobody selected');

  // The focus moves to the next row after each decision.
  await page.getByLabel('Status').selectOption('pending');
  const [third, fourth, fifth] = [rowOf(page, names[2]!), rowOf(page, names[3]!), rowOf(page, names[4]!)];
  await fifth.getByRole('button', { name: 'Approve' }).click();
  await expect(fourth).toBeFocused();
  await expect(fifth).toHaveCount(0);
  await page.keyboard.press('j');
  await expect(third).toBeFocused();
  await page.keyboard.press('k');
  await expect(fourth).toBeFocused();
  await page.keyboard.press('d');
  await expect(third).toBeFocused();
  await expect(toast(page)).toContainText(`${names[3]}: rejected`);
  await expect(fourth).toHaveCount(0);
  await page.keyboard.press('u');
  await expect(toast(page)).toContainText('Decision undone');
  await expect(fourth).toHaveCount(1);
  await expect(third).toBeFocused();
  await page.keyboard.press('Alt+a');
  await page.keyboard.press('Shift+?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await expect(keys).toContainText('Approve');
  await page.keyboard.press('a');
  await keys.getByRole('button', { name: 'Close' }).click();
  await page.getByLabel('Email begins with').pressSequentially('2@a');
  await expect(page.getByText(/^Nothing matches/)).toBeVisible();
  await page.getByLabel('Email begins with').fill('reseller-2');
  await expect(fourth).toHaveCount(0);
  await third.getByRole('button', { name: 'Reject' }).click();
  await expect(third).toHaveCount(0);
  await expect(page.getByText(/^Nothing matches/)).toBeVisible();
  await page.getByLabel('Email begins with').fill('reseller-3');
  await expect(fourth).toContainText('pending');
});

test('an admin changes a person’s role, verification and ban, and signs the person out everywhere', async ({
  page,
  request,
}) => {
  const email = 'to-be-managed@vouch.test';
  await request.post('/auth/v1/signup', {
    data: { email, password: 'a-long-password', data: { full_name: 'Managed Person' } },
  });
  await page.goto('/admin/people');
  await page.getByLabel('Email, name or id').fill(email);
  await rowOf(page, email).getByRole('button', { name: /^Open/ }).click();
  const person = page.getByRole('dialog').first();
  await person.getByLabel('Role').selectOption('organizer');
  await person.getByRole('button', { name: 'Save role' }).click();
  await expect(toast(page)).toContainText('Saved');
  await person.getByRole('switch', { name: 'Verified as a student' }).click();
  await expect(person.getByRole('switch')).toBeChecked();
  await person.getByRole('button', { name: 'Ban' }).click();
  await page.getByRole('dialog', { name: 'Ban this person?' }).getByRole('button', { name: 'Ban' }).click();
  await expect(person.getByRole('button', { name: 'Unban' })).toBeVisible();
  await person.getByRole('button', { name: 'Unban' }).click();
  await expect(person.getByRole('button', { name: 'Ban', exact: true })).toBeVisible();
  await person.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(toast(page)).toContainText('Signed out everywhere');
  await person.getByRole('button', { name: 'Close' }).click();
  await expect(rowOf(page, email)).toContainText('organizer');
  await expect(rowOf(page, email)).toContainText('Student Verified');
});

test('the last admin cannot lose the admin role, and the toast says why', async ({ page }) => {
  await page.goto('/admin/people?role=admin');
  await rowOf(page, 'admin@vouch.test').getByRole('button', { name: /^Open/ }).click();
  const person = page.getByRole('dialog').first();
  await expect(person.getByRole('heading', { name: 'Sessions' })).toBeVisible();
  await person.getByLabel('Role').selectOption('user');
  await person.getByRole('button', { name: 'Save role' }).click();
  await page.getByRole('dialog', { name: 'Remove admin rights?' }).getByRole('button', { name: 'Remove' }).click();
  await expect(toast(page)).toContainText('Error');
  await expect(toast(page)).toContainText('This is the last admin. Make somebody else an admin first.');
});

test('an admin cannot set a launch switch that another admin has changed meanwhile', async ({ page }) => {
  await page.goto('/admin/launch');
  const feature = page.getByRole('switch', { name: 'Feature /sell' });
  await expect(feature).not.toBeChecked();
  const message = 'Someone changed this since you opened it. Compare both versions and save again.';
  await page.route('**/api/admin/launch/sell', (route) =>
    route.fulfill({
      status: 409,
      json: { error: { code: 'request.stale', message, request_id: 'r', versions: { theirs: null, yours: {} } } },
    }),
  );
  await feature.click();
  await expect(toast(page)).toContainText(message);
  await expect(feature).not.toBeChecked();
});
