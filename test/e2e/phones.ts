import type { Tokens } from './people.ts';
import { type Browser, expect, type Page } from './test.ts';

/** A record of what a page asks of its phone. Tones are in Hz. `awake` counts the requests to keep the screen on. */
interface Asked {
  vibrations: unknown[];
  tones: number[];
  torch: boolean[];
  awake: number;
}

/** Returns an empty page on the phone of a signed-in person. The phone's camera sees the picture that `show` draws. */
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
    const asked: Asked = { vibrations: [], tones: [], torch: [], awake: 0 };
    Object.assign(globalThis, { asked });
    navigator.mediaDevices.getUserMedia = () => {
      // A canvas gives frames only if it changes.
      setInterval(() => pen.fillRect(0, 0, 1, 1), 50);
      const stream = canvas.captureStream(20);
      const [track] = stream.getVideoTracks();
      track!.getCapabilities = () => ({ torch: true }) as MediaTrackCapabilities;
      track!.applyConstraints = async (wanted) =>
        void asked.torch.push((wanted!.advanced![0] as { torch: boolean }).torch);
      return Promise.resolve(stream);
    };
    navigator.vibrate = (pattern) => asked.vibrations.push(pattern) > 0;
    navigator.wakeLock.request = async () => {
      asked.awake++;
      return Object.assign(new EventTarget(), { release: async () => undefined }) as WakeLockSentinel;
    };
    globalThis.AudioContext = class extends AudioContext {
      override createOscillator() {
        const tone = super.createOscillator();
        Object.defineProperty(asked.tones, asked.tones.length, { get: () => tone.frequency.value, enumerable: true });
        return tone;
      }
    };
  }, JSON.stringify(tokens));
  return context.newPage();
}

export const askedOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { asked: Asked }).asked);

/** `from` and `to` are px from the top of the screen. */
export async function swipe(page: Page, { from, to }: { from: number; to: number }): Promise<void> {
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...ys: number[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: ys.map((y) => ({ x: 180, y })) });
  await touch('touchStart', from);
  for (let step = 1; step <= 10; step++) await touch('touchMove', from + ((to - from) * step) / 10);
  await touch('touchEnd');
  await finger.detach();
  await page.evaluate(atRest);
}

/** Waits for half a second without scrolling, because a scroll by a script can get lost during another scroll. */
const atRest = () =>
  new Promise<void>((end) => {
    const wait = () => setTimeout(end, 500);
    let timer = wait();
    document.addEventListener(
      'scroll',
      () => {
        clearTimeout(timer);
        timer = wait();
      },
      true,
    );
  });

/**
 * Counts the taps on a page from its next load on. The returned function returns the count and resets it. A tap that
 * would miss its target does not count, because Playwright cancels the tap before the page gets it.
 */
export async function countTaps(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() =>
    addEventListener('pointerdown', ({ isTrusted }) => {
      if (isTrusted) sessionStorage.setItem('taps', String(Number(sessionStorage.getItem('taps') ?? 0) + 1));
    }),
  );
  return () =>
    page.evaluate(() => {
      const taps = Number(sessionStorage.getItem('taps') ?? 0);
      sessionStorage.removeItem('taps');
      return taps;
    });
}

export async function keepPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // On the second visit, every file loads through the service worker.
  await page.reload();
  await expect.poll(() => page.evaluate(async (kept) => (await caches.match(kept)) !== undefined, path)).toBe(true);
}

export const passOf = (phone: Page) => phone.getByRole('img', { name: 'Your pass as a QR code' });

export async function hold(phone: Page, door: Page): Promise<void> {
  const picture = (await passOf(phone).screenshot()).toString('base64');
  await door.evaluate(
    (src) => (globalThis as unknown as { show: (src: string) => Promise<void> }).show(src),
    `data:image/png;base64,${picture}`,
  );
}

export const takeAway = (door: Page) =>
  door.evaluate(() => (globalThis as unknown as { show: (src: null) => Promise<void> }).show(null));

export async function openDoor(browser: Browser, { staff, slug }: { staff: Tokens; slug: string }): Promise<Page> {
  const door = await aPhone(browser, staff);
  await door.goto(`/door/${slug}`);
  return door;
}

/** Shows a pass to the door's camera, and waits until the door shows `inside`. If the door `asks`, confirms first. */
export async function letIn(
  phone: Page,
  { door, inside, asks = false }: { door: Page; inside: string; asks?: boolean },
): Promise<void> {
  await takeAway(door);
  await hold(phone, door);
  if (asks) await door.getByRole('dialog').getByRole('button', { name: 'Let people in' }).click();
  await expect(door.getByText(inside, { exact: true })).toBeVisible();
}
