import type { Tokens } from './people.ts';
import { type Browser, expect, type Page } from './test.ts';

/** Opens a phone with a service worker, whose camera sees what `show` draws. */
export async function aPhone(browser: Browser, tokens: Tokens): Promise<Page> {
  const context = await browser.newContext({
    serviceWorkers: 'allow',
    viewport: { width: 375, height: 812 },
    colorScheme: 'dark',
  });
  await context.addInitScript((kept) => {
    localStorage.setItem('vouch-session', kept);
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [900, 900];
    const pen = canvas.getContext('2d')!;
    const wipe = () => {
      pen.fillStyle = '#777';
      pen.fillRect(0, 0, 900, 900);
    };
    wipe();
    Object.assign(globalThis, {
      show: async (picture: string | null) => {
        wipe();
        if (!picture) return;
        const image = new Image();
        image.src = picture;
        await image.decode();
        pen.drawImage(image, 150, 150, 600, 600);
      },
    });
    navigator.mediaDevices.getUserMedia = () => {
      // A canvas gives frames only if it changes.
      setInterval(() => pen.fillRect(0, 0, 1, 1), 50);
      return Promise.resolve(canvas.captureStream(20));
    };
  }, JSON.stringify(tokens));
  return context.newPage();
}

/** Opens a page and waits until it also opens without a connection. */
export async function keepPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // The second visit has loaded every file through the service worker.
  await page.reload();
  await expect.poll(() => page.evaluate(async (kept) => (await caches.match(kept)) !== undefined, path)).toBe(true);
}

export const passOf = (phone: Page) => phone.getByRole('img', { name: 'Your pass as a QR code' });

/** Holds the phone before the camera of the door. */
export async function hold(phone: Page, door: Page): Promise<void> {
  const picture = (await passOf(phone).screenshot()).toString('base64');
  await door.evaluate(
    (src) => (globalThis as unknown as { show: (src: string) => Promise<void> }).show(src),
    `data:image/png;base64,${picture}`,
  );
}

/** Takes the phone away from the camera of the door. */
export const takeAway = (door: Page) =>
  door.evaluate(() => (globalThis as unknown as { show: (src: null) => Promise<void> }).show(null));
