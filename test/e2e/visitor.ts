import { expect, type Page, test as base } from './test.ts';

/** Fails on any console error or warning, such as a blocked resource or a hydration mismatch. */
export const test = base.extend<{ complaints: string[] }>({
  // Playwright cannot route the requests of a service worker. Tests that need a service worker use `test.ts` instead.
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

export const SIZES = [
  ['phone', { width: 375, height: 812 }],
  ['wide screen', { width: 1280, height: 800 }],
] as const;

/** Waits until React has hydrated the page. React hydrates `main` last, because it has its own Suspense boundary. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [document.querySelector('main'), document.querySelector('main h1') ?? document.querySelector('main')].every(
      (part) => Object.keys(part ?? {}).some((key) => key.startsWith('__reactFiber')),
    ),
  );
}

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

export async function fillPerson(page: Page, over: Partial<Record<keyof typeof PERSON, string>> = {}): Promise<void> {
  for (const [label, value] of Object.entries({ ...PERSON, ...over })) await page.getByLabel(label).fill(value);
}
