import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { unstable_readConfig } from 'wrangler';
import { ENVIRONMENTS, withEnvironments } from './environments.ts';

const NAMES = Object.keys(ENVIRONMENTS);
/** Keys that Wrangler adds about the file itself, and keys that differ between environments on purpose. */
const OF_THE_ENVIRONMENT = new Set(
  'configPath userConfigPath topLevelName definedEnvironments targetEnvironment name routes vars'.split(' '),
);
/** The id in wrangler.toml of a database that the account does not have yet. */
const NO_DATABASE = 'database_id 00000000-0000-0000-0000-000000000000';
const ACCOUNT_NAMES = new Set(
  'database_name database_id bucket_name queue dead_letter_queue dataset namespace_id'.split(' '),
);

const configOf = (env?: string) =>
  unstable_readConfig({ config: 'wrangler.toml', ...(env && { env }) }) as unknown as Record<string, unknown>;

/** Returns a configuration without the values that may differ between environments, so that two can be compared. */
function shape(value: unknown, key = ''): unknown {
  if (ACCOUNT_NAMES.has(key)) return '*';
  if (Array.isArray(value)) return value.map((each) => shape(each));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => key !== '' || !OF_THE_ENVIRONMENT.has(name));
  return Object.fromEntries(kept.map(([name, each]) => [name, shape(each, name)]));
}

function accountNames(value: unknown, key = ''): string[] {
  if (ACCOUNT_NAMES.has(key)) return [`${key} ${String(value)}`];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => accountNames(each, name));
}

test.each(NAMES)('%s has every binding, secret, limit and setting from the top of wrangler.toml', (name) => {
  const [top, environment] = [configOf(), configOf(name)];
  expect(Object.keys(shape(top) as object).length).toBeGreaterThan(20);
  expect(JSON.stringify(shape(top))).toContain('NOTIFY_QUEUE');
  expect(shape(environment)).toEqual(shape(top));
});

test.each(NAMES)('%s has every variable from the top of wrangler.toml', (name) => {
  const variables = configOf(name)['vars'] as Record<string, string>;
  expect(Object.keys(variables).toSorted()).toEqual(Object.keys(configOf()['vars'] as object).toSorted());
  expect(variables).toMatchObject(ENVIRONMENTS[name as keyof typeof ENVIRONMENTS].vars);
});

test('no two environments share a database, a bucket, a queue, a dataset or a rate limit', () => {
  const used = [undefined, ...NAMES].map(
    (name) => new Set(accountNames(configOf(name)).filter((each) => each !== NO_DATABASE)),
  );
  expect(used[0]!.size).toBeGreaterThan(15);
  const all = used.flatMap((names) => Array.from(names));
  expect(all.filter((each, at) => all.indexOf(each) !== at)).toEqual([]);
});

test('the environments in wrangler.toml match what `npm run types` writes', () => {
  const text = readFileSync('wrangler.toml', 'utf8');
  expect(withEnvironments(text)).toBe(text);
});

test('in every environment a failed message goes to the dead-letter queue', () => {
  for (const name of NAMES) {
    const { consumers } = configOf(name)['queues'] as { consumers: { queue: string; dead_letter_queue?: string }[] };
    const dead = consumers.flatMap(({ dead_letter_queue }) => dead_letter_queue ?? []);
    expect(dead).toHaveLength(2);
    expect(new Set(dead).size).toBe(1);
    expect(consumers.map(({ queue }) => queue)).toContain(dead[0]);
  }
});

test('staging sends only to listed addresses, because a restored backup has the addresses of real people', () => {
  expect(ENVIRONMENTS.staging.vars.SEND_ONLY_TO).toMatch(/\S/);
});

test('logs and traces are stored, and their stack traces name the source files', () => {
  const stored = { observability: { enabled: true, head_sampling_rate: 1 }, upload_source_maps: true };
  for (const name of NAMES) expect(configOf(name)).toMatchObject(stored);
});
