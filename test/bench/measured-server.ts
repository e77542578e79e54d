import { Log, LogLevel, Miniflare, convertV4MiniflareOptions, type V4WorkerOptions } from 'miniflare';
import { builtWorker } from '../../worker/local/platform.ts';
import { prepareDatabase } from '../../worker/local/database/prepare-database.ts';
import { localVariables } from '../../worker/local/settings/variables.ts';
import { bundle } from './browser/bundle.ts';

/**
 * A process of its own, so that it can have a core of its own: the built Worker and the reference Workers in one
 * Miniflare, each on a port that leads to it directly. Its parent gives the settings and is told when both listen. It
 * runs no cron job and takes nothing from a queue, because that would slow down whatever is measured next.
 */
export interface ServerSettings {
  port: number;
  barePort: number;
  state: string;
  /** Whether the Worker notes what each request costs. Its speed is then not the Worker's. */
  isCounted: boolean;
}

/** High enough for every load. The limits are asked as always. */
const MOST = 1_000_000_000;
const TRIES = 3;
const UNLIMITED = { AUTH_RATE_LIMIT_SCALE: '1000000' };

// Also while it starts, it ends with its parent.
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
      { ...(isCounted ? await withCosts(worker) : worker), ratelimits: unlimited(worker) },
      // A Worker with static files is behind a router, unless the socket belongs to another Worker.
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

/** What is there stays, so it can be begun again, in case a busy machine loses the connection to the runtime. */
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

function unlimited({ ratelimits = {} }: V4WorkerOptions): NonNullable<V4WorkerOptions['ratelimits']> {
  return Object.fromEntries(
    Object.entries(ratelimits).map(([name, limit]) => [name, { ...limit, simple: { ...limit.simple, limit: MOST } }]),
  );
}

/** The Worker inside the one that counts. */
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
