import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { test as base } from '@playwright/test';
import { askFrom } from '../support/local-rows.ts';
import { TESTED_SERVER } from '../support/tested-server.ts';

export { expect } from '@playwright/test';
export type { APIRequestContext, Browser, BrowserContext, Locator, Page, Request, Route } from '@playwright/test';

const { url, state } = TESTED_SERVER;
const START_MS = 180_000;

/**
 * A browser test against a server of its worker's own. After a failure Playwright starts a new worker, which has a new
 * server.
 */
export const test = base.extend<object, { port: number; server: ChildProcess }>({
  // The server ends an idle connection, which a request of the test could just be taking up again. So each has its own.
  request: async ({ playwright, baseURL }, use) => {
    const context = await playwright.request.newContext({
      baseURL: baseURL!,
      extraHTTPHeaders: { connection: 'close' },
    });
    await use(context);
    await context.dispose();
  },
  port: [TESTED_SERVER.port, { scope: 'worker', option: true }],
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
        askFrom(server);
        await untilHealthy(server, told);
        await use(server);
      } finally {
        // A server that is left running would answer the next worker from a state that is gone.
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

async function untilHealthy(server: ChildProcess, told: string[]): Promise<void> {
  const end = AbortSignal.timeout(START_MS);
  for (;;) {
    const ended = server.exitCode ?? server.signalCode;
    if (ended !== null) throw new Error(`The server ended with ${ended}: ${told.join('')}`);
    if (end.aborted) throw new Error(`The server did not get ready in ${START_MS / 1000} seconds: ${told.join('')}`);
    const answer = await fetch(`${url}/api/health`, { signal: end }).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((next) => setTimeout(next, 100));
  }
}
