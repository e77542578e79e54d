import { defineConfig } from '@playwright/test';
import { findChromium } from '../support/chromium.ts';

// Chromium reads only the last list of disabled features, so this repeats Playwright's list and adds the last line.
// `ScriptStreaming` compiles scripts again while they load. The other four features of that line would start three more
// processes for each window.
const DISABLED_FEATURES = [
  'AvoidCorsURLLoaderRestartOnRedirect,AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,NetworkTimeServiceQuerying,OptimizationHints,PaintHolding',
  'AimEnabled,PreconnectToSearch,ThirdPartyStoragePartitioning,TcpPortRandomizationWin',
  'ScriptStreaming,SpareRendererForSitePerProcess,WebUIOmniboxAimPopup,WebUIOmniboxPopup,WebUIOmniboxFullPopup',
].join(',');

export default defineConfig({
  testDir: '.',
  outputDir: '../../.artifacts/e2e',
  globalSetup: './build-once.ts',
  fullyParallel: true,
  // Three workers keep two cores busy. With two workers, the cores were idle for a third of the time.
  workers: 3,
  retries: 0,
  // Long enough for a busy machine.
  timeout: 300_000,
  expect: { timeout: 40_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: '../../.artifacts/reports/playwright.json' }]],
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    viewport: { width: 375, height: 812 },
    launchOptions: {
      executablePath: findChromium(),
      // Without UTF-8, Chromium cannot save a download into a folder with an umlaut.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      args: [
        // Font hinting depends on the machine and changes the width of text by some per cent. Phones have none.
        '--font-render-hinting=none',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Fewer processes and threads, so that the browsers do not wait for each other on two cores.
        '--process-per-site',
        '--renderer-process-limit=1',
        '--enable-features=NetworkServiceInProcess2',
        // Pages live for seconds, so these optimizations cost more than they save.
        '--js-flags=--single-threaded --no-maglev --no-turbofan --min-semi-space-size=16',
        `--disable-features=${DISABLED_FEATURES}`,
      ],
    },
    // Playwright cannot route the requests of a service worker. Tests that need a service worker set 'allow'.
    serviceWorkers: 'block',
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // Without a graphics card, animations take a fifth of the processor's time. Tests about motion allow motion.
    reducedMotion: 'reduce',
    // A trace takes a tenth of a test's processor time.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
