import type { Browser, BrowserContextOptions } from '@playwright/test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { endTree, OWN_TREE } from '../../worker/local/processes/end-tree.ts';
import { launchChromium } from './chromium.ts';

/** `npm run screenshots` writes the README's pictures to docs/screenshots. `PORT` sets the demo's port. */
const port = process.env['PORT'] ?? '8790';
const origin = `http://127.0.0.1:${port}`;
const STATE_DIR = '.artifacts/screenshots-state';
const FOLDER = 'docs/screenshots';
const PASSWORD = 'vouch-local-only';
const QUALITY = 82;
const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 812 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};
const READY_WITHIN_MS = 240_000;

interface Picture {
  name: string;
  path: string;
  screen: BrowserContextOptions;
  /** The page is complete once this heading is there. */
  until: string;
  /** Whether to scroll to that heading first. */
  scrolls?: boolean;
  /** The session as the auth client stores it. */
  session?: string;
}

mkdirSync(FOLDER, { recursive: true });
const demo = spawn(process.execPath, ['worker/local/demo.ts'], {
  ...OWN_TREE,
  env: { ...process.env, PORT: port, STATE_DIR },
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
});
try {
  await demoIsReady();
  const browser = await launchChromium();
  try {
    await take(browser, { name: 'home', path: '/', screen: DESKTOP, until: 'Upcoming events' });
    await take(browser, { name: 'event', path: '/events/paper-moon-ball', screen: PHONE, until: 'Available Tickets' });
    const sell = { name: 'sell', path: '/sell', screen: PHONE, until: 'Your listings', scrolls: true };
    await take(browser, { ...sell, session: await signIn('seller') });
  } finally {
    await browser.close();
  }
} finally {
  await endTree(demo, 'SIGTERM');
}

async function demoIsReady(): Promise<void> {
  const options = { signal: AbortSignal.timeout(READY_WITHIN_MS) };
  const [first] = (await Promise.race([once(demo, 'message', options), once(demo, 'exit', options)])) as [unknown];
  if (first !== 'ready') throw new Error(`The demo did not start on ${origin}.`);
}

async function signIn(name: string): Promise<string> {
  const answer = await fetch(`${origin}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: `${name}@vouch.test`, password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`${name}@vouch.test could not sign in: ${await answer.text()}`);
  return answer.text();
}

/** Asks the browser itself for the picture, because Playwright's `screenshot` cannot write WebP. */
async function take(browser: Browser, { name, path, screen, until, scrolls, session }: Picture): Promise<void> {
  const look = { colorScheme: 'dark', reducedMotion: 'reduce', serviceWorkers: 'block' } as const;
  const context = await browser.newContext({ ...screen, ...look });
  if (session) await context.addInitScript((kept) => localStorage.setItem('vouch-session', kept), session);
  const page = await context.newPage();
  await page.goto(origin + path, { waitUntil: 'networkidle' });
  const heading = page.getByRole('heading', { name: until });
  await heading.waitFor();
  if (scrolls) await heading.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  const place = await page.evaluate(() => ({ x: scrollX, y: scrollY }));
  const clip = { ...place, ...page.viewportSize()!, scale: screen.deviceScaleFactor ?? 1 };
  const browserSession = await context.newCDPSession(page);
  const { data } = await browserSession.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY, clip });
  const bytes = Buffer.from(data, 'base64');
  writeFileSync(`${FOLDER}/${name}.webp`, bytes);
  console.log(`${FOLDER}/${name}.webp: ${Math.round(bytes.length / 1000)} kB`);
  await context.close();
}
