import { globSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, Request, type V4WorkerOptions } from 'miniflare';
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from 'wrangler';
import { MINUTE } from '../contract/time/durations.ts';

const BUILT_CONFIG = 'dist/vouch/wrangler.json';

/** Runs in place of the Worker while the database is prepared. Nothing listens on the app's port yet. */
const NO_WORKER = {
  name: 'vouch',
  modules: true,
  script: 'export default { fetch: () => new Response(null, { status: 503 }) };',
} as const;

export interface LocalPlatform {
  database: () => ReturnType<Miniflare['getD1Database']>;
  /** Serves on the loopback address. Runs the cron every minute, unless `still` is set. */
  serve: (on: { port: number; variables: Record<string, string>; still?: boolean }) => Promise<void>;
  bucket: (binding: string) => ReturnType<Miniflare['getR2Bucket']>;
  call: (
    url: string,
    init: { method: string; headers: Record<string, string>; body?: string },
  ) => ReturnType<Miniflare['dispatchFetch']>;
  close: () => Promise<void>;
}

/** Opens the platform without the app's Worker, which `serve` adds. Stores data in `state`, in Wrangler's layout. */
export function openPlatform(state: string): LocalPlatform {
  const { compatibility_date, d1_databases } = unstable_readConfig({ config: 'wrangler.toml' });
  const d1Databases = Object.fromEntries(
    d1_databases.map((each: { binding: string; database_id?: string }) => [each.binding, each.database_id ?? '']),
  );
  const worker = { ...NO_WORKER, compatibilityDate: compatibility_date, d1Databases };
  const miniflare = new Miniflare(options([worker], { resourcePersistencePath: `${state}/v3` }));
  closeConnections(miniflare);
  let cron: NodeJS.Timeout | undefined;
  return {
    database: () => miniflare.getD1Database('DB'),
    bucket: (binding) => miniflare.getR2Bucket(binding),
    call: (url, init) => miniflare.dispatchFetch(url, init),
    serve: async ({ port, variables, still = false }) => {
      await miniflare.setOptions(builtPlatform({ state, port, variables }));
      if (still) return;
      const served = await miniflare.getWorker();
      cron = setInterval(() => void served.scheduled({ cron: '* * * * *' }).catch(sayNoCron), MINUTE);
    },
    close: async () => {
      clearInterval(cron);
      await miniflare.dispose();
    },
  };
}

const sayNoCron = (error: unknown) => console.error('The cron did not run.', error);

/**
 * Makes each call use a connection of its own. The runtime closes a connection after five idle seconds, perhaps just as
 * a later call uses it.
 */
export function closeConnections(miniflare: Miniflare): void {
  const { dispatchFetch } = miniflare;
  miniflare.dispatchFetch = (...asked) => {
    const request = new Request(...asked);
    request.headers.set('Connection', 'close');
    return dispatchFetch(request);
  };
}

interface Built {
  state: string;
  port: number;
  variables: Record<string, string>;
  /** Can change the Worker's options and add further Workers. */
  around?: (worker: V4WorkerOptions) => [V4WorkerOptions, ...V4WorkerOptions[]];
}

export function builtPlatform({ state, port, variables, around = (worker) => [worker] }: Built) {
  return options(around(builtWorker(variables)), { port, resourcePersistencePath: `${state}/v3` });
}

type Own = { port?: number; resourcePersistencePath: string };

function options(workers: [V4WorkerOptions, ...V4WorkerOptions[]], own: Own) {
  return convertV4MiniflareOptions({
    ...own,
    host: '127.0.0.1',
    workers,
    resourceTmpPath: resolve('.wrangler/tmp'),
    // Keeps Miniflare from asking Cloudflare for the `cf` object of requests.
    cf: false,
    telemetry: { enabled: false },
    log: new Log(LogLevel.WARN),
    handleStructuredLogs: ({ level, message }) => {
      if (level === 'error' || level === 'warn') console.error(message);
    },
  });
}

export function builtWorker(variables: Record<string, string>): V4WorkerOptions {
  // Hides Wrangler's note about the file it reads secrets from. The secrets here come from `variables`.
  process.env['WRANGLER_LOG'] ??= 'warn';
  const config = unstable_readConfig({ config: BUILT_CONFIG });
  const { workerOptions, main } = unstable_getMiniflareWorkerOptions(config);
  const { modulesRules = [], ...bindings } = workerOptions;
  const folder = dirname(main ?? BUILT_CONFIG);
  const entry = relative(folder, main ?? '');
  const others = modulesRules.flatMap(({ type, include }) =>
    globSync(include, { cwd: folder })
      .filter((path) => path !== entry)
      .map((path) => ({ type, path })),
  );
  return {
    ...bindings,
    name: 'vouch',
    rootPath: folder,
    modules: [{ type: 'ESModule', path: entry }, ...others],
    bindings: variables,
  };
}
