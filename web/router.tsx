import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  notFound,
  type RouterHistory,
} from '@tanstack/react-router';
import { makeAdminRoutes } from './admin-routes.tsx';
import { type ApiClient, ApiError } from './api.ts';
import { type EventCard, eventQuery, homeQuery, knownCard } from './features/nights/events/events.queries.ts';
import { launchQuery } from './common/launch/launch.queries.ts';
import type { VenueWithEvents } from './features/nights/venues/venues.queries.ts';
import { lazyPage } from './lazy-page.ts';
import { HomePage } from './pages/nights/home-page.tsx';
import { EventNotFound, FailedPage, NotFoundPage } from './pages/not-found-page.tsx';
import { RootLayout } from './pages/root-layout.tsx';
import { LAUNCH_AREA, makeOwnRoutes } from './own-routes.tsx';
import { Loading } from './ui/loading.tsx';

export { loadLateParts } from './pages/late-parts.ts';

export interface RouterContext {
  queryClient: QueryClient;
  api: ApiClient;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's name in the browser tab, from its loader's data. Home has no name and shows the product's name. */
    name?: (loaded: unknown) => string;
    /** Fills the screen, without the header and footer of other pages. */
    isFullScreen?: boolean;
    /** Kept out of search engines. */
    hidden?: boolean;
    /** Rendered on the server with its content. Other pages get the shell, and the browser renders them. */
    rendered?: boolean | ((loaded: unknown) => boolean);
  }
}

const root = createRootRouteWithContext<RouterContext>()({
  component: RootLayout,
  notFoundComponent: NotFoundPage,
  staticData: { name: () => 'Page Not Found' },
});

/** On the server a page waits for its data. In the browser it is shown at once, with skeletons in place of the data. */
function whenReady<T>(ready: Promise<T>): Promise<T> | undefined {
  if (typeof document === 'undefined') return ready;
  // The page's own query reports a failure.
  ready.catch(() => undefined);
  return undefined;
}

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  // Not lazy, because most visits begin here, and one file compresses better than two.
  component: HomePage,
  loader: ({ context }) => whenReady(context.queryClient.ensureQueryData(homeQuery(context.api))),
  staticData: { rendered: true },
});

/** For pages whose words depend on the launch switches. The pages are shown even if the switches cannot be read. */
const readSwitches = ({ context: { queryClient, api } }: { context: RouterContext }) =>
  whenReady(queryClient.ensureQueryData(launchQuery(api)).catch(() => undefined));

/** The code of these queries comes with their pages, so that home does not load it. */
const loadList = () => import('./features/nights/events/events-list.queries.ts');
const loadVenues = () => import('./features/nights/venues/venues.queries.ts');

const events = createRoute({
  getParentRoute: () => root,
  path: '/events',
  component: lazyPage(() => import('./pages/nights/events-page.tsx'), 'EventsPage'),
  validateSearch: (search: Record<string, unknown>) => search,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, api }, deps }) =>
    whenReady(loadList().then(({ eventsQuery }) => queryClient.ensureInfiniteQueryData(eventsQuery(api, deps)))),
  staticData: {
    rendered: true,
    name: () => 'Upcoming Events',
  },
});

const event = createRoute({
  getParentRoute: () => root,
  path: '/events/$slug',
  component: lazyPage(() => import('./pages/nights/event-page.tsx'), 'EventPage'),
  notFoundComponent: EventNotFound,
  loader: ({ context: { queryClient, api }, params: { slug } }) => {
    const whole = queryClient.ensureQueryData(eventQuery(api, slug)).catch((error: unknown) => {
      throw error instanceof ApiError && error.code === 'event.not_found' ? notFound() : error;
    });
    const card = knownCard(queryClient, slug);
    return card ? (whenReady(whole) ?? card) : whole;
  },
  staticData: { rendered: true, name: (loaded) => (loaded as EventCard | undefined)?.title ?? 'Event not found' },
});

const venues = createRoute({
  getParentRoute: () => root,
  path: '/venues',
  component: lazyPage(() => import('./pages/nights/venues-page.tsx'), 'VenuesPage'),
  loader: ({ context: { queryClient, api } }) =>
    whenReady(loadVenues().then(({ venuesQuery }) => queryClient.ensureQueryData(venuesQuery(api)))),
  staticData: { rendered: true, name: () => 'Venues' },
});

const venue = createRoute({
  getParentRoute: () => root,
  path: '/venues/$slug',
  component: lazyPage(() => import('./pages/nights/venue-page.tsx'), 'VenuePage'),
  // The loader is in the page's own file, so that the first load of other pages stays small.
  loader: async (given) => (await import('./pages/nights/venue-page.tsx')).loadVenue(given),
  staticData: {
    rendered: true,
    name: (loaded) =>
      (loaded as VenueWithEvents | null | undefined)?.venue.name ?? (loaded === null ? 'Venues' : 'Venue not found'),
  },
});

/** Pages behind launch switches. A page with a name shows that name once its switch is on, else “Coming soon”. */
const launched = ([['/coming-soon'], ['/my-tickets', 'My tickets'], ['/sell', 'Sell tickets']] as const).map(
  ([path, name]) =>
    createRoute({
      getParentRoute: () => root,
      path,
      component: LAUNCH_AREA,
      loader: ({ context }) =>
        name ? context.queryClient.ensureQueryData(launchQuery(context.api)).catch(() => ({})) : {},
      staticData: {
        name: (on) => ((on as Record<string, boolean> | undefined)?.[path.slice(1)] && name ? name : 'Coming soon'),
      },
    }),
);

/** Static data of a list whose loader returns null while its launch switch is off. */
const switched = (name: string) => ({
  rendered: (loaded: unknown) => loaded !== null,
  name: (loaded: unknown) => (loaded === null ? 'Coming soon' : name),
});

const lists = [
  createRoute({
    getParentRoute: () => root,
    path: '/tickets',
    component: lazyPage(() => import('./pages/trade/tickets-page.tsx'), 'TicketsPage'),
    validateSearch: (search: Record<string, unknown>) => search,
    loaderDeps: ({ search }) => search,
    loader: async (given) => (await import('./pages/trade/tickets-page.tsx')).load(given),
    staticData: switched('Tickets on sale'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/live',
    component: lazyPage(() => import('./pages/door/live-page.tsx'), 'LivePage'),
    loader: async (given) => (await import('./pages/door/live-page.tsx')).load(given),
    staticData: switched('Tonight'),
  }),
];

const legal = [
  createRoute({
    getParentRoute: () => root,
    path: '/terms',
    component: lazyPage(() => import('./pages/terms-page.tsx'), 'TermsPage'),
    loader: readSwitches,
    staticData: { rendered: true, name: () => 'Terms' },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/privacy',
    component: lazyPage(() => import('./pages/privacy-page.tsx'), 'PrivacyPage'),
    loader: readSwitches,
    staticData: { rendered: true, name: () => 'Privacy' },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/guarantee',
    component: lazyPage(() => import('./pages/guarantee-page.tsx'), 'GuaranteePage'),
    loader: readSwitches,
    staticData: { rendered: true, name: () => 'Refund guarantee' },
  }),
];

const routeTree = root.addChildren([
  home,
  events,
  event,
  venues,
  venue,
  ...lists,
  ...launched,
  ...legal,
  ...makeOwnRoutes(root),
  ...makeAdminRoutes(root),
]);

export function makeRouter(context: RouterContext, history?: RouterHistory) {
  return createRouter({
    routeTree,
    context,
    ...(history ? { history } : {}),
    defaultErrorComponent: FailedPage,
    defaultPendingComponent: Loading,
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    // The first load and a change of filters have no transition.
    defaultViewTransition: { types: ({ fromLocation, pathChanged }) => (fromLocation && pathChanged ? [] : false) },
  });
}

export type AppRouter = ReturnType<typeof makeRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
