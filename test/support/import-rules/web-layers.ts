import { type Layer, REACT, SCREENS, VOCABULARY, WEB_BASE, WEB_PARTS, WEB_SHARED } from './layer.ts';

const OF_A_FEATURE =
  'A feature knows no page, no later district and no later subject of its own. It takes values of the Worker from worker/contract only.';

/** The layers of web, lowest first. */
export const WEB_LAYERS: Layer[] = [
  {
    files: ['web/ui/**'],
    imports: ['web/ui/**'],
    packages: REACT,
    instead: 'ui knows nothing of the product: pass it as a prop, or move the part to its feature.',
  },
  {
    files: ['web/code-reader/**'],
    imports: ['web/code-reader/**', 'web/script-address.ts'],
    types: VOCABULARY,
    packages: ['zxing-wasm/**', 'pdfjs-dist', 'pdfjs-dist/**', 'fflate', 'valibot'],
    instead: 'The code reader reads files and frames. It knows no screen and no API.',
  },
  {
    files: ['web/api.ts', 'web/api-client.ts', 'web/send-again.ts'],
    imports: ['worker/contract/**', 'web/api-client.ts', 'web/send-again.ts', 'web/ui/toast.ts'],
    types: ['worker/app.ts'],
    packages: ['hono/client'],
    instead: 'The API client knows the contract, the type of the API and the toast.',
  },
  {
    files: [...WEB_BASE, 'web/*.test.tsx'],
    imports: [...WEB_BASE, 'web/ui/**', 'worker/contract/**'],
    packages: SCREENS,
    instead: 'What all screens share knows no screen.',
  },
  {
    files: ['web/styles/**'],
    imports: ['web/styles/**'],
    packages: [],
    instead: 'The tokens and the base styles know no part.',
  },
  {
    files: ['web/session/**'],
    imports: ['web/session/**', ...WEB_BASE, 'web/ui/**', 'worker/contract/**'],
    types: VOCABULARY,
    packages: [...SCREENS, '@supabase/auth-js'],
    instead: 'The session knows no screen.',
  },
  {
    files: ['web/admin-ui/**'],
    imports: ['web/admin-ui/**', 'web/session/**', ...WEB_BASE, 'web/ui/**', 'worker/contract/**'],
    types: VOCABULARY,
    packages: SCREENS,
    packageTypes: ['hono/client'],
    instead: 'admin-ui knows no screen and no feature.',
  },
  {
    files: ['web/common/**'],
    imports: ['web/common/**', 'web/admin-ui/**', 'web/session/**', ...WEB_BASE, 'web/ui/**', 'worker/contract/**'],
    types: VOCABULARY,
    packages: SCREENS,
    packageTypes: ['hono/client'],
    instead: 'What all districts share knows no district.',
  },
  {
    files: ['web/features/trade/pass/**'],
    imports: WEB_PARTS,
    packages: [...SCREENS, 'uqr', '@noble/curves/**'],
    packageTypes: ['hono/client'],
    instead: OF_A_FEATURE,
  },
  {
    files: ['web/features/*/**'],
    imports: WEB_PARTS,
    types: VOCABULARY,
    packages: SCREENS,
    packageTypes: ['hono/client', '@supabase/auth-js'],
    instead: OF_A_FEATURE,
  },
  {
    files: ['web/pages/**'],
    imports: ['web/pages/**', 'web/media/**', 'web/features/**', 'web/admin-ui/**', ...WEB_SHARED],
    types: VOCABULARY,
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
    // Only this entry renders the <head> of a page. For that it imports parts of web/features.
    imports: ['web/app.tsx', 'web/router.tsx', 'web/features/**', 'web/common/**', ...WEB_BASE],
    packages: [...SCREENS, 'react-dom/server'],
    instead: 'The entry of the Worker starts the router and knows no page.',
  },
  {
    files: ['web/app.tsx', 'web/entry-client.tsx'],
    imports: [
      'web/app.tsx',
      'web/router.tsx',
      'web/session/**',
      ...WEB_BASE,
      'web/ui/**',
      'web/styles/**',
      'worker/contract/**',
    ],
    packages: SCREENS,
    instead: 'An entry starts the router and knows no page.',
  },
];
