import { cloudflare } from '@cloudflare/vite-plugin';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import react from '@vitejs/plugin-react';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { TEST_SECRETS } from './test/support/test-secrets.ts';

const inHere = (path: string) => new URL(path, import.meta.url).pathname;

/** The commit, with the time where there are changes on top of it: it keys caches, so two builds never share one. */
function buildId(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .trim()
      .replace('-dirty', `-${Date.now().toString(36)}`);
  } catch {
    return Date.now().toString(36);
  }
}

/** Modules of the first view: the framework without what only forms and lists use, and the parts that home and every page share. */
const isFirst = (id: string) =>
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|hono|@tanstack)\//.test(id)
    ? !/[mM]utation|[iI]nfinite/.test(id)
    : /\/worker\/contract\/(event-time|poster-print)\.|\/web\/(styles\/|ui\/(later|mark|boundary|dialog-button)\.|features\/(art\/(art|poster)|events\/event-card|launch\/launch\.queries|venues\/venues\.queries)\.|features\/waitlist\/join-waitlist-button\.|pages\/(home-page|root-layout)\.)/.test(
        id,
      );

const app = (isDev: boolean): ViteUserConfig => ({
  root: 'web',
  define: { __BUILD_ID__: JSON.stringify(buildId()), __IS_DEV__: String(isDev) },
  // React's entry carries the streaming renderer too, and the API's description a second schema library: 37 kB that nothing here calls.
  resolve: isDev
    ? {}
    : {
        alias: {
          'react-dom/server': inHere('node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js'),
          'zod/v4/core': inHere('worker/http/absent.ts'),
        },
      },
  build: { outDir: inHere('dist'), emptyOutDir: true },
  environments: {
    client: {
      build: {
        manifest: 'assets/manifest.json',
        assetsInlineLimit: 0,
        // What every first view needs is one file: thirty small ones compress worse and arrive later.
        rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', test: isFirst }] } } },
      },
    },
    vouch: { build: { minify: true } },
  },
  plugins: [
    react(),
    cloudflare({
      configPath: inHere('wrangler.toml'),
      persistState: { path: process.env['STATE_DIR'] ?? inHere('.wrangler/state') },
      inspectorPort: false,
    }),
  ],
});

/** The static files as the Worker's tests see them: the fonts of the packages, at the addresses that Vite gives them. */
async function serveFont(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const isFont = pathname.startsWith('/node_modules/@fontsource') && pathname.endsWith('.woff2');
  return isFont ? new Response(await readFile(inHere(`.${pathname}`))) : new Response(null, { status: 404 });
}

const workerTests = (name: string, include: string[]): ViteUserConfig => ({
  plugins: [
    cloudflareTest(async () => ({
      main: inHere('worker/index.ts'),
      wrangler: { configPath: inHere('wrangler.toml') },
      miniflare: {
        bindings: {
          MIGRATIONS: await readD1Migrations(inHere('migrations')),
          ...TEST_SECRETS,
        },
        serviceBindings: { ASSETS: serveFont },
      },
    })),
  ],
  test: {
    name,
    include,
    setupFiles: ['test/support/worker/no-surprise.ts', 'test/support/worker/migrate.ts'],
    fsModuleCache: false,
    // A slow machine is no failure; a test that hangs still ends.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

const tests: ViteUserConfig = {
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{drizzle,worker,web}/**/*.test.ts', 'test/docs/*.test.ts', 'test/support/{,import-rules/}*.test.ts'],
          environment: 'node',
        },
      },
      {
        plugins: [react()],
        test: { name: 'web', setupFiles: ['test/support/worker/no-surprise.ts'], include: ['web/**/*.test.tsx'], environment: 'jsdom' },
      },
      workerTests('worker', ['test/{worker,rooms,attack}/**/*.test.ts']),
    ],
  },
};

export default defineConfig(({ command }) => (process.env['VITEST'] ? tests : app(command === 'serve')));
