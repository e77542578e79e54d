import { tooWide } from './screen-checks.ts';
import { expect, type Page } from './test.ts';
import { violations } from './trade.ts';

const SIZES = [
  [1280, 800],
  [320, 568],
  [375, 812],
] as const;

/** Checks that a page is accessible and fits the screen. If the variable `SHOTS` is set, also takes pictures of it. */
export async function lookAt(page: Page, name: string): Promise<void> {
  expect(await violations(page)).toEqual([]);
  expect(await tooWide(page)).toEqual([]);
  if (!process.env['SHOTS']) return;
  const size = page.viewportSize()!;
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `.artifacts/shots/${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  }
  await page.setViewportSize(size);
}
