/** One layer of the source: which files it holds, and what they may import. Every other import is refused. */
export interface Layer {
  /** Patterns of its files. A file belongs to the first layer that names it. */
  files: string[];
  /** Patterns of the files that it may import. `{earlier}` stands for each subject that comes before the importing file's own, and for that. */
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
export const BROWSER_PACKAGES = ['react', 'react-dom', '@tanstack/*', '@supabase/*', '@fontsource-variable/*', 'zxing-wasm', 'pdfjs-dist'];
/** The packages that build SQL. */
export const SQL_PACKAGES = ['drizzle-orm'];

/** Stands for every dependency of the Worker that builds no SQL. */
export const WORKER_PACKAGES = '{worker packages}';

const WORKER = [WORKER_PACKAGES, 'cloudflare:*', 'node:crypto', 'node:buffer', 'node:async_hooks'];
const DRIZZLE = ['drizzle-orm', 'drizzle-orm/**'];
const FEATURE_BASE = ['{earlier}/**', 'worker/rooms/**', 'worker/http/**', 'worker/contract/**'];
const MOUNTED = ['worker/features/**', ...FEATURE_BASE.slice(1)];
/** Plain data that the browser loads too. */
const VOCABULARY = ['drizzle/vocabulary.ts', 'drizzle/open-end.ts'];
const STORED = [...VOCABULARY, 'drizzle/tables/**'];
const REACT = ['react', 'react/*', 'react-dom', 'react-dom/client'];
const SCREENS = [...REACT, '@tanstack/*', 'valibot'];
/** The modules beside the folders of web, such as the API client. The entries and the router are `.tsx`. */
const WEB_BASE = ['web/*.ts'];
const WEB_SHARED = ['web/common/**', 'web/code-reader/**', 'web/session/**', ...WEB_BASE, 'web/ui/**', 'worker/contract/**'];
const WEB_PARTS = ['{earlier}/**', 'web/admin-ui/**', ...WEB_SHARED];

/**
 * The layers, lowest first: `drizzle ← worker ← web`; in the Worker `contract ← http ← rooms ← features ← app ← index`; in web
 * `ui ← admin-ui ← features ← pages ← router`. `docs/architecture.md` explains them.
 */
export const LAYERS: Layer[] = [
  { files: VOCABULARY, imports: [], packages: [], instead: 'The vocabulary is plain data that the browser loads too.' },
  {
    files: ['drizzle/tables/**', 'drizzle/room/**'],
    imports: [...STORED, 'drizzle/room/**'],
    packages: DRIZZLE,
    instead: 'A table knows other tables and the vocabulary only.',
  },
  {
    files: ['drizzle/triggers/**'],
    imports: ['drizzle/triggers/**', ...STORED, 'worker/contract/**'],
    packages: [],
    instead: 'A trigger takes its numbers and states from the tables, the vocabulary and the contract.',
  },
  {
    files: ['drizzle/**'],
    imports: [...STORED, 'drizzle/room/**', 'drizzle/seed/**'],
    packages: DRIZZLE,
    instead: 'drizzle knows neither the Worker nor the pages.',
  },
  {
    files: ['worker/contract/**'],
    imports: ['worker/contract/**', ...VOCABULARY],
    packages: ['valibot'],
    instead: 'The browser loads the contract too: it imports valibot, drizzle/vocabulary.ts and itself only.',
  },
  {
    files: ['worker/context.ts', 'worker/build.d.ts'],
    imports: [],
    types: [...STORED, 'worker/contract/**'],
    packages: [],
    packageTypes: [...WORKER, ...DRIZZLE],
    instead: 'The context holds types only.',
  },
  {
    files: ['worker/http/**'],
    imports: ['worker/http/**', 'worker/contract/**', ...STORED],
    types: ['worker/context.ts'],
    packages: [...WORKER, ...DRIZZLE],
    instead: 'http knows no feature: take what is needed as a parameter.',
  },
  {
    files: ['worker/rooms/*.db.ts', 'worker/rooms/migrations/**'],
    imports: ['worker/rooms/**', 'worker/http/**', 'worker/contract/**', ...VOCABULARY, 'drizzle/room/**'],
    types: ['worker/context.ts'],
    packages: [...WORKER, ...DRIZZLE],
    instead: 'A chat room reads and writes the tables of drizzle/room only.',
  },
  {
    files: ['worker/rooms/**'],
    imports: ['worker/rooms/**', 'worker/http/**', 'worker/contract/**', ...VOCABULARY],
    types: ['worker/context.ts', 'drizzle/room/**'],
    packages: WORKER,
    packageTypes: DRIZZLE,
    instead: 'A chat room knows no feature: a shared rule belongs to worker/contract, shared plumbing to worker/http.',
  },
  {
    files: ['worker/features/*/**.rules.ts', 'worker/features/*/**.rules.test.ts'],
    imports: ['{earlier}/**.rules.ts', 'worker/contract/**', ...VOCABULARY],
    types: STORED,
    packages: ['valibot'],
    packageTypes: WORKER,
    instead: 'A rule is pure: it takes its facts as parameters.',
  },
  {
    files: ['worker/features/*/**.db.ts'],
    imports: [...FEATURE_BASE, ...STORED],
    types: ['worker/context.ts', 'worker/features/people/accounts/**'],
    packages: [...WORKER, ...DRIZZLE],
    instead: 'The SQL of a feature knows the tables, no other district and no later subject of its own.',
  },
  {
    files: ['worker/features/*/**'],
    // The sample events are shown in place of a slug that the database does not know.
    imports: [...FEATURE_BASE, ...VOCABULARY, 'drizzle/seed/sample.ts'],
    types: ['worker/context.ts', 'worker/features/people/accounts/**', ...STORED],
    packages: WORKER,
    // Stripe's package is for types and tests: its code is ten times the port's.
    packageTypes: [...DRIZZLE, 'stripe'],
    instead:
      'A feature knows no other district and no later subject of its own: a shared rule belongs to worker/contract, shared plumbing to worker/http, a shape to drizzle, SQL to its *.db.ts files. Functions of features/accounts are passed as a parameter.',
  },
  {
    files: ['worker/app.ts', 'worker/own.ts', 'worker/admin.ts', 'worker/functions.ts', 'worker/tell-people.ts', 'worker/each-minute.ts'],
    imports: ['worker/own.ts', 'worker/admin.ts', 'worker/functions.ts', 'worker/tell-people.ts', ...MOUNTED],
    types: ['worker/context.ts'],
    packages: WORKER,
    instead: 'The app mounts the features. worker/index.ts passes it the pages.',
  },
  {
    files: ['worker/page/**'],
    // The fonts of the preview images are files of packages.
    imports: ['worker/page/**', 'worker/http/**', 'worker/contract/**', 'web/entry-server.tsx', 'node_modules/@fontsource*/**'],
    types: ['worker/context.ts', 'worker/app.ts'],
    packages: WORKER,
    instead: 'worker/page enters web by web/entry-server.tsx alone. A rule that both need belongs to worker/contract.',
  },
  {
    files: ['worker/index.ts'],
    imports: ['worker/app.ts', 'worker/tell-people.ts', 'worker/each-minute.ts', 'worker/rooms/**', 'worker/http/**', 'worker/page/**'],
    packages: [],
    instead: 'worker/index.ts connects the parts of the Worker and holds no logic.',
  },
  {
    files: ['worker/local/**'],
    imports: ['worker/local/**', 'worker/http/**', 'worker/contract/**', 'drizzle/**'],
    packages: ['**'],
    instead: 'Local commands use drizzle, worker/contract and worker/http.',
  },
  {
    files: ['web/ui/**'],
    imports: ['web/ui/**'],
    packages: REACT,
    instead: 'ui knows nothing of the product: pass it as a prop, or move the part to its feature.',
  },
  {
    files: ['web/code-reader/**'],
    imports: ['web/code-reader/**', 'web/script-address.ts'],
    types: [...VOCABULARY],
    packages: ['zxing-wasm/**', 'pdfjs-dist', 'pdfjs-dist/**', 'fflate', 'valibot'],
    instead: 'The code reader reads files and frames. It knows no screen and no API.',
  },
  {
    files: ['web/api.ts', 'web/api-client.ts'],
    imports: ['worker/contract/**', 'web/api-client.ts'],
    types: ['worker/app.ts'],
    packages: ['hono/client'],
    instead: 'The API client knows the contract and the type of the API.',
  },
  {
    files: [...WEB_BASE, 'web/*.test.tsx'],
    imports: [...WEB_BASE, 'web/ui/**', 'worker/contract/**'],
    packages: SCREENS,
    instead: 'What all screens share knows no screen.',
  },
  { files: ['web/styles/**'], imports: ['web/styles/**'], packages: [], instead: 'The tokens and the base styles know no part.' },
  {
    files: ['web/session/**'],
    imports: ['web/session/**', ...WEB_BASE, 'web/ui/**', 'worker/contract/**'],
    types: [...VOCABULARY],
    packages: [...SCREENS, '@supabase/auth-js'],
    instead: 'The session knows no screen.',
  },
  {
    files: ['web/admin-ui/**'],
    imports: ['web/admin-ui/**', 'web/session/**', ...WEB_BASE, 'web/ui/**', 'worker/contract/**'],
    types: [...VOCABULARY],
    packages: SCREENS,
    packageTypes: ['hono/client'],
    instead: 'admin-ui knows no screen and no feature.',
  },
  {
    files: ['web/common/**'],
    imports: ['web/common/**', 'web/admin-ui/**', 'web/session/**', ...WEB_BASE, 'web/ui/**', 'worker/contract/**'],
    types: [...VOCABULARY],
    packages: SCREENS,
    packageTypes: ['hono/client'],
    instead: 'What all districts share knows no district.',
  },
  {
    files: ['web/features/trade/pass/**'],
    imports: WEB_PARTS,
    packages: [...SCREENS, 'uqr', '@noble/curves/**'],
    packageTypes: ['hono/client'],
    instead:
      'A feature knows no page, no later district and no later subject of its own. It takes values of the Worker from worker/contract only.',
  },
  {
    files: ['web/features/*/**'],
    imports: WEB_PARTS,
    types: [...VOCABULARY],
    packages: SCREENS,
    packageTypes: ['hono/client', '@supabase/auth-js'],
    instead:
      'A feature knows no page, no later district and no later subject of its own. It takes values of the Worker from worker/contract only.',
  },
  {
    files: ['web/pages/**'],
    imports: ['web/pages/**', 'web/media/**', 'web/features/**', 'web/admin-ui/**', ...WEB_SHARED],
    types: [...VOCABULARY],
    packages: SCREENS,
    packageTypes: ['hono/client', '@supabase/auth-js'],
    instead: 'A page knows no router. It takes values of the Worker from worker/contract only.',
  },
  {
    files: ['web/router.tsx', 'web/admin-routes.tsx', 'web/own-routes.tsx'],
    imports: ['web/admin-routes.tsx', 'web/own-routes.tsx', 'web/pages/**', 'web/features/**', ...WEB_SHARED],
    packages: SCREENS,
    instead: 'The router names the pages.',
  },
  {
    files: ['web/entry-server.tsx'],
    // In the browser only the title of a page's head changes, so the Worker's entry adds the rest.
    imports: ['web/app.tsx', 'web/router.tsx', 'web/features/**', 'web/common/**', ...WEB_BASE],
    packages: [...SCREENS, 'react-dom/server'],
    instead: 'The entry of the Worker starts the router and knows no page.',
  },
  {
    files: ['web/app.tsx', 'web/entry-client.tsx'],
    imports: ['web/app.tsx', 'web/router.tsx', 'web/session/**', ...WEB_BASE, 'web/ui/**', 'web/styles/**', 'worker/contract/**'],
    packages: SCREENS,
    instead: 'An entry starts the router and knows no page.',
  },
];
