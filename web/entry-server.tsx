import { dehydrate, QueryClient } from '@tanstack/react-query';
import { createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { makeApi } from './api.ts';
import { App } from './app.tsx';
import { BAR_KEY, launchQuery } from './common/launch/launch.queries.ts';
import { eventHead } from './features/nights/events/event-head.ts';
import type { EventDetail } from './features/nights/events/events.queries.ts';
import { venueHead } from './features/nights/venues/venue-head.ts';
import type { VenueWithEvents } from './features/nights/venues/venues.queries.ts';
import { wantedHead } from './features/trade/wanted/wanted-head.ts';
import { nameOfPage } from './lazy-page.ts';
import { headOf, type PageHead } from './head.ts';
import { loadLateParts, makeRouter } from './router.tsx';

export type { PageHead };

/** A page as the Worker sends it. `html` is empty for a page that only the browser renders. */
export interface RenderedPage {
  status: 200 | 404 | 429 | 500;
  html: string;
  /** The dehydrated query cache, JSON. */
  cache: string;
  head: PageHead;
  /** The name of the lazy page's component, for its preload links. */
  page: string | undefined;
  /** The path to which this page has moved. */
  moved_to?: string;
}

/** The page that is sent if rendering fails: the shell without content, which the browser then renders. */
export const EMPTY_PAGE: RenderedPage = { status: 500, html: '', cache: '', head: headOf(), page: undefined };

/** Renders the route of `url` as the browser would. `fetcher` answers the calls to the API. */
export async function render(url: URL, fetcher: typeof fetch): Promise<RenderedPage> {
  const queryClient = new QueryClient();
  const history = createMemoryHistory({ initialEntries: [url.pathname + url.search] });
  const api = makeApi(url.origin, fetcher);
  const router = makeRouter({ queryClient, api }, history);
  // The router redirects a URL whose query it would spell differently, so give it the query in its own spelling.
  const { publicHref } = router.buildLocation({
    to: router.latestLocation.pathname,
    search: true,
    hash: true,
  } as never);
  history.replace(publicHref);
  // The switches mostly come from the shared cache. Without them, the bar leaves out the links that depend on them.
  const switches = new QueryClient().fetchQuery({ ...launchQuery(api), retry: false }).catch(() => undefined);
  await Promise.all([router.load(), loadLateParts()]);
  queryClient.setQueryData(BAR_KEY, await switches);
  const { matches } = router.state;
  const failed = matches.find((match) => match.status === 'error');
  if (failed) throw failed.error;
  const isMissing = matches.some((match) => match.status === 'notFound' || match._notFound === true);
  const last = matches.at(-1)!;
  const moved_to = movedTo(last);
  if (moved_to) return { ...EMPTY_PAGE, moved_to };
  const shared = last.routeId === '/wanted/$id' ? await wantedHead(api, (last.params as { id: string }).id) : null;
  const { rendered } = last.staticData;
  const isRendered = isMissing || (typeof rendered === 'function' ? rendered(last.loaderData) : rendered);
  return {
    status: isMissing ? 404 : 200,
    html: isRendered ? renderToString(<App router={router} />) : '',
    cache: JSON.stringify(dehydrate(queryClient)),
    head: isMissing
      ? { ...headOfMatch({ ...last, loaderData: undefined }), hidden: true }
      : (shared ?? headOfMatch(last)),
    page: nameOfPage(router.routesById[last.routeId].options.component),
  };
}

const DESCRIPTIONS: Record<string, string> = {
  '/events': 'Every student night coming up in Boston and New York, with fair resale prices.',
  '/venues': 'The venues where the nights happen.',
  '/tickets': 'Students’ spare tickets for upcoming nights in Boston and New York, with the full price you pay.',
  '/live': 'Tonight’s student nights in Boston and New York: doors, tickets and chats.',
  '/terms': 'The rules for nights, tickets and chats, in plain English.',
  '/guarantee': 'When you get the money for your tickets back.',
  '/privacy': 'What is stored about you, why, who sees it, and for how long.',
};

function headOfMatch({
  routeId,
  staticData,
  loaderData,
}: Pick<AnyMatch, 'routeId' | 'staticData' | 'loaderData'>): PageHead {
  const { name, hidden = false } = staticData;
  if (routeId === '/events/$slug' && loaderData) return eventHead(loaderData as EventDetail);
  if (routeId === '/venues/$slug' && loaderData) return venueHead(loaderData as VenueWithEvents);
  return { ...headOf(name?.(loaderData), DESCRIPTIONS[routeId]), hidden };
}

/** Returns the path of the loaded venue if the URL has the slug of another venue, which was merged into this one. */
function movedTo({ routeId, params, loaderData }: AnyMatch): string | undefined {
  if (routeId !== '/venues/$slug' || !loaderData) return undefined;
  const { slug } = loaderData.venue;
  return (params as { slug: string }).slug === slug ? undefined : `/venues/${slug}`;
}

type AnyMatch = ReturnType<typeof makeRouter>['state']['matches'][number];
