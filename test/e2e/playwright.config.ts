import { defineConfig } from '@playwright/test';
import { findChromium } from '../support/chromium.ts';

const port = Number(process.env['E2E_PORT'] ?? 8799);

/**
 * These run once the others are done: one moves the launch switches, which the others expect to find off, the other waits for the
 * server's cron. Alone: `--project=launched --no-deps`.
 */
const AFTERWARDS = /(resale|run-out-hold)\.spec\.ts/;
/** These move a launch switch too, so they run after those. */
const LAST = /event-trade\.spec\.ts/;

export default defineConfig({
  testDir: '.',
  outputDir: '../../.artifacts/e2e',
  fullyParallel: true,
  workers: 2,
  // One more try on a shared machine. The report names every test that needed it.
  retries: process.env['CI'] ? 1 : 0,
  timeout: 45_000,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: '../../.artifacts/reports/playwright.json' }]],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 375, height: 812 },
    launchOptions: {
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    // Playwright cannot route the requests of a service worker. The tests about it allow it.
    serviceWorkers: 'block',
    trace: 'retain-on-failure',
  },
  // The screens of visitors are tested on both sizes.
  projects: [
    { name: 'phone', testIgnore: [AFTERWARDS, LAST] },
    {
      name: 'desktop',
      testMatch: /visitor-(event|events|forms|home|luck|pages)\.spec\.ts/,
      use: { viewport: { width: 1280, height: 800 } },
    },
    { name: 'launched', testMatch: AFTERWARDS, dependencies: ['phone', 'desktop'] },
    { name: 'traded', testMatch: LAST, dependencies: ['launched'] },
  ],
  webServer: {
    command: 'node test/support/serve-fresh.ts',
    cwd: '../..',
    url: `http://127.0.0.1:${port}/api/health`,
    timeout: 120_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
    stdout: 'ignore',
    env: { PORT: String(port) },
  },
});
