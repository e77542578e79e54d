// Imported first, because the first import sets the order of the CSS layers.
import './styles/global.css';
import './styles/fonts.css';
import './styles/buttons.css';
import './styles/tokens.css';
import { nextTask } from './libraries.ts';
import { hydrate, QueryClient } from '@tanstack/react-query';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { OUT_OF_DATE, OUT_OF_DATE_MARK } from '../worker/contract/out-of-date.ts';
import { makeApi } from './api.ts';
import { App } from './app.tsx';
import { makeRouter } from './router.tsx';
import { authHeader, startSession } from './session/browser-session.ts';
import { pressFirstTap } from './session/press-first-tap.ts';
import { warmToasts } from './ui/toast.ts';

const queryClient = new QueryClient({ defaultOptions: { queries: { retry: 1, refetchOnWindowFocus: false } } });
const root = document.getElementById('root')!;
const inlined = document.getElementById('query-cache')?.textContent;
if (inlined) hydrate(queryClient, JSON.parse(inlined));

// The browser skips a page transition if another transition replaces it, or if the new page takes seconds to load.
// A skipped transition is no error.
const SKIPPED = new Set(['AbortError', 'TimeoutError']);
addEventListener(
  'unhandledrejection',
  (event) => SKIPPED.has((event.reason as Error | null)?.name ?? '') && event.preventDefault(),
);

/** Calls `fetch`. While the server can send only out-of-date data, marks the page as out of date. */
const ask: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init);
  if (answer.ok) document.documentElement.toggleAttribute(OUT_OF_DATE_MARK, answer.headers.has(OUT_OF_DATE));
  return answer;
};

await nextTask();
const router = makeRouter({ queryClient, api: makeApi(location.origin, ask, authHeader) });
startSession({
  go: (path, options) => router.navigate({ href: path, ...options }),
  path: () => router.history.location.pathname,
  forget: () => queryClient.removeQueries({ type: 'inactive' }),
});

if (root.hasChildNodes()) {
  await router.load();
  // Without this the router renders a different Suspense tree than the server did (React error 418).
  router.ssr = { manifest: undefined };
  // A transition lets React hydrate in short steps, so the page stays responsive.
  startTransition(() => {
    hydrateRoot(root, <App router={router} />, {
      onRecoverableError: (error) => console.error('hydration', error),
    });
  });
  void pressFirstTap();
} else {
  createRoot(root).render(<App router={router} />);
}
warmToasts();
