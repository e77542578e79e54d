import { expect, type Page, test as base } from '@playwright/test';

/** A visitor whose page must not complain: an error in the console, a blocked resource or a hydration mismatch fails the test. */
export const test = base.extend<{ complaints: string[] }>({
  // What a service worker fetches cannot be routed; the offline test has one.
  serviceWorkers: 'block',
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type()) && !message.text().includes('blocked by Playwright'))
          complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(String(error)));
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Until the page's scripts have taken over. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactFiber')));
}

/** Goes to a page and waits until it answers to clicks. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

export const PERSON = {
  'Full Name': 'A student',
  'Email Address': 'student@vouch.test',
  'Phone Number': '617 555 0100',
  'Instagram Handle': '@a.student',
  'School / University': 'Boston University',
};

/** Fills the five fields. */
export async function fillPerson(page: Page, over: Partial<Record<keyof typeof PERSON, string>> = {}): Promise<void> {
  for (const [label, value] of Object.entries({ ...PERSON, ...over })) await page.getByLabel(label).fill(value);
}
