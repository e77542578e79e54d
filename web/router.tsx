import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  type RouteComponent,
  type RouterHistory,
} from '@tanstack/react-router';
import { makeAdminRoutes } from './admin-routes.tsx';
import { type ApiClient, ApiError } from './api.ts';
import { eventHead } from './features/events/event-head.ts';
import { eventQuery, eventsQuery, homeQuery, knownCard } from './features/events/events.queries.ts';
import { launchQuery } from './features/launch/launch.queries.ts';
import { venuesQuery } from './features/venues/venues.queries.ts';
import { defaultHead, headOf, type PageHead } from './head.ts';
import { EventNotFound, FailedPage, LoadingPage, NotFoundPage } from './pages/not-found-page.tsx';
import { RootLayout } from './pages/root-layout.tsx';

export interface RouterContext {
  queryClient: QueryClient;
  api: ApiClient;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The source file of the lazy page, by which its chunk is found in the build's manifest. */
    page?: string;
    /** Rendered at the edge with content; other pages get the shell. */
    edge?: boolean;
    head?: (loaded: unknown) => PageHead;
  }
}

const root = createRootRouteWithContext<RouterContext>()({
  component: RootLayout,
  notFoundComponent: NotFoundPage,
});

/** At the edge a page waits for its data; in the browser it stands at once, with skeletons where the data will be. */
function whenReady<T>(ready: Promise<T>): Promise<T> | undefined {
  if (typeof document === 'undefined') return ready;
  // The page's own query tells of a failure.
  ready.catch(() => undefined);
  return undefined;
}

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/home-page.tsx'), 'HomePage'),
  loader: ({ context }) => whenReady(context.queryClient.ensureQueryData(homeQuery(context.api))),
  staticData: { page: 'pages/home-page.tsx', edge: true, head: () => defaultHead },
});

const events = createRoute({
  getParentRoute: () => root,
  path: '/events',
  component: lazyRouteComponent(() => import('./pages/events-page.tsx'), 'EventsPage'),
  validateSearch: (search: Record<string, unknown>) => search,
  loaderDeps: ({ search }) => ({ isFiltered: Object.keys(search).length > 0 }),
  loader: ({ context, deps }) => whenReady(context.queryClient.ensureInfiniteQueryData(eventsQuery(context.api, deps.isFiltered))),
  staticData: {
    page: 'pages/events-page.tsx',
    edge: true,
    head: () => headOf('Upcoming Events', 'Every student night coming up in Boston and New York, with fair resale prices.'),
  },
});

const event = createRoute({
  getParentRoute: () => root,
  path: '/events/$slug',
  component: lazyRouteComponent(() => import('./pages/event-page.tsx'), 'EventPage'),
  pendingComponent: LoadingPage,
  pendingMs: 150,
  pendingMinMs: 0,
  notFoundComponent: EventNotFound,
  loader: ({ context: { queryClient, api }, params: { slug } }) => {
    const whole = queryClient.ensureQueryData(eventQuery(api, slug)).catch((error: unknown) => {
      throw error instanceof ApiError && error.code === 'event.not_found' ? notFound() : error;
    });
    const card = knownCard(queryClient, slug);
    return card ? (whenReady(whole) ?? card) : whole;
  },
  staticData: { page: 'pages/event-page.tsx', edge: true, head: eventHead },
});

const venuesPage = { page: 'pages/venues-page.tsx', edge: true, head: () => headOf('Venues', 'The rooms where the nights happen.') };

const venues = createRoute({
  getParentRoute: () => root,
  path: '/venues',
  component: lazyRouteComponent(() => import('./pages/venues-page.tsx'), 'VenuesPage'),
  loader: ({ context }) => whenReady(context.queryClient.ensureQueryData(venuesQuery(context.api))),
  staticData: venuesPage,
});

const venue = createRoute({
  getParentRoute: () => root,
  path: '/venues/$slug',
  component: lazyRouteComponent(() => import('./pages/venues-page.tsx'), 'VenuesPage'),
  loader: ({ context }) => whenReady(context.queryClient.ensureQueryData(venuesQuery(context.api))),
  staticData: venuesPage,
});

/** What the edge draws of pages that it leaves to the browser: nothing. The side is known when it is built, so the bundle leaves them out. */
const atEdge = () => null;

/** The screens that tell of what is to come (decision 26); some are named, for once their switch is on. */
const soon = ([['/coming-soon'], ['/live'], ['/my-tickets', 'My tickets'], ['/tickets'], ['/sell', 'Sell tickets']] as const).map(
  ([path, name]) =>
    createRoute({
      getParentRoute: () => root,
      path,
      component: import.meta.env.SSR ? atEdge : lazyRouteComponent(() => import('./pages/launch-area.tsx'), 'LaunchArea'),
      loader: ({ context }) => (name ? context.queryClient.ensureQueryData(launchQuery(context.api)).catch(() => ({})) : {}),
      staticData: {
        page: 'pages/launch-area.tsx',
        head: (on) => headOf((on as Record<string, boolean> | undefined)?.[path.slice(1)] && name ? name : 'Coming soon'),
      },
    }),
);

/** A screen of one's own: nothing of it is drawn at the edge, no search engine lists it. */
const own = <Path extends string>(path: Path, name: string, page: string, component: RouteComponent) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component,
    staticData: { page, head: () => ({ ...headOf(name), hidden: true }) },
  });

const account = [
  own(
    '/auth',
    'Sign in or sign up',
    'pages/auth-page.tsx',
    import.meta.env.SSR ? atEdge : lazyRouteComponent(() => import('./pages/auth-page.tsx'), 'AuthPage'),
  ),
  own(
    '/login',
    'Sign in',
    'pages/login-page.tsx',
    import.meta.env.SSR ? atEdge : lazyRouteComponent(() => import('./pages/login-page.tsx'), 'LoginPage'),
  ),
  own(
    '/account',
    'Account',
    'pages/account-page.tsx',
    import.meta.env.SSR ? atEdge : lazyRouteComponent(() => import('./pages/account-page.tsx'), 'AccountPage'),
  ),
  own(
    '/forgot-password',
    'Forgot your password',
    'pages/forgot-password-page.tsx',
    import.meta.env.SSR ? atEdge : lazyRouteComponent(() => import('./pages/forgot-password-page.tsx'), 'ForgotPasswordPage'),
  ),
  own(
    '/reset-password',
    'A new password',
    'pages/reset-password-page.tsx',
    import.meta.env.SSR ? atEdge : lazyRouteComponent(() => import('./pages/reset-password-page.tsx'), 'ResetPasswordPage'),
  ),
  own(
    '/two-factor',
    'Second factor',
    'pages/two-factor-page.tsx',
    import.meta.env.SSR ? atEdge : lazyRouteComponent(() => import('./pages/two-factor-page.tsx'), 'TwoFactorPage'),
  ),
  own(
    '/confirm',
    'Confirmation',
    'pages/confirm-page.tsx',
    import.meta.env.SSR ? atEdge : lazyRouteComponent(() => import('./pages/confirm-page.tsx'), 'ConfirmPage'),
  ),
  own(
    '/whoami',
    'Who am I',
    'pages/whoami-page.tsx',
    import.meta.env.SSR ? atEdge : lazyRouteComponent(() => import('./pages/whoami-page.tsx'), 'WhoamiPage'),
  ),
  own(
    '/test-events',
    'Test events',
    'pages/test-events-page.tsx',
    import.meta.env.SSR ? atEdge : lazyRouteComponent(() => import('./pages/test-events-page.tsx'), 'TestEventsPage'),
  ),
  own(
    '/show-env',
    'Environment',
    'pages/show-env-page.tsx',
    import.meta.env.SSR ? atEdge : lazyRouteComponent(() => import('./pages/show-env-page.tsx'), 'ShowEnvPage'),
  ),
];

const routeTree = root.addChildren([home, events, event, venues, venue, ...soon, ...account, ...makeAdminRoutes(root)]);

/** The app's router; the edge gives a memory history, the browser none. */
export function makeRouter(context: RouterContext, history?: RouterHistory) {
  return createRouter({
    routeTree,
    context,
    ...(history ? { history } : {}),
    defaultErrorComponent: FailedPage,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    // The first load is no transition, nor is a change of filters.
    defaultViewTransition: { types: ({ fromLocation, pathChanged }) => (fromLocation && pathChanged ? [] : false) },
  });
}

export type AppRouter = ReturnType<typeof makeRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
