import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { problemsOf } from './check-settings.ts';

/** Each run loads Wrangler, which takes several seconds on a busy machine. */
const PATIENCE_MS = 120_000;
const SET_UP = {
  STAFF_SECOND_FACTOR: 'true',
  SITE_URL: 'https://vouch.example',
  AUTH_PHONE: 'false',
  MAIL_FROM: 'no-reply@vouch.example',
};

/**
 * Runs a command of `worker/local` with these environment variables. Returns its exit code and the settings it reports.
 */
function run(command: string, variables: Record<string, string>, ...args: string[]) {
  const { status, stderr } = spawnSync(process.execPath, [`worker/local/${command}.ts`, ...args], {
    env: { PATH: process.env['PATH'], ...variables },
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, names: stderr.split('\n').flatMap((line) => /^[A-Z][A-Z_]+(?= )/.exec(line) ?? []) };
}

test(
  'the deployment check fails with a developer machine’s default settings and passes once the variables are set',
  () => {
    expect(run('check-deploy', {})).toEqual({
      status: 1,
      names: ['SITE_URL', 'STAFF_SECOND_FACTOR', 'SMS_SENDER', 'MAIL_FROM'],
    });
    expect(run('check-deploy', { ...SET_UP, TURNSTILE_SITE_KEY: 'site' })).toEqual({ status: 0, names: [] });
  },
  PATIENCE_MS,
);

test('a deployment is told of keys that cannot sign, and of a Turnstile secret without its site key', async () => {
  const settings = { ...SET_UP, TWILIO_AUTH_TOKEN: 'a secret of the deployment' };
  expect(await problemsOf({ ...settings, AUTH_JWT_KEYS: '{"keys":[]}' }, 'deployed')).toMatch(/^AUTH_JWT_KEYS /);
  expect(await problemsOf({ ...settings, TURNSTILE_SECRET: 'secret' }, 'deployed')).toMatch(/^TURNSTILE_SITE_KEY /);
});

test(
  'a local start with keys that cannot sign stops and reports the setting',
  () => {
    const variables = { AUTH_JWT_KEYS: '{"keys":[]}', PORT: '0', STATE_DIR: '.artifacts/state-refused' };
    expect(run('start', variables, '--dev')).toEqual({ status: 1, names: ['AUTH_JWT_KEYS'] });
  },
  PATIENCE_MS,
);
