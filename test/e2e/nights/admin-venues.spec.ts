import { expect, type Page, test } from '../test.ts';
import { newEvent, rowOf, signInAs, toast } from '../admin.ts';
import { axeFindings, WCAG_AA } from '../screen-checks.ts';

// Playwright cannot route the requests of a service worker.
test.use({ serviceWorkers: 'block' });

const CITY = 'Mergeville';

async function createVenue(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New venue' }).click();
  const form = page.getByRole('dialog', { name: 'New venue' });
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('City').fill(CITY);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);
}

const venueNames = (page: Page) => page.getByRole('rowheader');

test('an admin adds, renames and merges venues, and deletes an unused venue', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signInAs(page, 'admin');
  await page.goto('/admin/venues');
  for (const name of ['Double Hall', 'Whole Hall', 'Unused Hall']) await createVenue(page, name);
  const event = await newEvent(page, { title: 'Moving Night', start: '2031-10-31T22:00' });
  await event.getByLabel('Venue').selectOption({ label: `Double Hall, ${CITY}` });
  await event.getByRole('button', { name: 'Create event' }).click();
  await expect(toast(page)).toContainText('Event created successfully');

  await page.goto('/admin/venues');
  await page.getByLabel('Name, address or city').fill(CITY.toLowerCase());
  await expect(venueNames(page)).toHaveText(['Double Hall', 'Unused Hall', 'Whole Hall']);
  await expect(rowOf(page, 'Double Hall').getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await rowOf(page, 'Double Hall').getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit venue' });
  await edit.getByLabel('Name').fill('whole hall');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit.getByRole('alert')).toContainText('Another venue in that city has this name');
  await edit.getByLabel('Name').fill('Twice Hall');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(venueNames(page)).toHaveText(['Twice Hall', 'Unused Hall', 'Whole Hall']);

  await rowOf(page, 'Twice Hall').getByRole('button', { name: 'Merge' }).click();
  const merge = page.getByRole('dialog', { name: 'Merge Twice Hall into…' });
  await merge.getByRole('button', { name: 'Merge' }).click();
  await expect(merge.getByRole('alert')).toHaveText('Choose the venue to keep.');
  await merge.getByLabel('Venue to keep').selectOption({ label: `Whole Hall, ${CITY}` });
  await expect(merge).toContainText('move to Whole Hall');
  await expect(merge).toContainText('This can’t be undone.');
  expect(await axeFindings(page, WCAG_AA)).toEqual([]);
  await merge.getByRole('button', { name: 'Merge' }).click();
  await expect(toast(page)).toContainText('Twice Hall is now Whole Hall.');
  await expect(venueNames(page)).toHaveText(['Unused Hall', 'Whole Hall']);
  await expect(rowOf(page, 'Whole Hall').getByRole('cell')).toContainText([CITY, '1', '2', 'Edit']);

  await rowOf(page, 'Unused Hall').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page)).toContainText('Venue deleted');
  await expect(venueNames(page)).toHaveText(['Whole Hall']);
});
