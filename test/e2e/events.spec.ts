import { expect, test } from '@playwright/test';

test('a visitor sees the nights to come', async ({ page }) => {
  await page.goto('/events');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Upcoming Events');
});
