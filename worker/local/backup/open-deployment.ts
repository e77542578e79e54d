import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { getPlatformProxy, unstable_readConfig } from 'wrangler';
import { ENVIRONMENTS, type Environment } from '../settings/environments.ts';
import { lockState } from '../database/lock-state.db.ts';
import { isPortFree } from '../is-port-free.ts';
import { migrate } from '../database/migrate.db.ts';
import { openPlatform } from '../platform.ts';
import { program } from '../processes/program.ts';
import { localVariables } from '../settings/variables.ts';
import type { Bucket, Database, Deployment } from './places.ts';

const BUILT = 'dist/vouch/index.js';
const REMOTE_CONFIG = '.wrangler/tmp/backup.json';

interface Opened {
  deployment: Deployment;
  /** The keys of the deployment's ticket files. Undefined if this machine does not know them. */
  TICKET_KEYS: string | undefined;
  close: () => Promise<void>;
}

const bucketsOf = (environment?: Environment): { binding: string }[] =>
  unstable_readConfig({ config: 'wrangler.toml', ...(environment ? { env: environment } : {}) }).r2_buckets;

/**
 * Opens the local database and files. Throws while another process uses `STATE_DIR` or the port. `holder` describes
 * this process, as in `lockState`.
 */
export async function openLocal(holder: string): Promise<Opened> {
  const state = resolve(process.env['STATE_DIR'] ?? '.wrangler/state');
  const lock = lockState(state, holder);
  const port = Number(process.env['PORT'] ?? 8787);
  if (!(await isPortFree(port)))
    throw new Error(`A server listens on port ${port}. Stop it first, for example npm start.`);
  if (!existsSync(BUILT)) execFileSync(...program('vite', ['build', '--logLevel', 'warn']), { stdio: 'inherit' });
  const variables = localVariables(port);
  const platform = openPlatform(state);
  await migrate(await platform.database());
  await platform.serve({ port, variables, still: true });
  const buckets: [string, Bucket][] = [];
  for (const { binding } of bucketsOf()) buckets.push([binding, await platform.bucket(binding)]);
  const headers = headersWith(variables['AUTH_SERVICE_KEY_JWT']);
  return {
    TICKET_KEYS: variables['TICKET_KEYS'],
    deployment: {
      environment: 'local',
      database: (await platform.database()) as unknown as Database,
      buckets: Object.fromEntries(buckets),
      call: (path, init) => platform.call(`http://127.0.0.1:${port}${path}`, { method: 'GET', ...init, headers }),
    },
    close: async () => {
      await platform.close();
      lock.release();
    },
  };
}

/** Opens a deployment at Cloudflare. Needs a signed-in Wrangler, and the service key in `AUTH_SERVICE_KEY_JWT`. */
export async function openRemote(environment: Environment): Promise<Opened> {
  const headers = headersWith(process.env['AUTH_SERVICE_KEY_JWT']);
  const { d1_databases, r2_buckets, compatibility_date } = unstable_readConfig({
    config: 'wrangler.toml',
    env: environment,
  });
  const config = {
    name: 'vouch-backup',
    compatibility_date,
    d1_databases: d1_databases.map(remotely),
    r2_buckets: r2_buckets.map(remotely),
  };
  mkdirSync('.wrangler/tmp', { recursive: true });
  writeFileSync(REMOTE_CONFIG, JSON.stringify(config));
  const { env, dispose } = await getPlatformProxy({ configPath: REMOTE_CONFIG, persist: false });
  const site = ENVIRONMENTS[environment].vars.SITE_URL;
  return {
    TICKET_KEYS: process.env['TICKET_KEYS'],
    deployment: {
      environment,
      database: env['DB'] as Database,
      buckets: Object.fromEntries(bucketsOf(environment).map(({ binding }) => [binding, env[binding] as Bucket])),
      call: (path, init) => fetch(`${site}${path}`, { ...init, headers }),
    },
    close: dispose,
  };
}

const remotely = (binding: object) => Object.assign({}, binding, { remote: true });

function headersWith(key: string | undefined): Record<string, string> {
  if (!key) throw new Error('Set AUTH_SERVICE_KEY_JWT to the service key of the deployment. Its chat rooms need it.');
  return { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
}
