import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BROKEN_SETTINGS, DEPLOYED } from './deployed-settings.ts';
import { TEST_SECRETS } from './test-secrets.ts';
import { NAMES, probablyMeant } from '../../worker/http/settings/names.ts';
import { SECRETS } from '../../worker/http/settings/secrets.ts';
import { settingsProblems } from '../../worker/http/settings/settings.ts';
import { VARIABLES } from '../../worker/http/settings/variables.ts';

const HOST = 'vouch.example';
const configuration = readFileSync('wrangler.toml', 'utf8').split('\n[env.')[0]!;
const DEFAULTS = Object.fromEntries(
  Array.from(configuration.matchAll(/^([A-Z][A-Z0-9_]+) = "(.*)"$/gm), ([, name, value]) => [name!, value!]),
);
const LOCAL = { ...DEFAULTS, ...TEST_SECRETS };
const PUBLIC = { ...DEFAULTS, ...DEPLOYED };

test('the schema has every variable and every secret of wrangler.toml, and no other', () => {
  const required = /^required = \[([^\]]+)\]$/m.exec(configuration)![1]!;
  const secrets = Array.from(required.matchAll(/"(\w+)"/g), ([, name]) => name);
  expect(Object.keys(VARIABLES)).toEqual(Object.keys(DEFAULTS));
  expect(new Set(Object.keys(SECRETS))).toEqual(new Set(secrets));
});

test.each(['127.0.0.1', '127.8.8.8', 'localhost', 'vouch.localhost', '[::1]', 'vouch.test'])(
  'the default settings are valid for a local run on the host %s',
  async (host) => {
    expect(await settingsProblems(LOCAL, host)).toEqual([]);
  },
);

test('the settings of a deployment are valid with all optional parts on, and also with all optional parts off', async () => {
  expect(await settingsProblems(PUBLIC, HOST)).toEqual([]);
  const off = Object.fromEntries(NAMES.filter((name) => DEFAULTS[name] === '').map((name) => [name, '']));
  const without = [
    'GOOGLE_CLIENT_SECRET TWILIO_AUTH_TOKEN TURNSTILE_SECRET STRIPE_SECRET_KEY STRIPE_WEBHOOK_SECRET VIEWS_API_TOKEN',
    'TICKET_KEYS TICKET_CODE_PEPPER PASS_KEYS VAPID_KEYS APPLE_PASS_CERTIFICATE APPLE_PASS_KEY APPLE_WWDR_CERTIFICATE',
    'GOOGLE_WALLET_KEY INGEST_SECRETS AUTH_SERVICE_KEY_JWT',
  ].flatMap((names) => names.split(' ').map((name) => [name, '']));
  const least = { ...PUBLIC, ...off, ...Object.fromEntries(without), AUTH_PHONE: 'false', SMS_SENDER: 'outbox' };
  expect(await settingsProblems(least, HOST)).toEqual([]);
});

test.each(BROKEN_SETTINGS)(
  '%s (%s) gives one error message that names the setting and the fix',
  async (name, _, over, mend) => {
    const problems = await settingsProblems({ ...PUBLIC, ...over }, HOST);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name} (is|has|sends|holds) .+\\.$`));
    expect(problems[0]).toMatch(mend);
  },
);

test('no error message about a wrong setting shows a secret', async () => {
  const shown = BROKEN_SETTINGS.map(async ([, , over]) => {
    const problems = (await settingsProblems({ ...PUBLIC, ...over }, HOST)).join(' ');
    return Object.entries(over)
      .filter(([name, value]) => name in SECRETS && value.length > 3 && problems.includes(value))
      .map(([name]) => name);
  });
  // The error message about this setting names the role `service_role`, which is also the wrong value.
  expect((await Promise.all(shown)).flat()).toEqual(['AUTH_SERVICE_KEY_JWT']);
});

test('a setting that the checked environment does not define is not reported as missing', async () => {
  const { AUTH_PEPPER, TURNSTILE_SECRET, ...rest } = PUBLIC;
  expect(await settingsProblems(rest, HOST)).toEqual([]);
  expect([AUTH_PEPPER, TURNSTILE_SECRET].every(Boolean)).toBe(true);
});

test('a Worker with a public SITE_URL counts as a deployment, even if a request uses a local host name', async () => {
  const problems = await settingsProblems({ ...LOCAL, SITE_URL: 'https://vouch.example' }, '127.0.0.1');
  expect(new Set(problems.map((problem) => problem.split(' ')[0]))).toEqual(
    new Set(['AUTH_RATE_LIMIT_SCALE', 'MAIL_FROM', 'SMS_SENDER', 'STAFF_SECOND_FACTOR', 'SUPPORT_EMAIL']),
  );
});

const localNames = async (over: object) =>
  (await settingsProblems({ ...LOCAL, ...over }, 'localhost')).map((problem) => problem.split(' ')[0]);

test('a local run needs both Turnstile keys or neither', async () => {
  const both = { TURNSTILE_SECRET: 'secret', TURNSTILE_SITE_KEY: 'site' };
  expect(await localNames(both)).toEqual([]);
  expect(await localNames({ TURNSTILE_SECRET: 'secret' })).toEqual(['TURNSTILE_SITE_KEY']);
  expect(await localNames({ TURNSTILE_SITE_KEY: 'site' })).toEqual(['TURNSTILE_SECRET']);
  expect(await localNames({ ...both, TURNSTILE_URL: 'http://127.0.0.1:9000' })).toEqual([]);
  expect(await localNames({ ...both, TURNSTILE_URL: 'https://evil.example' })).toEqual(['TURNSTILE_URL']);
});

test('a local run posts alarms over http only to this machine', async () => {
  for (const address of ['http://127.0.0.1:9000/alarms', 'http://localhost/alarms', 'http://localhost:9000'])
    expect([address, await localNames({ ALERT_WEBHOOK: address })]).toEqual([address, []]);
  for (const address of ['http://127.evil.test/', 'http://localhost.evil.test/', 'http://127.0.0.1:9000@evil.test/'])
    expect([address, await localNames({ ALERT_WEBHOOK: address })]).toEqual([address, ['ALERT_WEBHOOK']]);
});

test('a misspelled setting is recognized, and common shell variables are not taken for misspelled settings', () => {
  for (const name of NAMES) expect(probablyMeant(`${name}_`)).toBe(name);
  const shell = 'HOME PATH MAIL USER PORT PWD NODE_ENV STATE_DIR CLOUDFLARE_ENV CLOUDFLARE_API_TOKEN CI SHELL LANG';
  expect(shell.split(' ').filter((name) => probablyMeant(name))).toEqual([]);
});
