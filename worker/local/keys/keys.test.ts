import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readTicketKeys } from '../../http/shared/ticket-keys.ts';
import { settingsProblems } from '../../http/settings/settings.ts';
import { SECRET_LIVES } from './secret-lives.ts';
import { SECRET_NAMES } from './change-secrets.ts';

let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vouch-keys-'));
  file = join(folder, 'secrets');
});
afterEach(() => rmSync(folder, { recursive: true }));

const { PATH, NODE_COMPILE_CACHE } = process.env;
const ENV = { PATH, NODE_COMPILE_CACHE };

function keys(...args: string[]) {
  const options = { encoding: 'utf8', env: ENV, timeout: 60_000 } as const;
  const command = ['worker/local/keys.ts', ...args, '--file', file];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, options);
  return { status, stdout, shown: stdout + stderr };
}

const stored = () => parseEnv(readFileSync(file, 'utf8')) as Record<string, string>;
/** The mode of a file that only its owner can read. Windows has no such modes. */
const MODE = process.platform === 'win32' ? 0o666 : 0o600;
const MADE = SECRET_NAMES.filter((name) => SECRET_LIVES[name].make);

test('the command writes valid secrets into a file that only its owner can read, and shows none of them', async () => {
  const { status, shown } = keys();
  expect(status).toBe(0);
  expect(Object.keys(stored()).toSorted()).toEqual(SECRET_NAMES.toSorted());
  expect(MADE.filter((name) => stored()[name] === '')).toEqual([]);
  expect(MADE.filter((name) => shown.includes(stored()[name]!))).toEqual([]);
  expect(await settingsProblems(stored(), 'deployed')).toEqual([]);
  expect(statSync(file).mode & 0o777).toBe(MODE);
  // The secrets that the command cannot make come from providers, and the command names the provider of each.
  expect(SECRET_NAMES.filter((name) => !MADE.includes(name) && !shown.includes(`${name} comes from `))).toEqual([]);
});

test('the command keeps unknown lines of the file, and calling it again changes nothing', () => {
  writeFileSync(file, '# Of staging\nAUTH_PEPPER=\nDEBUG_PAGES=admin\n');
  keys();
  const first = readFileSync(file, 'utf8');
  expect(first).toContain('# Of staging\n');
  expect(stored()['DEBUG_PAGES']).toBe('admin');
  expect(keys().status).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe(first);
});

test.each([
  ['INGEST_SECRETS', 'whsec_b2xkLXNlY3JldC1vZi10aGUtZmVlZC0xMjM0NTY3OA==', 'feed'],
  ['AUTH_JWT_KEYS', undefined, 'hour'],
  ['TICKET_KEYS', undefined, 'cron job'],
  ['PASS_KEYS', undefined, 'nights'],
  ['VAPID_KEYS', undefined, 'browser'],
] as const)(
  'after a rotation of %s, the old value stays valid beside the new one until the old one is dropped',
  async (name, value, tells) => {
    writeFileSync(file, value === undefined ? '' : `${name}=${value}\n`);
    keys(name);
    const old = stored()[name]!;
    const rotated = keys(name, '--rotate');
    const both = stored()[name]!;
    expect([rotated.status, rotated.shown]).toEqual([0, expect.stringContaining(`${name}: Ends nothing. `)]);
    expect(rotated.shown).toContain(tells);
    expect(idsOf(both)).toEqual([expect.any(String), ...idsOf(old)]);
    expect(keys(name, '--drop').status).toBe(0);
    expect(idsOf(stored()[name]!)).toEqual([idsOf(both)[0]]);
    expect(await settingsProblems(stored(), 'deployed')).toEqual([]);
  },
);

/** Returns an id for each value of a list: the public part of a key, or the whole secret. */
function idsOf(value: string): string[] {
  if (!value.startsWith('{')) return value.split(',');
  return (JSON.parse(value) as { keys: { x: string }[] }).keys.map(({ x }) => x);
}

test('rotating a ticket key raises its version, and rotating a feed secret keeps the label of its source', () => {
  const bound = 'whsec_b2xkLXNlY3JldC1vZi10aGUtZmVlZC0xMjM0NTY3OA==';
  writeFileSync(file, `TICKET_KEYS=7:${'A'.repeat(43)}=\nINGEST_SECRETS=city=${bound}\n`);
  keys('TICKET_KEYS', 'INGEST_SECRETS', '--rotate');
  expect(readTicketKeys(stored()['TICKET_KEYS']!)?.map(({ version }) => version)).toEqual([8, 7]);
  expect(stored()['INGEST_SECRETS']).toMatch(/^city=whsec_[^,]+,city=whsec_/);
  expect(stored()['INGEST_SECRETS']!.endsWith(`,city=${bound}`)).toBe(true);
});

test('the command replaces a secret only with --yes, and always refuses to replace ticket keys', () => {
  keys('AUTH_PEPPER', 'TICKET_KEYS');
  const before = stored();
  const asked = keys('AUTH_PEPPER', '--replace');
  expect([asked.status, stored()]).toEqual([1, before]);
  expect(asked.shown).toContain('authenticator apps');
  expect(keys('AUTH_PEPPER', '--replace', '--yes').status).toBe(0);
  expect(stored()['AUTH_PEPPER']).not.toBe(before['AUTH_PEPPER']);
  const kept = keys('TICKET_KEYS', '--replace', '--yes');
  expect([kept.status, stored()['TICKET_KEYS']]).toEqual([1, before['TICKET_KEYS']]);
  expect(kept.shown).toContain('Rotate it');
});

test('with --print, the command prints the values and writes no file', () => {
  const { status, stdout } = keys('AUTH_PEPPER', '--print');
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^AUTH_PEPPER=[\w-]{43}\n$/)]);
  expect(existsSync(file)).toBe(false);
});

test.each([
  [['AUTH_PEPER'], 'AUTH_PEPER is not a secret. It probably means AUTH_PEPPER.'],
  [['STRIPE_SECRET_KEY', '--rotate'], 'STRIPE_SECRET_KEY comes from a provider (Stripe, API keys).'],
  [['AUTH_PEPPER', '--rotate'], 'AUTH_PEPPER has one value only. Use --replace instead.'],
  [['TICKET_KEYS', '--rotate'], 'TICKET_KEYS has no value in this file.'],
  [['--rotate'], 'Name the secrets to rotate.'],
])('the command refuses the arguments %j and says why', (args, sentence) => {
  const { status, shown } = keys(...args);
  expect([status, shown]).toEqual([1, expect.stringContaining(sentence)]);
  expect(existsSync(file)).toBe(false);
});
