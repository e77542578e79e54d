import { Log, LogLevel, Miniflare, convertV4MiniflareOptions, type V4WorkerOptions } from 'miniflare';
import { builtWorker } from '../../worker/local/platform.ts';
import { prepareDatabase } from '../../worker/local/database/prepare-database.ts';
import { localVariables } from '../../worker/local/settings/variables.ts';
import { bundle } from './browser/bundle.ts';
import { unlimited } from './unlimited.ts';

/**
 * Settings of the measured server. The server is a separate process, so that it can have its own core. It runs no cron
 * job and no queue, because they would slow down the next measurement.
 */
export interface ServerSettings {
  port: number;
  barePort: number;
  state: string;
  /** Whether to record the cost of each request, which slows the Worker down. */
  isCounted: boolean;
}

const TRIES = 3;
const UNLIMITED = { AUTH_RATE_LIMIT_SCALE: '1000000' };

// This process ends with its parent, even while starting.
process.once('disconnect', () => process.exit(0));
const { port, barePort, state, isCounted } = JSON.parse(process.argv[2]!) as ServerSettings;
const { queueConsumers: _, ...worker } = builtWorker({ ...localVariables(port), ...UNLIMITED });
const bare = await bundle('test/bench/worker/bare.ts');
const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    host: '127.0.0.1',
    port: 0,
    cf: false,
    telemetry: { enabled: false },
    log: new Log(LogLevel.ERROR),
    handleStructuredLogs: ({ level, message }) => {
      if (level === 'error') console.error(message);
    },
    resourcePersistencePath: `${state}/v3`,
    workers: [
      {
        name: 'bare',
        modules: [{ type: 'ESModule', path: 'bare.js', contents: bare }],
        compatibilityDate: worker.compatibilityDate!,
        d1Databases: worker.d1Databases!,
        unsafeDirectSockets: [{ host: '127.0.0.1', port: barePort }],
      },
      unlimited(isCounted ? await withCosts(worker) : worker),
      // Miniflare puts a router before a Worker with static files. This empty Worker owns the socket, so that no router
      // is measured.
      {
        name: 'door',
        modules: true,
        script: 'export default {}',
        unsafeDirectSockets: [{ host: '127.0.0.1', port, serviceName: 'vouch' }],
      },
    ],
  }),
);
await miniflare.ready;
await prepare();
process.send!('ready');
process.removeAllListeners('disconnect');
process.once('disconnect', () => void miniflare.dispose().then(() => process.exit(0)));

/** Prepares the database. Tries again if a busy machine loses the connection. Existing rows stay. */
async function prepare(): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await prepareDatabase(await miniflare.getD1Database('DB', 'vouch'));
      return;
    } catch (error) {
      if (tries === TRIES) throw error;
    }
  }
}

async function withCosts(built: V4WorkerOptions): Promise<V4WorkerOptions> {
  const { modules } = built as { modules: unknown[] };
  const entry = `import worker from './index.js';
import { counted } from './counted.js';
export * from './index.js';
export default counted(worker);`;
  const counting = [
    { type: 'ESModule', path: 'entry.js', contents: entry },
    { type: 'ESModule', path: 'counted.js', contents: await bundle('test/bench/worker/counted.ts') },
  ];
  return { ...built, modules: [...counting, ...modules] } as V4WorkerOptions;
}
