import { execFileSync } from 'node:child_process';
import { type Unstable_RawConfig as RawConfig, experimental_readRawConfig } from 'wrangler';
import { program } from '../processes/program.ts';

/** The differences between the deployments. Everything else comes from the top of wrangler.toml. */
export const ENVIRONMENTS = {
  staging: {
    databaseId: '00000000-0000-0000-0000-000000000000',
    vars: {
      ENVIRONMENT: 'staging',
      SITE_URL: 'https://staging.vouch.test',
      MAIL_FROM: 'no-reply@staging.vouch.test',
      ALERT_TO: 'operators@staging.vouch.test',
      // A restore of production data brings the addresses of real people to staging.
      SEND_ONLY_TO: '@vouch.test',
      AUTH_PHONE: 'false',
      STAFF_SECOND_FACTOR: 'true',
    },
  },
  production: {
    databaseId: '00000000-0000-0000-0000-000000000000',
    vars: {
      ENVIRONMENT: 'production',
      SITE_URL: 'https://vouch.test',
      MAIL_FROM: 'no-reply@vouch.test',
      ALERT_TO: 'operators@vouch.test',
      AUTH_PHONE: 'false',
      STAFF_SECOND_FACTOR: 'true',
    },
  },
} satisfies Record<string, { databaseId: string; vars: Record<string, string> }>;

export type Environment = keyof typeof ENVIRONMENTS;
export const isEnvironment = (name: string | undefined): name is Environment =>
  name !== undefined && name in ENVIRONMENTS;

/** The settings that an environment of wrangler.toml inherits from the top. It inherits no binding and no variable. */
const INHERITED = new Set([
  'name',
  'main',
  'compatibility_date',
  'compatibility_flags',
  'send_metrics',
  'workers_dev',
  'preview_urls',
  'upload_source_maps',
  'assets',
  'triggers',
  'migrations',
  'observability',
  'env',
]);
/** Keys that hold the names of Cloudflare resources. These names must differ between environments. */
const NAMES = new Set(['database_name', 'bucket_name', 'queue', 'dead_letter_queue']);
const MARK =
  '# The environments. `npm run types` writes them from what stands above and from worker/local/settings/environments.ts.\n';

export const withoutEnvironments = (text: string): string => `${text.split(MARK)[0]!.trimEnd()}\n`;

export function withEnvironments(text: string): string {
  const { rawConfig } = experimental_readRawConfig({ config: 'wrangler.toml' });
  const environments = Object.keys(ENVIRONMENTS).map((name, at) =>
    environmentText(rawConfig, { name: name as Environment, at }),
  );
  const written = `${withoutEnvironments(text)}\n${MARK}${environments.join('\n')}`;
  return execFileSync(...program('oxfmt', ['--stdin-filepath=wrangler.toml']), { input: written, encoding: 'utf8' });
}

/**
 * Returns the TOML of one environment. The namespace ids of its rate limits are 1000 × (`at` + 1) higher than those at
 * the top of wrangler.toml, so that each environment counts separately.
 */
function environmentText(config: RawConfig, { name, at }: { name: Environment; at: number }): string {
  const { databaseId, vars } = ENVIRONMENTS[name];
  const ownValue = (key: string, value: unknown): unknown => {
    if (key === 'database_id') return databaseId;
    if (key === 'dataset') return `${String(value)}_${name}`;
    if (key === 'namespace_id') return String(Number(value) + 1000 * (at + 1));
    return NAMES.has(key) ? `${String(value)}-${name}` : value;
  };
  const { vars: shared = {}, ...rest } = Object.fromEntries(
    Object.entries(config).filter(([key]) => !INHERITED.has(key)),
  );
  const route = { pattern: new URL(vars.SITE_URL).hostname, custom_domain: true };
  const dataset = (shared as Record<string, string>)['VIEWS_DATASET'];
  const variables = { ...(shared as object), ...vars, VIEWS_DATASET: ownValue('dataset', dataset) };
  return [
    `[env.${name}]`,
    line('name', `${config.name}-${name}`, ownValue),
    line('routes', [route], ownValue),
    ...Object.entries(rest).map(([key, value]) => line(key, value, ownValue)),
    '',
    `[env.${name}.vars]`,
    ...Object.entries(variables).map(([key, value]) => line(key, value, ownValue)),
    '',
  ].join('\n');
}

type OwnValue = (key: string, value: unknown) => unknown;

const line = (key: string, value: unknown, own: OwnValue): string => `${key} = ${inline(own(key, value), own)}`;

/** A JSON string is also a TOML string. */
function inline(value: unknown, own: OwnValue): string {
  if (Array.isArray(value)) return `[${value.map((each) => inline(each, own)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, each]) => `${key} = ${inline(own(key, each), own)}`)
    .join(', ')} }`;
}
