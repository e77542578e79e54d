import { cloudflare } from '@cloudflare/vite-plugin';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import react from '@vitejs/plugin-react';
import { execFileSync } from 'node:child_process';
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

const app: ViteUserConfig = {
  root: 'web',
  define: { __BUILD_ID__: JSON.stringify(buildId()) },
  build: { outDir: inHere('dist'), emptyOutDir: true },
  environments: {
    client: { build: { manifest: 'assets/manifest.json', assetsInlineLimit: 0 } },
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
};

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
      },
    })),
  ],
  test: { name, include, setupFiles: ['test/support/worker/migrate.ts'], fsModuleCache: false },
});

const tests: ViteUserConfig = {
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{drizzle,worker,web,test}/**/*.unit.test.ts', '{drizzle,worker,web}/**/*.test.ts'],
          environment: 'node',
        },
      },
      { plugins: [react()], test: { name: 'web', include: ['web/**/*.test.tsx'], environment: 'jsdom' } },
      workerTests('worker', ['test/{worker,rooms,attack}/**/*.test.ts']),
    ],
  },
};

export default defineConfig(process.env['VITEST'] ? tests : app);
