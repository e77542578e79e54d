import { cloudflare } from '@cloudflare/vite-plugin';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import react from '@vitejs/plugin-react';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { answerSqlite } from './test/support/sqlite-service.ts';
import { TEST_SECRETS } from './test/support/test-secrets.ts';
import { importAtStart } from './test/support/import-at-start.ts';
import { buildId } from './worker/local/settings/build-id.ts';
import { listCommonPasswords } from './worker/local/settings/common-passwords.ts';
import { localVariables } from './worker/local/settings/variables.ts';

const inHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** In the Worker, replaces browser-only files (`*.client.ts` and `*.client.tsx`) by empty modules without imports. */
const leaveOutClientModules: Plugin = {
  name: 'leave-out-client-modules',
  applyToEnvironment: ({ config }) => config.consumer === 'server',
  load: { filter: { id: /\.client\.tsx?$/ }, handler: () => 'export {}' },
};

/** Default CSS class names contain a hash of the file and a line number, so each changed comment would change them. */
function scopedName(name: string, file: string): string {
  const path = relative(inHere('.'), file.replace(/\?.*$/, ''));
  return `${name}_${createHash('sha256').update(path).digest('hex').slice(0, 6)}`;
}

const NAMED_CHUNKS = new Set(['first', 'event-live.client']);

const app = (isDev: boolean): ViteUserConfig => ({
  root: 'web',
  define: { __BUILD_ID__: JSON.stringify(buildId()), __IS_DEV__: String(isDev) },
  // React's entry includes the streaming renderer, and the OpenAPI package includes a second schema library. Neither is
  // used, so the build leaves out these 37 kB.
  resolve: isDev
    ? {}
    : {
        alias: [
          {
            find: 'react-dom/server',
            replacement: inHere('node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js'),
          },
          { find: 'zod/v4/core', replacement: inHere('worker/http/absent.ts') },
          // React has had this hook since version 18. The router brings a copy for older versions.
          { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
        ],
      },
  build: { outDir: inHere('dist'), emptyOutDir: true },
  css: { modules: { generateScopedName: scopedName } },
  worker: {
    format: 'es',
    rolldownOptions: {
      output: {
        // `web/public/_headers` recognizes the code reader by this name, and lets it run WebAssembly.
        entryFileNames: ({ name }) => `assets/${name.startsWith('reader') ? 'code-reader-' : ''}[hash:7].js`,
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:6][extname]',
      },
    },
  },
  environments: {
    client: {
      build: {
        manifest: 'assets/manifest.json',
        assetsInlineLimit: 0,
        // The styles need nested CSS, and every browser that supports it also preloads modules itself.
        modulePreload: { polyfill: false },
        // The code that every page needs is one file: many small files compress worse and arrive later. The entry stays
        // a separate file, because Vite would otherwise omit it from the manifest.
        rolldownOptions: {
          output: {
            // Most names are only hashes: the first file lists the names of all others, so short names keep it small.
            // The manifest names each file's source. Scripts need hashes of at least seven characters. Hashes with
            // fewer different characters compress better. The code that makes an event's page live keeps its name,
            // because browser tests wait for it.
            hashCharacters: 'base36',
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: ({ name }) => `assets/${NAMED_CHUNKS.has(name) ? '[name]-' : ''}[hash:7].js`,
            assetFileNames: ({ names }) => `assets/${names[0]?.endsWith('.css') ? '' : '[name]-'}[hash:6][extname]`,
            codeSplitting: {
              groups: [
                {
                  name: 'first',
                  tags: ['$initial'],
                  test: (id) => !/\/(index\.html|entry-client\.tsx)/.test(id),
                  priority: 2,
                },
                // Parts that several pages share go into one file, so that the first file lists fewer names.
                {
                  name: 'parts',
                  test: /\/(web\/(ui|session|use-[a-z]+\.ts)|worker\/contract)/,
                  minShareCount: 3,
                  priority: 1,
                },
                { name: 'admin-parts', test: /\/web\/admin-ui\//, minShareCount: 2, priority: 1 },
                // The code that every page fetches soon after the page is shown.
                { name: 'late', test: /\/web\/(pages\/(late\.client|tab-bar)|ui\/toast)/, priority: 0.5 },
                {
                  name: 'people-parts',
                  test: /\/web\/features\/people\/(account|auth)\//,
                  minShareCount: 2,
                  priority: 0.3,
                },
                {
                  name: 'trade-parts',
                  test: /\/(web\/features\/trade|worker\/contract\/trade)\//,
                  minShareCount: 5,
                  priority: 0.3,
                },
                // Small files arrive later and compress worse, so small shared files are merged. Some pages then load
                // code that they do not need.
                {
                  name: 'shared',
                  test: /\/(web|worker\/contract)\//,
                  minShareCount: 2,
                  entriesAware: true,
                  entriesAwareMergeThreshold: 1700,
                },
              ],
            },
          },
        },
      },
    },
    // A deployment uploads the Worker's source maps, so that the log names lines of the source.
    vouch: {
      build: {
        minify: true,
        sourcemap: process.env['CLOUDFLARE_ENV'] !== undefined,
        // A local runtime loads hundreds of files slowly. One file therefore holds the code that runs at the start, and
        // another the code that several later parts share. The names have no hashes, and the build's id has a file of
        // its own, so that two builds of the same source differ only in that file.
        rolldownOptions: {
          output: {
            chunkFileNames: 'assets/[name].js',
            assetFileNames: 'assets/[name][extname]',
            codeSplitting: {
              groups: [
                { name: 'build-id', test: /\/worker\/http\/build\.ts$/, priority: 3 },
                { name: 'start', tags: ['$initial'], priority: 2 },
                { name: 'left-out', test: /\.client\.tsx?$/, priority: 1 },
                { name: 'shared', minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
  },
  plugins: [
    react(),
    leaveOutClientModules,
    listCommonPasswords,
    cloudflare({
      configPath: inHere('wrangler.toml'),
      persistState: { path: process.env['STATE_DIR'] ?? inHere('.wrangler/state') },
      inspectorPort: false,
      // The build uses the same folder for every environment.
      viteEnvironment: { name: 'vouch' },
      config: isDev ? { vars: localVariables(Number(process.env['PORT'] ?? 8787)) } : {},
    }),
  ],
});

/** Serves what the Worker's tests fetch: the icons, the packages' fonts, and an empty build manifest. */
async function serveFile(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (/^\/icon-\d+\.png$/.test(pathname)) return new Response(await readFile(inHere(`web/public${pathname}`)));
  if (pathname === '/assets/manifest.json') return Response.json({});
  const isFont = pathname.startsWith('/node_modules/@fontsource') && pathname.endsWith('.woff2');
  return isFont ? new Response(await readFile(inHere(`.${pathname}`))) : new Response(null, { status: 404 });
}

const workerTests = (name: string, include: string[]): ViteUserConfig => ({
  plugins: [
    leaveOutClientModules,
    listCommonPasswords,
    importAtStart,
    cloudflareTest(async () => ({
      main: inHere('worker/index.ts'),
      wrangler: { configPath: inHere('wrangler.toml') },
      miniflare: {
        bindings: { MIGRATIONS: await readD1Migrations(inHere('migrations')), ...TEST_SECRETS },
        serviceBindings: { ASSETS: serveFile, SQLITE: answerSqlite },
        // Nothing consumes this queue. Otherwise the messages of a test would be delivered during a later test.
        queueProducers: { NOTIFY_QUEUE: 'kept', NEWS_QUEUE: 'kept' },
      },
    })),
  ],
  test: {
    name,
    include,
    setupFiles: ['test/support/worker/no-surprise.ts', 'test/support/worker/begin-afresh.ts'],
    fsModuleCache: false,
    // The test files share one runtime, which takes seconds to start. Its storage is emptied before each test file.
    isolate: false,
    // Otherwise, Vitest waits for a confirmation of each logged line. If a request logged the line, its confirmation
    // arrives only with the next line. So Vitest would wait forever after the last logged line of a test file.
    disableConsoleIntercept: true,
    // Long enough for a slow machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

const tests: ViteUserConfig = {
  test: {
    // The tests hung when several runtimes of the Worker ran in parallel.
    maxWorkers: 1,
    projects: [
      {
        test: {
          name: 'unit',
          // These files keep no state, so all of them share one process.
          isolate: false,
          include: [
            '{drizzle,worker,web}/**/*.test.ts',
            'test/docs/*.test.ts',
            'test/{mutate,support,support/import-rules,support/run}/*.test.ts',
          ],
          environment: 'node',
          // The test of the import rules runs the linter, which takes long on a busy machine.
          testTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          setupFiles: ['test/support/worker/no-surprise.ts', 'test/support/web/jsdom.ts'],
          // Longer than a wait for one element, so that a failed wait can report what it waited for.
          testTimeout: 20_000,
          include: ['web/**/*.test.tsx'],
          environment: 'jsdom',
          // Each file has its own context in a shared process, which loads jsdom once.
          pool: 'vmThreads',
        },
      },
      { test: { name: 'soak', include: ['test/soak/*.test.ts'], environment: 'node' } },
      workerTests('worker', ['test/{worker,rooms,attack}/**/*.test.ts']),
    ],
  },
};

export default defineConfig(({ command }) => (process.env['VITEST'] ? tests : app(command === 'serve')));
