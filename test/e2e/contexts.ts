import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from '@playwright/test';
import { TESTED_SERVER } from '../support/tested-server.ts';

interface Shared {
  context: BrowserContext;
  options: string;
  /** A page that stays open between tests, so that the browser's process and its compiled scripts stay alive. */
  idle: Page;
  devtools: CDPSession;
  isFree: boolean;
}

/** Some tests open the server as `localhost`, because browsers make no passkeys for an IP address. */
const ORIGINS = [TESTED_SERVER.url, TESTED_SERVER.url.replace('127.0.0.1', 'localhost')];

let shared: Shared[] = [];
let ofTest: BrowserContextOptions = {};

/** Sets the options of pages in the current test. Options that are passed to `openPage` override them. */
export function setOptions(options: BrowserContextOptions): void {
  ofTest = options;
}

/**
 * Opens a page in a context that no other call uses during this test. The context has nothing stored, but cacheable
 * files can come from an earlier test. A reused context keeps its init scripts, headers, location and clock, so a test
 * that sets these opens a context of its own.
 */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const all = { ...ofTest, ...options };
  if (all.serviceWorkers !== 'block') return (await browser.newContext(all)).newPage();
  const wanted = JSON.stringify(all);
  const free = shared.find((each) => each.isFree && each.options === wanted) ?? (await addShared(browser, all));
  free.isFree = false;
  return free.context.newPage();
}

async function addShared(browser: Browser, options: BrowserContextOptions): Promise<Shared> {
  const context = await browser.newContext(options);
  const idle = await context.newPage();
  await idle.goto(`${TESTED_SERVER.url}/robots.txt`);
  const devtools = await context.newCDPSession(idle);
  const added = { context, options: JSON.stringify(options), idle, devtools, isFree: false };
  shared.push(added);
  return added;
}

/** Closes the pages of the test. Otherwise they would go on sending requests to the server during the next tests. */
export async function closePages(browser: Browser): Promise<void> {
  const open = new Set(browser.contexts());
  shared = shared.filter(({ context }) => open.has(context));
  for (const { context } of shared) open.delete(context);
  const used = shared.filter(({ isFree }) => !isFree);
  await Promise.all([...used.map(empty), ...[...open].map((context) => context.close())]);
}

/** Closes everything but the pages of a failed test, so that only these are in the report. */
export async function keepOpenedPages(): Promise<void> {
  const closing = shared.splice(0).map(({ context, idle, isFree }) => (isFree ? context.close() : idle.close()));
  await Promise.all(closing);
}

async function empty(each: Shared): Promise<void> {
  const { context, idle, devtools } = each;
  const pages = context.pages().filter((page) => page !== idle);
  await Promise.all(pages.map((page) => page.close()));
  for (const origin of ORIGINS) await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await context.clearCookies();
  await context.clearPermissions();
  await context.unrouteAll();
  await context.setOffline(false);
  each.isFree = true;
}
