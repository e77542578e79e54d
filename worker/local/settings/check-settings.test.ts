import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { SECRETS } from '../../http/settings/secrets.ts';
import { deploymentProblems, type Sources } from './check-settings.ts';

const PEPPER = 'a-pepper-for-tests-only-of-32-characters';

/** Each command that a test starts loads Wrangler. That takes several seconds on a busy machine. */
const PATIENCE_MS = 120_000;
const SET_UP = {
  STAFF_SECOND_FACTOR: 'true',
  SITE_URL: 'https://vouch.example',
  AUTH_PHONE: 'false',
  MAIL_FROM: 'no-reply@vouch.example',
  SUPPORT_EMAIL: 'support@vouch.example',
};

function run(command: string, variables: Record<string, string>, ...args: string[]) {
  const { status, stderr } = spawnSync(process.execPath, [`worker/local/${command}.ts`, ...args], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...variables },
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, names: stderr.split('\n').flatMap((line) => /^[A-Z][A-Z_]+(?= )/.exec(line) ?? []) };
}

test(
  'the deployment check refuses the default settings of a developer machine',
  () => {
    expect(run('check-deploy', {})).toEqual({
      status: 1,
      names: ['SITE_URL', 'STAFF_SECOND_FACTOR', 'MAIL_FROM', 'SUPPORT_EMAIL', 'SMS_SENDER'],
    });
    expect(run('check-deploy', SET_UP)).toEqual({ status: 0, names: [] });
  },
  PATIENCE_MS,
);

test('the deployment check reports a misplaced secret, an unknown setting and a missing secret', async () => {
  const found = async (sources: Partial<Sources>) =>
    (await deploymentProblems({ variables: SET_UP, environment: {}, ...sources }, 'deployed')).map(
      (sentence) => /^\w+ (?:is|has) [^.,]+/.exec(sentence)?.[0],
    );
  expect(await found({})).toEqual([]);
  expect(await found({ variables: { ...SET_UP, AUTH_PEPPER: PEPPER } })).toEqual(['AUTH_PEPPER is in wrangler']);
  expect(await found({ variables: { ...SET_UP, FAVORITE_COLOR: 'red' } })).toEqual(['FAVORITE_COLOR is not a setting']);
  const secrets = Object.fromEntries(Object.keys(SECRETS).map((name) => [name, '']));
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const AUTH_JWT_KEYS = JSON.stringify({ keys: [privateKey.export({ format: 'jwk' })] });
  const untold = { ...secrets, AUTH_JWT_KEYS, AUTH_PEPPER: PEPPER };
  expect(await found({ secrets: untold })).toEqual(['ALERT_TO is empty']);
  const needed = { AUTH_JWT_KEYS, AUTH_PEPPER: PEPPER, ALERT_WEBHOOK: 'https://hooks.vouch.example/alerts' };
  expect(await found({ secrets: { ...secrets, ...needed } })).toEqual([]);
  expect(await found({ secrets: { ...secrets, ...needed, MAIL_PER_DAY: '500' } })).toEqual([
    'MAIL_PER_DAY is in the file of secrets',
  ]);
  const { PASS_KEYS: _, ...fewer } = secrets;
  expect(await found({ secrets: { ...fewer, ...needed } })).toEqual(['PASS_KEYS is missing in the file of secrets']);
  // An unknown variable of the shell is reported only if its name looks like a setting.
  const environment = { EDITOR: 'vi', MAIL_PERDAY: '10', AUTH_PEPPER: 'short' };
  expect(await found({ environment })).toEqual([
    'MAIL_PERDAY is not a setting',
    'AUTH_PEPPER is not a random text of at least 32 characters',
  ]);
});

test(
  'if AUTH_JWT_KEYS holds no key, a local start stops and names that setting',
  () => {
    const variables = { AUTH_JWT_KEYS: '{"keys":[]}', PORT: '0', STATE_DIR: '.artifacts/state-refused' };
    expect(run('start', variables, '--dev')).toEqual({ status: 1, names: ['AUTH_JWT_KEYS'] });
  },
  PATIENCE_MS,
);
