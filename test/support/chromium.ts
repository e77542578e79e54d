import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/**
 * The browser for the tests: `CHROME_PATH`, one that the system has, or Playwright's own. On Debian as root, the `chromium` package is
 * installed if there is none. If no browser is found, it throws an error with instructions.
 */
export function findChromium(): string {
  const found = candidates().find((path) => path && existsSync(path));
  if (found) return found;
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    console.log('No Chromium found: installing the chromium package.');
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    const installed = candidates().find((path) => path && existsSync(path));
    if (installed) return installed;
  }
  throw new Error('The browser tests need Chromium. Install Chrome or Chromium, or set CHROME_PATH to its executable.');
}

function candidates(): (string | undefined)[] {
  const onPath = NAMES.map((name) => spawnSync('which', [name], { encoding: 'utf8' }).stdout?.trim());
  return [process.env['CHROME_PATH'], ...onPath, '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', chromium.executablePath()];
}
