import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** The shell draws no window, and takes a fifth less processor time than the whole browser. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
/** Where macOS and Windows install Chrome, which they do not put on the path. */
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ...['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].map((folder) =>
    join(process.env[folder] ?? '', 'Google', 'Chrome', 'Application', 'chrome.exe'),
  ),
];

/**
 * The browser for the tests: `CHROME_PATH`, one that the system has, or Playwright's own. On Debian as root, the
 * package of the shell, or else of Chromium, is installed if there is none. If no browser is found, it throws an error
 * with instructions.
 */
export function findChromium(): string {
  return findOrInstall(NAMES, ['chromium-headless-shell', 'chromium']);
}

/** A whole browser, found and installed in the same way. The shell shows no notifications. */
export function findWholeChromium(): string {
  return findOrInstall(NAMES.slice(1), ['chromium']);
}

function findOrInstall(names: readonly string[], packages: readonly string[]): string {
  const found = findFirst(names);
  if (found) return found;
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    console.log('No Chromium found: installing a package of it.');
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const name of packages) {
      spawnSync('apt-get', ['install', '-y', '-qq', name], { stdio: 'ignore', env });
      const installed = findFirst(names);
      if (installed) return installed;
    }
  }
  throw new Error('The browser tests need Chromium. Install Chrome or Chromium, or set CHROME_PATH to its executable.');
}

function findFirst(names: readonly string[]): string | undefined {
  const given = process.env['CHROME_PATH'];
  const isWanted = given !== undefined && (names === NAMES || !given.includes('headless'));
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [isWanted ? given : undefined, ...onPath, ...PLACES, chromium.executablePath()].find(
    (path) => path && existsSync(path),
  );
}
