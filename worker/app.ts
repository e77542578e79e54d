import { Hono, type MiddlewareHandler } from 'hono';
import { etag } from 'hono/etag';
import { createMiddleware } from 'hono/factory';
import type { adminApi } from './admin.ts';
import type { AppEnv } from './context.ts';
import { accounts } from './features/people/accounts/accounts.ts';
import { ownDataRoutes } from './features/people/accounts/own-data.routes.ts';
import { meRoutes } from './features/people/auth/routes/me.routes.ts';
import { chatRoutes } from './features/talk/chat/chat.routes.ts';
import { myChatRoutes } from './features/talk/chat/my-chat.routes.ts';
import { revealRoutes } from './features/trade/custody/reveal.routes.ts';
import { ticketFileRoutes } from './features/trade/custody/ticket-files.routes.ts';
import { debugRoutes } from './features/staff/debug/debug.routes.ts';
import { eventRoutes } from './features/nights/public/events.routes.ts';
import { venuePageRoutes } from './features/nights/public/venue-page.routes.ts';
import { onSaleRoutes } from './features/nights/public/on-sale.routes.ts';
import { viewRoutes } from './features/nights/numbers/numbers.routes.ts';
import { siteRoutes } from './features/nights/public/site.routes.ts';
import { imageRoutes } from './features/nights/images/images.routes.ts';
import { healthRoutes } from './features/staff/operations/health.routes.ts';
import { storeTraffic } from './features/staff/operations/store-traffic.ts';
import { launchRoutes } from './features/staff/launch/launch.routes.ts';
import { openPayment } from './features/trade/payments/open-payment.ts';
import { reportWrongCode } from './features/trade/handover/report-wrong-code.ts';
import { settle } from './features/trade/payments/settle.ts';
import { providerEventRoutes } from './features/trade/webhook/provider-event.routes.ts';
import { calendarRoutes } from './features/nights/plans/calendar.routes.ts';
import { handoverRoutes } from './features/trade/handover/handover.routes.ts';
import { resellerRoutes } from './features/people/resellers/resellers.routes.ts';
import { groupRoutes } from './features/trade/groups/groups.routes.ts';
import { listingRoutes } from './features/trade/listings/listings.routes.ts';
import { paymentRoutes } from './features/trade/requests/payment.routes.ts';
import { ticketRequestRoutes } from './features/trade/requests/ticket-requests.routes.ts';
import { venueRoutes } from './features/nights/venues/venues.routes.ts';
import { waitlistRoutes } from './features/nights/waitlist/waitlist.routes.ts';
import { limitBody } from './http/answers/body.ts';
import { countAnswers } from './http/answers/count-answers.ts';
import { drainBody } from './http/answers/drain-body.ts';
import { notFound } from './http/answers/errors.ts';
import { answerError } from './http/answers/answer-error.ts';
import { hotAnswer, keepHot, purgesSoFar } from './http/answers/hot-answers.ts';
import { refuseForeignPages } from './http/answers/own-page.ts';
import { describeApi } from './http/answers/openapi.ts';
import { openRequest } from './http/answers/request.ts';
import { measureRoutes } from './http/answers/route-times.ts';
import { securityHeaders } from './http/answers/security-headers.ts';
import { securityLog } from './http/security/security-log.ts';
import { refuseUnlessSetUp } from './http/settings/refuse-unless-set-up.ts';
import { timelyBody } from './http/answers/timely-body.ts';
import { greetNewcomers } from './http/limits/visitor.ts';
import type { ownApi } from './own.ts';

const MEGABYTE = 1_048_576;
/** The most time to receive and handle a request with a body, in ms. */
const BODY_MS = 30_000;

type AdminApi = typeof adminApi;
type OwnApi = typeof ownApi;
type Mount = (app: Hono<AppEnv>) => unknown;

const openApi = () =>
  new Hono<AppEnv>()
    .basePath('/api')
    .use(refuseForeignPages)
    // Ticket files may be larger than the limit below.
    .route('/', ticketFileRoutes)
    .use(timelyBody(BODY_MS), limitBody(MEGABYTE))
    .route('/', eventRoutes)
    .route('/', onSaleRoutes)
    .route('/', viewRoutes)
    .route('/', venueRoutes)
    .route('/', venuePageRoutes)
    .route('/', waitlistRoutes)
    .route('/', resellerRoutes)
    .route('/', meRoutes)
    .route('/', ownDataRoutes)
    .route('/', ticketRequestRoutes)
    .route('/', groupRoutes)
    .route('/', paymentRoutes)
    .route('/', revealRoutes)
    .route('/', handoverRoutes)
    .route('/', providerEventRoutes)
    .route('/', listingRoutes)
    .route('/', chatRoutes)
    .route('/', myChatRoutes)
    .route('/', launchRoutes)
    .route('/', debugRoutes)
    .route('/', healthRoutes);

const apiWith = (own: OwnApi) => openApi().route('/', own);
const wholeApi = (own: OwnApi, admin: AdminApi) => apiWith(own).route('/', admin);

/** For the web app's `hc`. */
export type Api = ReturnType<typeof wholeApi>;

/** Passes on functions of other districts and of later subjects, because features may not import them. */
const provideFeatures = createMiddleware<AppEnv>((c, next) => {
  c.set('accounts', accounts);
  c.set('payments', { settle, open: openPayment, reportWrongCode });
  return next();
});

type Page = (app: Hono<AppEnv>) => MiddlewareHandler<AppEnv>;

/** Paths of the parts of the API that load on their first request, so that the Worker starts fast. */
const NEEDS = {
  admin: /^\/api\/(admin\/|openapi\.json$)/,
  own: /^\/((og\/)?wanted\/|api\/(my\/|door\/|reminders\/|waitlist\/|wanted\/|ticket-requests\/[^/]+\/(passes|wallet\/|given)|given\/|events\/[^/]+\/going$))/,
  auth: /^\/auth\//,
  functions: /^\/functions\//,
};

const loadAuth = () => import('./features/people/auth/auth.routes.ts').then(({ authRoutes }) => authRoutes);
const loadFunctions = () => import('./functions.ts').then(({ functions }) => functions);
const loadOwn = () => import('./own.ts').then(({ ownApi: own }) => own);

export function answerRequests(page: Page): (request: Request, env: Env, ctx: ExecutionContext) => Promise<Response> {
  const app = makeApp(page, (all) => all.route('/', openApi()));
  const mounted = (load: () => Promise<Mount>) => once(async () => makeApp(page, await load()));
  const load = {
    auth: mounted(async () => {
      const auth = await loadAuth();
      return (all) => all.route('/', auth);
    }),
    functions: mounted(async () => {
      const functions = await loadFunctions();
      return (all) => all.route('/', functions);
    }),
    own: mounted(async () => {
      const own = await loadOwn();
      return (all) => all.route('/', apiWith(own));
    }),
    // The admin part mounts the whole API for the OpenAPI document.
    admin: mounted(async () => {
      const [own, { adminApi: admin }, auth, functions] = await Promise.all([
        loadOwn(),
        import('./admin.ts'),
        loadAuth(),
        loadFunctions(),
      ]);
      return (all) => all.route('/', wholeApi(own, admin)).route('/', auth).route('/', functions);
    }),
  };
  const parts = Object.keys(load) as (keyof typeof load)[];
  return countAnswers(
    async (request, env, ctx) => {
      const hot = hotAnswer(request);
      if (hot) return hot;
      const purgesBefore = purgesSoFar();
      const { pathname } = new URL(request.url);
      const part = parts.find((name) => NEEDS[name].test(pathname));
      const asked = part ? await load[part]() : app;
      return keepHot(request, { answer: await asked.fetch(request, env, ctx), purgesBefore });
    },
    (env) => storeTraffic(env, new Date()),
  );
}

/** Calls `load` once and keeps its result. After a failure, the next call tries again. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () =>
    (loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    }));
}

function makeApp(page: Page, mount: Mount): Hono<AppEnv> {
  const app = new Hono<AppEnv>().use(
    measureRoutes,
    drainBody,
    securityHeaders,
    openRequest,
    securityLog,
    provideFeatures,
    refuseUnlessSetUp,
    greetNewcomers,
  );
  app.onError(answerError);
  mount(app);
  app.route('/', imageRoutes);
  app.get('/api/openapi.json', etag(), async (c) =>
    c.json(await describeApi(c, app), 200, { 'Cache-Control': 'no-cache' }),
  );
  app.all('/api/*', () => {
    throw notFound();
  });
  app.route('/', calendarRoutes);
  app.route('/', siteRoutes);
  app.get('*', page(app));
  app.notFound(() => {
    throw notFound();
  });
  return app;
}
