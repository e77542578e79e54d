import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** The headless shell comes first, because it needs a fifth less processor time than the full browser. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
/** Chrome is not in the `PATH` on macOS and Windows. */
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ...['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].map((folder) =>
    join(process.env[folder] ?? '', 'Google', 'Chrome', 'Application', 'chrome.exe'),
  ),
];

/**
 * Returns the path of a browser. If there is none, installs one when run as root on Debian. Throws if there is still
 * none.
 */
export function findChromium(): string {
  return findOrInstall(NAMES, ['chromium-headless-shell', 'chromium']);
}

/** Like `findChromium`, but returns a full browser, because the headless shell shows no notifications. */
export function findWholeChromium(): string {
  return findOrInstall(NAMES.slice(1), ['chromium']);
}

/** Some of these flags keep the browser from using the network by itself. */
export const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-sync',
];

export const launchChromium = () => chromium.launch({ executablePath: findChromium(), args: FLAGS });

function findOrInstall(names: readonly string[], packages: readonly string[]): string {
  const found = findFirst(names);
  if (found) return found;
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    console.log('No Chromium found. Installing its package.');
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
