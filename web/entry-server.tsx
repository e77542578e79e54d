import { dehydrate, QueryClient } from '@tanstack/react-query';
import { createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { makeApi } from './api.ts';
import { App } from './app.tsx';
import { defaultHead, headOf, type PageHead } from './head.ts';
import { makeRouter } from './router.tsx';

export type { PageHead };

/** A page as the edge answers it. `html` is empty where the page is the client's own affair. */
export interface RenderedPage {
  status: 200 | 404 | 429 | 500;
  html: string;
  /** The dehydrated query cache, JSON. */
  cache: string;
  head: PageHead;
  /** The lazy page's source file, for its preload links. */
  page: string | undefined;
}

/** A page that could not be rendered: the shell without content, for the browser to try itself. */
export const EMPTY_PAGE: RenderedPage = { status: 500, html: '', cache: '', head: defaultHead, page: undefined };

/** Renders the route of `url` with the client's own routes, components and queries. `fetcher` answers the calls to the API. */
export async function render(url: URL, fetcher: typeof fetch): Promise<RenderedPage> {
  const queryClient = new QueryClient();
  const history = createMemoryHistory({ initialEntries: [url.pathname + url.search] });
  const router = makeRouter({ queryClient, api: makeApi(url.origin, fetcher) }, history);
  // A query written in another way than the router's own would make it answer with a redirect instead of the page.
  const { publicHref } = router.buildLocation({ to: router.latestLocation.pathname, search: true, hash: true } as never);
  history.replace(publicHref);
  await router.load();
  const failed = router.state.matches.find((match) => match.status === 'error');
  if (failed) throw failed.error;
  const missing = router.state.matches.some((match) => match.status === 'notFound' || match._notFound === true);
  const last = router.state.matches.at(-1);
  const { page, edge, head } = last?.staticData ?? {};
  const isRendered = edge || missing;
  return {
    status: missing ? 404 : 200,
    html: isRendered ? renderToString(<App router={router} />) : '',
    cache: JSON.stringify(dehydrate(queryClient)),
    head: missing ? { ...(head?.(undefined) ?? headOf('Page Not Found')), hidden: true } : (head?.(last?.loaderData) ?? defaultHead),
    page,
  };
}
