import { defineConfig } from '@playwright/test';
import { findChromium } from '../support/chromium.ts';

// Chromium reads only the last list of disabled features, so Playwright's own list comes first. After it come the processes that a full
// Chromium starts with each window, two for its search bar and one in advance. No test uses them.
const DISABLED_FEATURES = [
  'AvoidCorsURLLoaderRestartOnRedirect,AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,NetworkTimeServiceQuerying,OptimizationHints,PaintHolding',
  'AimEnabled,PreconnectToSearch,ThirdPartyStoragePartitioning,TcpPortRandomizationWin',
  'SpareRendererForSitePerProcess,WebUIOmniboxAimPopup,WebUIOmniboxPopup,WebUIOmniboxFullPopup',
].join(',');

export default defineConfig({
  testDir: '.',
  outputDir: '../../.artifacts/e2e',
  globalSetup: './build-once.ts',
  fullyParallel: true,
  // A test often waits for its page, so four workers fill two cores.
  workers: 4,
  // One more try on a shared machine, against a new server. The report names every test that needed it.
  retries: process.env['CI'] ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: '../../.artifacts/reports/playwright.json' }]],
  use: {
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
        `--disable-features=${DISABLED_FEATURES}`,
      ],
    },
    // Playwright cannot route the requests of a service worker. The tests about it allow it.
    serviceWorkers: 'block',
    // A trace takes a tenth of a test's processor time. Where a failed test is tried again, only the second try has one.
    trace: process.env['CI'] ? 'on-first-retry' : 'retain-on-failure',
  },
});
