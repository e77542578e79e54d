import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { type BrowserContextOptions, test as base } from '@playwright/test';
import { askFrom } from '../support/local-rows.ts';
import { TESTED_SERVER } from '../support/tested-server.ts';
import { closePages, keepOpenedPages, openPage, setOptions } from './contexts.ts';

export { expect } from '@playwright/test';
export type {
  APIRequestContext,
  APIResponse,
  Browser,
  BrowserContext,
  Locator,
  Page,
  Request,
  Route,
} from '@playwright/test';

const { url, state } = TESTED_SERVER;
const START_MS = 180_000;

// The server closes a connection after five idle seconds, perhaps just as a request reuses it. Playwright reuses
// connections, whatever the headers say, so Node must not keep any.
Agent.prototype.keepSocketAlive = () => false;

// Uncompressed answers take less work. A compressed answer once got stuck: its rest did not arrive within a minute.
const PLAIN = { 'Accept-Encoding': 'identity' };

/** Each Playwright worker has its own server. After a failure, a new worker starts a new server. */
export const test = base.extend<{ options: BrowserContextOptions }, { port: number; server: ChildProcess }>({
  port: [TESTED_SERVER.port, { scope: 'worker', option: true }],
  browser: [
    async ({ browser }, use) => {
      browser.on('context', (context) => void context.addInitScript(pressAsOnTouchScreen));
      await use(browser);
    },
    { scope: 'worker' },
  ],
  request: async ({ playwright, baseURL }, use) => {
    const request = await playwright.request.newContext({ baseURL: baseURL!, extraHTTPHeaders: PLAIN });
    await use(request);
    await request.dispose();
  },
  page: async ({ browser, options }, use) => use(await openPage(browser, options)),
  context: async ({ page }, use) => use(page.context()),
  // Contains each option that a test file sets with `test.use`. The pages of a failed test stay open for the report.
  options: [
    async (
      { browser, viewport, colorScheme, reducedMotion, javaScriptEnabled, serviceWorkers, bypassCSP },
      use,
      info,
    ) => {
      const options: BrowserContextOptions = {
        viewport,
        colorScheme,
        reducedMotion,
        serviceWorkers,
        ...(javaScriptEnabled !== undefined && { javaScriptEnabled }),
        ...(bypassCSP !== undefined && { bypassCSP }),
      };
      setOptions(options);
      await use(options);
      setOptions({});
      await (info.status === info.expectedStatus ? closePages(browser) : keepOpenedPages());
    },
    { auto: true },
  ],
  server: [
    async ({ port }, use) => {
      const env = { ...process.env, PORT: String(port), STATE_DIR: state };
      const server = spawn(process.execPath, ['test/support/serve-fresh.ts'], {
        env,
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      });
      const told: string[] = [];
      server.stderr!.setEncoding('utf8').on('data', (text: string) => told.push(text));
      server.stderr!.pipe(process.stderr, { end: false });
      try {
        await untilReady(server, told);
        askFrom(server);
        await use(server);
      } finally {
        // If the server kept running, it would answer the next worker from a deleted state.
        if (server.connected) {
          const ended = once(server, 'exit');
          server.disconnect();
          await ended;
        }
      }
    },
    { scope: 'worker', auto: true, timeout: 2 * START_MS },
  ],
  baseURL: url,
});

/** Keeps a press on its element, as a touch screen does. The click then counts even if the page moves meanwhile. */
function pressAsOnTouchScreen(): void {
  addEventListener('pointerdown', ({ target, pointerId }) => (target as Element).setPointerCapture(pointerId), true);
}

/** Waits until this server itself reports that it is ready, because another run's server could answer on its port. */
async function untilReady(server: ChildProcess, told: string[]): Promise<void> {
  const options = { signal: AbortSignal.timeout(START_MS) };
  const failure = await Promise.race([
    once(server, 'message', options).then(() => undefined),
    once(server, 'exit', options).then(([code, signal]) => `ended with ${String(code ?? signal)}`),
  ]).catch(() => `did not get ready in ${START_MS / 1000} seconds`);
  if (failure !== undefined) throw new Error(`The server ${failure}: ${told.join('')}`);
}
