import { type Browser, type BrowserContextOptions, chromium } from '@playwright/test';
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { endTree, OWN_TREE } from '../../worker/local/processes/end-tree.ts';
import { findChromium } from './chromium.ts';

/**
 * `npm run screenshots` serves the production build with a fresh state, and writes the pictures of the README to
 * docs/screenshots. `PORT` sets the port.
 */
const port = process.env['PORT'] ?? '8790';
const origin = `http://127.0.0.1:${port}`;
const STATE_DIR = '.artifacts/screenshots-state';
const FOLDER = 'docs/screenshots';
/** The password of the accounts in the local seed. */
const PASSWORD = 'vouch-local-only';
const EVENT = 'headline-halloween';
/** The seller's listings: the slug of a seeded event, and the price of a ticket in dollars. */
const LISTINGS = [
  { slug: 'finals-are-over', quantity: 2, ask_price: 28 },
  { slug: 'reggaeton-rooftop', quantity: 1, ask_price: 40 },
] as const;
/** The WebP quality, 1 to 100. */
const QUALITY = 82;
const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 812 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};
const READY_WITHIN_MS = 180_000;

interface Session {
  access_token: string;
}

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

rmSync(STATE_DIR, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const server = spawn(process.execPath, ['worker/local/start.ts'], {
  ...OWN_TREE,
  env: { ...process.env, PORT: port, STATE_DIR },
  stdio: ['ignore', 'ignore', 'inherit'],
});
try {
  await serverIsReady();
  const [admin, seller, student] = await Promise.all(['admin', 'seller', 'student'].map(signIn));
  await call(admin!, { method: 'PUT', path: '/api/admin/launch/sell', body: { is_on: true, was_on: false } });
  for (const { slug, quantity, ask_price } of LISTINGS) {
    const event_id = await eventId(slug);
    await call(seller!, { method: 'POST', path: '/api/listings', body: { event_id, quantity, ask_price } });
  }
  const event_id = await eventId(LISTINGS[0].slug);
  await call(student!, { method: 'POST', path: '/api/ticket-requests', body: { event_id, quantity: 1 } });
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
    await take(browser, { name: 'event', path: `/events/${EVENT}`, screen: PHONE, until: 'Available Tickets' });
    await take(browser, {
      name: 'sell',
      path: '/sell',
      screen: PHONE,
      until: 'Your listings',
      scrolls: true,
      session: JSON.stringify(seller),
    });
  } finally {
    await browser.close();
  }
} finally {
  await endTree(server, 'SIGTERM');
}

async function serverIsReady(): Promise<void> {
  const began = Date.now();
  while (!(await fetch(`${origin}/api/health`).catch(() => null))?.ok) {
    if (server.exitCode !== null || Date.now() - began > READY_WITHIN_MS)
      throw new Error(`The server did not start on ${origin}.`);
    await setTimeout(200);
  }
}

async function signIn(name: string): Promise<Session> {
  const answer = await fetch(`${origin}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: `${name}@vouch.test`, password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`${name}@vouch.test could not sign in: ${await answer.text()}`);
  return (await answer.json()) as Session;
}

async function call(
  { access_token }: Session,
  { method, path, body }: { method: string; path: string; body: object },
): Promise<void> {
  const answer = await fetch(origin + path, {
    method,
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${access_token}`,
      'Idempotency-Key': crypto.randomUUID(),
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
}

async function eventId(slug: string): Promise<string> {
  const answer = await fetch(`${origin}/api/events/${slug}`);
  return ((await answer.json()) as { id: string }).id;
}

/** Takes a picture of the first screen of a page. Playwright cannot write WebP, so the browser makes the picture. */
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
