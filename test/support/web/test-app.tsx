import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type ApiClient, makeApi } from '../../../web/api.ts';

interface Given {
  at?: string;
  /** Answers the app’s calls to the API, which go to `http://vouch.test`. */
  network?: typeof fetch;
  api?: ApiClient;
  queryClient?: QueryClient;
}

/** Makes an app of a few pages, each under its path, for a React test to render. Other paths show nothing. */
export async function testApp(
  pages: Record<string, () => ReactNode>,
  {
    at = '/',
    network = fetch,
    api = makeApi('http://vouch.test', network),
    queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } }),
  }: Given = {},
) {
  const root = createRootRouteWithContext<{ api: ApiClient }>()({ notFoundComponent: () => null });
  const routes = Object.entries(pages).map(([path, component]) =>
    createRoute({ getParentRoute: () => root, path, component }),
  );
  const router = createRouter({
    routeTree: root.addChildren(routes),
    context: { api },
    history: createMemoryHistory({ initialEntries: [at] }),
  });
  await router.load();
  const app = (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>
  );
  return { app, router, api, queryClient };
}
