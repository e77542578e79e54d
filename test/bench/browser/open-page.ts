import type { BrowserContext } from '@playwright/test';
import { launchChromium } from '../../support/chromium.ts';

export async function inPhone<T>(work: (context: BrowserContext) => Promise<T>): Promise<T> {
  const browser = await launchChromium();
  try {
    return await work(await browser.newContext({ viewport: { width: 375, height: 812 }, serviceWorkers: 'block' }));
  } finally {
    await browser.close();
  }
}
