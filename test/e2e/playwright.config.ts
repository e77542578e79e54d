import { defineConfig } from '@playwright/test';
import { findChromium } from '../support/chromium.ts';

// Chromium reads only the last list of disabled features, so Playwright's own list comes first. After it come the
// processes that a full Chromium starts with each window, two for its search bar and one in advance. No test uses them.
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
  // A test that needs a second try is a defect, of the test or of the app.
  retries: 0,
  // Long enough for a machine that is busy with something else.
  timeout: 300_000,
  expect: { timeout: 40_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: '../../.artifacts/reports/playwright.json' }]],
  use: {
    viewport: { width: 375, height: 812 },
    launchOptions: {
      executablePath: findChromium(),
      // Without UTF-8, Chromium cannot save a download into a folder with an umlaut.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      args: [
        // A machine's own hinting makes the same text wider or narrower by some per cent. Phones have none.
        '--font-render-hinting=none',
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
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // A trace takes a tenth of a test's processor time. A failure leaves a picture, and the page as a screen reader
    // meets it.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
