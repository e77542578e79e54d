import { tokensOf } from './people.ts';
import type { Locator, Page } from './test.ts';

export async function signInAs(page: Page, name: 'admin' | 'organizer' | 'student'): Promise<void> {
  const tokens = await tokensOf(page.request, `${name}@vouch.test`, 'vouch-local-only');
  await page.addInitScript((kept) => {
    if (!location.protocol.startsWith('http') || sessionStorage.getItem('is-signed-in')) return;
    sessionStorage.setItem('is-signed-in', 'yes');
    localStorage.setItem('vouch-session', kept);
  }, JSON.stringify(tokens));
}

/** The newest toast. An older toast that offers an undo may still be below it. */
export const toast = (page: Page): Locator => page.locator('[data-toast]').first();

export const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text });

export async function picture(page: Page, colour: string): Promise<Buffer> {
  const url = await page.evaluate((fill) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1200, height: 800 });
    const context = canvas.getContext('2d')!;
    context.fillStyle = fill;
    context.fillRect(0, 0, 1200, 800);
    return canvas.toDataURL('image/png');
  }, colour);
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

export async function newEvent(page: Page, { title, start }: { title: string; start: string }): Promise<Locator> {
  await page.goto('/admin/events');
  await page.getByRole('button', { name: 'New event' }).click();
  const dialog = page.getByRole('dialog', { name: 'New event' });
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Venue').selectOption({ index: 1 });
  await dialog.getByLabel('Start (New York time)').fill(start);
  return dialog;
}
