import { type Browser, type BrowserContextOptions, chromium } from '@playwright/test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { endTree, OWN_TREE } from '../../worker/local/processes/end-tree.ts';
import { findChromium } from './chromium.ts';

/** `npm run screenshots` starts the demo and writes the README's pictures to docs/screenshots. `PORT` sets the port. */
const port = process.env['PORT'] ?? '8790';
const origin = `http://127.0.0.1:${port}`;
const STATE_DIR = '.artifacts/screenshots-state';
const FOLDER = 'docs/screenshots';
/** The password of the local accounts. */
const PASSWORD = 'vouch-local-only';
/** The WebP quality, 1 to 100. */
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
  /** The signed-in person's session, as the auth client stores it. */
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
    await take(browser, { name: 'home', path: '/', screen: DESKTOP, until: 'Upcoming events' });
    await take(browser, { name: 'event', path: '/events/paper-moon-ball', screen: PHONE, until: 'Available Tickets' });
    await take(browser, {
      name: 'sell',
      path: '/sell',
      screen: PHONE,
      until: 'Your listings',
      scrolls: true,
      session: await signIn('seller'),
    });
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

/** Signs a local account in. Returns the session as the auth client stores it. */
async function signIn(name: string): Promise<string> {
  const answer = await fetch(`${origin}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: `${name}@vouch.test`, password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`${name}@vouch.test could not sign in: ${await answer.text()}`);
  return answer.text();
}

/**
 * Takes a picture of one screen of a page: its top, or with `scrolls` the part that starts at the heading. Playwright
 * cannot write WebP, so the browser makes the picture.
 */
async function take(browser: Browser, { name, path, screen, until, scrolls, session }: Picture): Promise<void> {
  const context = await browser.newContext({
    ...screen,
    colorScheme: 'dark',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  if (session) await context.addInitScript((kept) => localStorage.setItem('vouch-session', kept), session);
  const page = await context.newPage();
  await page.goto(origin + path, { waitUntil: 'networkidle' });
  await page.getByRole('heading', { name: until }).waitFor();
  if (scrolls)
    await page.getByRole('heading', { name: until }).evaluate((heading) => heading.scrollIntoView({ block: 'start' }));
  const { width, height } = page.viewportSize()!;
  const clip = {
    ...(await page.evaluate(() => ({ x: scrollX, y: scrollY }))),
    width,
    height,
    scale: screen.deviceScaleFactor ?? 1,
  };
  const browserSession = await context.newCDPSession(page);
  const { data } = await browserSession.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY, clip });
  const bytes = Buffer.from(data, 'base64');
  writeFileSync(`${FOLDER}/${name}.webp`, bytes);
  console.log(`${FOLDER}/${name}.webp: ${Math.round(bytes.length / 1000)} kB`);
  await context.close();
}
