/** One layer of the source: which files it holds, and what they may import. Every other import is refused. */
export interface Layer {
  /** Patterns of its files. A file belongs to the first layer that names it. */
  files: string[];
  /**
   * Patterns of the files that it may import. `{earlier}` stands for each subject that comes before the importing
   * file's own, and for that.
   */
  imports: string[];
  /** Patterns of the files that it may import by `import type` only. */
  types?: string[];
  /** Patterns of the packages that it may import. */
  packages: string[];
  /** Patterns of the packages that it may import by `import type` only. */
  packageTypes?: string[];
  /** The end of each refusal. It names the place where the code belongs. */
  instead: string;
}

/** Packages of the browser's pages. Every other dependency of package.json is the Worker's. */
export const BROWSER_PACKAGES = [
  'react',
  'react-dom',
  '@tanstack/*',
  '@supabase/*',
  '@fontsource-variable/*',
  'zxing-wasm',
  'pdfjs-dist',
];
/** The packages that build SQL. */
export const SQL_PACKAGES = ['drizzle-orm'];

/** Stands for every dependency of the Worker that builds no SQL. */
export const WORKER_PACKAGES = '{worker packages}';

export const WORKER = [WORKER_PACKAGES, 'cloudflare:*', 'node:crypto', 'node:buffer', 'node:async_hooks'];
export const DRIZZLE = ['drizzle-orm', 'drizzle-orm/**'];
export const FEATURE_BASE = ['{earlier}/**', 'worker/rooms/**', 'worker/http/**', 'worker/contract/**'];
export const MOUNTED = ['worker/features/**', ...FEATURE_BASE.slice(1)];
/** Plain data that the browser loads too. */
export const VOCABULARY = ['drizzle/vocabulary.ts', 'drizzle/handover-vocabulary.ts', 'drizzle/open-end.ts'];
export const STORED = [...VOCABULARY, 'drizzle/tables/**'];
export const REACT = ['react', 'react/*', 'react-dom', 'react-dom/client'];
export const SCREENS = [...REACT, '@tanstack/*', 'valibot'];
/** The modules beside the folders of web, such as the API client. The entries and the router are `.tsx`. */
export const WEB_BASE = ['web/*.ts'];
export const WEB_SHARED = [
  'web/common/**',
  'web/code-reader/**',
  'web/session/**',
  ...WEB_BASE,
  'web/ui/**',
  'worker/contract/**',
];
export const WEB_PARTS = ['{earlier}/**', 'web/admin-ui/**', ...WEB_SHARED];
