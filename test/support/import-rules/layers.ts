import { type Layer, WORKER, DRIZZLE, FEATURE_BASE, MOUNTED, VOCABULARY, STORED } from './layer.ts';
import { WEB_LAYERS } from './web-layers.ts';

/** The layers, lowest first. `docs/architecture.md` explains them. */
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
    instead: 'The browser loads the contract too: it imports valibot, the vocabulary and itself only.',
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
    // An event page falls back to a sample event if the database does not have the slug.
    imports: [...FEATURE_BASE, ...VOCABULARY, 'drizzle/seed/sample.ts'],
    types: ['worker/context.ts', 'worker/features/people/accounts/**', ...STORED],
    packages: WORKER,
    // Stripe's package may be imported only for types and in tests, because its code is ten times larger than ours.
    packageTypes: [...DRIZZLE, 'stripe'],
    instead:
      'A feature knows no other district and no later subject of its own: a shared rule belongs to worker/contract, shared plumbing to worker/http, a shape to drizzle, SQL to its *.db.ts files. Functions of features/people/accounts are passed as a parameter.',
  },
  {
    files: [
      'worker/app.ts',
      'worker/own.ts',
      'worker/admin.ts',
      'worker/functions.ts',
      'worker/tell-people.ts',
      'worker/each-minute.ts',
    ],
    imports: ['worker/own.ts', 'worker/admin.ts', 'worker/functions.ts', 'worker/tell-people.ts', ...MOUNTED],
    types: ['worker/context.ts'],
    packages: WORKER,
    instead: 'The app mounts the features. worker/index.ts passes it the pages.',
  },
  {
    files: ['worker/page/**'],
    // The fonts of preview images come from packages.
    imports: [
      'worker/page/**',
      'worker/http/**',
      'worker/contract/**',
      'web/entry-server.tsx',
      'node_modules/@fontsource*/**',
    ],
    types: ['worker/context.ts', 'worker/app.ts'],
    packages: WORKER,
    instead: 'worker/page imports only web/entry-server.tsx from web. A shared rule belongs to worker/contract.',
  },
  {
    files: ['worker/index.ts'],
    imports: [
      'worker/app.ts',
      'worker/tell-people.ts',
      'worker/each-minute.ts',
      'worker/rooms/**',
      'worker/http/**',
      'worker/page/**',
    ],
    packages: [],
    instead: 'worker/index.ts connects the parts of the Worker and holds no logic.',
  },
  {
    files: ['worker/local/**'],
    imports: ['worker/local/**', 'worker/http/**', 'worker/contract/**', 'drizzle/**'],
    packages: ['**'],
    instead: 'Local commands use drizzle, worker/contract and worker/http.',
  },
  ...WEB_LAYERS,
];
