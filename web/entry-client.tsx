// Imported first, because the first import sets the order of the CSS layers.
import './styles/global.css';
import './styles/fonts.css';
import './styles/buttons.css';
import './styles/tokens.css';
import './libraries.ts';
import { hydrate, QueryClient } from '@tanstack/react-query';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { OUT_OF_DATE, OUT_OF_DATE_MARK } from '../worker/contract/out-of-date.ts';
import { makeApi } from './api.ts';
import { App } from './app.tsx';
import { nextTask } from './next-task.ts';
import { makeRouter } from './router.tsx';
import { authHeader, startSession } from './session/browser-session.ts';

const queryClient = new QueryClient({ defaultOptions: { queries: { retry: 1, refetchOnWindowFocus: false } } });
const root = document.getElementById('root')!;
const inlined = document.getElementById('query-cache')?.textContent;
if (inlined) hydrate(queryClient, JSON.parse(inlined));

// The browser skips a page transition that is replaced by the next one, or whose page takes seconds. That is no
// failure.
const SKIPPED = new Set(['AbortError', 'TimeoutError']);
addEventListener(
  'unhandledrejection',
  (event) => SKIPPED.has((event.reason as Error | null)?.name ?? '') && event.preventDefault(),
);

/** Marks the page while it shows what is out of date, because the server could not make a newer answer. */
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
  // Without this the router renders another Suspense tree than the server did (React error 418).
  router.ssr = { manifest: undefined };
  // In a transition React hydrates in short steps, and the page answers between them.
  startTransition(() => {
    hydrateRoot(root, <App router={router} />, {
      onRecoverableError: (error) => console.error('hydration', error),
    });
  });
} else {
  createRoot(root).render(<App router={router} />);
}
