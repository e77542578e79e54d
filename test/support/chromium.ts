import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** The shell draws no window, and takes a fifth less processor time than the whole browser. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/**
 * The browser for the tests: `CHROME_PATH`, one that the system has, or Playwright's own. On Debian as root, the package of the shell, or
 * else of Chromium, is installed if there is none. If no browser is found, it throws an error with instructions.
 */
export function findChromium(): string {
  const found = candidates().find((path) => path && existsSync(path));
  if (found) return found;
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    console.log('No Chromium found: installing a package of it.');
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const name of ['chromium-headless-shell', 'chromium']) {
      spawnSync('apt-get', ['install', '-y', '-qq', name], { stdio: 'ignore', env });
      const installed = candidates().find((path) => path && existsSync(path));
      if (installed) return installed;
    }
  }
  throw new Error('The browser tests need Chromium. Install Chrome or Chromium, or set CHROME_PATH to its executable.');
}

function candidates(): (string | undefined)[] {
  const onPath = NAMES.map((name) => spawnSync('which', [name], { encoding: 'utf8' }).stdout?.trim());
  return [process.env['CHROME_PATH'], ...onPath, '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', chromium.executablePath()];
}
