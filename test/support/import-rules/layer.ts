/** One layer of the source: its files, and what they may import. Every other import is refused. */
export interface Layer {
  /** Patterns of its files. A file belongs to the first layer that matches it. */
  files: string[];
  /** Patterns of what it may import. `{earlier}`: the file's own subject and those before it in `districts.ts`. */
  imports: string[];
  /** Patterns of further files that it may import, but only with `import type`. */
  types?: string[];
  packages: string[];
  packageTypes?: string[];
  /** The sentence at the end of each refusal. It explains the rule or says where the code belongs. */
  instead: string;
}

/** Packages for the browser. Every other dependency of package.json is for the Worker. */
export const BROWSER_PACKAGES = [
  'react',
  'react-dom',
  '@tanstack/*',
  '@supabase/*',
  '@fontsource-variable/*',
  'zxing-wasm',
  'pdfjs-dist',
];
export const SQL_PACKAGES = ['drizzle-orm'];

/** Stands for every dependency of the Worker except the packages that build SQL. */
export const WORKER_PACKAGES = '{worker packages}';

export const WORKER = [WORKER_PACKAGES, 'cloudflare:*', 'virtual:*', 'node:crypto', 'node:buffer', 'node:async_hooks'];
export const DRIZZLE = ['drizzle-orm', 'drizzle-orm/**'];
export const FEATURE_BASE = ['{earlier}/**', 'worker/rooms/**', 'worker/http/**', 'worker/contract/**'];
export const MOUNTED = ['worker/features/**', ...FEATURE_BASE.slice(1)];
/** Plain data that the browser loads too. */
export const VOCABULARY = ['drizzle/vocabulary.ts', 'drizzle/handover-vocabulary.ts', 'drizzle/open-end.ts'];
export const STORED = [...VOCABULARY, 'drizzle/tables/**'];
export const REACT = ['react', 'react/*', 'react-dom', 'react-dom/client'];
export const SCREENS = [...REACT, '@tanstack/*', 'valibot'];
/** The modules directly in web, such as the API client. The pattern leaves out the entries and the router (`.tsx`). */
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
