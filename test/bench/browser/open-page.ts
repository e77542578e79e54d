import { type BrowserContext, chromium } from '@playwright/test';
import { findChromium } from '../../support/chromium.ts';

/** Runs `work` in a fresh phone-sized browser and closes it. */
export async function inPhone<T>(work: (context: BrowserContext) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-sync',
    ],
  });
  try {
    return await work(await browser.newContext({ viewport: { width: 375, height: 812 }, serviceWorkers: 'block' }));
  } finally {
    await browser.close();
  }
}

/** Returns a quantile: about `share` of the values are at or below it. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}
